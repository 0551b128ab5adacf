"""Mutation testing: `python -m tests.bench.mutants [--seed 1] [--each 100] [--layer rules] ...`.

cosmic-ray makes and applies the mutants of `rules`, `engine` and `match`: one operator, number,
condition, loop or exception is changed at a time. All of them would take days, so each layer gives
a random sample. Every mutant of a layer is equally likely; the seed decides, and changes elsewhere
in the code do not change the choice. Annotations, imports for types only, enum values, `slots` and
text are left alone; cosmic-ray's pairs of operators are restricted to those of `PAIRS`, which are
the ones that are hard to tell apart.

First the quick tests (`-m "not slow"`) of the three layers run once, with coverage, to learn which
tests run which lines. Then every mutant is put into a copy of the tree and tested with the tests
of its layer that run its file, best first: those that run its line, and much of the file, in little
time; up to `--seconds` of tests. A mutant that none of these kills counts as survived, even if a
slow test, one beyond that limit or one of the app would kill it. A time-out counts as killed. With
`--slow`, and a folder of its own, slow tests run too.

Everything is kept in the folder `--work`: run again with the same seed, and it goes on where it
stopped; `--again` tests the survivors again, after you have written tests, or with more seconds.
Tests added since the coverage was taken run for every mutant of their layer.

`mutants_equivalent.toml` names the mutants that no test can kill, with the reason. They are
counted in a column of their own; the share of survivors is that of the other ones.
"""

import argparse
import ast
import difflib
import hashlib
import importlib.util
import json
import os
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests.bench.progress import Progress

ROOT = Path(__file__).parents[2]
LAYERS = ("rules", "engine", "match")
OF_ALL = ("tests/test_layers.py", "tests/test_python_api.py")
"""Tests that are of every layer."""
TESTS = (*(f"tests/{layer}" for layer in LAYERS), *OF_ALL)
PAIRS = {
    "ReplaceBinaryOperator": "Add_Sub Sub_Add Mul_FloorDiv Div_Mul FloorDiv_Mul Mod_FloorDiv "
    "Pow_Mul RShift_LShift LShift_RShift BitOr_BitAnd BitAnd_BitOr BitXor_BitAnd",
    "ReplaceComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE "
    "GtE_Gt GtE_Lt Is_IsNot IsNot_Is",
    "ReplaceUnaryOperator": "Delete_USub Delete_Invert Delete_Not",
}
OPERATORS = (
    *(f"core/{kind}_{pair}" for kind, pairs in PAIRS.items() for pair in pairs.split()),
    *("core/AddNot", "core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue"),
    *("core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/ExceptionReplacer"),
    *("core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak"),
    *("core/NumberReplacer", "core/ZeroIterationForLoop"),
)
PLUGINS = ("hypothesis.strategies", "pytest_asyncio", "pytest_textual_snapshot", "xdist.plugin")
"""What the tests import anyway; imported once, it need not be for every mutant."""
MEMORY = 3 << 30
"""How many bytes a mutant may take, before it is stopped."""
PYTEST = ["pytest", "-q", "-p", "no:cacheprovider"]
PYTEST += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-p", "tests.bench.mutants_plugin"]
STRICT = ["-x", "--tb=line", "--hypothesis-profile=mutants"]
KILLED, LATE, SURVIVED = "killed", "timed out", "survived"
FIRST_SECONDS = 2
"""How long the first tests of a mutant take together; most mutants do not survive them."""
Position = tuple[int, int]
Batches = list[tuple[list[str], int]]
"""Tests, and how many seconds of CPU time they may take with a mutant."""


class Mutant(NamedTuple):
    """A change of one place in a file."""

    path: str
    operator: str
    occurrence: int
    line: int
    key: str
    """What it is about; the same as long as its line is."""

    @property
    def layer(self) -> str:
        """Return the layer that it changes."""
        return self.path.split("/")[1]


