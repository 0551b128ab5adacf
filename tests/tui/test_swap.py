"""The swap rule: who sits where is told the same everywhere, and taking back leads back."""

from gridlock_tui.match import Settings
from gridlock_tui.match.ongoing import Match
from gridlock_tui.tui.widgets.title_bar import TitleBar
from tests.tui.support import click_cell, game, game_screen, running, settled, status


async def test_title_and_turn_name_the_same_players_before_and_after_a_take_over() -> None:
    match = Match.begin(game("classic", names=("Ada", "Ben")).setup, swap_rule=True)
    async with running(match=match) as pilot:
        title = pilot.app.screen.query_one(TitleBar)
        await click_cell(pilot, 5)
        assert status(pilot)[1] == ("Ada took 6: 8 cells blocked for both. Ben may take over: x.")
        await pilot.press("x")
        assert "X Ben  vs  Ada O" in str(title.render())
        await pilot.press("u")
        assert "X Ada to move" in status(pilot)[0]
        assert "X Ada  vs  Ben O" in str(title.render())
        await pilot.press("r")
        assert "O Ada to move" in status(pilot)[0]
        assert "X Ben  vs  Ada O" in str(title.render())


async def test_a_first_move_that_a_computer_took_over_can_be_taken_back() -> None:
    """On 5×5 classic the middle is the one first move that wins, so it is taken over."""
    setup = game("classic", size=(5, 5), kinds=("human", "perfect")).setup
    match = Match.begin(setup, swap_rule=True)
    async with running(match=match, settings=Settings(pace=0)) as pilot:
        screen = game_screen(pilot)
        await click_cell(pilot, 12)
        await settled(pilot)
        assert screen.setup.taken_over
        await pilot.press("u")
        assert screen.timeline.at == 0
        await click_cell(pilot, 0)
        await settled(pilot)
        assert not screen.setup.taken_over
        assert screen.names == ("Player 1", "Perfect")
        assert len(screen.timeline.moves) == 2
