"""How far you have come in the lessons, kept from one run to the next."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock_tui.match.lessons import Reached, all_lessons
from gridlock_tui.match.store import lesson_log, locks
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "lessons.txt"


def kept(file: Path) -> dict[str, Reached]:
    log = LessonLog(file)
    assert log.load() == ""
    return dict(log.progress)


def test_what_is_kept_is_read(file: Path) -> None:
    log = LessonLog(file)
    assert log.load() == ""
    assert log.progress == {}
    assert log.reach("one", 2, is_done=False) == ""
    assert log.reach("two", 3, is_done=True) == ""
    assert kept(file) == {"one": Reached(2), "two": Reached(3, True)} == log.progress


def test_reading_creates_no_file(file: Path) -> None:
    LessonLog(file).load()
    assert not file.parent.exists()


def test_a_lesson_that_is_begun_again_stays_done(file: Path) -> None:
    LessonLog(file).reach("one", 3, is_done=True)
    log = LessonLog(file)
    log.load()
    log.reach("one", 1, is_done=False)
    assert kept(file) == {"one": Reached(1, True)}


def test_where_nothing_is_kept_this_run_still_knows() -> None:
    log = LessonLog(None)
    assert log.load() == ""
    assert log.reach("one", 1, is_done=True) == ""
    assert log.progress == {"one": Reached(1, True)}


@pytest.mark.parametrize(
    "content",
    [b"", b"something else\n", b"gridlock lessons 1\none\n", b"gridlock lessons 1\none x\n",
     b"gridlock lessons 1\none 1 undone\n", b"gridlock lessons 1\none 1 done more\n",
     b"gridlock lessons 1\none 1000\n", b"gridlock lessons x\n", b"\xff\xfe", b"x" * 70_000,
     b"gridlock lessons 0\n", b"gridlock lessons " + b"9" * 5000 + b"\n",
     b"gridlock lessons 1\none " + b"9" * 5000 + b"\n"],
    ids=lambda content: repr(content[:30]),
)  # fmt: skip
@pytest.mark.parametrize("reads_first", [True, False])
def test_a_damaged_file_is_set_aside_never_deleted(
    file: Path, content: bytes, reads_first: bool
) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    log = LessonLog(file)
    notices = [log.load()] if reads_first else []
    notices.append(log.reach("one", 1, is_done=False))
    (notice,) = filter(None, notices)
    (aside,) = file.parent.glob("*.set-aside")
    assert notice.startswith("A new list of lessons was started: lessons.txt is damaged")
    assert aside.name in notice
    assert aside.read_bytes() == content
    assert kept(file) == {"one": Reached(1)}


@pytest.mark.parametrize("is_locked", [True, False])
def test_a_damaged_file_that_cannot_be_set_aside_is_only_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, is_locked: bool
) -> None:
    file.parent.mkdir()
    file.write_text("damaged")
    monkeypatch.setattr(lesson_log, "_LOCK_SECONDS", 0.0)
    monkeypatch.setattr(lesson_log, "rename_unusable", lambda _: None)
    lock = locks.acquire(file.with_suffix(".lock")) if is_locked else None
    log = LessonLog(file)
    assert log.load().startswith("The lessons that you have done are not known: lessons.txt is ")
    assert log.reach("one", 1, is_done=True).startswith("Not saved: lessons.txt is ")
    assert log.progress == {"one": Reached(1, True)}
    assert file.read_text() == "damaged"
    if lock is not None:
        locks.release(lock)


def test_what_another_window_keeps_after_it_has_set_the_file_aside_is_not_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    file.write_text("damaged")
    acquire = locks.acquire_within

    def other_window_is_first(seconds: float, path: Path) -> int | None:
        monkeypatch.setattr(locks, "acquire_within", acquire)
        assert "was started" in LessonLog(file).reach("one", 3, is_done=True)
        return acquire(seconds, path)

    monkeypatch.setattr(locks, "acquire_within", other_window_is_first)
    log = LessonLog(file)
    assert log.load() == "", "the other window has said it"
    assert log.progress == {"one": Reached(3, True)} == kept(file)
    assert len(list(file.parent.glob("*.set-aside"))) == 1


def test_a_file_of_a_newer_version_is_left_alone(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("gridlock lessons 2\none 1 something new\n")
    before = file.read_bytes()
    log = LessonLog(file)
    assert "lessons.txt was written by a newer Gridlock" in log.load()
    assert log.reach("one", 2, is_done=False).startswith("Not saved: ")
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.glob("*.set-aside")] == []


def test_an_older_version_is_upgraded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    LessonLog(file).reach("one", 2, is_done=True)
    monkeypatch.setattr(lesson_log, "VERSION", 2)
    renamed = {1: lambda lines: [[f"new-{name}", *words] for name, *words in lines]}
    monkeypatch.setattr(lesson_log, "_UPGRADES", renamed)
    assert kept(file) == {"new-one": Reached(2, True)}
    log = LessonLog(file)
    log.load()
    log.reach("two", 1, is_done=False)
    assert file.read_text().splitlines() == ["gridlock lessons 2", "new-one 2 done", "two 1"]


def test_what_could_not_be_written_is_written_with_the_next_step(file: Path) -> None:
    file.parent.write_text("no folder")
    log = LessonLog(file)
    assert log.reach("one", 1, is_done=False).startswith("Not saved: cannot use lessons.txt")
    file.parent.unlink()
    assert log.reach("two", 1, is_done=False) == ""
    assert kept(file) == {"one": Reached(1), "two": Reached(1)}


def test_a_window_that_holds_the_lock_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_log, "_LOCK_SECONDS", 0.0)
    LessonLog(file).reach("one", 1, is_done=False)
    lock = locks.acquire(file.with_suffix(".lock"))
    assert lock is not None
    words = LessonLog(file).reach("one", 2, is_done=False)
    assert words == "Not saved: lessons.txt is in use by another window."
    locks.release(lock)
    assert kept(file) == {"one": Reached(1)}


def test_lessons_of_another_window_are_seen(tmp_path: Path) -> None:
    library = Library(Paths(tmp_path, tmp_path, tmp_path))
    log, notice = library.lessons()
    assert (log.progress, notice) == ({}, "")
    LessonLog(tmp_path / "lessons.txt").reach("one", 1, is_done=True)
    log, _ = library.lessons()
    assert log.progress == {"one": Reached(1, True)}


def test_the_app_is_new_until_something_is_kept(tmp_path: Path) -> None:
    library = Library(Paths(tmp_path, tmp_path, tmp_path))
    assert library.is_new
    assert not Library(None).is_new
    library.lessons()[0].reach("one", 0, is_done=False)
    assert not library.is_new


# Several processes, and kills.


def student(file: Path, seed: int, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.match.student", str(file), str(seed), str(count)]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


def test_two_windows_at_once_lose_nothing(file: Path) -> None:
    running = [student(file, seed, 25) for seed in (1, 2)]
    lines = [
        line for process in running for line in process.communicate(timeout=120)[0].split("\n")
    ]
    assert [process.returncode for process in running] == [0, 0]
    found = kept(file)
    done = {line.split()[0] for line in lines if line.endswith(" 1")}
    assert len(done) > 10
    assert {lesson for lesson, reached in found.items() if reached.is_done} == done
    assert set(found) == {line.split()[0] for line in lines if line}


@pytest.mark.slow
def test_killed_at_any_instant_nothing_that_was_kept_is_lost(file: Path) -> None:
    rng, done = random.Random(3), set[str]()
    for seed in range(10):
        process = student(file, seed, 1000)
        assert process.stdout is not None
        lines = [process.stdout.readline().split() for _ in range(rng.randint(1, 20))]
        process.kill()
        process.wait()
        process.stdout.close()
        found = kept(file)
        done |= {lesson for lesson, _, is_done in lines if is_done == "1"}
        for lesson, step, _ in lines:
            assert found[lesson].step >= int(step), f"after kill {seed}"
        assert all(found[lesson].is_done for lesson in done)
    assert done <= {lesson.id for lesson in all_lessons()}
