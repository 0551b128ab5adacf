"""After a game: the move at which it turned, what would have kept the win, and another try."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from gridlock_tui.engine import Analysis
from gridlock_tui.match import HUMAN, Game, Kinds
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.turning_point import TurningPoint
from gridlock_tui.rules import GameState, Move, Names, Player, read_moves
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.game.turning import Stage, TurningSearch
from gridlock_tui.tui.widgets.result_panel import NextSteps
from gridlock_tui.tui.widgets.turning_panel import SmallBoard, TurningPanel
from gridlock_tui.tui.wording.turning import marks_of
from tests.tui.review_support import BLUNDERS, FLAWLESS, until
from tests.tui.support import (
    Size,
    click_cell,
    game,
    game_screen,
    key_bar,
    offset_of,
    review_screen,
    running,
    seen,
    settled,
    status,
)

TURNS: dict[str, tuple[int, str, str, str]] = {
    "classic": (2, "1", "2; 11; 22; 24", ""),
    "spacing": (5, "3 3", "4 4", " (idea: last move)"),
    "showdown": (5, "3 3", "2 2", " (idea: last move)"),
    "sequence": (6, "2 C2", "2 B2; 3 B2", " (idea: fork)"),
    "passing": (6, "3 2", "1 4", " (idea: last move)"),
}
"""The turning point of each game in BLUNDERS.

