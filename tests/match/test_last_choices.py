"""What was chosen last, from one run to the next."""

from pathlib import Path

import pytest

from gridlock_tui.match.store.last_choices import (
    LastChoices,
    read_last_choices,
    write_last_choices,
)
from gridlock_tui.rules import Board, Player

CHOICES = LastChoices(
    "passing", Board(5, 6), Player.TWO, None, ("perfect", "human"), ("", "Ada [/]"),
    "novice", ("Ada", ""),
)  # fmt: skip


@pytest.mark.parametrize("choices", [CHOICES, CHOICES._replace(set_level=None, set_names=None),
                                     LastChoices("classic", Board(4, 4))])  # fmt: skip
def test_what_is_written_is_read(tmp_path: Path, choices: LastChoices) -> None:
    path = tmp_path / "folder" / "last.txt"
    write_last_choices(path, choices)
    assert read_last_choices(path) == choices


def test_names_are_one_line_each(tmp_path: Path) -> None:
    path = tmp_path / "last.txt"
    write_last_choices(path, CHOICES._replace(names=("A\nfirst 1", "\ud800")))
    found = read_last_choices(path)
    assert found is not None
    assert found.names[0] == "A first 1"
    assert found.first is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"variant showdown\n",
        b"x" * 10_000,
        b"variant a\nboard 99x99\nside 1\nfirst 1\nkind-one human\nkind-two human\n",
        b"variant a\nboard 4x4\nside 7\nfirst 1\nkind-one human\nkind-two human\n"
        b"name-one \nname-two \n",
        b"variant a\nboard 4x4\nside 1\nfirst 1\nkind-one human\nkind-two wizard\n"
        b"name-one \nname-two \n",
    ],
)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "last.txt"
    path.write_bytes(content)
    assert read_last_choices(path) is None


def test_no_file_and_a_folder_in_its_place(tmp_path: Path) -> None:
    assert read_last_choices(tmp_path / "last.txt") is None
    assert read_last_choices(tmp_path) is None
    write_last_choices(tmp_path, CHOICES)  # says nothing
