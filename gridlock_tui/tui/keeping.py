"""What the app keeps on disk: the matches that are played, those that wait, records."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from textual import on

from gridlock_tui.match import Settings
from gridlock_tui.match.config import Config
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.messages import ExportWanted, MatchShelved, SettingsChanged
from gridlock_tui.tui.waiting import LISTED, known_matches
from gridlock_tui.tui.wording import few, sentence

if TYPE_CHECKING:
    from gridlock_tui.match.keeper import Keeper
    from gridlock_tui.match.ongoing import Match
    from gridlock_tui.rules import Move

_ELSEWHERE = "That game is open in another window, or gone."


class KeepingApp(ConfiguredApp):
    """An app that keeps matches, and says when it cannot."""

    def __init__(
        self, config: Config, *, ansi_only: bool, keeps: bool, flags: frozenset[str]
    ) -> None:
        super().__init__(config, ansi_only=ansi_only, keeps=keeps)
        self.settings = config.settings
        self._flags = flags
        self.keeper: Keeper | None = None
        self.waiting: tuple[Match, ...] = ()
        # Those of them that are not our own until they are taken: with the settings that another
        # run has left them with, None if this run has left them.
        self._left_behind: dict[str, Settings | None] = {}
        self._unkept: set[str] = set()
        self._ended_elsewhere: dict[str, tuple[Move, ...]] = {}
        self._last_notice = ""

    def open_keeper(self) -> None:
        """Begin to keep matches, and find what other runs have left; it takes a while to load."""
        if self.keeper is None:
            self.keeper = self.keeper_or_new()
            self._look_for_matches()

    def keeper_or_new(self) -> Keeper:
        """Return the keeper; where nothing is kept, one to look at what was kept before."""
        from gridlock_tui.match.files import find_places
        from gridlock_tui.match.keeper import Keeper

        return self.keeper or Keeper(find_places())

    def keep_match(self, match: Match) -> None:
        """Put a match on disk, if something was played in it, and not all of that elsewhere."""
        moves = match.game.timeline.moves
        if not (self.keeps and (moves or match.series.played)):
            return
        if self._ended_elsewhere.get(match.uid) == moves:
            return
        self.open_keeper()  # quick fingers may come before its time
        assert self.keeper is not None
        notice = self.keeper.keep(match, self.settings)
        if notice:
            self._unkept.add(match.uid)
        else:
            self._unkept.discard(match.uid)
        self._notice(notice)

    def tell_of(self, match: Match) -> None:
        """Know a match that was played elsewhere: finished as it is, it is only looked at here."""
        if match.game.timeline.states[-1].is_over:
            self._ended_elsewhere[match.uid] = match.game.timeline.moves

    def question_before_quitting(self, played: Match | None) -> str:
        """Return what is to be asked because something would be lost; '' if nothing would be."""
        known = [match for match in (*self.waiting, played) if match is not None]
        lost = [match for match in known if self._is_lost_by_quitting(match)]
        if not lost:
            return ""
        unfinished = any(match.game.is_unfinished for match in lost)
        what = "A game is not finished, and it" if unfinished else "A finished game"
        return f"{what} is not kept when you quit."

    def _is_lost_by_quitting(self, match: Match) -> bool:
        if self.keeper is None:
            return match.game.is_unfinished
        return match.uid in self.keeper.unsaved

    def keep_what_is_behind(self, played: Match | None) -> None:
        """Try once more to put on disk what is played or waits and could not be kept before."""
        for match in (*self.waiting, played):
            if match is not None and match.uid in self._unkept:
                self.keep_match(match)

    def _notice(self, notice: str) -> None:
        """Say a notice, but the same one only once until all is well again."""
        if notice and notice != self._last_notice:
            self.notify(notice, severity="warning", markup=False, timeout=10)
        self._last_notice = notice

    def _look_for_matches(self) -> None:
        """Offer what other runs of the app have left behind."""
        assert self.keeper is not None
        found, notices = self.keeper.waiting()
        for notice in few(tuple(notices), "in what was kept"):
            self.notify(notice, severity="warning", markup=False, timeout=20)
        self._left_behind = {match.uid: settings for match, settings in found}
        self.waiting = known_matches((*self.waiting, *(match for match, _ in found)))

    def is_waiting(self, match: Match) -> bool:
        """Say whether the match is one of those that wait to be continued."""
        return any(match.uid == each.uid for each in self.waiting)

    def take_match(self, match: Match) -> Match | None:
        """Return the match to be played; None, with a notice, if another run of the app has it."""
        left_with = self._left_behind.get(match.uid)
        taken = self._own(match)
        self._forget(match)
        if taken is None:
            self.notify(_ELSEWHERE, severity="warning")
        elif left_with is not None:
            self._play_with(self._with_flags(left_with))
        return taken

    def _own(self, match: Match) -> Match | None:
        """Return the match as it is now, from now on our own; None if another run has it."""
        if match.uid not in self._left_behind:
            return match
        return self.keeper.take(match.uid) if self.keeper else None

    def _forget(self, match: Match) -> None:
        self.waiting = tuple(each for each in self.waiting if each.uid != match.uid)
        self._left_behind.pop(match.uid, None)

    def give_up(self, match: Match) -> None:
        """Remove a match that waits; where that cannot be done, say why."""
        if match.is_done:  # what is kept of it is for the history
            self._forget(match)
            return
        taken = self._own(match)
        if taken is None:
            self._forget(match)
            self.notify(_ELSEWHERE, severity="warning")
        elif taken != match:
            self._leave(taken)
            self.waiting = tuple(taken if each.uid == match.uid else each for each in self.waiting)
            notice = "That game has gone on in another window, and stays."
            self.notify(notice, severity="warning")
        else:
            self._remove(match)

    def _remove(self, match: Match) -> None:
        try:
            if self.keeper is not None:
                self.keeper.give_up(match.uid)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
        else:
            self._forget(match)
            self._unkept.discard(match.uid)

    def _with_flags(self, settings: Settings) -> Settings:
        given = {
            each.name: getattr(self.settings, each.name)
            for each in fields(settings)
            if each.name in self._flags
        }
        return replace(settings, **given)

    @on(MatchShelved)
    def _shelve(self, event: MatchShelved) -> None:
        match = event.match
        if match.game.timeline.moves or match.series.played:
            others = [each for each in self.waiting if each.uid != match.uid]
            self.waiting = known_matches((match, *others))
            for each in others[LISTED - 1 :]:  # every match that is held takes an open file
                self._leave(each)

    def _leave(self, match: Match) -> None:
        """Let others have the match; one that is not on disk as it is stays our own as well."""
        if self.keeper is not None:
            self.keeper.release(match.uid)
            if not (match.uid in self._unkept or match.is_done):
                self._left_behind.setdefault(match.uid, None)

    @on(SettingsChanged)
    def _keep_settings(self, event: SettingsChanged) -> None:
        self._play_with(event.settings)

    def _play_with(self, settings: Settings) -> None:
        """Let these settings hold for this run: what is set for good stays as it is."""
        self.settings = settings
        self.config = replace(self.config, pace=settings.pace, guard=settings.guard)

    @on(ExportWanted)
    def _export(self, event: ExportWanted) -> None:
        from datetime import date

        from gridlock_tui.match.record import Record
        from gridlock_tui.match.record_files import export_record

        records = self.keeper_or_new().places.records
        try:
            path = export_record(Record(event.game, date.today()), records)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
        else:
            self.notify(f"Written to {path}", markup=False)
