"""The game screen: what cannot be done, looking back, tokens, typed moves, other games."""

import pytest
from textual.events import MouseScrollUp
from textual.pilot import Pilot

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Player, read_moves
from gridlock_tui.tui.commands import ANYWHERE, BY_ID, GAME
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.moves_heading import MovesHeading
from gridlock_tui.tui.widgets.result_panel import NextSteps
from gridlock_tui.tui.widgets.room_bars import RoomBars
from gridlock_tui.tui.widgets.status_bar import StatusBar
from tests.tui.support import (
    board,
    cards,
    click_cell,
    click_move,
    drawn,
    game,
    game_screen,
    key_bar,
    log_lines,
    menu_screen,
    offset_of,
    point_by_keys,
    result,
    running,
    settled,
    status,
)


def room(pilot: Pilot[None]) -> str:
    """Return what the room bars say, without the bars."""
    words = pilot.app.screen.query_one(RoomBars).render().plain
    return " ".join(words.translate(str.maketrans("", "", "■─")).split())


def shown(pilot: Pilot[None]) -> tuple[str, list[str], Timeline]:
    """Return everything that a refused move must leave as it was."""
    return drawn(pilot), log_lines(pilot), game_screen(pilot).timeline


REFUSED = [
    ("classic", "6; 15", "12", "12 is blocked by 15."),
    ("spacing", "2 2; 2 3; 4 4", "3 3", "3 3 touches your own marker at 2 3."),
    ("showdown", "2 2", "1 2", "1 2 is blocked by 2 2."),
    ("sequence", "5 B2; 4 A1", "6 B2", "B2 is already taken by X 5."),
    ("passing", "3 3; 2 2", "4 4", "4 4 touches your own marker at 3 3."),
]


@pytest.mark.parametrize(("slug", "moves", "refused", "reason"), REFUSED)
async def test_an_illegal_attempt_changes_nothing_and_says_why(
    slug: str, moves: str, refused: str, reason: str
) -> None:
    begun = game(slug, moves)
    cell = read_moves(begun.setup.variant, refused)[0].cell
    async with running(begun) as pilot:
        await point_by_keys(pilot, cell)
        before = shown(pilot)
        assert status(pilot)[1] == reason
        assert not game_screen(pilot).status.message.alarmed
        await pilot.press("space")
        assert shown(pilot) == before
        assert status(pilot)[1] == reason
        assert game_screen(pilot).status.message.alarmed
        await click_cell(pilot, cell)
        assert shown(pilot) == before
        await pilot.press("m", *refused, "enter")
        assert shown(pilot) == before
        assert status(pilot)[1] == reason
        assert game_screen(pilot).entry.value == refused


async def test_pointing_says_what_a_move_would_take_away() -> None:
    async with running(game("showdown")) as pilot:
        await pilot.hover("BoardView", offset=offset_of(board(pilot), 0))
        assert game_screen(pilot).cursor == 0
        assert status(pilot)[1] == "1 1 blocks 1 2 and 2 1 for both."
        await pilot.press("right")
        assert status(pilot)[1] == "1 2 blocks 1 1, 1 3 and 2 2 for both."
    async with running(game("spacing", "2 2")) as pilot:
        await point_by_keys(pilot, 0)
        assert status(pilot)[1] == "1 1 blocks 1 2 and 2 1 for Player 2."


async def test_the_cursor_stops_at_the_edges() -> None:
    async with running(game("showdown")) as pilot:
        await pilot.press(*"kkkkkhhhhh")
        assert game_screen(pilot).cursor == 0
        await pilot.press(*"jjjjjlllll")
        assert game_screen(pilot).cursor == 15


