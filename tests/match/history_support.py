"""Shared by the tests of the history: finished games, and what a history has of them."""

import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

from gridlock_tui.match.record import write_record
from gridlock_tui.match.store.history import ALL_GAMES, GameEntry, History, HistoryFilter
from tests.match.finisher import finished_games

SOME = list(islice(finished_games(3), 60))


def everything(history: History, filter_: HistoryFilter = ALL_GAMES) -> tuple[GameEntry, ...]:
    return history.page(filter_, limit=1_000_000)


def exported(history: History, id_: int = 1) -> str:
    return write_record(history.record(id_))


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
    return str(verdict)
