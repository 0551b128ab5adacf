"""Installs the package as users do, from wheel and sdist, pure and compiled, outside the checkout.

`.ci/run` runs it, and so does `python -m pytest tests/install.py`. It needs pip's registry and a C
compiler, so its name is one that a bare `pytest` does not collect.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import NamedTuple

import pytest

from gridlock_tui import __version__
from gridlock_tui.rules import VARIANTS, closing_text, play_moves
from tests.engine.test_build import HOOK
from tests.tui.terminal import Terminal

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("install")]
ROOT = Path(__file__).parents[1]
DOCUMENTS = ("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml")
GAME = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"

# `Terminal` runs Python, which this replaces with the command.
BECOME = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"


# The builds, as `gridlock --version` calls them, and the variables that ask for them.
PURE, COMPILED = "pure Python", "compiled"
BUILD = {PURE: {}, COMPILED: {"HATCH_BUILD_HOOKS_ENABLE": "1"}}
NEEDS = "import hatchling.build; print(*hatchling.build.get_requires_for_build_wheel())"


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HATCHLING = "import runpy; runpy.run_module('hatchling', run_name='__main__')"
LATER = f"import time; now = time.time(); time.time = lambda: now + 10**8; {HATCHLING}"
"""Runs hatchling three years later."""


class Place(NamedTuple):
    """A virtual environment that holds nothing but the installed package."""

    folder: Path
    build: str

    @property
    def packages(self) -> Path:
        """Return the folder of its packages."""
        (packages,) = self.folder.glob("lib/python*/site-packages")
        return packages

    @property
    def distribution(self) -> PathDistribution:
        """Return the metadata of our package."""
        (metadata,) = self.packages.glob("gridlock_tui-*.dist-info")
        return PathDistribution(metadata)

    def written(self) -> dict[Path, int]:
        """Return when each of its files was written last."""
        return {path: path.lstat().st_mtime_ns for path in self.folder.rglob("*")}

    def command(self, name: str) -> str:
        """Return the path of an installed command."""
        return str(self.folder / "bin" / name)


def pip(*arguments: str | Path, build: str = PURE) -> None:
    quiet = ("-q", "--disable-pip-version-check")
    done = subprocess.run(
        [sys.executable, "-m", "pip", *map(str, arguments), *quiet],
        env={**os.environ, **BUILD[build]},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def files(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder, except those that Python and the test tools write."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", "snapshot_report.html"} & {*path.parts}
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a wheel and an sdist."""
    folder = tmp_path_factory.mktemp("built")
    venv.create(folder / "builder")
    builder = folder / "builder" / "bin" / "python"
    pip("--python", builder, "install", *PROJECT["build-system"]["requires"])
    build = [str(builder), "-m", "hatchling", "build", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return folder / "dist"


@pytest.fixture(scope="module")
def sdist(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sdist, unpacked."""
    (packed,) = built.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"gridlock_tui-{__version__}"


@pytest.fixture(
    scope="module",
    params=[("*.whl", PURE), ("*.tar.gz", PURE), ("*.tar.gz", COMPILED)],
    ids=["wheel", "sdist", "compiled"],
)
def place(
    built: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Place]:
    """Return a new, write-protected environment with the package in it."""
    folder = tmp_path_factory.mktemp("place")
    venv.create(folder)
    pattern, build = request.param
    (package,) = built.glob(pattern)
    pip("--python", folder / "bin" / "python", "install", package, build=build)
    protected = [path for path in (folder, *folder.rglob("*")) if not path.is_symlink()]
    for path in protected:
        path.chmod(path.stat().st_mode & ~0o222)
    yield Place(folder, build)
    for path in protected:
        path.chmod(path.stat().st_mode | 0o200)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work outside the checkout, with no variable that points to it."""
    monkeypatch.chdir(tmp_path)
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)


def output(*command: str, typed: str = "") -> str:
    done = subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_file_of_the_package_is_installed(place: Place) -> None:
    installed = files(place.packages / "gridlock_tui")
    compiled = {name for name in installed if name.endswith(".so")}
    assert {n: f for n, f in installed.items() if n not in compiled} == files(ROOT / "gridlock_tui")
    modules = {f"/gridlock_tui/{name.partition('.')[0]}.py" for name in compiled}
    assert modules == (set(HOOK["include"]) if place.build == COMPILED else set())


@pytest.mark.parametrize(("build", "tools"), [(PURE, []), (COMPILED, ["hatch-mypyc", "mypy"])])
def test_only_the_compiled_build_needs_more_tools(
    built: Path, build: str, tools: list[str]
) -> None:
    done = subprocess.run(
        [built.parent / "builder" / "bin" / "python", "-c", NEEDS],
        cwd=ROOT,
        env={**os.environ, **BUILD[build]},
        capture_output=True,
        text=True,
    )
    assert [need.partition("=")[0] for need in done.stdout.split()] == tools, done.stderr


def test_the_metadata_are_complete(place: Place) -> None:
    about = place.distribution.metadata
    assert (about["Name"], about["Version"]) == ("gridlock-tui", __version__)
    assert about.json["description"] == (ROOT / "README.md").read_text(encoding="utf-8")
    licence = place.distribution.read_text("licenses/LICENSE")
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_same_commit_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    one = clone_of_commit(tmp_path)
    two = tmp_path / "a longer path" / "with spaces"
    two.parent.mkdir()
    subprocess.run(["git", "clone", "-q", one, two], check=True, umask=0o077)
    for path in two.rglob("*.py"):
        os.utime(path, (1, 10**9))
    junk = two / "gridlock_tui" / "__pycache__" / "left.cpython-311.pyc"
    junk.parent.mkdir()
    junk.touch()
    python = built.parent / "builder" / "bin" / "python"
    digests = []
    for folder, code, umask in ((one, HATCHLING, 0o022), (two, LATER, 0o077)):
        build: list[str | Path] = [python, "-c", code, "build", "-d", folder / "dist"]
        subprocess.run(build, cwd=folder, check=True, capture_output=True, umask=umask)
        files = sorted((folder / "dist").iterdir())
        digests.append({file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files})
    assert len(digests[0]) == 2
    assert digests[0] == digests[1]


def clone_of_commit(folder: Path) -> Path:
    """Return a repository whose one commit is this tree."""
    clone = folder / "one"
    clone.mkdir()
    left_out = shutil.ignore_patterns("__pycache__", "snapshot_report*.html")
    for name in ("gridlock_tui", "tests", "assets"):
        shutil.copytree(ROOT / name, clone / name, ignore=left_out)
    for name in (*DOCUMENTS, ".gitignore"):
        shutil.copy(ROOT / name, clone / name)
    names = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*names, "commit", "-q", "-m", "All of it"]):
        subprocess.run(["git", *command], cwd=clone, check=True)
    return clone


