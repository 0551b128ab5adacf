"""Screens and the app stand directly on Textual's classes."""

import importlib
import pkgutil

from textual.app import App
from textual.screen import Screen

from gridlock_tui import tui
from gridlock_tui.tui.app import GridlockApp


def screen_classes() -> set[type[Screen[object]]]:
    """Return every screen of the app."""
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}.")
    ]
    return {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Screen)
        and each.__module__.startswith(f"{tui.__name__}.")
    }


def test_every_screen_is_one_class_below_textual() -> None:
    indirect = {
        each.__name__
        for each in screen_classes()
        if not any(base.__module__.startswith("textual.") for base in each.__bases__)
    }
    assert indirect == set()


def test_the_app_is_one_class_below_textual() -> None:
    assert GridlockApp.__bases__ == (App,)
