"""The rooms beside the games: puzzles of every kind, lessons, and what can be copied there."""

from __future__ import annotations

import random
from collections.abc import Callable

from textual.screen import Screen
from textual.widgets import OptionList

from gridlock_tui.engine.verdicts import best_of
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.rules import Move
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.pointer import Pointer
from gridlock_tui.tui.screens.learn import LearnScreen
from gridlock_tui.tui.screens.lesson import LessonScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.puzzle import PuzzleScreen
from gridlock_tui.tui.screens.puzzles import PuzzlesScreen
from tests.soak.driver import Driver, Fault
from tests.soak.side_trips import SideTrips

_MOST_TURNS = 12
"""How often something is tried in one puzzle or lesson."""


class Rooms:
    """Goes from the menu into a room, does something there, and returns to the menu."""

    def __init__(self, driver: Driver, rng: random.Random) -> None:
        self.driver, self.rng = driver, rng
        self._side_trips = SideTrips(driver, rng)

    # Puzzles.

    async def solve(self, mode: Mode) -> None:
        """Try the next puzzle of a kind: solve it, miss it, or leave it."""
        await self._open("P", PuzzlesScreen)
        await self.driver.keys("home", *["down"] * list(Mode).index(mode))
        if mode is Mode.PRACTICE and self.rng.random() < 0.3:
            await self.driver.keys("tab", self.rng.choice(("right", "left")), "shift+tab")
        room = self.driver.screen
        assert isinstance(room, PuzzlesScreen)
        expects_one = room._upcoming[room.modes.mode] is not None
        await self.driver.key("enter")
        if expects_one != isinstance(self.driver.screen, PuzzleScreen):
            raise Fault(f"Enter in the puzzles led to {self.driver.screen!r}")
        for _ in range(_MOST_TURNS if expects_one else 0):
            screen = self._puzzle
            await self.driver.wait_for_engine()
            if screen.view.run.is_finished:
                await self._look_at_solution(screen)
            elif screen.view.run.is_wrong:
                await self._after_miss(screen)
            else:
                await self._try_puzzle(screen)
            if self.rng.random() < 0.05:
                await self._side_trips.resize()
                await self._side_trips.enlarge()
            if not isinstance(self.driver.screen, PuzzleScreen):
                break
        await self._leave()

    @property
    def _puzzle(self) -> PuzzleScreen:
        screen = self.driver.screen
        if not isinstance(screen, PuzzleScreen):
            raise Fault(f"there is no puzzle on the screen, but {screen!r}")
        return screen

    async def _try_puzzle(self, screen: PuzzleScreen) -> None:
        run, chance = screen.view.run, self.rng.random()
        if chance < 0.2:
            await self._ask_for_hints()
        elif chance < 0.27:
            await self.driver.key("s")
            if screen.view.counts is None:  # it was only said what it costs
                await self.driver.key("s")
            if not screen.view.run.is_given_up:
                raise Fault("s does not give a puzzle up")
        else:
            known, move = screen._coach.analysis, self.rng.choice(run.state.legal_moves)
            is_right = self.rng.random() < 0.75
            if is_right and known is not None and known.state == run.state:
                move = best_of(known.moves).move
            elif is_right and not run.timeline.moves:
                move = run.puzzle.solution[0]
            before = run.timeline.moves
            await self._place(move, lambda: screen.view.pointer)
            await self.driver.wait_for_engine()
            made = screen.view.run.timeline.moves[: len(before) + 1]
            if made != (*before, move):
                raise Fault(f"{move} was not made in a puzzle")

    async def _after_miss(self, screen: PuzzleScreen) -> None:
        await self.driver.key(self.rng.choice("uuusy"))
        if self.rng.random() < 0.2 and screen.view.counts is not None:
            await self.driver.key("n")

    async def _look_at_solution(self, screen: PuzzleScreen) -> None:
        """Share the result, look at the reason, and go on or not."""
        chance = self.rng.random()
        if chance < 0.3:
            await self.driver.key("y")
            if not self.driver.app.clipboard:
                raise Fault("a result was not copied")
        elif chance < 0.5:
            await self.driver.keys("H", "H")
        elif chance < 0.8 and screen.view.counts is not None:
            await self.driver.key("n")
        else:
            await self.driver.key("escape")

    # Lessons.

    async def learn(self) -> None:
        """Go through a few steps of a lesson, right and wrong."""
        await self._open("L", LearnScreen)
        await self.driver.keys(*["down"] * self.rng.randint(0, 4))
        room = self.driver.screen
        assert isinstance(room, LearnScreen)
        await self.driver.key("enter")
        for _ in range(_MOST_TURNS):
            screen = self.driver.screen
            if not isinstance(screen, LessonScreen):
                raise Fault(f"there is no lesson on the screen, but {screen!r}")
            await self.driver.wait_for_engine()
            run = screen.view.run
            if run.is_done and self.rng.random() < 0.7:
                break
            if run.is_step_done:
                await self.driver.key("space")
                if screen.is_current and not run.is_done and screen.view.run.at != run.at + 1:
                    raise Fault("Space does not lead to the next step")
                if isinstance(self.driver.screen, LearnScreen):  # that was the last lesson
                    break
            elif screen.view.is_wrong:
                await self.driver.key(self.rng.choice(("u", "space")))
            elif self.rng.random() < 0.04:
                await self.driver.key("R")
            else:
                await self._try_step(screen)
        await self._leave()

    async def _try_step(self, screen: LessonScreen) -> None:
        run = screen.view.run
        if self.rng.random() < 0.15:
            await self._ask_for_hints()
            return
        move = run.step.move
        if move is None or self.rng.random() < 0.1:
            knows = bool(run.step.right) and run.timeline == run.step.start()
            known = run.exercise.analysis
            if knows and self.rng.random() < 0.7:
                move = run.step.right[0]
            elif known is not None and known.state == run.state and self.rng.random() < 0.7:
                move = best_of(known.moves).move
            else:
                move = self.rng.choice(run.state.legal_moves)
        await self._place(move, lambda: screen.view.pointer)

    # In both.

    async def _open(self, key: str, wanted: type[Screen[None]]) -> None:
        await self._side_trips.enlarge()
        await self.driver.key("escape")
        await self.driver.key(key)
        if not isinstance(self.driver.screen, wanted):
            raise Fault(f"{key} in the menu does not show {wanted.__name__}")
        if not isinstance(self.driver.app.focused, OptionList):
            raise Fault(f"keys are not for the list of {wanted.__name__}")

    async def _leave(self) -> None:
        await self._side_trips.back_to(MenuScreen)

    async def _ask_for_hints(self) -> None:
        """Ask for a hint step by step, and hide it or not."""
        screen = self.driver.screen
        assert isinstance(screen, PuzzleScreen | LessonScreen)
        for _ in range(self.rng.randint(2, 5)):
            await self.driver.key("H")
            await self.driver.wait_for_engine()
        if screen.view.hint is not None and self.rng.random() < 0.3:
            await self.driver.key("escape")

    async def _place(self, move: Move, pointer: Callable[[], Pointer]) -> None:
        """Take the token and place it, by mouse or by keys."""
        board = self.driver.screen.query_one(BoardView)
        hand = board.picture.state.hand(board.picture.state.to_move)
        for _ in hand:
            if pointer().token == move.token:
                break
            await self.driver.key("tab")
        at = self.driver.spot_of(board, move.cell)
        if at is not None and self.rng.random() < 0.7:
            await self.driver.click(at)
            return
        grid = board.picture.state.board
        (row, column), (to_row, to_column) = grid.place(pointer().cell), grid.place(move.cell)
        down, right = to_row - row, to_column - column
        await self.driver.keys(*["down" if down > 0 else "up"] * abs(down))
        await self.driver.keys(*["right" if right > 0 else "left"] * abs(right))
        if pointer().cell != move.cell:
            raise Fault("arrow keys do not lead to a cell")
        await self.driver.key(self.rng.choice(("space", "enter")))
