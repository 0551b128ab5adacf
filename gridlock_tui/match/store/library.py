"""What becomes of matches on disk while the app runs: saved, finished, found again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from gridlock_tui.match.config import LONGEST_PACE
from gridlock_tui.match.files import Places, StoreError
from gridlock_tui.match.history import History, open_history
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.save_format import saved_now
from gridlock_tui.match.saves import Saves
from gridlock_tui.match.settings import Settings

_FILED = "filed"
"""Where a save says that its game, which has ended, is in the history."""


class Keeper:
    """Keeps the matches of one instance of the app. Every notice it returns is for the player."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._saves = Saves(places.saves)
        self._history: History | None = None
        # The moves only as a number: of every game of a long evening, the moves would pile up.
        self._filed: dict[str, int] = {}
        self.unsaved: set[str] = set()
        """The names of the matches whose last move is nowhere on disk."""

    def history(self) -> tuple[History, str]:
        """Return the history, and a notice, empty if all is well."""
        notice = ""
        if self._history is None:
            self._history, notice = open_history(self.places.history)
        return self._history, notice

    def keep(self, match: Match, settings: Settings) -> str:
        """Put the match on disk, or into the history when it has ended; return a notice or ''."""
        notice = ""
        try:
            if match.game.timeline.states[-1].is_over:
                notice = self._keep_ended(match, settings)
            else:
                self._save(match, settings)
        except StoreError as error:
            self.unsaved.add(match.uid)
            return f"Not saved: {error}."
        self.unsaved.discard(match.uid)
        return notice

    def _keep_ended(self, match: Match, settings: Settings) -> str:
        try:
            notice = self._file(match)
        except StoreError as error:
            self._save(match, settings)  # so the last move is somewhere, until there is a place
            return f"Not in the history yet: {error}."
        # Not before it is in the history: killed in between, it would be nowhere.
        if match.is_done:
            self._saves.drop(match.uid)
        else:
            self._save(match, settings)
        return notice

    def _file(self, match: Match) -> str:
        """Put an ended game into the history, but not again what was deleted there since then."""
        if self._is_filed(match):
            return ""
        history, notice = self.history()
        history.add(match.game_uid, match.game, datetime.now(UTC))
        self._remember(match)
        return notice

    def _remember(self, match: Match) -> None:
        self._filed[match.game_uid] = hash(match.game.timeline.moves)

    def _is_filed(self, match: Match) -> bool:
        return self._filed.get(match.game_uid) == hash(match.game.timeline.moves)

    def _save(self, match: Match, settings: Settings) -> None:
        filed = self._is_filed(match)
        self._saves.keep(saved_now(match, {**asdict(settings), _FILED: filed}))

    def waiting(self) -> tuple[list[tuple[Match, Settings]], list[str]]:
        """Return the matches that other runs have left, the latest first, and notices."""
        found, notices = self._saves.waiting()
        kept = []
        out_of_reach = False
        for saved in found:
            match, settings = saved.match, _settings_of(saved.settings)
            if saved.settings.get(_FILED) is True:
                self._remember(match)
            elif match.game.timeline.states[-1].is_over and not out_of_reach:
                # The app was killed after the last move, or the history was out of reach.
                notice = self.keep(match, settings)
                self._saves.release(match.uid)
                notices += (notice,) if notice else ()
                # To wait for it again and again would keep the player waiting.
                out_of_reach = bool(notice) and not self._is_filed(match)
            if not match.is_done:
                kept.append((match, settings))
        return kept, list(notices)

    def take(self, uid: str) -> Match | None:
        """Return a match that was left, from now on our own; None if it is open elsewhere."""
        saved = self._saves.take(uid)
        return saved.match if saved else None

    def give_up(self, uid: str) -> None:
        """Remove a match that is not to be played on, or raise StoreError."""
        self._saves.give_up(uid)

    def release(self, uid: str) -> None:
        """Leave a match for whoever comes next."""
        self._saves.release(uid)

    def close(self) -> None:
        """Leave everything for whoever comes next."""
        self._saves.close()


def _settings_of(found: dict[str, Any]) -> Settings:
    """Return the settings that were saved, the usual ones where something else stands there."""
    usual = Settings()
    pace, guard = found.get("pace"), found.get("guard")
    if not isinstance(pace, int | float) or isinstance(pace, bool) or not pace >= 0:
        pace = usual.pace
    return Settings(
        # A flag once took a longer one.
        pace=min(pace, LONGEST_PACE),
        guard=guard if isinstance(guard, bool) else usual.guard,
    )
