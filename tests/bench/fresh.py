"""One question about an empty board, put to one solver in a process of its own.

So no solver starts with what an earlier question has left in its tables, importing it is not part
of the time, and one that takes too long can be stopped, whatever it is doing.
"""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gridlock_tui.rules import VARIANTS, Board, Variant

Solver = Callable[[Variant], list[bool]]
"""Says whether the starter wins; or for every first move, in the order of cells, if it wins."""

ROOT = Path(__file__).parents[2]
ROUNDS = 5
PATIENCE = 45.0
"""No more rounds begin once the answers have taken this many seconds."""


@dataclass(frozen=True)
class Answer:
    """What a solver said, and how long it took."""

    seconds: float
    verdicts: str | None
    """`W` or `L` for each; None if the solver was stopped, and the seconds are its time limit."""

    @property
    def in_time(self) -> bool:
        """Whether the solver came to an end."""
        return self.verdicts is not None

    def __str__(self) -> str:
        return f"{'' if self.in_time else '>'}{self.seconds:.4f}s"


def solver_called(name: str) -> Solver:
    """Return the solver of this name, its libraries loaded."""
    match name:
        case "our winner":
            from tests.bench import ours

            return lambda variant: [ours.first_wins(variant)]
        case "our verdicts":
            from tests.bench import ours

            return ours.move_verdicts
        case "naive":
            from tests.bench import ours

            return lambda variant: [ours.naive_first_wins(variant)]
        case "easyAI":
            from tests.bench import easyai_games

            return lambda variant: [easyai_games.first_wins(variant)]
        case "OpenSpiel":
            from tests.bench import spiel_games

            return spiel_games.move_verdicts
        case _:
            raise ValueError(f"there is no solver {name!r}")


def answer_here(name: str, slug: str, size: str, limit: float) -> None:
    """Put the question in this process, print seconds and verdicts; die when the time is up."""
    solver = solver_called(name)
    board = Board.from_text(size)
    variant = VARIANTS[slug].resized(board.rows, board.columns)
    signal.setitimer(signal.ITIMER_REAL, limit)
    began = time.perf_counter()
    verdicts = solver(variant)
    seconds = time.perf_counter() - began
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(seconds, "".join("LW"[wins] for wins in verdicts))


def ask(name: str, slug: str, size: str, limit: float, python: str) -> Answer:
    """Put the question in a fresh process of this interpreter."""
    # -P and a path at the end: another interpreter uses the package that is installed there.
    here = "import sys; sys.path.append(sys.argv[1]); import tests.bench.fresh as fresh;"
    question = f"fresh.answer_here({name!r}, {slug!r}, {size!r}, {limit!r})"
    done = subprocess.run(
        [python, "-P", "-c", f"{here} {question}", str(ROOT)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode == -signal.SIGALRM:
        return Answer(limit, None)
    done.check_returncode()
    seconds, verdicts = done.stdout.split()
    return Answer(float(seconds), verdicts)


def ask_in_turns(
    solvers: list[tuple[str, str]], slug: str, size: str, limit: float, show: Callable[[str], None]
) -> list[Answer]:
    """Put the question to all, several times in turns, and return each one's quickest answer.

    A solver is a name and an interpreter. `show` is told who is asked. Whatever else the machine
    does can only make an answer slower.
    """
    answers: list[list[Answer]] = [[] for _ in solvers]
    for _ in range(ROUNDS):
        for (name, python), so_far in zip(solvers, answers, strict=True):
            show(f"{slug} {size}: {name}")
            so_far.append(ask(name, slug, size, limit, python))
        if sum(answer.seconds for so_far in answers for answer in so_far) > PATIENCE:
            break
    return [_quickest(so_far) for so_far in answers]


def _quickest(answers: list[Answer]) -> Answer:
    verdicts = {answer.verdicts for answer in answers if answer.in_time}
    assert len(verdicts) < 2, "a solver contradicts itself"
    return min(answers, key=lambda answer: answer.seconds)
