"""Records: they are read back unchanged, and foreign records do no harm."""

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.record import (
    LARGEST_RECORD,
    Record,
    read_record,
    show_record,
    write_record,
)
from gridlock_tui.match.store import record_files
from gridlock_tui.match.store.record_files import export_record, load_record
from gridlock_tui.rules import VARIANTS, GridlockError, Player, draw_grid, read_moves
from tests.cli.support import gridlock
from tests.match.support import NASTY, attempt, games, is_harmless

FINISHED = """\
Gridlock record 1
Variant: showdown
Size: 4x4
Player 1: Ada
Player 2: Ben
Kind 1: human
Kind 2: expert
First: Player 1
Result: Player 2 wins
Reason: stuck
Date: 2024-02-29

1. X 2 2
2. O 1 3
3. X 3 3
4. O 4 2
5. X 2 4
6. O 4 4
7. X 1 1
8. O 3 1
"""

records = st.builds(Record, games(), st.none() | st.dates())
seeds = st.sampled_from([FINISHED, FINISHED.replace("Size", "Swap: yes\nSize")])


def changed(old: str, new: str) -> str:
    assert old in FINISHED
    return FINISHED.replace(old, new)


def complaint(source: str | bytes) -> str:
    with pytest.raises(GridlockError) as caught:
        read_record(source)
    return str(caught.value)


@given(records)
def test_a_record_is_read_back_unchanged(record: Record) -> None:
    text = write_record(record)
    read = read_record(text)
    assert read.game.setup == record.game.setup
    assert read.game.timeline == record.game.timeline.present()
    assert read.day == record.day
    assert write_record(read) == text
    assert read_record(text.encode()) == read


def test_a_record_is_easy_to_read() -> None:
    variant = VARIANTS["showdown"]
    moves = read_moves(variant, "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    setup = Setup(variant, ("Ada", "Ben"), Player.ONE, ("human", "expert"))
    game = Game.replay(setup, moves).jump(3)
    assert write_record(Record(game, date(2024, 2, 29))) == FINISHED


def test_a_record_shows_swap_and_passes() -> None:
    variant = VARIANTS["passing"].resized(1, 3)
    setup = Setup(variant, taken_over=True)
    game = Game.replay(setup, read_moves(variant, "1 2; 1 1; 1 3"))
    text = write_record(Record(game))
    assert "\nSwap: yes\n" in text
    assert text.endswith(
        "1. X 1 2\n"
        "# the first move is taken over: the players exchange sides\n"
        "2. O 1 1\n"
        "# X passes\n"
        "3. O 1 3\n"
    )
    assert read_record(text).game.setup.taken_over


def test_a_record_written_by_hand_needs_little() -> None:
    by_hand = (
        "\ufeff\r\n# mine\r\nGridlock record 1\r\nEvent: a rainy day\r\nVariant: kayles\r\n6; 15"
    )
    game = read_record(by_hand).game
    assert game.setup == Setup(VARIANTS["classic"])
    assert game.timeline.moves == read_moves(VARIANTS["classic"], "6; 15")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (changed("3. X 3 3", "3. X 2 3"), "move 3 cannot be played: 2 3 is blocked by 1 3 and 2 2"),
        (changed("3. X 3 3", "3. X 9 9"), "move 3 cannot be played: 9 9 is off the board"),
        (changed("3. X 3 3", "3. X foo"), "move 3 cannot be played: 'foo' is not a move"),
        (changed("3. X 3 3", "3. X"), "move 3 cannot be played: 'X' is not a move"),
        (changed("3. X 3 3", "4. X 3 3"), "move 3 is numbered 4 in the record"),
        (changed("3. X 3 3", "3. O 3 3"), "move 3 is said to be by O, but it is X to move"),
        (FINISHED + "9. X 1 4\n", "move 9 cannot be played: the game is over: Player 2 won"),
        (changed("Player 2 wins", "Player 1 wins"), "by the rules it is 'Player 2 wins'"),
        (changed("stuck", "magic"), "gives 'magic' as reason; by the rules it is 'stuck'"),
        (changed("8. O 3 1\n", ""), "'Player 2 wins' as result; by the rules it is 'unfinished'"),
        (changed("4x4", "99x99"), "a board has 1 to 8 rows and columns"),
        (changed("4x4", "4" * 5000), "is not a size: write rows x columns"),
        (changed("showdown", "chess"), "there is no variant 'chess'"),
        (changed("Variant: showdown\n", ""), "the tag Variant is missing"),
        (changed("Size:", "Variant: classic\nSize:"), "the tag Variant stands in the record twice"),
        (changed("Ben", "Ada"), "the two names must differ"),
        (changed("expert", "wizard"), "'wizard' is not a kind of player: write human"),
        (changed("First: Player 1", "First: me"), "'me' cannot start: write Player 1 or Player 2"),
        (changed("First:", "Swap: maybe\nFirst:"), "does not say if there was a swap"),
        (changed("2024-02-29", "2023-02-29"), "'2023-02-29' is not a date"),
        (changed("2024-02-29", "20240229"), "'20240229' is not a date"),
        (changed("record 1", "record 2"), "this record has the form '2'"),
        ("", "a record begins with the line 'Gridlock record 1'"),
        (b"\xff\xfe\x00", "a record is text in UTF-8"),
        (" " * (LARGEST_RECORD + 1), "a record has at most 64 KiB"),
        ("Gridlock record 1\nVariant: classic\nSwap: yes\n", "there is no first move to take over"),
        ("Gridlock record 1\nVariant: classic\n" + "1" * 5000, "move 1 cannot be played"),
        ("Gridlock record 1\nVariant: classic\n" + "1" * 5000 + ". 6", "move 1 cannot be played"),
    ],
)
def test_errors_are_reported_in_one_sentence(source: str | bytes, sentence: str) -> None:
    found = complaint(source)
    assert sentence in found
    assert "\n" not in found


