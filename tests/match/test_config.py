"""What a person has set: read with care, changed without losing anything."""

import math
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import KINDS, config_file
from gridlock_tui.match.config_file import (
    change_config,
    line_of,
    load_config,
    read_config,
    reset_config,
    save_config,
    write_config,
)
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import (
    ANIMATIONS,
    PACES,
    SETTINGS,
    Settings,
    faster,
    slower,
)
from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths, find_paths
from gridlock_tui.rules import Move
from tests.match.support import ROW_SETUP

CHANGED = Settings(
    theme="nord",
    ascii=True,
    coordinates=False,
    animation="reduced",
    pace=1.5,
    guard=True,
    level="expert",
    names=("Ada", "Ben"),
    keys={"undo": "backspace,u"},
)
_names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=20)
_all_settings = st.builds(
    Settings,
    theme=_names,
    ascii=st.booleans(),
    coordinates=st.booleans(),
    animation=st.sampled_from(ANIMATIONS),
    pace=st.floats(0, 60),
    guard=st.booleans(),
    level=st.sampled_from(KINDS),
    names=st.tuples(_names, _names).filter(lambda names: names[0][:20] != names[1][:20]),
    keys=st.dictionaries(st.sampled_from(["undo", "redo", "hint"]), st.sampled_from(["u", "f2,x"])),
)


def test_the_file_is_where_the_system_keeps_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRIDLOCK_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = find_paths().settings
    assert path == platformdirs.user_config_path("gridlock") / "config.toml"
    if sys.platform == "linux":
        assert path == tmp_path / "gridlock" / "config.toml"


def test_every_setting_can_be_read_and_is_explained() -> None:
    assert list(SETTINGS) == [each.name for each in fields(Settings)]
    written = write_config(Settings())
    for setting in SETTINGS.values():
        assert f"# {setting.help}\n" in written


@given(_all_settings)
def test_what_is_written_is_read_again(config: Settings) -> None:
    assert read_config(write_config(config)) == (config, ())


def test_usual_keys_are_comments() -> None:
    text = write_config(CHANGED, {"undo": ("u,ctrl+z", "Take back."), "redo": ("r", "Go on.")})
    assert '\n# redo = "r"  # Go on.\n' in text
    assert '\nundo = "backspace,u"  # Take back.\n' in text
    assert read_config(text) == (CHANGED, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colour = 1", ["no setting 'colour'", "theme"]),
        ('level = "godlike"', ["level cannot be 'godlike'", '"perfect"']),
        ("level = 3", ["level cannot be 3", '"human"']),
        ("guard = 1", ["guard cannot be 1", 'true, false or "auto"']),
        ('coordinates = "no"', ["coordinates cannot be 'no'", "true or false"]),
        ('animation = "some"', ["animation cannot be 'some'", '"reduced"']),
        ("pace = true", ["pace cannot be true", "seconds"]),
        ("pace = nan", ["pace cannot be nan", "seconds"]),
        ("pace = -1", ["pace cannot be -1", "seconds"]),
        ("pace = 61", ["pace cannot be 61", "60"]),
        (f"pace = 0x{'f' * 5000}", ["pace cannot be", "seconds"]),
        ("theme = 4", ["theme cannot be 4", "quotation marks"]),
        ('names = "Ada"', ["names cannot be 'Ada'", '["Ada", "Ben"]']),
        ('names = ["Ada"]', ["names cannot be ['Ada']", '["Ada", "Ben"]']),
        ('names = ["Ada", "Ada"]', ["names cannot be", "must differ"]),
        ('keys = "u"', ["keys cannot be 'u'", "[keys]"]),
    ],
)
def test_what_cannot_be_used_is_named_and_the_rest_holds(text: str, words: list[str]) -> None:
    rest = "ascii = true\n"
    config, notices = read_config(rest + text)
    assert config == Settings(ascii=True)
    assert len(notices) == 1
    assert all(word in notices[0] for word in words), notices


@pytest.mark.parametrize(
    "text", ["theme = ", "[", f"pace = {'1' * 5000}", "a = 1\na = 2", "x" * 1000, "[" * 5000]
)
def test_what_is_not_toml_is_said_in_one_sentence(text: str) -> None:
    config, (notice,) = read_config(text)
    assert config == Settings()
    assert notice.startswith("it is not valid TOML, so the default settings apply: ")
    assert len(notice) < 150
    assert "\n" not in notice


