"""Statistics: the numbers are the same as counted from the list."""

from dataclasses import fields
from itertools import islice
from pathlib import Path

import pytest

from gridlock_tui.match import COMPUTERS, HUMAN, Setup
from gridlock_tui.match.store.history import UNNAMED, GameEntry, History
from gridlock_tui.match.store.profile import Profile
from gridlock_tui.rules import VARIANTS, Player
from tests.match.finisher import BEGAN, PEOPLE, finished_games
from tests.match.support import ROW, won_by

pytestmark = pytest.mark.xdist_group("statistics")


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    history = History(tmp_path_factory.mktemp("statistics") / "history.sqlite3")
    for finished in islice(finished_games(4), 90):
        history.add(*finished)
    return history


def test_the_numbers_of_each_variant(history: History) -> None:
    found = history.statistics()
    assert [each.variant for each in found] == list(VARIANTS)
    for each in found:
        games = [entry for entry in history.page(limit=1000) if entry.variant == each.variant]
        assert each.games == len(games) == sum(each.wins)
        assert each.wins[0] == sum(entry.winner == 1 for entry in games)
        assert each.starter_wins == sum(entry.winner is entry.first for entry in games)
        assert each.second_wins == sum(entry.winner is not entry.first for entry in games)
        assert each.average_length == pytest.approx(sum(e.length for e in games) / len(games))


def test_the_results_against_each_level(history: History) -> None:
    entries = history.page(limit=1000)
    for each in history.statistics():
        met = [level.level for level in each.levels]
        assert met == [level for level in COMPUTERS if level in met]
        for level in COMPUTERS:
            games = [e for e in entries if e.variant == each.variant and meets(e, level)]
            won = sum(entry.kinds[entry.winner - 1] == HUMAN for entry in games)
            assert [(n.games, n.won) for n in each.levels if n.level == level] == (
                [(len(games), won)] if games else []
            )


def meets(entry: GameEntry, level: str) -> bool:
    return set(entry.kinds) == {HUMAN, level}


def test_the_people_who_have_played(history: History) -> None:
    # Of two people without names X is Player 1 and O is Player 2, but here only X has none.
    # Someone without a name who plays computers is one person on either side.
    assert history.people() == tuple(sorted({UNNAMED, *PEOPLE}, key=str.casefold))


def test_an_empty_history_has_no_statistics(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    assert history.statistics() == ()
    assert history.people() == ()
    profile = history.profile()
    assert profile == Profile()
    assert not any(getattr(profile, each.name) for each in fields(profile))


def test_games_from_the_middle_do_not_count_against_a_level(tmp_path: Path) -> None:
    """They do not count in the profile either."""
    history = History(tmp_path / "history.sqlite3")
    won = won_by(Player.ONE, Setup(ROW, ("Ada", "Bot"), kinds=("human", "casual")))
    history.add("whole", won, BEGAN)
    history.add("from move 2 on", won, BEGAN, given=1)
    (found,) = history.statistics()
    assert found.games == 2
    assert [(level.level, level.games) for level in found.levels] == [("casual", 1)]
