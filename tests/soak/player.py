"""Plays one random game to its end, with every way to move there is and much else in between."""

from __future__ import annotations

import random
from collections.abc import Sequence

from textual.geometry import Size

from gridlock_tui.match import Timeline
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.rules import Move, Variant, write_compact, write_move
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.too_small import is_too_small
from tests.soak.driver import Driver, Fault
from tests.soak.friends import Friends
from tests.soak.plan import FRIEND, LESSON, Plan, Room
from tests.soak.rooms import Rooms
from tests.soak.side_trips import COMMON_SIZES, SideTrips
from tests.soak.start import Start

_MOST_SIDE_TRIPS = 3
_SMALL = 16
"""Cells of a board about which the engine knows everything at once."""
_SMALL_WINDOW = Size(100, 30)
_MOST_TURNS = 400
_ARROWS = {
    (-1, 0): ("up", "k"),
    (1, 0): ("down", "j"),
    (0, -1): ("left", "h"),
    (0, 1): ("right", "l"),
}
_COACH_KEYS = ("a", "A", "H", "g", "v", "i", "e", "plus", "minus", "p")
_NONSENSE = ("zz", "99 99", "1 1", "b2", "", "é", "5", "[/]", "12 b2")


class RandomPlayer:
    """Plays both sides, or one against a computer, or watches two."""

    def __init__(self, driver: Driver, rng: random.Random, variant: Variant, plan: Plan) -> None:
        self.driver, self.rng, self.variant, self.plan = driver, rng, variant, plan
        self.side_trips = SideTrips(driver, rng)

    @property
    def game(self) -> GameScreen:
        """The screen of the game, which must be on top."""
        screen = self.driver.screen
        if not isinstance(screen, GameScreen):
            raise Fault(f"there is no game on the screen, but {screen!r}")
        return screen

    @property
    def board(self) -> BoardView:
        """The board on that screen."""
        return self.game.query_one(BoardView)

    @property
    def timeline(self) -> Timeline:
        """The course of the game."""
        return self.game.timeline

    @property
    def is_ended(self) -> bool:
        """Whether the game is over and its end is shown."""
        return self.timeline.is_present and self.timeline.state.is_over

    async def play(self) -> int:
        """Begin in the menu or by a rematch, play to the end, and return how many games that was.

        The last one is left on the screen.
        """
        rng, start = self.rng, Start(self.driver, self.rng, self.variant)
        if self._can_have_rematch:
            await self.driver.key(rng.choice("nns"))
            self._check_rematch()
            await self._play_to_end()
            await self._after_the_end()
            return 1
        await self.side_trips.to_menu()
        finished = 0
        if self.plan.room is not None:
            finished += await self._visit(self.plan.room, start)
        if self.plan.is_thorough:
            await self.driver.resize(self.side_trips.any_size())
            if rng.random() < 0.5:
                await self.side_trips.change_theme()
            await start.begin()
        else:
            await self._shrink()
            await start.paste()
        self._check_begun()
        while True:
            await self._play_to_end()
            finished += 1
            await self._after_the_end()
            if not self.plan.is_thorough and rng.random() < 0.9:
                break
            if self.game.match.standing.is_decided or finished == 3 or rng.random() < 0.7:
                break
            await self.driver.key("n")
            if not self.game.match.game.setup.computers:
                self._check_rematch()
        return finished

    @property
    def _can_have_rematch(self) -> bool:
        """Whether the last game was of the same kind, and nothing else is planned."""
        if self.plan != Plan() or not isinstance(self.driver.screen, GameScreen):
            return False
        match = self.game.match
        return (
            self.game.variant == self.variant
            and self.is_ended
            and match.standing.is_decided
            and not match.game.setup.computers
            and not is_too_small(self.driver.app.size)
        )

    def _check_rematch(self) -> None:
        if self.timeline.moves:
            raise Fault("a rematch or the next game of a series does not begin with an empty board")

    async def _visit(self, room: Room, start: Start) -> int:
        """Do something in another room, and return how many games were played there."""
        rooms = Rooms(self.driver, self.rng)
        if isinstance(room, Mode):
            await rooms.solve(room)
        elif room == LESSON:
            await rooms.learn()
        elif room == FRIEND:
            await Friends(self.driver, self.rng).play()
            return 1
        else:
            await start.climb()
            await self._play_to_end()
            finished = 1 + await self._play_on()
            await self.side_trips.to_menu()
            return finished
        return 0

    async def _play_on(self) -> int:
        """Play on from the turning point, or climb on; return how many games that was."""
        screen, at_end = self.game, self.timeline
        if self.driver.app.size.area < _SMALL_WINDOW.area and self.rng.random() < 0.5:
            await self.driver.resize(_SMALL_WINDOW)  # with room for the small board
        if at_end.state.board.size > _SMALL or screen.match.is_watched:
            return 0
        if not screen.match.game.setup.computers:
            await self.driver.key("t")
        await self.driver.wait_for_engine()
        point = screen._search.point
        if point is not None and self.rng.random() < 0.8:
            await self.driver.key("t")
            if isinstance(self.driver.screen, ConfirmScreen):
                await self.driver.key("y")
            if self.timeline.moves[: point.number - 1] != at_end.moves[: point.number - 1]:
                raise Fault("t does not play on from the turning point")
        elif screen._climbing.next_level is not None:
            await self.driver.key("c")
            if not self.game.match.is_rung:
                raise Fault("c does not lead to the next rung")
        else:
            return 0
        await self._play_to_end()
        return 1

    async def _shrink(self) -> None:
        """Take a small window, often the one that is there: they are faster."""
        size = self.driver.app.size
        if size.area > _SMALL_WINDOW.area or is_too_small(size) or self.rng.random() < 0.05:
            await self.driver.resize(self.rng.choice(COMMON_SIZES))

    def _check_begun(self) -> None:
        if self.game.variant != self.variant:
            raise Fault(f"{self.game.variant!r} was begun instead of {self.variant!r}")

    # The game.

    async def _play_to_end(self) -> None:
        side_trips = self.rng.randint(0, _MOST_SIDE_TRIPS)
        if not self.plan.is_thorough:
            side_trips = int(self.rng.random() < 0.2)
        for _ in range(_MOST_TURNS):
            await self._wait_for_computers()
            if self.is_ended:
                return
            if side_trips and self.rng.random() < 0.35:
                side_trips -= 1
                await self._run_errand()
            elif not self.timeline.is_present and self.rng.random() < 0.6:
                await self.driver.key("end")
            elif self.game.match.is_watched:
                await self._watch()
            else:
                await self._move()
        raise Fault("the game does not come to its end")

    async def _watch(self) -> None:
        """Let two computers go on."""
        await self.driver.key("end" if self.game.view.paused is False else "p")

    async def _wait_for_computers(self) -> None:
        """Wait until a person can move and no guard holds one, or the game is over or stands."""
        while self.game.view.computer_thinks or self.game.coach.held is not None:
            await self.driver.wait_for_engine()
            await self.driver.look()

    async def _move(self) -> None:
        """Make a legal move in one of the ways there are, and check that it was made."""
        await self.side_trips.enlarge()  # in a window that is too small nothing is placed
        timeline, state = self.timeline, self.timeline.state
        if state.is_over or not state.legal_moves:  # looking back at an end that was replaced
            await self.driver.key("u")
            return
        if self.game.match.game.seating.is_computer(
            state.to_move
        ):  # looking back at what it moved from
            await self.driver.key("end")
            return
        move = self._any(state.legal_moves)
        way = self.rng.random() * (1 if self.plan.is_thorough else 0.91)
        guarded = self.game.match.guard
        if way < 0.75 and self.driver.spot_of(self.board, move.cell) is not None:
            await self._by_mouse(move)
        elif way < 0.9:
            move = self._near(move, state.legal_moves)
            await self._by_keys(move)
        else:
            await self._by_typing(move)
        if self.game.view.insists == move:  # the game was sent away: the second time it is made
            await self._by_keys(move)
        if not guarded and self.timeline.moves[: timeline.at + 1] != (
            *timeline.moves[: timeline.at],
            move,
        ):
            raise Fault(f"{write_move(state.variant, move)} was not made")
        if guarded and self.rng.random() < 0.5:
            await self.driver.key("g")

    def _any(self, moves: Sequence[Move]) -> Move:
        """Return any move, often one with the token that is in hand already."""
        at_hand = [move for move in moves if move.token == self.game.token]
        often = 0.6 if self.plan.is_thorough else 0.9
        return self.rng.choice(at_hand if at_hand and self.rng.random() < often else moves)

    def _near(self, move: Move, moves: Sequence[Move]) -> Move:
        """Return such a move that is not far to walk: long ways prove nothing more."""
        board = self.timeline.state.board
        row, column = board.place(self.game.cursor)

        def distance(other: Move) -> int:
            to_row, to_column = board.place(other.cell)
            return abs(to_row - row) + abs(to_column - column)

        same_token = [other for other in moves if other.token == move.token]
        return min(self.rng.sample(same_token, min(len(same_token), 8)), key=distance)

    async def _by_mouse(self, move: Move) -> None:
        await self._take(move.token)
        at = self.driver.spot_of(self.board, move.cell)
        if at is None:  # a notice came meanwhile
            await self._by_keys(move)
            return
        if self.rng.random() < 0.3:
            await self.driver.hover(at)
        await self.driver.click(at)

    async def _take(self, token: int | None) -> None:
        """Take a token: by its digits, or by Tab where it is near."""
        if token is None or self.game.token == token:
            return
        hand = self.timeline.state.hand(self.timeline.state.to_move)
        way = hand.index(token) - hand.index(self.game.token or hand[0])
        if abs(way) <= 3 and self.rng.random() < 0.5:
            await self.driver.keys(*["tab" if way > 0 else "shift+tab"] * abs(way))
        else:
            await self.driver.key("up")  # after another key, digits begin a new number
            await self.driver.keys(*str(token))
        if self.game.token != token:
            raise Fault(f"token {token} was not taken")

    async def _by_keys(self, move: Move) -> None:
        await self._take(move.token)
        board = self.timeline.state.board
        if not self.game.variant.has_tokens and self._is_numbered and self.rng.random() < 0.3:
            await self.driver.key("up" if self.game.cursor >= board.columns else "down")
            await self.driver.keys(*str(move.cell + 1))
        while self.game.cursor != move.cell:
            (row, column), (to_row, to_column) = (
                board.place(self.game.cursor),
                board.place(move.cell),
            )
            down, right = to_row - row, to_column - column
            step = (down // abs(down), 0) if down else (0, right // abs(right))
            before = self.game.cursor
            await self.driver.key(self.rng.choice(_ARROWS[step]))
            if self.game.cursor == before:
                raise Fault("an arrow key does not move the cursor")
        await self.driver.key(self.rng.choice(("space", "enter")))

    @property
    def _is_numbered(self) -> bool:
        return self.game.variant.cell_name(0) == "1"

    async def _by_typing(self, move: Move) -> None:
        written = write_move(self.game.variant, move)
        if move.token is None and self.rng.random() < 0.5:
            written = write_compact(self.game.variant.board, move.cell)
        if self.rng.random() < 0.2:
            await self.driver.keys("m", *"7x", "backspace", "backspace")
        else:
            await self.driver.key(self.rng.choice("m:"))
        await self.driver.keys(*written, "enter")
        if self.game.view.typing:  # only a guard keeps it open
            await self.driver.key("escape")

    # What else there is to do.

    async def _run_errand(self) -> None:
        errand = self.rng.choice(
            (
                self.side_trips.resize,
                self.side_trips.resize,
                self.side_trips.change_theme,
                self.side_trips.read_page,
                self.side_trips.look_into_palette,
                self.side_trips.look_into_settings,
                self.side_trips.review,
                self._visit_menu,
                self._undo_and_redo,
                self._undo_and_redo,
                self._look_back,
                self._look_back,
                self._point_and_click,
                self._type_nonsense,
                self._ask_coach,
                self._ask_for_hints,
                self._ask_for_hints,
                self._take_over,
            )
        )
        await errand()
        if isinstance(self.driver.screen, MenuScreen):  # that was in the palette, too
            await self.side_trips.resume()
        await self.side_trips.back_to(GameScreen)

    async def _visit_menu(self) -> None:
        before, watched = self.timeline, self.game.match.is_watched
        has_moves = bool(before.moves or self.game.match.series.played)
        if not has_moves:
            return  # such a game does not wait in the menu
        await self.side_trips.visit_menu()
        await self.side_trips.resume()
        if not watched and self.timeline.moves[: len(before.moves)] != before.moves:
            raise Fault("the game that was continued is not the one that was left")

    async def _undo_and_redo(self) -> None:
        for _ in range(self.rng.randint(1, 5)):
            before, alone = self.timeline, not self.game.match.game.setup.computers
            back = self.rng.random() < 0.6
            await self.driver.key(self.rng.choice(("u",) if back else ("r", "ctrl+y")))
            if alone and self.timeline != before.jump(before.at + (-1 if back else 1)):
                raise Fault("undo or redo has not led to the move before or after")

    async def _look_back(self) -> None:
        before, alone = self.timeline, not self.game.match.game.setup.computers
        way = self.rng.choice(("home", "end", "log", "wheel"))
        log = self.game.query_one(MoveLog)
        if way == "log":
            await self.side_trips.click_on(log)
        elif way == "wheel":
            await self.side_trips.turn_wheel_on(log)
        else:
            await self.driver.key(way)
            expected = before.jump(0) if way == "home" else before.present()
            if alone and self.timeline != expected:
                raise Fault(f"{way} has not led to the first or the last move")
        if alone and self.timeline.moves != before.moves:
            raise Fault("to look back has changed the moves")

    async def _point_and_click(self) -> None:
        """Point and click anywhere, legal or not."""
        for _ in range(self.rng.randint(1, 3)):
            chance = self.rng.random()
            at = self.side_trips.spot_in(self.board)
            if chance < 0.4 and at is not None:
                await self.driver.hover(at)
            elif chance < 0.6 and at is not None:
                await self.driver.click(at)
            elif chance < 0.7:
                for hand in self.game.query("TokenTray, HandLine"):
                    await self.side_trips.click_on(hand)
            elif chance < 0.8:
                await self.driver.key("space")
            else:
                await self.driver.keys(self.rng.choice(("up", "down", "left", "right")))

    async def _type_nonsense(self) -> None:
        if not self.timeline.state.is_over and not self.game.match.is_watched:
            await self.driver.keys("m", *self.rng.choice(_NONSENSE))
            if self.rng.random() < 0.5:
                await self.driver.key("enter")
            if self.game.view.typing:
                await self.driver.key("escape")

    async def _ask_coach(self) -> None:
        await self.driver.key(self.rng.choice(_COACH_KEYS))

    async def _ask_for_hints(self) -> None:
        """Ask for a hint step by step: where, which, why, and how it goes on."""
        if self.timeline.state.board.size > _SMALL or self.game.match.is_watched:
            return
        for _ in range(self.rng.randint(1, 6)):
            await self.driver.key("H")
            await self.driver.wait_for_engine()
        if self.rng.random() < 0.5:
            await self.driver.key("escape")

    async def _take_over(self) -> None:
        await self.driver.key("x")

    async def _after_the_end(self) -> None:
        """Look at the end in one way or another, and be at the end again."""
        rng = self.rng
        if rng.random() < (0.2 if self.plan.is_thorough else 0.04):
            await self._play_on()
        if not self.plan.is_thorough:
            return
        if rng.random() < 0.3:
            await self.side_trips.resize()
        if rng.random() < 0.15:
            await self.side_trips.review()
        if rng.random() < 0.15:
            await self._look_back()
            await self.driver.key("end")
        if rng.random() < 0.1:
            await self.driver.keys("space", "a", "e")