@given(st.binary(max_size=60))
def test_no_file_is_too_strange(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "strange.toml"
    path.write_bytes(content)
    config, notices = load_config(path)
    assert isinstance(config, Settings)
    assert all("strange.toml" in notice and "\n" not in notice for notice in notices)


def test_keys_are_written_as_text_or_as_a_list() -> None:
    text = '[keys]\nundo = "u, backspace"\nredo = ["r", "f3"]\nhint = 3\n'
    assert read_config(text).settings.keys == {"undo": "u,backspace", "redo": "r,f3", "hint": ""}


@pytest.mark.parametrize("keys", ["r,f ,3", "r, ,3", ",", " ", "", "f2,\t", "a\x00b", "ctrl+ x"])
@pytest.mark.parametrize("there", ["", '[keys]\nredo = "u"\n'])
def test_a_key_list_is_written_as_it_is_read(tmp_path: Path, keys: str, there: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(there)
    assert save_config(path, Settings(keys={"redo": keys})) == ""
    written = load_config(path).settings
    assert save_config(path, written) == ""
    assert load_config(path) == (written, ())
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"], "none is set aside"


@given(st.lists(st.text(max_size=3), max_size=4))
def test_any_key_list_reads_back_the_same(keys: list[str]) -> None:
    once = read_config(line_of("keys", {"redo": keys})).settings
    assert read_config(write_config(once)) == (once, ())


def test_in_a_list_a_comma_and_a_space_are_keys() -> None:
    text = '[keys]\nundo = [",", " ", "f2"]\nredo = "r,f ,3"\nhint = ["a,b"]\n'
    keys = {"undo": "comma,space,f2", "redo": "r,f,3", "hint": "a,b"}
    assert read_config(text).settings.keys == keys


def test_each_pace_leads_to_the_next() -> None:
    assert [slower(pace) for pace in PACES] == [*PACES[1:], PACES[-1]]
    assert [faster(pace) for pace in PACES] == [PACES[0], *PACES[:-1]]
    assert (slower(1.0), faster(1.0), slower(60.0)) == (1.5, 0.7, 60.0)


@pytest.mark.parametrize(
    ("pace", "holds"),
    [(60.0, 60.0), (61.0, 60.0), (3600.0, 60.0), (math.inf, 60.0), (-1.0, 0.7), (math.nan, 0.7)],
)
def test_the_pace_of_a_saved_match_can_be_set(tmp_path: Path, pace: float, holds: float) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    library = Library(paths)
    match = replace(Match.begin(ROW_SETUP), pace=pace, guard=True).play(Move(0))
    library.save(match)
    library.close()
    later = Library(paths)
    assert later.load() == []
    assert later.saved_matches == (replace(match, pace=holds),)


# The file.


def test_without_a_file_the_usual_settings_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none" / "config.toml") == (Settings(), ())


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    (_, (notice,)) = load_config(tmp_path)
    assert "not a plain file, so the default settings apply" in notice


def test_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "config.toml"
    assert save_config(path, CHANGED) == ""
    assert load_config(path) == (CHANGED, ())
    assert save_config(path, Settings()) == ""
    assert load_config(path) == (Settings(), ())


BY_HAND = """# mine
level = "novice"   # be kind

from_the_future = [1, 2]

[keys]
# backspace is where it should be
undo = "backspace"

[other]
level = 3
"""


def test_a_change_leaves_everything_else_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(BY_HAND)
    before, _ = load_config(path)
    keys = {"undo": "f2", "hint": "f3"}
    after = replace(before, level="expert", guard=True, keys=keys)
    assert save_config(path, after) == ""
    text = path.read_text()
    for line in ("# mine", "   # be kind", "from_the_future = [1, 2]", "# backspace is where"):
        assert line in text
    assert tomllib.loads(text)["other"] == {"level": 3}
    assert load_config(path).settings == after


def test_a_file_of_version_0_1_0_is_read_and_changed(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    old = (Path(__file__).parent / "fixtures" / "config-0.1.0.toml").read_text()
    path.write_text(old)
    found, notices = load_config(path)
    keys = {"undo": "backspace,u", "dismiss": "f6", "analysis": "f7,a"}
    assert found == replace(CHANGED, names=("Ada", 'B"en'), keys=keys)
    assert len(notices) == 1
    assert "there is no setting 'from_a_plugin'" in notices[0]
    after = replace(found, level="novice", keys={**keys, "dismiss": "f8"})
    assert save_config(path, after) == ""
    assert load_config(path) == (after, notices)
    changed = old.replace('level = "expert"', 'level = "novice"').replace('hush = "f6"\n', "")
    assert path.read_text() == changed + 'dismiss = "f8"\n'
    assert save_config(path, replace(after, keys={})) == ""
    assert load_config(path).settings.keys == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff# mine\n",
        "# a\u2028b\n",
        '["keys"]\nundo = "f3"\n',
        "odd = [\n [1, 2],\n]\n",
        "\r\n",
        "ascii = true",
        'names = [\n  "Cy",\n  "Di",\n]\n',
        'keys.undo = "f2"\nkeys.redo = "f3"\n',
        'keys = { undo = "f2" }\n',
        '[keys]\nundo = "f3"\n[other]\n[keys.later]\na = 1\n',
    ],
)
def test_strange_files_are_changed_too(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode())
    after = replace(load_config(path).settings, theme="nord", keys={"undo": "f2"})
    assert save_config(path, after) == ""
    assert load_config(path).settings == after


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    link = tmp_path / "config.toml"
    link.symlink_to(tmp_path / "dotfiles" / "gridlock.toml")
    save_config(link, CHANGED)
    assert link.is_symlink()
    assert load_config(tmp_path / "dotfiles" / "gridlock.toml").settings == CHANGED


def test_a_key_that_is_usual_again_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(BY_HAND)
    assert save_config(path, replace(load_config(path).settings, keys={})) == ""
    assert path.read_text() == BY_HAND.replace('undo = "backspace"\n', "")


@pytest.mark.parametrize(
    "text",
    [
        "[[[",
        "\xff",
        "keys = 3\n",
        "a" * 17_000 + " = 1\n",
    ],
)
def test_a_file_that_cannot_be_changed_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(text.encode("latin-1"))
    notice = save_config(path, CHANGED)
    assert load_config(path) == (CHANGED, ())
    (aside,) = tmp_path.glob("*.set-aside")
    assert aside.read_bytes() == text.encode("latin-1")
    assert str(aside) in notice


@given(before=_all_settings, after=_all_settings)
def test_any_settings_can_follow_any(
    tmp_path_factory: pytest.TempPathFactory, before: Settings, after: Settings
) -> None:
    path = tmp_path_factory.getbasetemp() / "followed.toml"
    path.write_text(write_config(before), encoding="utf-8")
    assert save_config(path, after) == ""
    assert load_config(path) == (after, ())


def test_a_name_of_ten_thousand_parts_is_read_quickly() -> None:
    config, (notice,) = read_config(".".join("a" * 20_000) + " = 1")
    assert config == Settings()
    assert notice == "a line has more than 16000 characters, so the default settings apply"


@pytest.mark.parametrize("text", [".".join("a" * 20_000) + " = 1", f"a = {'[' * 15_000}"])
def test_a_hostile_file_is_set_aside_at_once(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    began = time.monotonic()
    assert "could not be changed" in save_config(path, CHANGED)
    assert time.monotonic() - began < 5
    assert load_config(path) == (CHANGED, ())


def test_a_link_that_leads_to_itself_gives_way_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.symlink_to(path)
    assert save_config(path, CHANGED) == ""
    assert load_config(path) == (CHANGED, ())


def test_windows_that_set_something_at_the_same_time_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config_file, "_SECONDS", 60.0)  # however slow the machine is
    path = tmp_path / "config.toml"
    commands = [f"command-{number}" for number in range(24)]

    def set_key(command: str) -> str:
        return change_config(path, lambda found: replace(found, keys={**found.keys, command: "x"}))

    with ThreadPoolExecutor(max_workers=8) as windows:
        assert set(windows.map(set_key, commands)) == {""}
    assert load_config(path).settings.keys == dict.fromkeys(commands, "x")
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]


def test_a_window_that_keeps_the_lock_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config_file, "_SECONDS", 0.0)
    handle = locks.acquire(tmp_path / "config.lock")
    assert handle is not None
    with pytest.raises(StoreError, match=r"cannot save config\.toml: another window"):
        change_config(tmp_path / "config.toml", lambda found: found)
    locks.release(handle)


def test_reset_keeps_the_old_file_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert reset_config(path) is None
    path.write_text(BY_HAND)
    aside = reset_config(path)
    assert aside is not None
    assert aside.read_text() == BY_HAND
    assert not path.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot save config\.toml: not a directory"):
        save_config(tmp_path / "file" / "config.toml", CHANGED)
    with pytest.raises(StoreError, match=r"cannot save config\.toml: not a directory"):
        change_config(tmp_path / "file" / "config.toml", lambda found: found)