Its number, the move, all moves that kept the win, the idea behind the first of them.
"""
LOOKING = "Turning point looking…"
LARGE, USUAL, SMALL = (120, 40), (80, 24), (40, 15)


def against_computer(slug: str, *, person_lost: bool = True) -> Game:
    """Return the known game, played against a computer by the loser or by the winner."""
    moves, size, _ = BLUNDERS[slug]
    over = game(slug, moves, size)
    outcome = over.state.outcome
    assert outcome is not None
    person = outcome.winner.other if person_lost else outcome.winner
    kinds: Kinds = (HUMAN, "novice") if person is Player.ONE else ("novice", HUMAN)
    return game(slug, moves, size, kinds=kinds)


def turned(pilot: Pilot[None]) -> str:
    """Return what the panel says, "" if it is not shown."""
    panel = pilot.app.screen.query_one(TurningPanel)
    if not panel.display:
        return ""
    lines = [str(part.render()) for part in panel.query(Static) if part.visible]
    return " ".join(" ".join(lines).replace("\N{NO-BREAK SPACE}", " ").split())


def said_below(pilot: Pilot[None]) -> str:
    """Return the sentence under the board."""
    return status(pilot)[1].replace("\N{NO-BREAK SPACE}", " ")


def mark_on(pilot: Pilot[None], move: Move) -> str:
    """Return what the small board shows on the cell of a move."""
    small = pilot.app.screen.query_one(SmallBoard)
    assert small.display
    assert small.visible
    offset, scale = offset_of(small, move.cell), small.scale
    assert scale is not None
    left = offset.x - scale.width // 2
    return small.render_line(offset.y).text[left : left + scale.width].strip()


def search(pilot: Pilot[None]) -> TurningSearch:
    """Return the search of the game screen."""
    return game_screen(pilot)._search


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold back every analysis until the event is set."""
    opened, usual = asyncio.Event(), EngineClient.analyses

    async def analyses(
        self: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncIterator[Analysis]:
        await opened.wait()
        async for analysis in usual(self, state, seconds):
            yield analysis

    monkeypatch.setattr(EngineClient, "analyses", analyses)
    return opened


# Found.


@pytest.mark.parametrize("slug", TURNS)
async def test_a_known_blunder_is_shown_and_t_continues_from_there(slug: str) -> None:
    over = against_computer(slug)
    number, played, kept, idea = TURNS[slug]
    better = read_moves(over.setup.variant, kept)
    async with running(over, size=LARGE, settings=Settings(guard=True, pace=7)) as pilot:
        await settled(pilot)
        before = game_screen(pilot).match
        best = str(better[0])
        happened = f"Turning point move {number} {played} gave the win away."
        words = f"{best} would have kept it{idea}."
        if len(better) > 1:
            others = {2: str(better[-1]), 4: "any of three other moves"}[len(better)]
            words = f"{best}{idea} or {others} would have kept it."
        assert turned(pilot) == f"{happened} {words}"
        point = search(pilot).point
        assert point is not None
        assert {*point.better} == {*better}
        assert mark_on(pilot, over.timeline.moves[number - 1]) == "!"
        assert {mark_on(pilot, move) for move in better} == {"▲"}, "every one of them"
        await pilot.press("t")
        await pilot.pause()
        screen = game_screen(pilot)
        match = screen.match
        assert screen.timeline.moves == over.timeline.moves[: number - 1]
        assert screen.timeline.state == over.timeline.states[number - 1]
        assert not match.game.computer_to_move, "it is the person's move again"
        assert (match.game.setup.kinds, match.game.names) == (over.setup.kinds, over.names)
        assert match.game.setup.seed != over.setup.seed
        assert (match.pace, match.guard) == (before.pace, before.guard) == (7, True)
        assert match.uid != before.uid
        assert match.given_moves == number - 1
        assert turned(pilot) == ""
        assert said_below(pilot).startswith(f"Move {number} once more.")
        assert f"from move {number}" in str(screen.headline)


@pytest.mark.parametrize("clicked", ["board", "words", "line"])
async def test_a_click_plays_on_as_well(clicked: str) -> None:
    over = against_computer("showdown")
    async with running(over, size=LARGE) as pilot:
        await settled(pilot)
        if clicked == "line":
            await pilot.click(NextSteps, offset=(4, 0))
        elif clicked == "board":
            await pilot.click(SmallBoard, offset=(8, 2))
        else:
            await pilot.click("#turning-words", offset=(3, 1))
        await pilot.pause()
        assert game_screen(pilot).timeline.moves == over.timeline.moves[:4]


@pytest.mark.parametrize("slug", TURNS)
async def test_the_computer_that_gave_the_win_away_is_named_and_moves_again(slug: str) -> None:
    over = against_computer(slug, person_lost=False)
    number, played, *_ = TURNS[slug]
    async with running(over, size=LARGE, settings=Settings(pace=0)) as pilot:
        await settled(pilot)
        assert f"move {number} Novice gave the win away with {played}." in turned(pilot)
        await pilot.press("t")
        await settled(pilot)
        moves = game_screen(pilot).timeline.moves
        assert moves[: number - 1] == over.timeline.moves[: number - 1]
        assert len(moves) >= number, "the computer has moved"


async def test_a_game_played_to_its_end_shows_result_and_turning_point() -> None:
    over = against_computer("showdown", person_lost=False)
    *before, last = over.timeline.moves
    begun = Match.of(Game.replay(over.setup, before))
    async with running(match=begun, size=USUAL) as pilot:
        await settled(pilot)
        assert turned(pilot) == ""
        assert "try again" not in key_bar(pilot)
        await click_cell(pilot, last.cell)
        assert game_screen(pilot).timeline.state.is_over
        await settled(pilot)
        assert turned(pilot).startswith("Turning point move 5 Novice gave the win away")
        assert "t try again" in key_bar(pilot)


def test_of_two_tokens_on_one_cell_both_are_marked() -> None:
    timeline = game("sequence", "1 B1; 4 A1", (3, 3)).timeline
    point = TurningPoint(3, Player.ONE, Move(4, 2), timeline, (Move(4, 3), Move(5, 3)))
    marks = marks_of(point)
    found = [(cell, mark.text) for cell, mark in enumerate(marks) if mark]
    assert found == [(4, "!▲"), (5, "▲")]


# Not found.


async def test_where_nothing_could_be_won_the_other_seat_is_offered() -> None:
    over = game(*FLAWLESS, kinds=(HUMAN, "perfect"))
    async with running(over, size=LARGE) as pilot:
        await settled(pilot)
        assert turned(pilot) == (
            "From this side nothing could be won: O wins with best play. s swaps sides."
        )
        assert not pilot.app.screen.query_one(SmallBoard).display
        assert "try again" not in str(pilot.app.screen.query_one(NextSteps).render())
        await pilot.press("t")
        assert "never changed hands" in said_below(pilot)
        assert game_screen(pilot).timeline.state.is_over
        await pilot.press("s")
        await pilot.pause()
        assert game_screen(pilot).match.game.setup.kinds == ("perfect", HUMAN)
        assert game_screen(pilot).match.given_moves == 0


async def test_a_win_that_was_never_lost_is_said() -> None:
    async with running(game(*FLAWLESS, kinds=("perfect", HUMAN)), size=LARGE) as pilot:
        await settled(pilot)
        assert turned(pilot) == "You held the win from start to end."


async def test_only_what_happened_since_the_second_try_counts() -> None:
    over = against_computer("showdown")
    again = Match.of(over).play_on_from(4)
    for move in read_moves(over.setup.variant, "2 2; 3 3; 1 1"):
        again = again.play(move)
    assert again.game.is_over
    async with running(match=again, size=LARGE) as pilot:
        await settled(pilot)
        assert turned(pilot) == "You held the win from move 5 to the end."


async def test_a_swap_changes_hands_and_the_moves_after_it_count() -> None:
    setup = game("showdown").setup
    begun = Match.begin(replace(setup, names=("Ada", "Ben")), swap_rule=True)
    moves = read_moves(setup.variant, "3 1; 4 4; 4 2; 1 4; 3 3; 1 2")
    match = begun.play(moves[0]).take_over()
    for move in moves[1:]:
        match = match.play(move)
    async with running(match=match, size=LARGE) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert "Ben gave the win away with 3 3." in turned(pilot), "who sits there by now"
        await pilot.press("t")
        await pilot.pause()
        again = game_screen(pilot).match
        assert again.game.setup.taken_over
        assert again.game.names == match.game.names


@pytest.mark.parametrize("size", [LARGE, USUAL, SMALL])
async def test_what_the_engine_cannot_prove_is_called_not_known(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: EngineClient) -> None:
        """Start no process."""

    monkeypatch.setattr(EngineClient, "_start", fail)
    async with running(against_computer("showdown"), size=size) as pilot:
        await settled(pilot)
        where = said_below(pilot) if size == SMALL else turned(pilot)
        assert where == "The turning point is not known: not every position could be solved."
        assert "try again" not in key_bar(pilot)
        await pilot.press("t")
        assert game_screen(pilot).timeline.state.is_over
        assert "not known" in said_below(pilot)


async def test_an_engine_that_dies_meanwhile_is_started_again(gate: asyncio.Event) -> None:
    async with running(against_computer("showdown"), size=LARGE) as pilot:
        engine = game_screen(pilot)._desk._engine
        await engine.choose(game_screen(pilot).timeline.states[0], "novice", 1)
        process = engine._process
        assert process is not None
        process.kill()
        gate.set()
        await settled(pilot)
        assert search(pilot).stage is Stage.FOUND


# On request.


@pytest.mark.parametrize("size", [LARGE, USUAL, SMALL])
async def test_two_people_ask_for_it(size: Size, gate: asyncio.Event) -> None:
    moves, board_size, _ = BLUNDERS["showdown"]
    over = game("showdown", moves, board_size, ("Ada", "Ben"))
    async with running(over, size=size) as pilot:
        await settled(pilot)
        assert not [each for each in pilot.app.workers if each.node is pilot.app.screen]
        assert turned(pilot) == ""
        steps = pilot.app.screen.query_one(NextSteps)
        shown = str(steps.render()) if steps.display else key_bar(pilot)
        assert "t turning point" in shown or size == SMALL
        await pilot.press("t")
        await pilot.pause()
        if size == SMALL:
            assert said_below(pilot) == "Looking for the turning point…"
        else:
            assert turned(pilot) == LOOKING
        gate.set()
        await settled(pilot)
        found = said_below(pilot) if size == SMALL else turned(pilot)
        assert "Ada gave the win away with 3 3" in found
        idea = "" if size == SMALL else " (idea: last move)"  # who has won matters more
        assert f"2 2 would have kept it{idea}." in found
        await pilot.press("t")
        await pilot.pause()
        assert game_screen(pilot).timeline.moves == over.timeline.moves[:4]
        assert game_screen(pilot).match.game.names == ("Ada", "Ben")


async def test_a_game_between_computers_is_not_graded() -> None:
    moves, size, _ = BLUNDERS["showdown"]
    over = game("showdown", moves, size, kinds=("novice", "casual"))
    async with running(over, size=LARGE) as pilot:
        await pilot.pause()
        assert not [each for each in pilot.app.workers if each.node is pilot.app.screen]
        await pilot.press("t")
        await pilot.pause()
        assert turned(pilot) == ""
        assert said_below(pilot) == "Two computers play this game; you watch."


# While the engine looks for it.


@pytest.mark.parametrize("slug", TURNS)
@pytest.mark.parametrize("size", [LARGE, USUAL])
async def test_nothing_moves_when_it_is_found(slug: str, size: Size, gate: asyncio.Event) -> None:
    async with running(against_computer(slug), size=size) as pilot:
        await pilot.pause()
        assert turned(pilot) == LOOKING
        places = ["NextSteps", "MoveLog", "TurningPanel"]
        before = [pilot.app.screen.query_one(each).region for each in places]
        bar = key_bar(pilot)
        await pilot.press("t")
        assert said_below(pilot) == "The engine is still looking for the turning point."
        gate.set()
        await settled(pilot)
        assert turned(pilot).startswith(f"Turning point move {TURNS[slug][0]}")
        assert [pilot.app.screen.query_one(each).region for each in places] == before
        assert key_bar(pilot) == bar


@pytest.mark.parametrize("key", ["n", "s", "u", "w", "escape"])
async def test_whoever_goes_on_before_it_is_found_ends_the_search(
    key: str, gate: asyncio.Event
) -> None:
    async with running(against_computer("showdown"), size=LARGE) as pilot:
        await pilot.pause()
        screen = game_screen(pilot)
        workers = [worker for worker in pilot.app.workers if worker.node is screen]
        assert workers
        await pilot.press(key)
        await until(pilot, lambda: all(worker.is_finished for worker in workers))
        gate.set()
        await settled(pilot)
        if key == "w":
            assert review_screen(pilot).state.found.is_complete
            await pilot.press("escape")
            await settled(pilot)
            assert turned(pilot).startswith("Turning point move 5")
        elif isinstance(pilot.app.screen, GameScreen):
            assert turned(pilot) == ""


async def test_undo_hides_it_and_redo_shows_it_without_another_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(against_computer("showdown"), size=LARGE) as pilot:
        await settled(pilot)
        found = turned(pilot)
        assert found

        def fail(*_: object) -> None:
            raise AssertionError("it is known already")

        await pilot.press("u")
        await pilot.pause()
        assert turned(pilot) == ""
        assert not pilot.app.screen.query_one(TurningPanel).display
        monkeypatch.setattr(EngineClient, "analyses", fail)
        await pilot.press("end")
        await settled(pilot)
        assert turned(pilot) == found


async def test_another_end_of_the_game_has_its_own_turning_point() -> None:
    over = against_computer("showdown")
    async with running(over, size=LARGE, settings=Settings(pace=0)) as pilot:
        await settled(pilot)
        first = search(pilot).point
        await pilot.press("u", "m", *"2 2", "enter")
        await settled(pilot)
        while not game_screen(pilot).timeline.state.is_over:
            await click_cell(pilot, game_screen(pilot).timeline.state.legal_moves[0].cell)
            await settled(pilot)
        assert search(pilot).point != first


# Small windows, series, saves.


@pytest.mark.parametrize("size", [SMALL, (60, 20), (76, 20), (100, 23)])
async def test_where_there_is_no_room_beside_the_board_it_is_said_below(size: Size) -> None:
    async with running(against_computer("showdown"), size=size) as pilot:
        await settled(pilot)
        assert turned(pilot) == ""
        assert said_below(pilot) == (
            "Move 5, 3 3, gave the win away: 2 2 would have kept it (idea: last move)."
        )
        assert "t try again" in key_bar(pilot)
        await pilot.resize_terminal(*LARGE)
        await settled(pilot)
        assert turned(pilot).startswith("Turning point move 5")
        assert said_below(pilot) == ""
        await pilot.resize_terminal(*size)
        await settled(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert len(game_screen(pilot).timeline.moves) == 4


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Maximiliana", "Ben")])
async def test_the_smallest_window_always_says_who_has_won(names: Names) -> None:
    begun = game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2", names=names)
    async with running(begun, size=SMALL) as pilot:
        await pilot.press("t")
        await settled(pilot)
        lines = seen(pilot)[-4:-1]
        assert lines[0].strip() == "O Ben wins"
        assert "…" not in lines[2]
        assert "2 2 would have kept it" in " ".join(" ".join(lines[1:]).split())


async def test_a_board_without_room_is_left_out_and_the_words_stay() -> None:
    moves = against_computer("passing").timeline.moves
    over = game("passing", "; ".join(map(str, moves)), (4, 4), kinds=(HUMAN, "novice"))
    async with running(over, size=(80, 30)) as pilot:
        await settled(pilot)
        assert "would have kept it (idea: last move)." in turned(pilot)
        assert not pilot.app.screen.query_one(SmallBoard).display


async def test_a_series_is_left_only_after_a_question() -> None:
    over = against_computer("showdown")
    begun = Match.begin(over.setup, length=3)
    async with running(match=begun.with_game(over), size=LARGE) as pilot:
        await settled(pilot)
        assert turned(pilot).startswith("Turning point move 5")
        await pilot.press("t")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, GameScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert game_screen(pilot).match.uid == begun.uid
        await pilot.press("t")
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert game_screen(pilot).match.given_moves == 4
        assert game_screen(pilot).match.standing.length == 1


async def test_the_second_try_is_saved_resumed_and_filed() -> None:
    over = against_computer("showdown")
    async with running(match=Match.of(over), size=LARGE, keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("t")
        await settled(pilot)
        match = game_screen(pilot).match
    async with running(size=LARGE, keeps=True, settings=Settings(pace=0)) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await settled(pilot)
        resumed = game_screen(pilot).match
        assert resumed.uid == match.uid
        assert resumed.given_moves == 4
        assert resumed.game == match.game
        while not game_screen(pilot).timeline.state.is_over:
            await click_cell(pilot, game_screen(pilot).timeline.state.legal_moves[0].cell)
            await settled(pilot)
        played = game_screen(pilot).timeline.moves
        assert played[:4] == over.timeline.moves[:4]
    history, _ = open_history(find_paths().history)
    assert [history.record(each.id).game.timeline.moves for each in history.page()] == [played]
