"""Takes pasted game ids: finds the match that each belongs to, and asks if that is not certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.wording.moves import sentence

if TYPE_CHECKING:
    from gridlock_tui.match.correspondence import Finding
    from gridlock_tui.match.match import Match
    from gridlock_tui.tui.app import GridlockApp
    from gridlock_tui.tui.match_desk import MatchDesk


class Mailbox:
    """The game ids that the app is given."""

    def __init__(self, app: GridlockApp, desk: MatchDesk) -> None:
        self._app, self._desk = app, desk

    def receive(self, text: str) -> None:
        """Continue the match that a game id belongs to, or open a new one; ask if in doubt."""
        from gridlock_tui.match.correspondence import find_match
        from gridlock_tui.match.game_id import read_whole_id

        app = self._app
        try:
            pasted = read_whole_id(text)
        except GridlockError as error:
            app.warn(sentence(str(error)))
            return
        notice, elsewhere = app.library.load_again()
        app.warn(notice)
        finding = find_match(pasted, self._kept(elsewhere))
        if finding.kept is not None and finding.kept in elsewhere:
            app.warn("Your match that this game id belongs to is open in another window.")
        elif finding.is_sure:
            self._open(finding, keeps=True)
        else:
            self._ask(finding)

    def _kept(self, elsewhere: tuple[Match, ...]) -> tuple[Match, ...]:
        """Return the matches that are kept and not done, the one that is played first."""
        current = self._desk.open_match
        matches = ((current,) if current and current.is_started else ()) + (
            *self._app.library.saved_matches,
            *elsewhere,
        )
        return tuple({match.uid: match for match in matches if not match.is_done}.values())

    def _ask(self, finding: Finding) -> None:
        from gridlock_tui.tui.screens.letter import LetterScreen

        def answered(keeps: bool | None) -> None:
            if keeps is not None:
                self._open(finding, keeps=keeps)

        self._app.push_screen(LetterScreen(finding), answered)

    def _open(self, finding: Finding, *, keeps: bool) -> None:
        from gridlock_tui.match.correspondence import next_words

        match = finding.kept if keeps and finding.kept is not None else finding.fresh
        continued = finding.continued if keeps else None
        words = finding.sentence if finding.is_sure else next_words(continued or match)
        self._desk.open_found(match, continued, sentence(words) if words else "")
