"""Rooms in which games are played on one machine: two people, a computer, the climb."""

import shutil
from collections import Counter
from contextlib import suppress
from functools import partial

from gridlock_tui.engine import analyse
from gridlock_tui.match import COMPUTERS, Setup
from gridlock_tui.match.ladder import ladder_of
from gridlock_tui.match.match import Match
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.save_format import read_save
from gridlock_tui.rules import FIRST_GAME, VARIANTS, Move, write_move
from tests.kills.room import Room, last_shown, moves_of
from tests.match.finisher import finished_games
from tests.tui.terminal import Terminal


class HotSeat(Room):
    """Two people at one keyboard: moves and undo, several in one burst."""

    name = "hot-seat game"
    _OPTIONS = ("--variant", "spacing", "--size", "8x8")

    def round(self) -> None:
        """Make up to four steps at once."""
        before = self.saved()
        if before is not None and before.match.is_done:
            before = None
        known = set(self.finished())
        with self.app(*(() if before else self._OPTIONS)) as terminal:
            if before:
                self.expect(terminal, "Continue")
                self.burst(terminal, "c")
            self.expect(terminal, "Room  ")
            start = VARIANTS["spacing"].resized(8, 8).start()
            states = [before.match.game.timeline.states[0] if before else start]
            moves: list[Move] = []
            if before:
                moves = list(before.match.game.timeline.moves[: before.match.game.timeline.at])
                for move in moves:
                    states.append(states[-1].play(move))
            # Each course is what the disk may show after so many steps, with what is seen then.
            courses = [(moves_of(before.match) if before else [], len(moves))]
            shown, ends, keys = [""], [False], ""
            for _ in range(self.rng.randint(1, 4)):
                names, at = courses[-1]
                if at > 2 and self.rng.random() < 0.2:
                    keys += "u"
                    states.pop()
                    courses.append((names, at - 1))
                    shown.append("")
                    ends.append(False)
                elif states[-1].legal_moves:
                    move = self.rng.choice(states[-1].legal_moves)
                    name = write_move(states[-1].variant, move)
                    keys += f"m{name}\r"
                    states.append(states[-1].play(move))
                    # A move that was on the screen before may be painted late.
                    is_new = all(name not in each for each, _ in courses)
                    courses.append(([*names[:at], name], at + 1))
                    shown.append(f"▸{name}" if is_new else "")
                    ends.append(states[-1].is_over)
            self.burst(terminal, keys)
            seen = self.kill(terminal)
        least = max((at for at, words in enumerate(shown) if words and words in seen), default=0)
        self.acknowledged += least
        after = self.saved()
        if after is None or after.match.is_done:
            new = [game for uid, game in self.finished().items() if uid not in known]
            if new:
                # The last move may have been taken back after it ended the game.
                over = [course[0] for course, end in zip(courses, ends, strict=True) if end]
                assert len(new) == 1, new
                assert new[0] in over, (new, courses)
                return
            assert after is None or not after.match.is_done, "a finished game is not in the history"
            assert courses[least] == ([], 0), f"lost: {courses[least]}"
            return
        found = moves_of(after.match), after.match.game.timeline.at
        assert found in courses[least:], f"{found} is on disk, seen was {courses[least]}: {courses}"
        self.more += found != courses[least]


class _AgainstComputer(Room):
    """A game against a computer, played by the moves of the engine."""

    def open(self, terminal: Terminal, before: Match | None) -> None:
        """Begin or continue the game."""
        raise NotImplementedError

    def options(self) -> tuple[str, ...]:
        """Return the options of the app."""
        return ()

    def fresh(self) -> Match:
        """Return the game as it begins, before anything is on disk."""
        raise NotImplementedError

    def choose(self, match: Match) -> Move:
        """Return your next move."""
        return self.rng.choice(match.game.state.legal_moves)

    def round(self) -> None:
        """Make up to three moves; the last one may not be finished."""
        saved = self.saved()
        before = saved.match if saved and not saved.match.is_done else None
        done = self.finished()
        seen = ""
        with self.app(*self.options()) as terminal:
            self.open(terminal, before)
            for left in reversed(range(self.rng.randint(1, 3))):
                self.until(terminal, lambda: self._waits(done), "the computer does not answer")
                match = self._now()
                if len(self.finished()) > len(done) or match.game.is_over:
                    break
                move = write_move(match.game.setup.variant, self.choose(match))
                self.burst(terminal, f"m{move}\r")
                if left:
                    self.until(terminal, partial(self._has, move, done), f"{move} is not played")
            seen = self.kill(terminal)
        self.check(before, done, last_shown(seen))

    def check(self, before: Match | None, done: dict[str, list[str]], last: str) -> None:
        """Check that the moves of before and the last one that was seen are there."""
        saved, now = self.saved(), self.finished()
        assert all(now.get(uid) == moves for uid, moves in done.items()), "an old game has changed"
        new = [moves for uid, moves in now.items() if uid not in done]
        assert len(new) <= 1, new
        found = new[0] if new else moves_of(saved.match) if saved else []
        if before is not None:
            names = moves_of(before)
            assert found[: len(names)] == names, f"{found} does not go on from {names}"
            self.more += found != names and not last
        if last:
            self.acknowledged += 1
            assert last in found, f"{last} was seen, on disk is {found}"
            self.more += found[-1] != last
        if saved is not None and saved.match.is_done:
            assert new, "the game is over, but not in the history"

    def _now(self) -> Match:
        """Return what is on disk while the app runs."""
        for file in self.paths.saves.glob("*.json"):
            with suppress(FileNotFoundError):  # the game has just ended
                return read_save(file.read_bytes()).match
        return self.fresh()

    def _has(self, move: str, done: dict[str, list[str]]) -> bool:
        """Return whether the move is on disk; the answer to it may hide it on the screen."""
        return len(self.finished()) > len(done) or move in moves_of(self._now())

    def _waits(self, done: dict[str, list[str]]) -> bool:
        """Return whether it is your turn, or the game has ended."""
        if len(self.finished()) > len(done):
            return True
        game = self._now().game
        return game.is_over or not game.computer_to_move