async def test_looking_back_in_the_log_and_returning() -> None:
    async with running(game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4")) as pilot:
        present = shown(pilot)
        await click_move(pilot, 2)
        assert game_screen(pilot).timeline.at == 2
        assert status(pilot)[0].startswith("X Player 1 to move")
        assert room(pilot) == "Room 9"
        heading = game_screen(pilot).query_one(MovesHeading)
        assert heading.render().plain == "Moves  2/5  » latest (End)"
        assert drawn(pilot) != present[0]
        assert log_lines(pilot) == present[1]
        await pilot.press("end")
        assert shown(pilot) == present
        await click_move(pilot, 1)
        await pilot.click(MovesHeading, offset=(heading.render().plain.index("latest") + 1, 0))
        assert shown(pilot) == present


async def test_in_a_small_window_the_status_bar_leads_back_to_the_latest_move() -> None:
    async with running(game("showdown", "2 2; 1 3; 3 3"), size=(40, 15)) as pilot:
        await pilot.press("home")
        assert status(pilot)[0].startswith("0/3: X Player 1 to move")
        at = status(pilot)[0].index("now")
        await pilot.click(StatusBar, offset=(at + 1, 0))
        assert game_screen(pilot).timeline.at == 3


async def test_a_move_from_an_earlier_state_replaces_the_later_ones() -> None:
    async with running(game("showdown", "2 2; 1 3; 3 3; 4 2")) as pilot:
        await pilot.press("home")
        assert status(pilot)[1].endswith("It replaces 4 later moves.")
        assert [line.split()[0] for line in log_lines(pilot)] == ["1", "2", "3", "4"]
        await click_cell(pilot, 0)
        assert log_lines(pilot) == ["1 X 1 1"]


async def test_a_long_log_scrolls_with_the_wheel_and_keeps_the_last_move_in_sight() -> None:
    moves = "; ".join(f"{row} {column}" for row in range(1, 9) for column in range(1, 9))
    state = VARIANTS["showdown"].resized(8, 8).start()
    legal = []
    for move in read_moves(state.variant, moves):
        if state.why_not(move) is None:
            state = state.play(move)
            legal.append(state.variant.cell_name(move.cell))
    async with running(game("showdown", "; ".join(legal), (8, 8))) as pilot:
        log = pilot.app.screen.query_one(MoveLog)
        assert log.scroll_offset.y > 0
        bottom = log.scroll_offset.y
        x, y = log.region.offset.x + 1, log.region.offset.y + 1
        pilot.app.post_message(MouseScrollUp(None, x, y, 0, -1, 0, False, False, False, x, y))
        await pilot.pause()
        assert log.scroll_offset.y < bottom


async def test_a_pass_is_announced_and_in_the_log() -> None:
    async with running(game("passing", "1 2", (1, 3))) as pilot:
        await click_cell(pilot, 0)
        assert status(pilot)[1] == (
            "Player 2 took 1 1. Player 1, no valid moves available. Passing turn."
        )
        assert log_lines(pilot) == ["1 X 1 2", "2 O 1 1", "X passes"]
        assert status(pilot)[0].startswith("O Player 2 to move again")
        await click_cell(pilot, 2)
        assert log_lines(pilot)[-1] == "Player 2 wins"


async def test_digits_tab_and_clicks_take_tokens() -> None:
    async with running(game("sequence")) as pilot:
        screen = game_screen(pilot)
        assert screen.token == 1
        await pilot.press("5")
        assert screen.token == 5
        await pilot.press("tab")
        assert screen.token == 6
        await pilot.press("shift+tab", "shift+tab")
        assert screen.token == 4
        await pilot.press("space")
        assert log_lines(pilot) == ["1 X 4 B2"]
        await pilot.press("3", "right", "space", "4")
        assert status(pilot)[1] == "Token 4 is already on the board."
        assert screen.status.message.alarmed
        assert screen.token == 1
        await pilot.press("9")
        assert screen.token == 1
        await pilot.press("u")
        assert screen.token == 3


async def test_two_digits_take_a_token_beyond_nine() -> None:
    async with running(game("sequence", size=(5, 5))) as pilot:
        await pilot.press("1", "2")
        assert game_screen(pilot).token == 12
        await pilot.press("right", "1")
        assert game_screen(pilot).token == 1


async def test_a_cell_that_would_complete_a_run_is_marked_for_the_token_taken() -> None:
    async with running(game("sequence", "5 B2; 4 A1; 6 C2; 3 A2")) as pilot:
        await pilot.press("4")
        assert "*4*" not in drawn(pilot)
        await pilot.press("7")
        assert drawn(pilot).count("*7*") == 1
        await point_by_keys(pilot, 13)
        assert status(pilot)[1] == "7 D2 completes 5-6-7 and wins."


async def test_the_end_shows_what_can_be_done_next() -> None:
    names = ("Ada", "Ben")
    moves = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"
    async with running(game("showdown", moves, names=names)) as pilot:
        assert result(pilot).startswith("Ben wins\n")
        assert "Ada has no valid moves" in result(pilot)
        assert status(pilot) == ["", ""], "the result is not told twice"
        await pilot.press("u")
        assert result(pilot) == ""
        await pilot.press("r", "space")
        assert status(pilot)[1] == "The game is over: n rematch."
        await pilot.press("n")
        screen = game_screen(pilot)
        assert result(pilot) == ""
        assert screen.timeline.moves == ()
        assert screen.match.game.names == names


@pytest.mark.parametrize(("line", "names"), [(1, ("Ada", "Ben")), (2, ("Ben", "Ada"))])
async def test_rematch_and_swap_by_mouse(line: int, names: tuple[str, str]) -> None:
    moves = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"
    over = game("showdown", moves, names=("Ada", "Ben"))
    async with running(over, size=(120, 40)) as pilot:
        await pilot.click(NextSteps, offset=(6, line))
        await pilot.pause()
        assert game_screen(pilot).timeline.moves == ()
        assert game_screen(pilot).match.game.names == names


async def test_undo_never_reaches_the_game_before_which_the_menu_brings_back() -> None:
    async with running(game("showdown", "2 2; 1 3")) as pilot:
        await pilot.press("n")
        assert status(pilot)[1] == "A new game. The previous game is in the menu."
        await pilot.press("u", "u")
        assert game_screen(pilot).timeline.moves == ()
        await pilot.press("space", "escape")
        menu = menu_screen(pilot)
        assert menu.state.match is not None
        assert len(menu.state.match.game.timeline.moves) == 1
        await pilot.press("down", "enter")  # lists both
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 3"]
        await pilot.press("escape", "c")
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 3"]


async def test_leaving_asks_only_when_a_game_would_be_lost() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await pilot.press("q")
        assert isinstance(pilot.app.screen, ConfirmScreen)
        for stays in ("escape", "n", "q", "enter"):
            await pilot.press(stays)
            if stays == "enter":
                assert isinstance(pilot.app.screen, ConfirmScreen)
                await pilot.press("escape")
            assert log_lines(pilot) == ["1 X 2 2"]
            await pilot.press("ctrl+c")
            assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("y")
        assert pilot.app.return_code == 0
    async with running(game("showdown")) as pilot:
        await pilot.press("q")
        assert pilot.app.return_code == 0


async def test_the_key_bar_is_clickable_and_greys_out_what_cannot_be_done() -> None:
    async with running(game("showdown", "2 2"), size=(120, 40)) as pilot:
        at = key_bar(pilot).index("undo") + 1
        await pilot.click(KeyBar, offset=(at, 0))
        assert game_screen(pilot).timeline.at == 0
        await pilot.click(KeyBar, offset=(at, 0))
        assert not game_screen(pilot).timeline.is_present
        at = key_bar(pilot).index("redo") + 1
        await pilot.click(KeyBar, offset=(at, 0))
        assert game_screen(pilot).timeline.is_present


async def test_every_command_of_the_game_is_in_the_palette() -> None:
    async with running(game("sequence", "5 B2")) as pilot:
        offered = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        commands = [command for command in (*GAME, *ANYWHERE) if command.palette]
        sentences = {title.partition(": ")[2] for title in offered}
        missing = {command.help.rstrip(".") for command in commands} - sentences
        assert missing == {
            "Play the move that was taken back",  # nothing was taken back
            "Return to the latest move",  # this is it
            "Show or hide the list of moves in a small window",  # this one is not small
            BY_ID["nimbers"].help.rstrip("."),  # this game has none
            "Pause or resume a game between two computers",  # nor are computers here
            "Make computers move faster",
            "Make computers move slower",
            "Take over the first move: the players swap sides",  # without the swap rule
            BY_ID["try-again"].help.rstrip("."),  # the game is not over
            BY_ID["next-rung"].help.rstrip("."),
        }
        assert len(offered) == len(set(offered))
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"undo")
        await pilot.app.workers.wait_for_complete()
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot).timeline.at == 0