def accept_or_complain(source: str | bytes) -> None:
    record = attempt(read_record, source)
    shown = record if isinstance(record, str) else write_record(record)
    assert all(is_harmless(line) for line in shown.split("\n"))
    if isinstance(record, str):
        assert "\n" not in record
        assert len(record) < 300
    else:
        assert write_record(read_record(shown)) == shown


@given(st.binary(max_size=2000) | st.text(max_size=2000))
def test_any_bytes_and_any_text_give_a_game_or_a_sentence(source: str | bytes) -> None:
    accept_or_complain(source)


@given(seeds, st.data())
def test_any_damage_to_a_record_gives_a_game_or_a_sentence(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 20)))
        put = data.draw(st.sampled_from(("", "\n", ";", ":", "#", "9" * 50, *NASTY)) | st.text())
        text = text[:start] + put + text[end:]
    accept_or_complain(text)
    accept_or_complain(text.encode(errors="surrogatepass"))


@pytest.mark.parametrize("filling", ["\n", ";", "#", "1. ", "a:", "a:b\n", "(", "x" * 99 + "\n"])
def test_very_long_records_are_read_quickly(filling: str) -> None:
    head = "Gridlock record 1\nVariant: classic\n"
    accept_or_complain(head + filling * ((LARGEST_RECORD - len(head)) // len(filling)))


@pytest.mark.parametrize("name", NASTY)
def test_a_name_stays_on_its_line(name: str) -> None:
    text = FINISHED.replace("Player 1: Ada", f"Player 1: {name.splitlines()[0]}")
    for source in (text, FINISHED.replace("Ada", name)):
        record = attempt(read_record, source)
        if isinstance(record, str):
            assert is_harmless(record)
            continue
        again = write_record(record)
        assert again.count("\n") == FINISHED.count("\n")
        name_line = f"Player 1: {record.game.setup.names[0]}\n"
        assert again.replace(name_line, "Player 1: Ada\n") == FINISHED
        assert all(is_harmless(line) for line in again.split("\n"))


@pytest.mark.parametrize("name", NASTY)
def test_an_unchecked_name_is_cleaned_when_it_is_written(name: str) -> None:
    text = write_record(Record(Setup(VARIANTS["classic"], (name, "Ben")).begin()))
    assert all(is_harmless(line) for line in text.split("\n"))
    assert write_record(read_record(text)) == text


# Files.


def test_a_record_never_replaces_another(tmp_path: Path) -> None:
    record = read_record(FINISHED)
    folder = tmp_path / "games"
    written = [export_record(record, folder) for _ in range(3)]
    assert [path.name for path in written] == [
        "gridlock-showdown-2024-02-29.txt",
        "gridlock-showdown-2024-02-29-2.txt",
        "gridlock-showdown-2024-02-29-3.txt",
    ]
    assert all(path.read_bytes() == FINISHED.encode() for path in written)
    assert load_record(written[0]) == record


def test_the_number_of_records_of_a_day_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_files, "_MOST_A_DAY", 2)
    record = read_record(FINISHED)
    assert export_record(record, tmp_path) != export_record(record, tmp_path)
    with pytest.raises(GridlockError, match="there are 2 of that day already"):
        export_record(record, tmp_path)


def test_a_record_that_cannot_be_written_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(GridlockError, match=r"cannot write gridlock-.*\.txt: not a directory"):
        export_record(read_record(FINISHED), tmp_path / "file")


def test_a_record_that_does_not_fit_on_the_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", _disk_full)
    with pytest.raises(GridlockError, match="no space left on device"):
        export_record(read_record(FINISHED), tmp_path)
    assert list(tmp_path.iterdir()) == []


def _disk_full(_: object) -> None:
    raise OSError(28, "No space left on device")


# The command.


def test_the_command_prints_tags_grid_and_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(FINISHED)
    for done in (gridlock("record", str(file)), gridlock("record", "-", typed=FINISHED)):
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            f"{FINISHED}\n"
            "   1 2 3 4\n"
            "1 [X # O #]\n"
            "2 [# X # X]\n"
            "3 [O # X #]\n"
            "4 [# O # O]\n"
            "\n"
            "Ada has no valid moves left. Ben wins!\n"
        )


