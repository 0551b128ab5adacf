"""The search for the turning point of the game on the screen, and what is shown of it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from textual.geometry import Size

from gridlock_tui.match import Timeline
from gridlock_tui.match.match import Match
from gridlock_tui.match.naming import shown_names
from gridlock_tui.rules import GameState
from gridlock_tui.tui import wording
from gridlock_tui.tui.board.picture import Picture, Signs
from gridlock_tui.tui.game.view import GameView, KeyOf
from gridlock_tui.tui.widgets.too_small import ROOMY_HEIGHT, STANDARD_WIDTH
from gridlock_tui.tui.widgets.turning_panel import NO_TURNING, Turning
from gridlock_tui.tui.wording.moves import written

if TYPE_CHECKING:
    from gridlock_tui.match import Game
    from gridlock_tui.match.turning_point import NeverTurned, TurningPoint
    from gridlock_tui.tui.grading import Grading

_LEAST_HEIGHT = 24
"""The least number of lines of a window with room for the turning point beside the board."""
_LINES_BESIDE, _LINES_BESIDE_IN_ROOMY = 20, 34
"""The lines of a window that are not for the small board: result, next steps, moves and so on."""
_MOST_LINES_OF_ROW = 2
"""The most lines of a row of the small board, besides two for labels and gap."""
_LINES_OF_SCORE = 2
"""And for the score of a series."""


class Stage(Enum):
    """How far the search is."""

    NONE = "no finished game is shown, or two computers have played it"
    OFFERED = "it starts on request"
    LOOKING = "the engine is working"
    FOUND = "there is a turning point"
    NEVER = "the result never changed hands"
    UNKNOWN = "not every position could be solved"


class TurningSearch:
    """What is known about the turning point of one game. Knows nothing of the engine."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._progress = Stage.NONE
        self._is_shown = False
        self.point: TurningPoint | None = None
        """The turning point, if it is found."""
        self.never: NeverTurned | None = None
        """Who held the win all the time, if the result never changed hands."""

    @property
    def stage(self) -> Stage:
        """How far the search is; while the end of the game is not shown, there is none."""
        return self._progress if self._is_shown else Stage.NONE

    @property
    def since(self) -> int:
        """How many moves do not count: given ones, and a first move that changed its player."""
        match = self._match
        return max(match.given_moves, match.game.setup.taken_over) if match else 0

    def follow(self, match: Match, *, over: bool) -> None:
        """Follow the match; `over` says that the end of its game is shown.

        What was found is kept while moves are only taken back. Against a computer the search
        starts by itself.
        """
        known = self._match
        if known is None or _game_of(known) != _game_of(match):
            self.point = self.never = None
            self._progress = Stage.LOOKING if match.game.setup.computers else Stage.OFFERED
        self._match = match
        self._is_shown = over and not match.is_watched

    def ask(self) -> None:
        """Start the search of a game between two people."""
        self._progress = Stage.LOOKING

    def learn(self, game: Game, grading: Grading, *, is_done: bool) -> None:
        """Conclude from the grades of the game; `is_done` says that no more will be known."""
        from gridlock_tui.match.turning_point import TurningPoint, turning_point

        if self._match is None or self._match.game != game or self.stage is not Stage.LOOKING:
            return
        found = turning_point(game.timeline, grading.found, self.since)
        if isinstance(found, TurningPoint):
            if is_done or grading.is_final(found.number - 1):  # else a better move may turn up
                self.point, self._progress = found, Stage.FOUND
        elif found is not None:
            self.never, self._progress = found, Stage.NEVER
        elif is_done:
            self._progress = Stage.UNKNOWN


def _game_of(match: Match) -> object:
    return match.game_uid, match.game.setup, match.game.timeline.moves


def shown_turning(search: TurningSearch, view: GameView, window: Size, key_of: KeyOf) -> Turning:
    """Return what to show of the turning point in a window of this size."""
    if search.stage in (Stage.NONE, Stage.OFFERED):
        return NO_TURNING
    from gridlock_tui.match import turning_point as words

    setup = view.match.game.setup
    names = shown_names(setup)
    lines = board_lines(window, setup.variant.board.rows, view.match.standing.length != 1)
    if search.point is not None:
        said = words.about_turning_point(search.point, names, written)
        signs = wording.turning.marks_of(search.point)
        picture = _still_picture(search.point.before.state, signs) if lines else None
        return Turning(search.point.number, said.happened, said.better, picture, lines, said.brief)
    if search.never is not None:
        said = words.about_no_turning_point(
            search.never,
            setup,
            names,
            search.since,
            key_of("swap"),
            declined=view.match.declined_swap is not None,
        )
        return Turning(happened=said.happened, better=said.better, brief=said.brief)
    if search.stage is Stage.UNKNOWN:
        return Turning(happened=words.UNKNOWN, brief=words.UNKNOWN)
    # Nothing moves when it is found: the loser made that move, and this is how much is said of it.
    likely = _any_turning_point(view.match.game.timeline)
    said = words.about_turning_point(likely, names, written)
    picture = _still_picture(view.match.game.state) if lines else None
    # Where people have asked for it, even a small window says that the search goes on.
    brief = "" if setup.computers else wording.turning.LOOKING
    return Turning(0, said.happened, said.better, picture, lines, brief, is_pending=True)


def _any_turning_point(timeline: Timeline) -> TurningPoint:
    """Return a turning point such as this game may have."""
    from gridlock_tui.engine.reasons import LastMove
    from gridlock_tui.match.turning_point import TurningPoint

    last, winner = timeline.moves[-1], timeline.state.outcome
    loser = winner.winner.other if winner else timeline.state.to_move
    reason = LastMove(last, 0)
    return TurningPoint(len(timeline.moves), loser, last, timeline, (last,), reason)


def _still_picture(state: GameState, signs: Signs = ()) -> Picture:
    """Return the position without the sign of its last move, which would be one too many."""
    return Picture(Timeline.begin(state), signs=signs)


def has_room(window: Size) -> bool:
    """Return whether a window of this size shows the turning point beside the board."""
    return window.width >= STANDARD_WIDTH and window.height >= _LEAST_HEIGHT


def board_lines(window: Size, rows: int, is_series: bool) -> int:
    """Return the most lines for a board of this many rows beside the result; 0 for no board."""
    others = _LINES_BESIDE_IN_ROOMY if window.height >= ROOMY_HEIGHT else _LINES_BESIDE
    room = window.height - others - (_LINES_OF_SCORE if is_series else 0)
    return min(room, _MOST_LINES_OF_ROW * rows + 2) if room >= rows else 0