@pytest.mark.parametrize(
    "names",
    [
        ("[red]", "[/]"),
        ("[@click=app.bell]x[/]", "$player-one"),
        ("日本語の名前ですよ日本語の名前ですよ", "e\u0301e\u0301"),
        ("W" * 24, "M" * 24),
    ],
)
async def test_any_name_is_shown_as_it_is(names: tuple[str, str]) -> None:
    moves = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1"
    async with running(game("showdown", moves, names=names)) as pilot:
        for size in ((120, 40), (80, 24), (40, 15)):
            await pilot.resize_terminal(*size)
            await pilot.press("m", *"3 1", "enter")
            assert names[1] in result(pilot)
            assert log_lines(pilot)[-1] == f"{names[1]} wins"
            assert game_screen(pilot).timeline.state.outcome is not None
            await pilot.press("u")


async def test_the_cards_say_who_is_to_move_and_the_bar_how_much_room_is_left() -> None:
    async with running(game("showdown", names=("Ada", "Ben"))) as pilot:
        assert cards(pilot) == ["X Ada to move", "O Ben"]
        assert room(pilot) == "Room 16"
        await pilot.press("space")
        assert cards(pilot) == ["X Ada", "O Ben to move"]
        assert room(pilot) == "Room 11"
        assert game_screen(pilot).timeline.state.to_move is Player.TWO