def test_the_command_says_when_a_game_is_not_finished() -> None:
    done = gridlock("record", "-", typed="Gridlock record 1\nVariant: classic\n6\n")
    assert done.stdout.endswith("The game is not finished: Player 2 is to move.\n")


def test_the_command_names_the_move_that_is_wrong() -> None:
    done = gridlock("record", "-", typed=changed("5. X 2 4", "5. X 2 3"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gridlock: move 5 cannot be played: 2 3 is blocked by 1 3, 2 2 and 3 3\n"


def test_the_command_refuses_what_is_not_a_file_with_a_record(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * (LARGEST_RECORD + 1))
    (tmp_path / "binary\x1b[2J").write_bytes(bytes(range(256)))
    os.mkfifo(tmp_path / "pipe")
    for name, reason in [
        ("missing", "cannot read missing: no such file or directory"),
        ("large", "cannot read large: it has more than 64 KiB"),
        ("binary\x1b[2J", "a record is text in UTF-8, and this is something else"),
        ("pipe", "cannot read pipe: it is not a plain file"),
        ("", f"cannot read {tmp_path.name}: it is not a plain file"),
    ]:
        done = gridlock("record", str(tmp_path / name))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"gridlock: {reason}\n"


def test_the_command_needs_a_file() -> None:
    assert gridlock("record").stderr == "gridlock: say which file, or - for standard input\n"


def test_a_computer_without_a_name_is_named_after_its_level() -> None:
    record = read_record("Gridlock record 1\nVariant: showdown\nKind 2: expert\n2 2")
    assert record.game.names == ("Player 1", "Expert")


@pytest.mark.parametrize(
    ("moves", "closing"),
    [
        ("1 2", "Ben has no valid moves left. Ada wins!"),
        ("", "The game is not finished: Ada is to move."),
    ],
)
def test_a_record_is_shown_with_its_last_grid_and_how_it_ended(moves: str, closing: str) -> None:
    setup = Setup(VARIANTS["showdown"].resized(1, 3), ("Ada", "Ben"))
    game = Game.replay(setup, read_moves(setup.variant, moves))
    record = Record(game, date(2026, 11, 18))
    shown = show_record(record)
    assert shown.startswith(write_record(record))
    assert draw_grid(game.timeline.states[-1]) in shown
    assert shown.endswith(closing)