@dataclass(frozen=True)
class Result:
    """What became of a mutant; the lines are those that differ."""

    path: str
    line: int
    key: str
    was: str
    now: str
    outcome: str
    by: str = ""


class Coverage(NamedTuple):
    """How long the quick tests take, and which of them run each line."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    source, name = path.read_text(), path.relative_to(ROOT).as_posix()
    lines, left_alone = source.splitlines(), list(_ranges_left_alone(ast.parse(source)))
    nodes = list(ast_nodes(get_ast(source)))
    seen = Counter[str]()
    for operator in OPERATORS:
        change = get_operator(operator)()
        places = [start for node in nodes for start, _ in change.mutation_positions(node)]
        for occurrence, start in enumerate(places):
            if not any(first <= start < end for first, end in left_alone):
                what = f"{name} {operator} {start[1]} {lines[start[0] - 1].strip()}"
                seen[what] += 1
                yield Mutant(name, operator, occurrence, start[0], f"{what} #{seen[what]}")


def _ranges_left_alone(tree: ast.Module) -> Iterator[tuple[Position, Position]]:
    """Yield where nothing but types, or a value that only has to differ, is written."""
    for node in ast.walk(tree):
        found: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found = [node.returns]
            case ast.arg() | ast.AnnAssign():
                found = [node.annotation]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                found = [node]
            case ast.ClassDef(bases=[ast.Name(id="Enum")]):
                found = [node]
            case ast.keyword(arg="slots"):
                found = [node.value]
            case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "NewType" | "isinstance")):
                found = [*node.args]
        for each in found:
            if isinstance(each, ast.expr | ast.stmt):
                end = (each.end_lineno or each.lineno, each.end_col_offset or 0)
                yield (each.lineno, each.col_offset), end


def sample(layer: str, seed: int, size: int) -> tuple[list[Mutant], int]:
    """Return a random sample of the mutants of a layer, and how many there are."""
    files = sorted((ROOT / "gridlock_tui" / layer).rglob("*.py"))
    everything = [mutant for path in files for mutant in mutants_of(path)]

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.key}".encode()).digest()

    return sorted(everything, key=place)[:size], len(everything)


class Tree:
    """A copy of the tracked files, in which tests run."""

    def __init__(self, work: Path, marks: str) -> None:
        self.work, self.root, self.pytest = work, work / "tree", [*PYTEST, "-m", marks]
        named = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        files = subprocess.run(named, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, files.split("\0")):
            target = self.root / name
            if (ROOT / name).is_file() and not _is_same(ROOT / name, target):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)

    def run(
        self, command: list[str], seconds: int, variables: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[int | None, str]:
        """Run a module there for up to so many seconds of CPU time, or ten times that on the clock.

        Return its exit code, None if it took too long, and its output.
        """
        home = tempfile.mkdtemp(dir=self.work)
        places = {"PYTHONPATH": str(self.root), "GRIDLOCK_HOME": home, "TMPDIR": home, **variables}
        with tempfile.TemporaryFile("w+", dir=self.work) as output:
            args = (command, self.root, places, output.fileno(), seconds)
            process = get_context("fork").Process(target=_run_module, args=args)
            process.start()
            try:
                process.join(10 * seconds)
                code = None if process.exitcode == -signal.SIGXCPU else process.exitcode
            finally:
                with suppress(ProcessLookupError):  # also what the tests have started
                    os.killpg(process.pid or 0, signal.SIGKILL)
                process.join()
                shutil.rmtree(home, ignore_errors=True)
            output.seek(0)
            return code, output.read()

    def test(self, mutant: Mutant, batches: Batches) -> Result:
        """Return whether these tests kill the mutant."""
        path = self.root / mutant.path
        source = path.read_text()  # not that of the project, which may be edited meanwhile
        mutated = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
        diff = list(difflib.unified_diff(source.splitlines(), mutated.splitlines(), n=0))[2:]
        was, now = (
            " / ".join(line[1:].strip() for line in diff if line[0] == sign) for sign in "-+"
        )
        outcome, by = SURVIVED, "" if batches else "no test runs it"
        _write(path, mutated)
        try:
            for tests, seconds in batches:
                if outcome == SURVIVED:
                    outcome, by = _outcome(*self.run([*self.pytest, *STRICT, *tests], seconds))
        finally:
            _write(path, source)
        return Result(mutant.path, mutant.line, mutant.key, was, now, outcome, by)


def _outcome(code: int | None, output: str) -> tuple[str, str]:
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if code is None:
        return LATE, ""
    if code in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        return SURVIVED, ""
    # What cannot be imported stops pytest before it looks for tests.
    broken = ("while loading conftest", "ERROR collecting")
    if code in (1, 2) or code < 0 or any(words in output for words in broken):
        return KILLED, failed[0] if failed else output[-200:]
    raise SystemExit(f"pytest could not run the tests:\n{output[-2000:]}")


def _is_same(one: Path, two: Path) -> bool:
    return two.is_file() and one.read_bytes() == two.read_bytes()


def _write(path: Path, source: str) -> None:
    """Write a module, and remove its bytecode: it is told from the source by size and second."""
    path.write_text(source)
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _run_module(
    command: list[str], root: Path, places: dict[str, str], output: int, seconds: int
) -> None:
    """Run a module in this process, which was forked to save the time to import pytest."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    for stream in (1, 2):
        os.dup2(output, stream)
    os.chdir(root)
    os.environ.update(places)
    for name in [name for name in sys.modules if name.startswith(("tests", "gridlock_tui"))]:
        del sys.modules[name]
    sys.path[:] = [str(root), *(place for place in sys.path if Path(place) != ROOT and place)]
    sys.argv = command
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)


