"""Series and the swap rule: scores, who starts, what may be taken over."""

from textual.pilot import Pilot
from textual.widgets import Static

from gridlock_tui.match.match import Match
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.widgets.title_bar import TitleBar
from tests.tui.support import (
    cards,
    click_cell,
    game,
    game_screen,
    offered,
    result,
    running,
    settled,
    status,
)


def series(length: int) -> Match:
    setup = game("showdown", names=("Ada", "Ben")).setup
    return Match.begin(setup, length)


async def finish(pilot: Pilot[None]) -> None:
    screen = game_screen(pilot)
    while not screen.timeline.state.is_over:
        await click_cell(pilot, screen.timeline.state.legal_moves[0].cell)


async def test_a_series_is_chosen_in_the_menu_and_played_to_its_end() -> None:
    async with running(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("down", "down", *["tab"] * 4, "right", "enter")
        await pilot.pause()
        screen = game_screen(pilot)
        assert screen.match.standing.title == "best of 3"
        starters = []
        while not screen.match.standing.is_decided:
            starters.append(screen.match.game.setup.first)
            title = screen.query_one(TitleBar).render().plain
            assert title == f"Showdown  4×4   best of 3   game {len(starters)}"
            await finish(pilot)
            assert screen.query_one(TitleBar).render().plain == title
            score = " : ".join(map(str, screen.match.standing.score))
            assert f"Player 1  {score}  Player 2" in result(pilot)
            assert [card.split()[-1] for card in cards(pilot)] == score.split(" : ")
            if not screen.match.standing.is_decided:
                assert "next game" in result(pilot)
                await pilot.press("n")
                assert not screen.timeline.moves
        assert starters[:2] == [1, 2]
        assert f"{screen.match.standing.winner} wins the series." in result(pilot)
        for number, played in enumerate(screen.match.standing.results, start=1):
            assert f"{number}  {played.winner}, {played.moves} moves" in result(pilot)
        assert "rematch" in result(pilot)
        await pilot.press("n")
        assert screen.match.standing.score == (0, 0)


async def test_a_series_left_between_two_games_goes_on_with_its_score() -> None:
    async with running(match=series(5), keeps=True) as pilot:
        await settled(pilot)
        await finish(pilot)
        score = game_screen(pilot).match.standing.score
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert f"Ada {score[0]}:{score[1]} Ben" in offered(pilot)[0]
        await pilot.press("c")
        await pilot.pause()
        assert game_screen(pilot).match.standing.score == score
        assert "next game" in result(pilot)
        await pilot.press("space")
        assert status(pilot)[1] == "The game is over: n next game."


async def test_a_score_is_not_thrown_away_unasked() -> None:
    async with running(match=series(3)) as pilot:
        await finish(pilot)
        screen = game_screen(pilot)
        score = screen.match.standing.score
        assert sum(score) == 1
        await pilot.press("n", "n")
        await settled(pilot)
        assert screen.match.standing.score == score
        assert status(pilot)[1] == "Game 2 of this series has just begun."
        await pilot.press("space")
        for key, answer in (("n", "n"), ("s", "escape")):
            await pilot.press(key)
            await settled(pilot)
            assert isinstance(pilot.app.screen, ConfirmScreen)
            match = screen.match
            one, two = score if match.game.names == match.standing.players else score[::-1]
            question = f"The series is at {match.game.names[0]} {one}:{two} {match.game.names[1]}. "
            assert str(pilot.app.screen.query(Static).first().render()).startswith(question)
            await pilot.press(answer)
            await settled(pilot)
            assert screen.match.standing.score == score
            assert len(screen.timeline.moves) == 1
        await pilot.press("n", "y")
        await settled(pilot)
        assert screen.match.standing.score == (0, 0)
        assert not screen.timeline.moves
