"""What becomes of matches on disk while the app runs: saved, finished, found again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from gridlock_tui.match.files import Places, StoreError
from gridlock_tui.match.history import History, open_history
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.save_format import saved_now
from gridlock_tui.match.saves import Saves
from gridlock_tui.match.settings import PACES, Settings


class Keeper:
    """Keeps the matches of one instance of the app. Every notice it returns is for the player."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._saves = Saves(places.saves)
        self._history: History | None = None

    def history(self) -> tuple[History, str]:
        """Return the history, and a notice, empty if all is well."""
        notice = ""
        if self._history is None:
            self._history, notice = open_history(self.places.history)
        return self._history, notice

    def keep(self, match: Match, settings: Settings) -> str:
        """Put the match on disk, or into the history when it has ended; return a notice or ''."""
        try:
            if not match.game.timeline.states[-1].is_over:
                self._saves.keep(saved_now(match, asdict(settings)))
                return ""
            history, notice = self.history()
            history.add(match.game_uid, match.game, datetime.now(UTC))
            # Not before it is in the history: killed in between, it would be nowhere.
            if match.standing.is_decided:
                self._saves.drop(match.uid)
            else:
                self._saves.keep(saved_now(match, asdict(settings)))
        except StoreError as error:
            return f"Not saved: {error}."
        return notice

    def waiting(self) -> tuple[list[tuple[Match, Settings]], list[str]]:
        """Return the matches that other runs have left, the latest first, and notices."""
        found, notices = self._saves.waiting()
        kept = []
        for saved in found:
            if saved.match.standing.is_decided:
                # The app was killed after the last move, before the game had its place.
                notice = self.keep(saved.match, Settings())
                notices += (notice,) if notice else ()
            else:
                kept.append((saved.match, _settings_of(saved.settings)))
        return kept, list(notices)

    def take(self, uid: str) -> Match | None:
        """Return a match that was left, from now on our own; None if it is open elsewhere."""
        saved = self._saves.take(uid)
        return saved.match if saved else None

    def close(self) -> None:
        """Leave everything for whoever comes next."""
        self._saves.close()


def _settings_of(found: dict[str, Any]) -> Settings:
    """Return the settings that were saved, the usual ones where something else stands there."""
    usual = Settings()
    pace, guard = found.get("pace"), found.get("guard")
    return Settings(
        pace if isinstance(pace, float) and PACES[0] <= pace <= 3600 else usual.pace,
        guard if isinstance(guard, bool) else usual.guard,
    )
