"""The library: which matches are saved, which can be resumed, and which are finished.

Modules that take long to load (json, sqlite3) are imported when a match is saved or loaded.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from gridlock_tui.match.store.files import StoreError, file_exists
from gridlock_tui.match.store.paths import Paths, find_paths

if TYPE_CHECKING:
    from pathlib import Path

    from gridlock_tui.match.game import Game
    from gridlock_tui.match.match import Match
    from gridlock_tui.match.review import Review
    from gridlock_tui.match.stars import Stars
    from gridlock_tui.match.store.history import History
    from gridlock_tui.match.store.lesson_log import LessonLog
    from gridlock_tui.match.store.puzzle_store import PuzzleStore
    from gridlock_tui.match.store.saves import Saves
    from gridlock_tui.rules import GameState, Move, Names

LISTED = 5
"""How many of the latest matches the library keeps locked for this run."""
_MOST_MATCHES = 100
_OPEN_ELSEWHERE = "that game is open in another window, or gone"
_CONTINUED_ELSEWHERE = "That game was continued in another window, so it is not removed."


class _Status:
    """What the library knows about one match."""

    filed: tuple[str, tuple[Move, ...]] | None = None
    """The uid and the moves of its game that was added to the history last."""
    has_failed: bool = False
    """Whether it could not be saved or not be added to the history the last time."""

    def __init__(
        self,
        stored: Match | None = None,
        opened: tuple[Move, ...] | None = None,
        *,
        is_ours: bool = True,
    ) -> None:
        self.stored = stored
        """The match as it is on disk: in its save or, when it is done, in the history."""
        self.opened = opened
        """The moves of a finished game that was opened from a record or a game id."""
        self.is_ours = is_ours
        """Whether this run may use it as it is; otherwise another run may have changed it."""


class Library:
    """The matches of one running app: what is saved, what can be resumed, what is finished.

    Every notice that a method returns is a sentence for the player, or empty.
    """

    def __init__(self, paths: Paths | None) -> None:
        """Use these paths; with None, save nothing."""
        self._paths = paths
        self.saved_matches: tuple[Match, ...] = ()
        """The matches that can be resumed, latest first."""
        self._statuses: dict[str, _Status] = {}
        self._saves: Saves | None = None
        self._history: History | None = None
        self._puzzles: PuzzleStore | None = None
        self._lessons: LessonLog | None = None
        self._is_loaded = False
        self._last_notice = ""

    # Loading and saving.

    def load(self) -> list[str]:
        """Find the matches that other runs have left, once, and return notices."""
        if self._paths is None or self._is_loaded:
            return []
        self._is_loaded = True
        saves = self._open_saves(self._paths)
        found, notices = saves.load_all()
        matches, can_file = [], True
        for saved in found:
            match = saved.match
            if match.uid in self._statuses:  # saved by this run already
                continue
            status = self._statuses[match.uid] = _Status(match, is_ours=False)
            if saved.is_filed:
                status.filed = _game_of(match)
            elif match.game.is_over and can_file:
                # The app was killed after the last move, or the history could not be used.
                notices.append(self._store(match, self._paths))
                saves.release(match.uid)
                # Do not wait for a locked history again and again.
                can_file, status.has_failed = status.filed == _game_of(match), False
            if not match.is_done:
                matches.append(match)
        self._set_saved_matches((*self.saved_matches, *matches))
        return list(filter(None, notices))

    def save(self, match: Match) -> str:
        """Save a match if it has changed, add an ended game to the history, return a notice.

        The same notice is returned only once until a match is saved without one.
        """
        status = self._status(match)
        self._update_list(match)
        if self._paths is None or (self.is_saved(match) and not status.has_failed):
            return ""
        before, self._last_notice = self._last_notice, self._store(match, self._paths)
        return self._last_notice if self._last_notice != before else ""

    def is_saved(self, match: Match) -> bool:
        """Return whether quitting loses nothing of the match."""
        status = self._status(match)
        is_only_viewed = status.opened == match.game.timeline.moves
        return not match.is_started or is_only_viewed or status.stored == match

    def only_view_changed(self, match: Match) -> bool:
        """Return whether the match differs from the saved one only in which state is shown."""
        stored = self._status(match).stored
        if stored is None:
            return False
        return stored != match and stored.jump(match.game.timeline.at) == match

    def add_finished(self, match: Match) -> None:
        """Note that a finished game was played elsewhere: do not save it unless it changes."""
        if match.game.is_over:
            self._statuses[match.uid] = _Status(opened=match.game.timeline.moves)

    def retry_failed_saves(self, current: Match | None) -> str:
        """Save all matches that are not saved, such as after an error, and return a notice."""
        notices = [self.save(match) for match in self._matches(current)]
        return next(filter(None, notices), "")

    def _store(self, match: Match, paths: Paths) -> str:
        """Write the match to disk and return a notice."""
        from gridlock_tui.match.store.save_format import SavedMatch

        saves, status = self._open_saves(paths), self._status(match)
        notice, status.has_failed = "", False
        if match.game.is_over and status.filed != _game_of(match):
            try:
                history, notice = self.history()
                _add(history, match)
                status.filed = _game_of(match)
            except StoreError as error:  # it is saved instead, so the last move is not lost
                notice, status.has_failed = f"Not in the history yet: {error}.", True
        is_filed = status.filed == _game_of(match)
        try:
            if is_filed and match.is_done:
                with suppress(StoreError):
                    saves.remove(match.uid)
            else:
                saves.save(SavedMatch.now(match, is_filed))
        except StoreError as error:
            status.has_failed = True
            return f"Not saved: {error}."
        status.stored, status.opened = match, None
        return notice

    # Leaving and resuming.

    def load_again(self) -> tuple[str, tuple[Match, ...]]:
        """Find what other runs have saved since; return a notice and what is open in them."""
        if self._paths is None:
            return "", ()
        saves = self._open_saves(self._paths)
        found, notices = saves.load_all()
        elsewhere = saves.open_elsewhere()
        for match in elsewhere:
            self._remove_from_list(match)
        matches = []
        for match in (saved.match for saved in found):
            status = self._statuses.get(match.uid)
            if match.is_done or (status is not None and status.is_ours):
                continue
            if status is None:
                status = self._statuses[match.uid] = _Status(is_ours=False)
            status.stored = match
            self._remove_from_list(match)
            matches.append(match)
        if matches:
            self._set_saved_matches((*self.saved_matches, *matches))
        return next(iter(notices), ""), elsewhere

    def shelve(self, match: Match) -> None:
        """Put a match that was started on the list of those that can be resumed."""
        if match.is_started:
            for state in match.game.timeline.states:
                state.discard_cached()  # up to 100 matches are on the list
            self._remove_from_list(match)
            self._set_saved_matches((match, *self.saved_matches))

    def resume(self, match: Match) -> Match:
        """Take a match off the list, lock it, and return it in its latest state.

        Raise StoreError if it is open in another window or gone.
        """
        listed = next((each for each in self.saved_matches if each.uid == match.uid), match)
        self._remove_from_list(match)
        return self._take(listed)

    def give_up(self, match: Match) -> str:
        """Remove a match for good and return a notice; a finished one stays in the history."""
        if not match.is_done:
            try:
                latest = self._take(match)
                if latest != match:
                    self._release(latest)
                    self._update_list(latest)
                    return _CONTINUED_ELSEWHERE
                if self._saves is not None:
                    self._saves.remove(match.uid)
            except StoreError as error:
                text = str(error)
                return f"{text[:1].upper()}{text[1:]}."
        self._remove_from_list(match)
        self._statuses.pop(match.uid, None)
        return ""

    def question_before_quitting(self, current: Match | None) -> str:
        """Return what to ask if quitting loses a game, "" if nothing is lost."""
        lost = [match for match in self._matches(current) if not self.is_saved(match)]
        unfinished = any(match.game.is_unfinished for match in lost)
        # Where nothing is saved, nobody expects a finished game to be kept.
        if not unfinished and not (lost and self._paths):
            return ""
        what = "A game is not finished" if unfinished else "A finished game is not saved"
        return f"{what} and will be lost when you quit."

    def close(self) -> None:
        """Release all matches, so that other runs can resume them."""
        if self._saves is not None:
            self._saves.close()

    def _take(self, match: Match) -> Match:
        status = self._status(match)
        if status.is_ours or self._saves is None:
            return match
        saved = self._saves.take(match.uid)
        if saved is None:
            del self._statuses[match.uid]
            self._remove_from_list(match)
            raise StoreError(_OPEN_ELSEWHERE)
        status.stored, status.is_ours = saved.match, True
        if saved.is_filed:
            status.filed = _game_of(saved.match)
        return saved.match

    def _release(self, match: Match) -> None:
        """Unlock the match. If it is on disk as it is, another run may change it from now on."""
        status = self._status(match)
        if self._saves is not None:
            self._saves.release(match.uid)
            if status.stored == match and not (status.has_failed or match.is_done):
                status.is_ours = False

    def _matches(self, current: Match | None) -> tuple[Match, ...]:
        return self.saved_matches if current is None else (*self.saved_matches, current)

    def _status(self, match: Match) -> _Status:
        return self._statuses.setdefault(match.uid, _Status())

    def _remove_from_list(self, match: Match) -> None:
        self.saved_matches = tuple(each for each in self.saved_matches if each.uid != match.uid)

    def _update_list(self, match: Match) -> None:
        """Put the match in the place of an earlier state of it, if it is on the list."""
        self.saved_matches = tuple(
            match if each.uid == match.uid else each for each in self.saved_matches
        )

    def is_from_this_run(self, match: Match) -> bool:
        """Return whether this run has played the match, and no other run since."""
        return self._status(match).is_ours

    def _set_saved_matches(self, matches: tuple[Match, ...]) -> None:
        """Set the list: at most 100 matches, and finished ones only among the listed."""
        older = (match for match in matches[LISTED:] if not match.is_done)
        self.saved_matches = (*matches[:LISTED], *older)[:_MOST_MATCHES]
        known = {match.uid for match in self.saved_matches}
        for match in matches[LISTED:]:
            self._release(match)  # every lock takes an open file
            if match.uid not in known and not self._status(match).has_failed:
                del self._statuses[match.uid]

    # The history and records.

    def history(self) -> tuple[History, str]:
        """Return the history and a notice."""
        from gridlock_tui.match.store.history import open_history

        notice = ""
        if self._history is None:
            self._history, notice = open_history((self._paths or find_paths()).history)
        return self._history, notice

    def puzzle_store(self) -> tuple[PuzzleStore, str]:
        """Return the puzzle log and a notice."""
        from gridlock_tui.match.store.puzzle_store import open_puzzle_store

        notice = ""
        if self._puzzles is None:
            self._puzzles, notice = open_puzzle_store((self._paths or find_paths()).puzzles)
        return self._puzzles, notice

    def stars(self) -> tuple[Stars, str]:
        """Return the stars of the climb, none if they cannot be read, and a notice."""
        if self._paths is None:
            return {}, ""
        if not file_exists(self._paths.history):
            return {}, ""  # do not load the module of the database for nothing
        history, notice = self.history()
        if notice:
            return {}, notice
        try:
            return history.stars(), ""
        except StoreError as error:
            return {}, f"The stars cannot be read: {error}."

    def lessons(self) -> tuple[LessonLog, str]:
        """Return how far you have come in the lessons, and a notice."""
        from gridlock_tui.match.store.lesson_log import LessonLog

        if self._lessons is None:
            self._lessons = LessonLog(self._paths.lessons if self._paths else None)
        return self._lessons, self._lessons.load()

    @property
    def is_new(self) -> bool:
        """Whether nothing was kept yet: no game was played and no lesson begun."""
        paths = self._paths
        if paths is None or self.saved_matches:
            return False
        return not file_exists(paths.history) and not file_exists(paths.lessons)

    def add_review(self, match: Match, review: Review) -> str:
        """Note your slips in a finished game whose moves are all graded; return a notice.

        In a game of the climb that you have won, no slip earns a star.
        """
        setup = match.game.setup
        person, since = setup.person, int(setup.taken_over)
        slips = review.slips_of(person, since) if person and match.game.is_over else None
        if self._paths is None or slips is None:
            return ""
        history, notice = self.history()
        try:
            history.grade(match.game_uid, match.game, slips)
        except StoreError as error:
            return f"Not in the history yet: {error}."
        return notice

    def export(self, game: Game, day: date | None = None) -> Path:
        """Write the record of a game to a new file and return its path, or raise StoreError.

        Without a day, the record has the date of today.
        """
        from gridlock_tui.match.record import Record
        from gridlock_tui.match.store.record_files import export_record

        folder = (self._paths or find_paths()).records
        return export_record(Record(game, day or date.today()), folder)

    def export_picture(
        self, state: GameState, names: Names, last: Move | None = None, title: str = ""
    ) -> Path:
        """Write a position as an SVG picture to a new file; return its path, or raise StoreError.

        It stands beside the records.
        """
        from gridlock_tui.match.picture import svg_picture
        from gridlock_tui.match.store.record_files import export_picture

        picture = svg_picture(state, names, last, title)
        return export_picture(picture, state.variant, (self._paths or find_paths()).records)

    def _open_saves(self, paths: Paths) -> Saves:
        from gridlock_tui.match.store.saves import Saves

        if self._saves is None:
            self._saves = Saves(paths.saves)
        return self._saves


def _add(history: History, match: Match) -> None:
    """Add the current game, which has ended, with what it took; and the stars it earns."""
    effort = match.effort if match.game.setup.person else None
    history.add(
        match.game_uid,
        match.game,
        datetime.now(UTC),
        effort,
        climbs=match.is_rung,
        given=match.given_moves,
    )


def _game_of(match: Match) -> tuple[str, tuple[Move, ...]]:
    """Return the uid and the moves of the current game."""
    return match.game_uid, match.game.timeline.moves