def take_coverage(tree: Tree) -> Coverage:
    """Return what the quick tests run; the first time, run them."""
    kept = tree.work / "coverage.json"
    if not kept.exists():
        print("Running the quick tests once, with coverage ...", flush=True)
        code, output = tree.run([*tree.pytest, *TESTS], 10_000, {"GRIDLOCK_COVERAGE": str(kept)})
        if code != 0:
            kept.unlink(missing_ok=True)
            raise SystemExit(f"the tests fail without any mutant:\n{output[-3000:]}")
    return Coverage(*json.loads(kept.read_text()))


def new_tests(coverage: Coverage) -> list[str]:
    """Return the tests that were added since the coverage was taken."""
    names = [
        f"{file.relative_to(ROOT).as_posix()}::{node.name}"
        for layer in LAYERS
        for file in sorted((ROOT / "tests" / layer).rglob("test_*.py"))
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not any("slow" in ast.unparse(each) for each in node.decorator_list)
    ]
    return [name for name in names if name not in coverage.seconds]


def tests_for(mutant: Mutant, coverage: Coverage, added: list[str], most: float) -> Batches:
    """Return the tests to run, in batches, that take up to so many seconds: the best ones first.

    A test is good if it runs the line, and much of the file, in little time. Of a line that runs
    when the module is imported coverage names no test: there those named after the file are good,
    the quickest first, and those that read the source.
    """
    by_line = coverage.lines.get(mutant.path, {})
    lines = Counter(name for names in by_line.values() for name in names)
    own, named = f"tests/{mutant.layer}/", f"/test_{Path(mutant.path).stem}.py"
    namesakes = [
        name
        for name in coverage.seconds
        if (own in name and named in name) or name.startswith(OF_ALL[0])
    ]
    covering = by_line.get(str(mutant.line), [])
    runs_at_import = not covering
    covering = covering or namesakes

    def value(name: str) -> tuple[bool, float]:
        # Of a cache, coverage sees only who filled it: the other tests of the file may kill too.
        gain = 1 if runs_at_import else lines[name]
        return name in covering, gain / (coverage.seconds[name] + 0.2)

    known = {*lines, *covering}
    names = [name for name in known if name.startswith((own, *OF_ALL))] or list(known)
    first, later, spent = [], [name for name in added if own in name], 0.0
    for name in sorted(sorted(names), key=value, reverse=True):
        spent += coverage.seconds[name]
        if spent <= FIRST_SECONDS:
            first.append(name)
        elif spent <= most or not first:
            later.append(name)
    return [
        (batch, 10 + round(2 * sum(coverage.seconds.get(name, 1) for name in batch)))
        for batch in (first, later)
        if batch
    ]


