"""Your slips: positions of your games in which you threw a proven win away."""

import random
from datetime import UTC, datetime
from pathlib import Path

from gridlock_tui.engine import Verdict, analyse
from gridlock_tui.match import Game, Setup
from gridlock_tui.match.advice import hinted
from gridlock_tui.match.match import Match
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.review import review
from gridlock_tui.match.slips import slips_in
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import VARIANTS, Player
from tests.engine.reason_checks import check
from tests.match.puzzle_support import answered, solved

NOW = datetime(2026, 11, 18, tzinfo=UTC)


def game_with(kinds: tuple[str, str], seed: int = 5) -> Game:
    """Return a game in which both sides slip."""
    rng = random.Random(seed)
    game = Setup(VARIANTS["showdown"].resized(4, 5), kinds=kinds).begin()
    while not game.is_over:
        game = game.play(rng.choice(game.state.legal_moves))
    return game


def test_a_slip_is_a_puzzle_that_can_be_solved() -> None:
    for kinds, you in ((("human", "expert"), Player.ONE), (("expert", "human"), Player.TWO)):
        game = game_with(kinds)
        analyses = [analyse(state) for state in game.timeline.states]
        mistakes = review(game.timeline, analyses).mistakes
        slips = slips_in("g", game, analyses)
        assert slips
        assert [slip.id for slip in slips] == [
            f"slip-g-{each.number}" for each in mistakes if each.player is you
        ]
        for slip in slips:
            assert slip.you is you
            verdict = analyse(slip.state)
            assert (verdict.verdict, verdict.distance) == (Verdict.WIN, slip.distance)
            winning = {v.move for v in verdict.moves if v.verdict is Verdict.WIN}
            assert set(slip.solution) == winning
            assert solved(PuzzleRun.begin(slip)).is_clean


def test_the_winning_move_that_was_found_is_explained() -> None:
    """Several moves may win: the engine explains one of them."""
    found_others = 0
    for seed in range(20):
        game = game_with(("human", "expert"), seed)
        for slip in slips_in("g", game, [analyse(state) for state in game.timeline.states]):
            whole = analyse(slip.state)
            for move in slip.solution:
                run = solved(answered(PuzzleRun.begin(slip).play(move)))
                assert run.timeline.moves[0] == move
                explained = run.explained(whole)
                assert hinted(explained) == move
                found_others += hinted(whole) != move
                if explained.reason is not None:
                    check(slip.state, explained.reason)
                assert explained is whole or explained.line[:1] in ((), (move,))
    assert found_others > 5


def test_what_is_not_proven_is_no_slip() -> None:
    game = game_with(("human", "expert"))
    assert slips_in("g", game, [None] * len(game.timeline.states)) == ()


def test_the_slips_of_the_computer_and_of_two_people_are_not_yours() -> None:
    for kinds in (("human", "human"), ("expert", "novice")):
        game = game_with(kinds)
        analyses = [analyse(state) for state in game.timeline.states]
        assert slips_in("g", game, analyses) == ()


def badly_begun() -> Game:
    """Return a game whose first move, by the computer, throws a win away."""
    game = Setup(VARIANTS["showdown"].resized(5, 5), kinds=("expert", "human")).begin()
    values = analyse(game.state).moves
    return game.play(next(each.move for each in values if each.verdict is Verdict.LOSS))


def test_a_first_move_that_you_took_over_is_not_your_slip() -> None:
    game = badly_begun()
    mine, taken = game, game.take_over()
    rng = random.Random(5)
    while not mine.is_over:
        move = rng.choice(mine.state.legal_moves)
        mine, taken = mine.play(move), taken.play(move)
    analyses = [analyse(state) for state in taken.timeline.states]
    you, found = taken.setup.person, review(taken.timeline, analyses)
    assert you is Player.ONE
    numbers = [each.number for each in found.mistakes if each.player is you]
    assert numbers[0] == 1
    slips = slips_in("g", taken, analyses)
    assert [slip.id for slip in slips] == [f"slip-g-{number}" for number in numbers[1:]]
    assert found.slips_of(you, 1) == len(slips)


def test_the_history_counts_no_slip_of_a_first_move_that_you_took_over(
    library: Library,
) -> None:
    game = badly_begun().take_over()
    while not game.is_over:
        game = game.play(analyse(game.state).line[0])
    analyses = [analyse(state) for state in game.timeline.states]
    found = review(game.timeline, analyses)
    match = Match.of(game)
    library.history()[0].add(match.game_uid, game, NOW)
    assert found.slips_of(Player.ONE) == 1
    assert library.add_review(match, found) == ""
    assert library.history()[0].games_with_slips((), 9) == ()


def test_the_history_gives_your_latest_games_that_may_have_slips(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    kinds = {
        "a": ("human", "expert"),
        "b": ("human", "human"),
        "c": ("novice", "human"),
        "d": ("human", "casual"),
        "e": ("expert", "novice"),
        "f": ("human", "skilled"),
    }
    for uid, each in kinds.items():
        history.add(uid, game_with(each), NOW)
    history.grade("d", game_with(kinds["d"]), 0)
    history.grade("f", game_with(kinds["f"]), 2)
    assert [uid for uid, _ in history.games_with_slips((), 10)] == ["f", "c", "a"]
    assert [uid for uid, _ in history.games_with_slips({"f"}, 1)] == ["c"]
    ((_, game),) = history.games_with_slips({"f", "a"}, 10)
    assert game.timeline.moves == game_with(kinds["c"]).timeline.moves
    assert game.setup.person is Player.TWO
