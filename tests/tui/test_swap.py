"""The swap rule: every widget shows the same sides, and undo restores them."""

from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.tui.widgets.title_bar import TitleBar
from tests.tui.support import click_cell, game, game_screen, key_bar, running, settled, status


def begun(*, swap_rule: bool) -> Match:
    return Match.begin(game("classic", names=("Ada", "Ben")).setup, swap_rule=swap_rule)


async def test_the_first_move_may_be_taken_over_once() -> None:
    async with running(match=begun(swap_rule=True)) as pilot:
        screen = game_screen(pilot)
        title = screen.query_one(TitleBar)
        assert "take over" not in key_bar(pilot)
        await click_cell(pilot, 5)
        assert status(pilot)[1] == "Ada took 6: 8 cells blocked for both. Ben may take over: x."
        assert "take over" in key_bar(pilot)
        await pilot.press("x")
        assert screen.names == ("Ben", "Ada")
        assert status(pilot)[0].startswith("O Ada to move")
        assert "X Ben  vs  Ada O" in str(title.render())
        assert status(pilot)[1] == "Ben has taken over the first move and is X now."
        assert "take over" not in key_bar(pilot)
        await pilot.press("u")
        assert screen.names == ("Ada", "Ben"), "before the first move everyone sits as agreed"
        assert "X Ada to move" in status(pilot)[0]
        assert "X Ada  vs  Ben O" in str(title.render())
        await pilot.press("r")
        assert screen.names == ("Ben", "Ada")
        assert "X Ben  vs  Ada O" in str(title.render())


async def test_a_computer_takes_over_a_winning_first_move_which_can_be_taken_back() -> None:
    """On 5×5 classic the middle is the one first move that wins."""
    setup = game("classic", size=(5, 5), kinds=("human", "perfect")).setup
    match = Match.begin(setup, swap_rule=True)
    async with running(match=match, settings=Settings(pace=0)) as pilot:
        screen = game_screen(pilot)
        await click_cell(pilot, 12)
        await settled(pilot)
        assert screen.setup.taken_over
        assert screen.names == ("Perfect", "Player 1")
        assert len(screen.timeline.moves) == 1
        await pilot.press("u")
        assert screen.timeline.at == 0
        await click_cell(pilot, 0)
        await settled(pilot)
        assert not screen.setup.taken_over
        assert screen.names == ("Player 1", "Perfect")
        assert len(screen.timeline.moves) == 2


async def test_without_the_rule_nothing_can_be_taken_over() -> None:
    async with running(match=begun(swap_rule=False)) as pilot:
        await click_cell(pilot, 5)
        await pilot.press("x")
        assert game_screen(pilot).names == ("Ada", "Ben")
