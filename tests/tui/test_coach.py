"""The coach: overlay, hints and guard agree with the engine, and stay silent when they must."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import Verdict, analyse
from gridlock_tui.match import advice
from gridlock_tui.match.advice import hint_words
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    VARIANTS,
    Cell,
    GameState,
    Move,
    play_moves,
    read_move,
    write_move,
)
from gridlock_tui.tui.game.screen import GameScreen
from tests.tui.support import (
    board,
    click_cell,
    drawn,
    drawn_signs,
    game,
    game_screen,
    hint,
    key_bar,
    offset_of,
    running,
    seen,
    settled,
    signs_of_cell,
    status,
)

MIDGAMES = {
    "classic": ("13; 1", (5, 5)),
    "spacing": ("2 2; 2 3", (4, 4)),
    "showdown": ("3 1; 3 3", (5, 5)),
    "sequence": ("5 B2; 4 A1; 6 C3; 3 D4", (4, 4)),
    "passing": ("3 3; 2 2; 1 5; 5 1; 5 3; 4 4", (5, 5)),
}


def expected_sign(screen: GameScreen, cell: Cell, marks: str = "▲▼") -> str:
    state = screen.timeline.state
    for value in analyse(state).moves:
        if value.move == Move(cell, screen.token):
            return f"{marks[value.verdict is Verdict.LOSS]}{value.distance}"
    return ""


@pytest.mark.parametrize("slug", MIDGAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
async def test_the_overlay_shows_the_verdict_on_every_legal_cell(
    slug: str, size: tuple[int, int]
) -> None:
    moves, board_size = MIDGAMES[slug]
    async with running(game(slug, moves, board_size), size=size) as pilot:
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        for cell in range(screen.timeline.state.board.size):
            sign = expected_sign(screen, cell)
            if sign:
                assert sign in signs_of_cell(pilot, cell)
            else:
                assert not set("▲▼") & set(signs_of_cell(pilot, cell))
        analysis = analyse(screen.timeline.state)
        assert f"Player {analysis.winner:d} wins in {analysis.distance}" in status(pilot)[0]
        await pilot.press("a")
        assert not set("▲▼?") & set(drawn_signs(pilot))
        assert "wins" not in status(pilot)[0]


async def test_the_overlay_follows_the_position_and_the_token() -> None:
    async with running(game("sequence", "5 B2; 4 A1; 6 C3; 3 D4")) as pilot:
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        for token in ("7", "1", "8"):
            await pilot.press(token)
            free = [cell for cell in range(16) if expected_sign(screen, cell)]
            assert len(free) == 12
            for cell in free:
                assert expected_sign(screen, cell) in signs_of_cell(pilot, cell)
        await click_cell(pilot, 2)
        await settled(pilot)
        assert expected_sign(screen, 3) in signs_of_cell(pilot, 3)


async def test_ascii_signs_without_colour() -> None:
    async with running(game("showdown", "2 2; 1 3"), ascii_only=True) as pilot:
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        signs = [expected_sign(screen, cell, "+-") for cell in range(16)]
        assert {sign[:1] for sign in signs} == {"", "-"}
        left, top = board(pilot).region.offset
        for cell, sign in enumerate(signs):
            middle = offset_of(board(pilot), cell)
            line = seen(pilot)[top + middle.y]
            words = sign.replace("-", "loses ")
            assert words in line[left + middle.x - 5 : left + middle.x + 5]
        first = seen(pilot)[top + offset_of(board(pilot), 0).y].strip()
        assert first.startswith(f"1  |{signs[0].replace('-', 'loses '):^8}|")


async def test_nimbers_and_regions_only_where_the_theory_applies() -> None:
    async with running(game("showdown", "3 1; 3 3; 3 5", (5, 5))) as pilot:
        await pilot.press("A")
        await settled(pilot)
        state = game_screen(pilot).timeline.state
        analysis = analyse(state)
        for value in analysis.moves:
            assert f"*{value.grundy}" in signs_of_cell(pilot, value.move.cell)
        regions = " + ".join(f"*{region.grundy}" for region in analysis.regions)
        assert f"*{analysis.grundy} = {regions}" in status(pilot)[0]
        for letter, region in zip("AB", analysis.regions, strict=True):
            for cell in region.cells:
                assert signs_of_cell(pilot, cell).rstrip("▀ \n").endswith(letter)
        await pilot.press("A")
        assert "*" not in drawn(pilot)
        assert "▼" in drawn_signs(pilot)
    async with running(game("spacing", "2 2")) as pilot:
        await pilot.press("A")
        await settled(pilot)
        assert not set("▲▼*") & set(drawn_signs(pilot))
        assert "nimbers" not in key_bar(pilot)


def test_where_all_moves_are_equal_no_place_is_praised() -> None:
    assert where_words("classic", (4, 4), "6") == "Every move wins."
    assert where_words("classic", (4, 4), "") == "Every move loses against best play."


def where_words(slug: str, size: tuple[int, int], moves: str) -> str:
    """Return the first step of the hint."""
    return hint_words(analyse(position(slug, size, moves)), 1, DEFAULT_NAMES)


def position(slug: str, size: tuple[int, int], moves: str) -> GameState:
    return play_moves(VARIANTS[slug].resized(*size).start(), moves)


PARTS: dict[str, Callable[[int, int, int, int], bool]] = {
    "very centre": lambda r, c, rows, columns: 2 * r == rows + 1 and 2 * c == columns + 1,
    "corner": lambda r, c, rows, columns: r in (1, rows) and c in (1, columns),
    "on the edge": lambda r, c, rows, columns: r in (1, rows) or c in (1, columns),
    "away from the edge": lambda r, c, rows, columns: 1 < r < rows and 1 < c < columns,
    "top row": lambda r, _c, _rows, _columns: r == 1,
    "bottom row": lambda r, _c, rows, _columns: r == rows,
    "left column": lambda _r, c, _rows, _columns: c == 1,
    "right column": lambda _r, c, _rows, columns: c == columns,
    "top half": lambda r, _c, rows, _columns: r <= rows // 2,
    "bottom half": lambda r, _c, rows, _columns: r > rows - rows // 2,
    "left half": lambda _r, c, _rows, columns: c <= columns // 2,
    "right half": lambda _r, c, _rows, columns: c > columns - columns // 2,
}
"""What the hint may say, and which cells it may mean by that, counted from 1."""


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 4), (2, 5), (1, 6)])
def test_the_place_of_a_hint_holds_for_every_move_that_is_as_good(
    slug: str, size: tuple[int, int]
) -> None:
    """Top half was said where four of six moves were in the bottom row."""
    rng = random.Random(f"{slug} {size}")
    for _ in range(12):
        state = VARIANTS[slug].resized(*size).start()
        for _ in range(rng.randrange(4)):
            if not state.is_over:
                state = state.play(rng.choice(state.legal_moves))
        if state.is_over or len(state.legal_moves) == 1:
            continue
        found = analyse(state)
        words = hint_words(found, 1, DEFAULT_NAMES)
        named = [name for name in PARTS if words.removesuffix(".").endswith(name)]
        winning = [value for value in found.moves if value.verdict is Verdict.WIN]
        good = winning
        if words.startswith("Every move"):
            good = [value for value in found.moves if value.distance == found.distance]
        else:
            count = "One" if len(winning) == 1 else str(len(winning))
            assert words.startswith(f"{count} of {len(found.moves)} moves win")
        suggested = advice.hinted(found)
        assert suggested in [value.move for value in good] or not named, "it leads elsewhere"
        for name in named[:1]:
            for value in good:
                row, column = state.board.place(value.move.cell)
                assert PARTS[name](row + 1, column + 1, *size), (words, value.move)


def test_a_hint_says_how_many_moves_win_and_where_all_of_them_are() -> None:
    for slug, size, moves, says in (
        ("classic", (3, 3), "", "One of 9 moves wins: it is in the very centre."),
        ("classic", (5, 5), "2", "4 of 19 moves win, all on the edge."),
        ("showdown", (3, 4), "1 1", "2 of 9 moves win, both in the right half."),
        ("showdown", (5, 5), "", "5 of 25 moves win, in different parts of the board."),
        ("spacing", (3, 3), "1 3", "3 of 8 moves win, all in a corner."),
        (
            "spacing",
            (3, 3),
            "",
            "Every move loses against best play; the longest defence is in a corner.",
        ),
    ):
        assert where_words(slug, size, moves) == says


def test_moves_that_may_still_win_are_not_counted() -> None:
    found = analyse(position("showdown", (3, 4), "1 1"))
    known = tuple(
        replace(value, verdict=Verdict.UNKNOWN) if value.verdict is Verdict.LOSS else value
        for value in found.moves
    )
    words = hint_words(replace(found, moves=known), 1, DEFAULT_NAMES)
    assert words == "There is a winning move in the right half."


async def hints(pilot: Pilot[None], count: int) -> list[str]:
    said = []
    for _ in range(count):
        await pilot.press("H")
        await settled(pilot)
        said.append(hint(pilot))
    return said


async def test_a_hint_goes_one_step_at_a_time() -> None:
    async with running(game("classic", size=(5, 5))) as pilot:
        before = game_screen(pilot).timeline
        where, what, why, again = await hints(pilot, 4)
        assert where == "One of 25 moves wins: it is in the very centre."
        assert what == "13 wins in 7."
        assert game_screen(pilot).cursor == 12
        assert why.startswith("Mirror: After cell 13 the board is its own reflection")
        assert again == "For example: Player 1 plays 13, move 1 of 9."
        assert game_screen(pilot).timeline is before
        await pilot.press("space")
        assert "wins" not in status(pilot)[1]
        (lost,) = await hints(pilot, 1)
        assert lost == "Every move loses against best play."


async def test_a_hint_names_the_token_too() -> None:
    async with running(game("sequence", "5 B2; 4 A1; 6 C3; 3 C1")) as pilot:
        _, what = await hints(pilot, 2)
        screen = game_screen(pilot)
        move = Move(screen.cursor, screen.token)
        assert what == f"{write_move(screen.match.game.setup.variant, move)} wins in 1."
        await pilot.press("space")
        assert screen.timeline.state.is_over


@pytest.mark.parametrize("slug", MIDGAMES)
async def test_hint_and_overlay_never_disagree(slug: str) -> None:
    moves, board_size = MIDGAMES[slug]
    async with running(game(slug, moves, board_size)) as pilot:
        await pilot.press("a")
        _, what = await hints(pilot, 2)
        screen = game_screen(pilot)
        sign = expected_sign(screen, screen.cursor)
        assert sign in signs_of_cell(pilot, screen.cursor)
        assert ("wins" in what) == (sign[0] == "▲")
        assert what.endswith(f" in {sign[1:]}.")


async def test_unproven_moves_are_shown_as_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock_tui.tui.engine_client.ANALYSIS_SECONDS", 0.01)
    async with running(game("spacing", size=(7, 7))) as pilot:
        await pilot.press("a")
        (said,) = await hints(pilot, 1)
        assert said == "Not known: nothing is proven about this position."
        assert "not known" in status(pilot)[0]
        assert "?" in signs_of_cell(pilot, 0)


async def test_the_guard_asks_once_before_a_win_is_thrown_away() -> None:
    async with running(game("classic", size=(5, 5))) as pilot:
        await pilot.press("g")
        await settled(pilot)
        await click_cell(pilot, 0)
        assert status(pilot)[1] == "This throws a won game away: place it once more if you mean it."
        assert not game_screen(pilot).timeline.moves
        await click_cell(pilot, 12)
        assert len(game_screen(pilot).timeline.moves) == 1, "what keeps the win is not asked about"
        await pilot.press("u")
        await settled(pilot)
        await click_cell(pilot, 0)
        await click_cell(pilot, 0)
        assert len(game_screen(pilot).timeline.moves) == 1
        await settled(pilot)
        await pilot.press("m", *"13", "enter")
        assert status(pilot)[1].startswith("This throws")
        await pilot.press("enter")
        assert len(game_screen(pilot).timeline.moves) == 2


async def test_the_guard_is_off_by_default_and_ignores_lost_games() -> None:
    async with running(game("classic", size=(5, 5))) as pilot:
        await click_cell(pilot, 0)
        assert len(game_screen(pilot).timeline.moves) == 1
    async with running(game("showdown"), settings=Settings(guard=True)) as pilot:
        await settled(pilot)
        await click_cell(pilot, 0)
        assert len(game_screen(pilot).timeline.moves) == 1


async def test_the_guard_stays_on_in_the_next_game() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await pilot.press("g", "escape")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert game_screen(pilot).match.guard


async def test_nothing_is_said_about_the_move_a_computer_is_about_to_make() -> None:
    begun = game("showdown", "2 2", kinds=("human", "perfect"))
    async with running(begun, settings=Settings(pace=60)) as pilot:
        await pilot.press("a", "H")
        await pilot.pause()
        assert not set("▲▼?") & set(drawn_signs(pilot))
        assert "wins" not in " ".join(status(pilot))
        assert "thinking" in status(pilot)[0]
        await pilot.press("u")
        await settled(pilot)
        assert "▼" in drawn_signs(pilot), "with the move taken back it is one's own turn again"


async def test_the_analysis_is_for_the_state_shown() -> None:
    async with running(game("showdown", "2 2; 1 3; 3 3; 4 2")) as pilot:
        await pilot.press("a", "home")
        await settled(pilot)
        screen = game_screen(pilot)
        assert screen.timeline.at == 0
        assert expected_sign(screen, 15) in signs_of_cell(pilot, 15)
        await pilot.press("end")
        await settled(pilot)
        assert expected_sign(screen, 15) in signs_of_cell(pilot, 15)


async def test_the_overlay_ends_with_the_game() -> None:
    async with running(game("classic", "6; 15; 4")) as pilot:
        await pilot.press("a")
        await settled(pilot)
        cell = read_move(VARIANTS["classic"], "13").cell
        assert "▲1" in signs_of_cell(pilot, cell)
        await click_cell(pilot, cell)
        assert game_screen(pilot).timeline.state.is_over
        assert not set("▲▼") & set(drawn_signs(pilot))


async def test_the_verdict_leaves_room_for_the_turn_in_a_small_window() -> None:
    async with running(game("sequence", "5 B2; 1 A1"), size=(40, 15)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        turn, message = status(pilot)
        assert turn.startswith("X Pl")
        assert "wins in 3 with 2" in turn
        turn, legend = turn[:38].rstrip(), turn[38:].strip()
        assert turn.endswith("wins in 3 with 2")
        assert legend == "▲ wins, ▼ loses, number: moves left"
        assert message == ""


@pytest.mark.parametrize("name", ["A, B", "A; B", "A = B"])
async def test_names_may_contain_the_separators_of_the_verdict(name: str) -> None:
    begun = game("sequence", "4 B2; 4 A1; 5 C2; 3 A2", (3, 3), names=(name, "Carolina"))
    async with running(begun, size=(40, 15)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert f"{name} wins in 5 with 1" in status(pilot)[0]
    begun = game("showdown", "3 1; 3 3; 3 5", (5, 5), names=(name, name.lower()))
    async with running(begun, size=(40, 15)) as pilot:
        await pilot.press("A")
        await settled(pilot)
        turn, _ = status(pilot)
        assert f"{name} wins in " in turn or f"{name.lower()} wins in " in turn
        assert "value" not in turn
