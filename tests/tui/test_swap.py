"""The swap rule: every widget shows the same sides, and undo restores them."""

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import analyse
from gridlock_tui.match import PEOPLE, Kinds
from gridlock_tui.match.advice import CHOOSE_EVEN, TAKE_OVER
from gridlock_tui.match.match import Match
from gridlock_tui.match.record import Record, write_record
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import Move, Player
from tests.tui.support import (
    cards,
    click_cell,
    game,
    game_screen,
    hint,
    key_bar,
    log_lines,
    running,
    seen,
    settled,
    status,
)


def begun(*, swap_rule: bool) -> Match:
    return Match.begin(game("classic", names=("Ada", "Ben")).setup, swap_rule=swap_rule)


async def test_the_first_move_may_be_taken_over_once() -> None:
    async with running(match=begun(swap_rule=True)) as pilot:
        screen = game_screen(pilot)
        assert "take over" not in key_bar(pilot)
        await click_cell(pilot, 5)
        assert status(pilot)[1] == "Ada took 6: 8 cells blocked for both. Ben may take over: x."
        assert "take over" in key_bar(pilot)
        await pilot.press("x")
        assert screen.match.game.names == ("Ben", "Ada")
        assert status(pilot)[0].startswith("O Ada to move")
        assert cards(pilot) == ["X Ben", "O Ada to move"]
        assert log_lines(pilot) == ["1 X 6", "swap: Ben is X"], "a line of its own"
        assert status(pilot)[1] == "Ben has taken over the first move and is X now."
        assert "take over" not in key_bar(pilot)
        await pilot.press("u")
        assert screen.match.game.names == ("Ada", "Ben"), (
            "before the first move everyone sits as agreed"
        )
        assert "X Ada to move" in status(pilot)[0]
        assert cards(pilot) == ["X Ada to move", "O Ben"]
        await pilot.press("r")
        assert screen.match.game.names == ("Ben", "Ada")
        assert cards(pilot) == ["X Ben", "O Ada to move"]
        await click_cell(pilot, 15)
        assert log_lines(pilot) == ["1 X 6", "swap: Ben is X", "2 O 16"]


async def test_a_computer_takes_over_a_winning_first_move_which_can_be_taken_back() -> None:
    """On 5×5 classic the middle is the one first move that wins."""
    setup = game("classic", size=(5, 5), kinds=("human", "perfect")).setup
    match = Match.begin(setup, swap_rule=True)
    async with running(match=match, settings=Settings(pace=0)) as pilot:
        screen = game_screen(pilot)
        await click_cell(pilot, 12)
        await settled(pilot)
        assert screen.match.game.setup.taken_over
        assert screen.match.game.names == ("Perfect", "Player 2")
        assert len(screen.timeline.moves) == 1
        await pilot.press("u")
        assert screen.timeline.at == 0
        await click_cell(pilot, 0)
        await settled(pilot)
        assert not screen.match.game.setup.taken_over
        assert screen.match.game.names == ("Player 1", "Perfect")
        assert len(screen.timeline.moves) == 2


def recorded(pilot: Pilot[None]) -> str:
    """Return the tags of the record of the game, up to the names of the players."""
    record = write_record(Record(game_screen(pilot).match.game))
    return record.partition("First:")[0]


@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "novice"), ("novice", "human")])
async def test_with_default_names_x_is_player_1_on_screen_and_in_the_record(kinds: Kinds) -> None:
    setup = game("classic", kinds=kinds).setup
    async with running(match=Match.begin(setup), settings=Settings(pace=60)) as pilot:
        for _ in range(3):
            for player in Player:
                side = game_screen(pilot).match.game.setup.kinds[player - 1]
                name = str(player) if side == "human" else "Novice"
                assert game_screen(pilot).match.game.names[player - 1] == name
                assert f"{player}: {name}\n" in recorded(pilot)
            await pilot.press("s")
            await pilot.pause()  # not for the computer, which takes a minute


async def test_with_default_names_a_swap_moves_the_score_and_not_the_names() -> None:
    match = Match.begin(game("showdown", size=(1, 3)).setup, 5, swap_rule=True)
    async with running(match=match, size=(120, 40)) as pilot:
        screen = game_screen(pilot)
        await click_cell(pilot, 1)
        assert scores(pilot) == ["1", "0"]
        await pilot.press("n")
        assert screen.match.game.setup.first is Player.TWO
        await click_cell(pilot, 0)
        await pilot.press("x")
        assert screen.match.game.names == ("Player 1", "Player 2")
        said = "Player 1 has taken over the first move and is O, Player 2, now."
        assert status(pilot)[1] == said
        assert scores(pilot) == ["0", "1"], "the winner of game 1 is O now"
        await click_cell(pilot, 2)
        assert screen.timeline.state.is_over
        assert "Player 1 wins" in log_lines(pilot)[-1]
        assert scores(pilot) == ["1", "1"]
        await pilot.press("n")
        assert scores(pilot) == ["1", "1"]
        await click_cell(pilot, 1)
        assert scores(pilot) == ["2", "1"]


def scores(pilot: Pilot[None]) -> list[str]:
    """Return the scores on the cards of X and O."""
    return [card.removesuffix(" to move").split()[-1] for card in cards(pilot)]


async def test_without_the_rule_nothing_can_be_taken_over() -> None:
    async with running(match=begun(swap_rule=False)) as pilot:
        await click_cell(pilot, 5)
        await pilot.press("x")
        assert game_screen(pilot).match.game.names == ("Ada", "Ben")


# What the coach says under the rule. On 5×5 Classic the middle is the one first move that wins.


def with_rule(*moves: int, kinds: Kinds = PEOPLE) -> Match:
    match = Match.begin(game("classic", size=(5, 5), kinds=kinds).setup, swap_rule=True)
    for cell in moves:
        match = match.play(Move(cell))
    return match


async def hint_after(pilot: Pilot[None], presses: int) -> str:
    for _ in range(presses):
        await pilot.press("H")
        await settled(pilot)
    return hint(pilot)


async def test_a_first_move_that_may_be_taken_over_is_not_called_a_win() -> None:
    async with running(match=with_rule()) as pilot:
        for presses in (1, 2):
            assert await hint_after(pilot, presses) == CHOOSE_EVEN


async def test_taking_over_a_first_move_that_wins_is_the_hint() -> None:
    async with running(match=with_rule(12)) as pilot:
        assert await hint_after(pilot, 1) == TAKE_OVER
    async with running(match=with_rule(0)) as pilot:
        assert "win" in await hint_after(pilot, 1)


async def test_a_lost_player_is_told_of_the_move_that_could_have_been_taken_over() -> None:
    lost = with_rule(12, 0, 24)  # the middle keeps winning by its mirror
    async with running(match=lost) as pilot:
        assert await hint_after(pilot, 3) == (
            "Player 2 could have won by taking over the first move."
        )


async def test_after_the_game_too() -> None:
    match = with_rule(12, 0, 24, kinds=("perfect", "human"))
    while match.game.state.legal_moves:
        match = match.play(analyse(match.game.state).line[0])
    async with running(match=match, size=(120, 40)) as pilot:
        await settled(pilot)
        words = game_screen(pilot).turning.happened
        assert words == "You could have won by taking over the first move."
        assert any("You could have won by taking over" in line for line in seen(pilot))