async def test_a_warning_is_shown_whole_in_a_small_window() -> None:
    async with running(game("classic"), size=(40, 15)) as pilot:
        await pilot.press("m", *"x y", "enter")
        assert status(pilot)[1].startswith("'x y' is not a move: write the number of a cell")
        lines = pilot.app.screen.query_one(StatusBar).render().plain.split("\n")
        assert all(len(line) <= 38 for line in lines)
        await pilot.press("escape")
        assert "to move" in status(pilot)[0]


async def test_after_a_game_the_key_bar_offers_what_comes_next() -> None:
    over = game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    async with running(over, size=(104, 29)) as pilot:
        for word in (
            "t turning point",
            "n rematch",
            "s swap",
            "w review",
            "e export",
            "u undo",
            "Esc menu",
        ):
            assert word in key_bar(pilot)
        assert "hint" not in key_bar(pilot)
        await pilot.press("u")
        assert "H hint" in key_bar(pilot)
        assert "export" not in key_bar(pilot)


@pytest.mark.parametrize(
    ("slug", "key", "says"),
    [
        ("classic", "r", "There is no move to play again."),
        ("classic", "u", "There is no move to take back."),
        ("classic", "home", "This is the empty board already."),
        ("classic", "end", "This is the latest move already."),
        ("classic", "v", "The moves are shown already."),
        ("classic", "w", "No move has been made yet."),
        ("classic", "p", "Only a game between two computers can be paused."),
        ("classic", "plus", "No computer plays in this game."),
        ("classic", "tab", "There are no tokens in this game."),
        ("classic", "x", "There is no first move to take over now."),
        ("classic", "t", "Finish a game first; then t finds its turning point."),
        ("classic", "0", "There is no cell 0"),
        ("sequence", "0", "There is no token 0"),
        ("spacing", "A", "There are no nimbers in this game."),
    ],
)
async def test_an_unavailable_key_says_why(slug: str, key: str, says: str) -> None:
    async with running(game(slug)) as pilot:
        screen = game_screen(pilot)
        before, token, cursor = screen.timeline, screen.token, screen.cursor
        await pilot.press(key)
        assert status(pilot)[1].startswith(says)
        assert (screen.timeline, screen.token, screen.cursor) == (before, token, cursor)
        await pilot.press("m", *"ur")
        assert game_screen(pilot).entry.value == "ur"


async def test_a_digit_beyond_a_small_board_is_refused() -> None:
    async with running(game("classic", size=(2, 3))) as pilot:
        await pilot.press("9")
        assert status(pilot)[1] == "There is no cell 9: the last one is 6."
        await pilot.press("6", "space")
        assert log_lines(pilot) == ["1 X 6"]
