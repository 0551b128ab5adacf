"""Preferences: what is set, changed, saved and merged, without an app."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.dom import DOMNode

from gridlock_tui.match.config_file import load_config, save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import Names
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.preferences import Preferences


class Window:
    """One of several windows: its preferences, and the names of the settings it heard of."""

    def __init__(
        self,
        settings: Settings,
        *,
        saves: bool = True,
        monkeypatch: pytest.MonkeyPatch | None = None,
    ) -> None:
        self.owner = DOMNode()
        self.preferences = Preferences(self.owner, settings, saves=saves)
        self.heard: list[frozenset[str]] = []
        if monkeypatch is not None:  # a signal reaches only nodes of a running app
            monkeypatch.setattr(self.preferences.changed, "publish", self.heard.append)


def saved() -> Settings:
    return load_config(find_paths().settings).settings


def test_a_change_applies_is_published_and_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(Settings(), monkeypatch=monkeypatch)
    assert window.preferences.change(guard=True, pace=1.5, level="human") == ""
    assert window.preferences.settings == saved() == Settings(guard=True, pace=1.5)
    assert window.heard == [frozenset({"guard", "pace"})]


def test_without_a_change_nothing_is_published_or_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(Settings(), monkeypatch=monkeypatch)
    assert window.preferences.change(guard=Settings().guard) == ""
    assert window.heard == []
    assert not find_paths().settings.exists()


def test_an_override_is_for_this_run_only(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(Settings(), monkeypatch=monkeypatch)
    window.preferences.override(guard=True)
    assert window.preferences.settings.guard
    assert window.heard == [frozenset({"guard"})]
    assert window.preferences.change(theme="nord") == ""
    assert saved() == Settings(theme="nord")


def test_nothing_is_saved_where_nothing_should_be() -> None:
    window = Window(Settings(), saves=False)
    assert window.preferences.change(guard=True) == ""
    assert window.preferences.settings.guard
    assert not find_paths().settings.exists()


def test_what_flags_set_is_not_saved() -> None:
    save_config(find_paths().settings, Settings(level="casual"))
    window = Window(Settings(level="perfect"))
    assert window.preferences.change(guard=True) == ""
    assert saved() == Settings(level="casual", guard=True)
    assert window.preferences.settings.level == "perfect"


def test_a_change_leaves_alone_what_another_window_sets() -> None:
    one, two = Window(Settings()), Window(Settings())
    one.preferences.change(guard=True, keys={"undo": "f2"}, names=("Ada", ""))
    two.preferences.change(theme="nord", keys={"redo": "f3"}, names=("", "Ben"))
    one.preferences.change(keys={"hint": "f4"})
    expected = Settings(
        theme="nord", guard=True, names=("Ada", "Ben"), keys={"redo": "f3", "hint": "f4"}
    )
    assert saved() == expected


@pytest.mark.parametrize(
    ("found", "after", "merged"),
    [
        (("Ada", ""), ("", "Ada"), ("", "Ada")),
        (("Ada", ""), ("Cy", ""), ("Cy", "")),
        (("", "Ben"), ("Cy", ""), ("Cy", "Ben")),
    ],
)
def test_two_windows_never_give_both_players_one_name(
    found: Names, after: Names, merged: Names
) -> None:
    window = Window(Settings())
    save_config(find_paths().settings, Settings(names=found))
    assert window.preferences.change(names=after) == ""
    assert saved().names == merged


def test_a_file_that_cannot_be_written_gives_a_notice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "file"))
    window = Window(Settings())
    notice = window.preferences.change(guard=True)
    assert notice.startswith("Applies to this run only: cannot save config.toml: ")
    assert window.preferences.settings.guard


def test_a_value_that_cannot_be_saved_gives_a_notice() -> None:
    window = Window(Settings())
    notice = window.preferences.change(pace=3600.0)
    assert notice.startswith("Applies to this run only: write seconds from 0 to 60")
    assert saved() == Settings()


def test_commands_have_the_keys_that_apply() -> None:
    window = Window(Settings(keys={"undo": "f2", "redo": "f99", "hint": "a"}))
    preferences = window.preferences
    assert (preferences.key_of("undo"), preferences.key_of("redo")) == ("F2", "r")
    assert preferences.keymap == {"undo": "f2"}
    no_key, clash = preferences.notices
    assert "there is no key 'f99'" in no_key
    assert "the key a cannot be both hint and analysis in a game" in clash
    preferences.change(keys={"undo": "f3"})
    assert (preferences.key_of("undo"), preferences.keymap) == ("F3", {"undo": "f3"})
    assert preferences.notices == ()
    preferences.change(keys={})
    assert preferences.commands == BY_ID
    assert preferences.keymap == {}


def test_a_change_leaves_the_old_settings_object_as_it_was() -> None:
    window = Window(Settings())
    before = window.preferences.settings
    window.preferences.change(guard=True)
    assert before == Settings()
    assert window.preferences.settings == replace(before, guard=True)
