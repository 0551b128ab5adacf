"""The placement games as OpenSpiel wants them, and its minimax solver asked about every move.

OpenSpiel copies every attribute of a state at every move and looks states up by their string: so
a state is three whole numbers, and its string the room as the player to move sees it, which is how
the solver keeps values too. Needs the extra `bench`.
"""

from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from gridlock_tui.rules import Variant
from gridlock_tui.rules.board import cells_in
from tests.bench.peer_masks import Masks, masks_of


class PlacementState(pyspiel.State):
    """A position. The masks belong to the class, so that they are not copied at every move."""

    masks: Masks

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self._mover = 0
        self._own = self._other = self.masks.full

    def current_player(self) -> int:
        """Return who is to move."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self._mover

    def _legal_actions(self, _player: int) -> list[int]:
        return list(cells_in(self._own))

    def _apply_action(self, cell: int) -> None:
        own = self._own & self.masks.keeps_own[cell]
        other = self._other & self.masks.keeps_other[cell]
        if self.masks.passes and own and not other:
            self._own, self._other = own, other
        else:
            self._own, self._other = other, own
            self._mover = 1 - self._mover

    def _action_to_string(self, _player: int, cell: int) -> str:
        return str(cell)

    def is_terminal(self) -> bool:
        """Say whether the player to move is stuck; forced passes have been made already."""
        return not self._own

    def returns(self) -> list[float]:
        """Return what the players have won: the player to move at the end has lost."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [-1.0, 1.0] if self._mover == 0 else [1.0, -1.0]

    def __str__(self) -> str:
        return f"{self._own:x}" if self.masks.is_impartial else f"{self._own:x} {self._other:x}"


def registered(variant: Variant) -> str:
    """Make the game known to OpenSpiel and return the name it is known by."""
    of_variant = masks_of(variant)
    cells = variant.board.size
    game_type = pyspiel.GameType(
        short_name=f"gridlock_{variant.slug}_{variant.board}",
        long_name=f"{variant.title} {variant.board}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=cells,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=cells,
    )

    class State(PlacementState):
        masks = of_variant

    class Game(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self, _state: object = None) -> State:
            return State(self)

    pyspiel.register_game(game_type, Game)
    return str(game_type.short_name)


def move_verdicts(variant: Variant) -> list[bool]:
    """Ask OpenSpiel, for every first move in the order of the cells, whether it wins."""
    name = registered(variant)
    solver = MinimaxSolver(name)
    solver.solve()
    start = pyspiel.load_game(name).new_initial_state()
    values = solver.action_values_from_state(start)
    return [bool(values[cell] > 0) for cell in start.legal_actions()]