def read_equivalent() -> dict[tuple[str, str, str], str]:
    """Return the reasons why mutants cannot be killed, by file and both forms of the line."""
    with Path(__file__).with_name("mutants_equivalent.toml").open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["mutant"]
    return {(each["file"], each["was"], each["now"]): each["reason"] for each in entries}


def report(results: list[Result], sizes: dict[str, int]) -> None:
    """Print the survivors, and a table."""
    reasons = read_equivalent()
    equivalent = {each.key for each in results if (each.path, each.was, each.now) in reasons}
    for each in sorted(results, key=lambda result: (result.path, result.line)):
        if each.outcome == SURVIVED and each.key not in equivalent:
            note = f"  ({each.by})" if each.by else ""
            print(f"\n{each.path}:{each.line}{note}\n  - {each.was}\n  + {each.now}")
    head = ("of", "mutants", "killed", LATE, "equivalent", SURVIVED, "share")
    print("\n" + f"{'layer':8}" + "".join(f"{word:>11}" for word in head))
    for layer in sizes:
        own = [each for each in results if each.path.split("/")[1] == layer]
        outcomes = Counter(each.outcome for each in own if each.key not in equivalent)
        same = sum(each.key in equivalent for each in own)
        share = outcomes[SURVIVED] / max(1, len(own) - same)
        counts = (sizes[layer], len(own), outcomes[KILLED], outcomes[LATE], same)
        figures = "".join(f"{count:>11}" for count in (*counts, outcomes[SURVIVED]))
        print(f"{layer:8}{figures}{share:>11.1%}")


def main() -> None:
    """Test a sample of mutants, and print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=100, help="mutants of each layer")
    parser.add_argument("--layer", choices=LAYERS, action="append", help="only this layer")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for each mutant")
    parser.add_argument("--slow", action="store_true", help="run slow tests too")
    parser.add_argument("--again", action="store_true", help="test the survivors again")
    parser.add_argument("--report", action="store_true", help="only print what is known")
    default = Path(tempfile.gettempdir()) / "gridlock-mutants"
    parser.add_argument("--work", type=Path, default=default, help="folder to keep it all in")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    samples = {layer: sample(layer, args.seed, args.each) for layer in args.layer or LAYERS}
    ranks = zip_longest(*(chosen for chosen, _ in samples.values()))
    wanted = [each for rank in ranks for each in rank if each]
    kept = args.work / "results.jsonl"
    known = {}
    for line in kept.read_text().splitlines() if kept.exists() else ():
        result = Result(**json.loads(line))
        known[result.key] = result
    open_ones = [
        each
        for each in wanted
        if each.key not in known or (args.again and known[each.key].outcome == SURVIVED)
    ]
    if open_ones and not args.report:
        tree = Tree(args.work.resolve(), "slow or not slow" if args.slow else "not slow")
        coverage = take_coverage(tree)
        added = new_tests(coverage)
        for name in PLUGINS:
            importlib.import_module(name)
        progress = Progress(len(open_ones), "mutants")
        for mutant in open_ones:
            progress.show(f"{mutant.path}:{mutant.line}")
            result = tree.test(mutant, tests_for(mutant, coverage, added, args.seconds))
            known[result.key] = result
            with kept.open("a") as file:
                file.write(json.dumps(asdict(result)) + "\n")
            progress.end_one(f"{result.outcome:10}{mutant.path}:{mutant.line}  {result.now}")
        progress.clear()
    found = [known[each.key] for each in wanted if each.key in known]
    report(found, {layer: size for layer, (_, size) in samples.items()})


if __name__ == "__main__":
    main()