def test_the_metadata_say_where_to_look_and_what_was_tried(place: Place) -> None:
    about = place.distribution.metadata
    urls = dict(each.split(", ", 1) for each in about.get_all("Project-URL") or ())
    assert {"Homepage", "Changelog", "Issues"} <= {*urls}
    assert all(url.startswith("https://") for url in urls.values())
    tried = f"Programming Language :: Python :: {sys.version_info.major}.{sys.version_info.minor}"
    assert tried in (about.get_all("Classifier") or ())


@pytest.mark.parametrize("name", ["gridlock", "gridlock-tui", "python"])
def test_every_command_runs(place: Place, name: str) -> None:
    command = [place.command(name), *(["-m", "gridlock_tui"] if name == "python" else [])]
    assert output(*command, "--version") == f"gridlock {__version__} ({place.build})\n"
    listed = output(*command, "variants").splitlines()
    assert [line.split()[0] for line in listed] == list(VARIANTS)
    played = output(*command, "plain", "showdown", typed=GAME.replace("; ", "\n"))
    assert closing_text(play_moves(VARIANTS["showdown"].start(), GAME)) in played
    assert "Player 1 to move: Player 2 wins, in 4." in output(*command, "solve", "classic")


@pytest.mark.parametrize("name", ["gridlock", "gridlock-tui", "python"])
def test_the_app_runs_and_its_engine_answers(place: Place, name: str, home: Path) -> None:
    before = place.written()
    command = [place.command(name), *(["-m", "gridlock_tui"] if name == "python" else [])]
    with Terminal("-c", BECOME, *command, "--variant", "showdown") as terminal:
        terminal.wait_for("Player 1", "to move")
        terminal.type(" ")
        terminal.wait_for("▸2 2", "to move")
        terminal.type("H")
        terminal.wait_for("Every move wins")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert list(home.rglob("*.json")), "the game is saved where the system keeps such files"
    assert place.written() == before, "nothing is written beside the package"


def test_the_sdist_has_all_that_the_tests_need(sdist: Path) -> None:
    for folder in ("gridlock_tui", "tests", "assets"):
        assert files(sdist / folder) == files(ROOT / folder)
    for name in DOCUMENTS:
        assert (sdist / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_tests_run_in_the_sdist(sdist: Path, tmp_path: Path) -> None:
    shutil.copytree(sdist, tmp_path / "unpacked")
    some = ("tests/rules/test_documents.py", "tests/test_layers.py", "README.md")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *some],
        cwd=tmp_path / "unpacked",
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
