"""What a shell can know of the command line: completions and a man page, made from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

from gridlock_tui import __version__
from gridlock_tui.cli.parser import make_parser
from gridlock_tui.match import KINDS
from gridlock_tui.rules import VARIANTS

_FILE = "FILE"


def _lessons() -> Iterable[str]:
    from gridlock_tui.match.lessons import all_lessons

    return (lesson.id for lesson in all_lessons())


def _puzzles() -> Iterable[str]:
    from gridlock_tui.engine.puzzles import all_puzzles

    return (puzzle.id for puzzle in all_puzzles())


def _themes() -> Iterable[str]:
    from gridlock_tui.tui.launch import theme_names

    return theme_names()


_WORDS: dict[str, Callable[[], Iterable[str]]] = {
    "SLUG": lambda: VARIANTS,
    "LEVEL": lambda: KINDS,
    "LESSON": _lessons,
    "PUZZLE": _puzzles,
    "THEME": _themes,
}
"""What each placeholder of the help stands for, if it is one of a few words."""


def completion_script(shell: str) -> str:
    """Return the script that completes our commands, flags and words in this shell."""
    import shtab

    parser = make_parser()
    for action in _actions(parser):
        placeholder = action.metavar
        if placeholder == _FILE:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # what shtab looks for
        elif isinstance(placeholder, str) and (words := _words(placeholder)):
            action.choices = words
    return shtab.complete(parser, shell)


def man_page() -> str:
    """Return the man page as roff."""
    from argparse_manpage.manpage import Manpage

    parser = make_parser()
    page = Manpage(parser, format="single-commands-section")
    summary, _, _ = (parser.description or "").partition(".")
    page.description = summary[:1].lower() + summary[1:]
    page.source, page.manual = f"gridlock {__version__}", "Gridlock"
    return str(page)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the flags and arguments of all commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
        else:
            yield action


def _words(placeholder: str) -> list[str]:
    """Return the words that a placeholder such as `1|2|toss` or `SLUG` stands for."""
    parts = placeholder.split("|")
    if len(parts) == 1 and placeholder not in _WORDS:
        return []
    return [word for part in parts for word in (_WORDS[part]() if part in _WORDS else [part])]
