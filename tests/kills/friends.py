"""Matches between two people: on two machines, and by game ids that are sent."""

import random
import re
import shutil
from pathlib import Path

from gridlock_tui.match.letters import steps_of
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.kept import Kept, read_kept
from gridlock_tui.rules import VARIANTS, GameState, write_move
from tests.kills.room import Room, moves_of
from tests.tui.terminal import Terminal

_GAME = ("--variant", "spacing", "--size", "8x8")


class Friend(Room):
    """Ada hosts in line mode, Ben plays in the app or in line mode; either of them is killed."""

    name = "friend, elsewhere"

    def __init__(self, home: Path, rng: random.Random) -> None:
        super().__init__(home, rng)
        self._ada: Terminal | None = None
        self._place: tuple[str, str] | None = None
        self._is_app = False

    def round(self) -> None:
        """Make one or two moves, then kill one of the two, and sometimes the other."""
        host = self._host()
        try:
            with self._ben() as ben:
                is_app = self._is_app
                self.expect(ben, "Room  " if is_app else "Spacing")
                for left in reversed(range(self.rng.randint(1, 2))):
                    self._move(host, ben, is_app=is_app, waits=bool(left))
                shown = self._kill_some(host, ben)
            self._check(shown)
        except AssertionError:
            self.close()
            raise
        if _is_nearly_over(_state_after(self._events("ada"))):
            self.close()
            shutil.rmtree(self.home)
            self._place = None

    def close(self) -> None:
        """End the host."""
        if self._ada is not None:
            self._ada.__exit__(None, None, None)
            self._ada = None

    def _start_of(self, player: str, *command: str) -> Terminal:
        home = {"GRIDLOCK_HOME": str(self.home / player)}
        return Terminal("-m", "gridlock_tui", *command, variables=home)

    def _host(self) -> Terminal:
        if self._ada is None:
            begin = ("--resume",) if self._place else (*_GAME, "--name", "Ada")
            self._ada = self._start_of("ada", "host", *begin)
            self.expect(self._ada, "Waiting for")
            found = re.search(r"address (\S+)\s+code (\S+)\s", self._ada.text())
            assert found is not None, self._ada.text()
            self._place = found[1], found[2]
        return self._ada

    def _ben(self) -> Terminal:
        assert self._place is not None
        if self._kept("ben") is None:
            self._is_app = False
            return self._start_of("ben", "join", *self._place, "--name", "Ben")
        self._is_app = self.rng.random() < 0.6
        if not self._is_app:
            return self._start_of("ben", "join", "--resume")
        terminal = self._start_of("ben")
        self.expect(terminal, "Continue")
        terminal.type("c")
        return terminal

    def _kept(self, player: str) -> Kept | None:
        for file in (self.home / player / "friends").glob("*.json"):
            return read_kept(file.read_bytes())
        return None

    def _events(self, player: str) -> tuple[Event, ...]:
        kept = self._kept(player)
        return kept.table.events if kept and kept.table else ()

    def _move(self, ada: Terminal, ben: Terminal, *, is_app: bool, waits: bool) -> None:
        """Let the one who is to move make a move, and wait until the other one has it."""
        self.until(ben, self._agree, "they do not agree")
        events = self._events("ada")
        state = _state_after(events)
        if state.is_over:
            return
        name = write_move(state.variant, self.rng.choice(state.legal_moves))
        if len(events) % 2 == 0:
            ada.type(f"{name}\r")
        else:
            self.burst(ben, f"m{name}\r" if is_app else f"{name}\r")
        if waits:
            self.until(
                ben, lambda: self._agree() and len(self._events("ada")) > len(events), "no move"
            )

    def _agree(self) -> bool:
        return self._kept("ben") is not None and self._events("ada") == self._events("ben")

    def _kill_some(self, ada: Terminal, ben: Terminal) -> str:
        if self.rng.random() < 0.4:
            ada.process.kill()
            ada.process.wait()
            ada.read_rest()
            self.check_sound(ada)
            self.close()
        return self.kill(ben)

    def _check(self, shown: str) -> None:
        kept = self._kept("ben")
        assert kept is not None
        ada, ben = self._events("ada"), self._events("ben")
        assert ada[: len(ben)] == ben, f"they differ: {ada} {ben}"
        assert len(ada) - len(ben) <= 2, f"{ada} {ben}"
        mine = {event.text for event in (*ben, *filter(None, (kept.pending,)))}
        found = re.findall(r"▸\s*(\d \d)", shown)
        if found:
            self.acknowledged += 1
            assert found[-1] in mine, f"{found[-1]} was seen, on disk is {mine}"
        else:
            self.more += 1


def _state_after(events: tuple[Event, ...]) -> GameState:
    state = VARIANTS["spacing"].resized(8, 8).start()
    for event in events:
        assert event.kind is Kind.MOVE
        assert event.by in Seat
        state = state.play(state.move(event.text))
    return state


def _is_nearly_over(state: GameState) -> bool:
    """Return whether one of the two has few moves left: in Spacing not both have the same."""
    return any(len(each.legal_moves) < 6 for each in (state, state.play(state.legal_moves[0])))


class ByLetters(Room):
    """Game ids are pasted, answered and copied."""

    name = "by game ids"

    def round(self) -> None:
        """Paste the next game id of the friend, answer it and copy the answer."""
        saved = self.saved()
        if saved is not None and _is_nearly_over(saved.match.game.state):
            shutil.rmtree(self.home)
            saved = None
        names = moves_of(saved.match) if saved else []
        state = VARIANTS["spacing"].resized(8, 8).start()
        for name in names:
            state = state.play(state.move(name))
        is_theirs = len(names) % 2 == 0
        if is_theirs:
            move = self.rng.choice(state.legal_moves)
            names.append(write_move(state.variant, move))
            state = state.play(move)
        with self.app() as terminal:
            self.expect(terminal, "Continue" if saved else "Against")
            if is_theirs:
                self.burst(terminal, f"\x1b[200~spacing:8x8:{';'.join(names)}\x1b[201~")
            else:
                self.burst(terminal, "c")
            self.expect(terminal, f"▸{names[-1]}")
            answer = write_move(state.variant, self.rng.choice(state.legal_moves))
            self.burst(terminal, f"m{answer}\ri")
            shown = self.kill(terminal)
        after = self.saved()
        assert after is not None, "the match is lost"
        found = moves_of(after.match)
        # What was only opened is on disk as soon as it is answered or left.
        known = names if f"▸{answer}" not in shown else [*names, answer]
        least = names[:-1] if is_theirs and known == names else known
        assert found in (least, names, [*names, answer]), f"{found} is on disk, seen was {known}"
        assert len(found) >= len(known) - (is_theirs and known == names)
        if "opied" in shown:
            letters = after.match.letters
            assert letters is not None
            assert letters.sent == len(steps_of(after.match.game)), "it was seen to be sent"
        self.acknowledged += f"▸{answer}" in shown
        self.more += found == [*names, answer] and f"▸{answer}" not in shown