class Computer(_AgainstComputer):
    """A game against the easiest computer."""

    name = "against a computer"

    def options(self) -> tuple[str, ...]:
        """Begin a game if there is none."""
        saved = self.saved()
        if saved is not None and not saved.match.is_done:
            return ()
        game = ("--variant", "spacing", "--size", "6x6")
        return (*game, "--players", "human,novice", "--pace", "0", "--no-guard")

    def fresh(self) -> Match:
        """Return the game that these options begin."""
        return Match.begin(Setup(VARIANTS["spacing"].resized(6, 6), kinds=("human", "novice")))

    def open(self, terminal: Terminal, before: Match | None) -> None:
        """Continue."""
        if before:
            self.expect(terminal, "Continue")
            self.burst(terminal, "c")
        self.expect(terminal, "Room  ")


class Climb(_AgainstComputer):
    """Rungs of the climb, won by the engine: stars and the profile."""

    name = "climb"

    def fresh(self) -> Match:
        """Return a rung; all of them begin alike."""
        ladder = ladder_of(FIRST_GAME)
        assert ladder is not None
        return ladder.begin("novice")

    def open(self, terminal: Terminal, before: Match | None) -> None:
        """Continue the rung, or begin the next one."""
        self.expect(terminal, *(("Continue",) if before else ("Against",)))
        self.burst(terminal, "c" if before else "p")
        self.expect(terminal, "climb", "Room  ")

    def options(self) -> tuple[str, ...]:
        """Let computers move at once, and warn of nothing."""
        return ("--pace", "0", "--no-guard")

    def choose(self, match: Match) -> Move:
        """Return a move that wins."""
        return analyse(match.game.state).line[0]

    def check(self, before: Match | None, done: dict[str, list[str]], last: str) -> None:
        """Check also that every rung that is won has its stars."""
        super().check(before, done, last)
        if not self.paths.history.exists():
            return
        history = History(self.paths.history)
        won: Counter[tuple[str, str]] = Counter()
        with history.database.reading() as db:
            rows = db.execute("SELECT variant, kind_one, kind_two, winner FROM games").fetchall()
        for variant, one, two, winner in rows:
            ladder = ladder_of(VARIANTS[variant])
            assert ladder is not None
            (level,) = {one, two} - {"human"}
            won[variant, level] += winner == ladder.side
        stars = history.stars()
        for (variant, level), wins in won.items():
            has = stars.get(variant, {}).get(level, 0)
            assert bool(has) == bool(wins), f"{variant} {level}: {wins} wins, {has} stars"
        if len(stars.get(FIRST_GAME.slug, {})) == len(COMPUTERS):
            shutil.rmtree(self.home)  # at the top: begin another climb


class Finish(Room):
    """Games that one move ends, one after the other: each is in the history once."""

    name = "finishing games"

    def round(self) -> None:
        """Finish up to three games in one burst."""
        before = self.finished()
        games = self.rng.randint(1, 3)
        with self.app("--variant", "classic", "--size", "3x3") as terminal:
            self.expect(terminal, "Room  ")
            self.burst(terminal, "n".join(["m5\r"] * games))
            seen = self.kill(terminal)
        after = self.finished()
        assert {*before} <= {*after}, "finished games are lost"
        assert all(moves == ["5"] for moves in after.values())
        acknowledged = int("wins" in seen)
        self.acknowledged += acknowledged
        assert acknowledged <= len(after) - len(before) <= games
        self.more += len(after) - len(before) > acknowledged


class Deleting(Room):
    """The list of finished games, from which games are deleted."""

    name = "history"
    _FILLED = 40

    def round(self) -> None:
        """Delete up to three games in one burst."""
        history = History(self.paths.history)
        if not self.paths.history.exists() or history.count() < 10:
            self.home.mkdir(exist_ok=True)
            games = finished_games(self.rng.randrange(1 << 30))
            for _, finished in zip(range(self._FILLED), games, strict=False):
                history.add(*finished)
        before, count = self.finished(), history.count()
        deleted = self.rng.randint(1, 3)
        with self.app() as terminal:
            self.expect(terminal, "Against")
            self.burst(terminal, "y")
            self.expect(terminal, f"{count} games")
            self.burst(terminal, "dy" * deleted)
            seen = self.kill(terminal)
        after = self.finished()
        steps = [at for at in range(1, deleted + 1) if f"{count - at} games" in seen]
        acknowledged = max(steps, default=0)
        self.acknowledged += acknowledged
        assert set(after) <= set(before)
        gone = len(before) - len(after)
        assert acknowledged <= gone <= deleted, f"{gone} deleted, {acknowledged} seen"
        self.more += gone > acknowledged
