"""One function per command. Each imports what only it needs when it runs.

`app` and `doctor` return an exit code; the other commands return None or raise an error.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridlock_tui.cli.options import SOLVE_ALL_SECONDS, SOLVE_SECONDS, TOSS
from gridlock_tui.match import PEOPLE, Game, Kinds, Setup, checked_names, default_names
from gridlock_tui.match.naming import names_for_people
from gridlock_tui.match.settings import SETTINGS, Settings
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Names,
    Placement,
    Player,
    Variant,
    play_moves,
    read_moves,
)
from gridlock_tui.rules.text import listed

if TYPE_CHECKING:
    from argparse import Namespace


def app(options: Namespace) -> int:
    """Open the full-screen app, or print or reset its settings."""
    from gridlock_tui.match.config_file import load_config, reset_config
    from gridlock_tui.match.store.paths import find_paths

    if options.print_config and options.reset_config:
        raise GridlockError("choose one of --print-config and --reset-config")
    path = find_paths().settings
    if options.reset_config:
        aside = reset_config(path)
        print(f"Back to the default settings; the old ones are in {aside}" if aside else
              "Nothing was set; the default settings apply.")  # fmt: skip
        return 0
    saved, notices = load_config(path)
    given = ((name, getattr(options, name, None)) for name in SETTINGS)
    flags = {name: value for name, value in given if value is not None}
    settings = replace(saved, **flags)
    if not options.print_config:
        # Until the first paint, garbage is few of the objects, and looking for it takes long. The
        # app enables it again as soon as it has painted its first screen.
        gc.disable()
        try:
            return _open_app(options, settings, frozenset(flags), notices)
        finally:
            gc.enable()
    _print_config(path, settings, flags, notices)
    return 0


def _print_config(
    path: Path, settings: Settings, flags: Collection[str], notices: tuple[str, ...]
) -> None:
    from gridlock_tui.match.config_file import write_config
    from gridlock_tui.tui.commands import CHANGEABLE
    from gridlock_tui.tui.keymap import resolve_keys
    from gridlock_tui.tui.launch import unknown_theme

    resolved = resolve_keys(settings.keys)
    unknown = unknown_theme(settings.theme) if settings.theme else ""
    if unknown and "theme" in flags:
        raise GridlockError(unknown)
    for notice in filter(None, (*notices, unknown, *resolved.notices)):
        print(f"gridlock: {notice}", file=sys.stderr)
    # Leave out what does not apply, as these notices say.
    settings = replace(settings, keys=resolved.keymap, theme="" if unknown else settings.theme)
    print(f"# {path}")
    commands = {each.id: (each.keys, each.help) for each in CHANGEABLE.values()}
    print(write_config(settings, commands), end="")


def _open_app(
    options: Namespace, settings: Settings, flags: frozenset[str], notices: tuple[str, ...]
) -> int:
    from gridlock_tui.tui.launch import run_app
    from gridlock_tui.tui.menu_choices import MenuChoices
    from gridlock_tui.tui.startup import Startup

    rng = random.Random(options.seed)
    kinds: Kinds = options.players or settings.kinds
    try:
        names = checked_names(*settings.names, kinds=kinds)
        if "names" not in flags:
            names = checked_names(*names_for_people(settings.names, kinds), kinds=kinds)
    except GridlockError as error:
        if "names" in flags:
            raise
        # A mistake in the file must not stop anyone from playing.
        settings = replace(settings, names=("", ""))
        notices = (*notices, f"in config.toml: {error}")
        names = checked_names("", "", kinds=kinds)
    game, greeting = loaded_game(options), ""
    if options.variant is not None:
        setup = _setup(options, names, kinds, rng)
        game = setup.begin()
        if options.first == TOSS:
            from gridlock_tui.tui.wording.matches import toss_words

            greeting = toss_words(setup)
    elif game is None and options.size and min(options.size.rows, options.size.columns) < 3:
        advice = f"for {options.size} add --variant"
        raise GridlockError(f"the menu has boards from 3x3 to 8x8; {advice}")
    match = None
    if game is not None:
        from gridlock_tui.match.match import Match

        match = Match.of(game)
    size = options.size
    boards = dict.fromkeys(VARIANTS, size) if size else {}  # a flag is for every game
    menu = MenuChoices(
        board=size, boards=boards, first=_first(options), names=settings.names, kinds=kinds
    )
    choices = {"board": options.size, "first": options.first, "kinds": options.players}
    startup = Startup(
        rng=rng,
        match=match,
        greeting=greeting,
        # With players of their own it is no match that is played by game ids.
        game_id="" if options.players or options.level or options.names else options.id or "",
        menu=menu,
        settings=settings,
        flags=flags,
        given=frozenset(name for name, given in choices.items() if given is not None),
        notices=notices,
        keeps=True,
    )
    return run_app(startup, insists_on_theme="theme" in flags)


def loaded_game(options: Namespace) -> Game | None:
    """Return the game that --load or --id names, if one of them was given."""
    if sum(option is not None for option in (options.load, options.id, options.variant)) > 1:
        raise GridlockError("choose one of --variant, --load and --id")
    if options.load is None and options.id is None:
        return None
    for name, has in (("size", "its board"), ("first", "begun")):
        if getattr(options, name) is not None:
            raise GridlockError(f"--{name} does not go with --load or --id: that game has {has}")
    if options.id is not None:
        from gridlock_tui.match.game_id import read_game_id

        game = read_game_id(options.id)
    else:
        from gridlock_tui.match.store.record_files import load_record

        game = load_record(Path(options.load)).game
    setup = game.setup
    kinds: Kinds = options.players or (setup.kinds[0], options.level or setup.kinds[1])
    given = ("", "") if setup.names == default_names(setup.kinds) else setup.names
    names = checked_names(*(options.names or given), kinds=kinds)
    return replace(game, setup=replace(setup, names=names, kinds=kinds))


def plain(options: Namespace) -> None:
    """Play in line mode."""
    from gridlock_tui.cli.plain import LineGame

    kinds: Kinds = options.players or PEOPLE
    names = checked_names(*(options.names or ("", "")), kinds=kinds)
    setup = _setup(options, names, kinds, random.Random(options.seed))
    if options.first == TOSS:
        print(f"The coin has been tossed: {names[setup.first - 1]} starts.")
    LineGame(setup, sys.stdin, sys.stdout, verbose=options.verbose).run()


def learn(options: Namespace) -> None:
    """List the lessons, or go through one in line mode."""
    from gridlock_tui.cli.learn import LineLesson, list_lessons
    from gridlock_tui.match.store.lesson_log import LessonLog
    from gridlock_tui.match.store.paths import find_paths

    log = LessonLog(find_paths().lessons)
    if notice := log.load():
        print(f"gridlock: {notice}", file=sys.stderr)
    if options.lesson is None:
        print(*list_lessons(log.progress), sep="\n")
    else:
        LineLesson(options.lesson, log, sys.stdin, sys.stdout).play()


def variants(options: Namespace) -> None:
    """List the variants."""
    if options.json:
        import json

        print(json.dumps([_described(variant) for variant in VARIANTS.values()], indent=2))
        return
    shown = [(v.slug, str(v.board), v.title, v.summary) for v in VARIANTS.values()]
    slugs, _, titles, _ = (max(map(len, column)) for column in zip(*shown, strict=True))
    for slug, size, title, summary in shown:
        print(f"{slug:<{slugs + 1}} {size:<4} {title:<{titles + 1}} {summary}")


def _described(variant: Variant) -> dict[str, Any]:
    return {
        "slug": variant.slug,
        "title": variant.title,
        "document": variant.document,
        "size": str(variant.board),
        "aliases": list(variant.aliases),
        "summary": variant.summary,
        "essence": variant.essence,
        "tokens": variant.tokens_each,
        "cell": variant.cell_name(variant.board.sample),
    }


def perft(options: Namespace) -> None:
    """Count the move sequences of each length."""
    from gridlock_tui.cli.perft import print_counts

    print_counts(play_moves(_variant(options).start(), options.moves), options.depth)


def solve(options: Namespace) -> None:
    """Print the analysis of a position, or of all standard boards."""
    from gridlock_tui.cli.solve import solve_all, solve_json, solve_text

    if options.all:
        if options.variant or options.size or options.moves or options.json:
            raise GridlockError("--all takes nothing but --budget")
        for line in solve_all(options.budget or SOLVE_ALL_SECONDS):
            print(line, flush=True)
        return
    if options.variant is None:
        raise GridlockError("say which game, such as solve showdown, or solve --all")
    state = play_moves(_variant(options).start(), options.moves)
    analysed = solve_json if options.json else solve_text
    print(analysed(state, options.budget or SOLVE_SECONDS))


def table(options: Namespace) -> None:
    """List the Grundy values of boards with 1, 2, 3 and more columns."""
    from gridlock_tui.cli.table import print_table

    if options.rows is None or options.to is None:
        raise GridlockError("say which boards, such as --rows 3 --to 20")
    variant: Variant = options.variant
    rules = variant.rules
    if not isinstance(rules, Placement) or not variant.has_grundy_values:
        known = [each.slug for each in VARIANTS.values() if each.has_grundy_values]
        advice = f"choose {listed(known, last='or')}"
        raise GridlockError(f"{variant.name} has no Grundy values: {advice}")
    print_table(rules.neighbourhood, options.rows, options.to, options.memory)


def serve(options: Namespace) -> None:
    """Show the app in a browser on this machine."""
    _require("the browser", "textual_serve", extra="web")
    from gridlock_tui.web.server import serve as serve_app

    serve_app(options.port, is_private=options.private)


def doctor(_: Namespace) -> int:
    """Print what works here and what to do about the rest; return 1 if there is a problem."""
    from gridlock_tui.cli.doctor import print_report

    return print_report()


def completions(options: Namespace) -> None:
    """Print the script that completes commands in a shell."""
    _require("the script", "shtab", extra="shell")
    from gridlock_tui.cli.shell import completion_script

    print(completion_script(options.shell))


def man(_: Namespace) -> None:
    """Print the man page."""
    _require("the man page", "argparse_manpage", extra="shell")
    from gridlock_tui.cli.shell import man_page

    print(man_page(), end="")


def record(options: Namespace) -> None:
    """Check the record of a game and print it."""
    from gridlock_tui.match.record import LARGEST_RECORD, read_record, show_record
    from gridlock_tui.match.store.record_files import load_record

    if options.file == "-":
        # One byte too many is enough to say so.
        found = read_record(sys.stdin.buffer.read(LARGEST_RECORD + 1))
    else:
        found = load_record(Path(options.file))
    print(show_record(found))


def puzzles(options: Namespace) -> None:
    """List the puzzles."""
    from gridlock_tui.cli.puzzle_list import puzzle_lines

    slug = options.variant.slug if options.variant else None
    for line in puzzle_lines(slug, as_json=options.json):
        print(line)


def puzzle(options: Namespace) -> None:
    """Solve a puzzle in line mode."""
    from random import Random

    from gridlock_tui.cli.lines import Lines
    from gridlock_tui.cli.puzzle import LinePuzzle
    from gridlock_tui.engine.puzzles import find_puzzle
    from gridlock_tui.match.puzzle_log import Mode
    from gridlock_tui.match.puzzle_room import PuzzleRoom
    from gridlock_tui.match.store.paths import find_paths
    from gridlock_tui.match.store.puzzle_store import open_puzzle_store

    is_daily = options.puzzle.strip().casefold() == Mode.DAILY.value
    found = None if is_daily else find_puzzle(options.puzzle)
    store, notice = open_puzzle_store(find_paths().puzzles)
    if notice:
        print(f"gridlock: {notice}", file=sys.stderr)
    room = PuzzleRoom(store, Random())
    sitting = room.upcoming(Mode.DAILY) if found is None else room.chosen(found)
    if sitting is not None:
        lines = Lines(sys.stdin, sys.stdout)
        LinePuzzle(sitting, room, lines, ascii_only=options.ascii).play()


def picture(options: Namespace) -> None:
    """Draw a position or a game as an SVG picture."""
    from gridlock_tui.match.picture import svg_picture

    if sum(each is not None for each in (options.variant, options.load, options.id)) != 1:
        raise GridlockError("say which game: a variant, --load FILE or --id ID")
    game = _pictured_game(options)
    text = svg_picture(game.state, game.names, game.timeline.last_move)
    if options.output is None:
        sys.stdout.buffer.write(text.encode())  # XML is UTF-8, whatever the terminal shows
        return
    try:
        Path(options.output).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        from gridlock_tui.match.store.files import StoreError, display_name, reason_of

        name = display_name(Path(options.output))
        raise StoreError(f"cannot write {name}: {reason_of(error)}") from error


def _pictured_game(options: Namespace) -> Game:
    if options.variant is not None:
        setup = Setup(_variant(options), first=_first(options) or Player.ONE)
        return Game.replay(setup, read_moves(setup.variant, options.moves))
    for name in ("size", "first", "moves"):
        if getattr(options, name):
            raise GridlockError(f"--{name} does not go with --load or --id: that game has its own")
    if options.id is not None:
        from gridlock_tui.match.game_id import read_game_id

        return read_game_id(options.id)
    from gridlock_tui.match.store.record_files import load_record

    return load_record(Path(options.load)).game


def host(options: Namespace) -> None:
    """Wait for a friend on another machine, and play."""
    from gridlock_tui.cli.host_join import host

    host(options)


def join(options: Namespace) -> None:
    """Join a friend on another machine, or watch."""
    from gridlock_tui.cli.host_join import join

    join(options)


# What several commands need.


def _require(what: str, module: str, *, extra: str) -> None:
    """Raise GridlockError if a package is missing that comes with this extra."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        advice = f"get it with pip install 'gridlock-tui[{extra}]'"
        raise GridlockError(f"{what} needs one more package: {advice}")


def _variant(options: Namespace) -> Variant:
    """Return the variant on the board of the given size."""
    variant: Variant = options.variant
    size: Board | None = options.size
    return variant if size is None else variant.resized(size.rows, size.columns)


def _first(options: Namespace) -> Player | None:
    """Return who starts; None for a coin toss."""
    return None if options.first == TOSS else Player(int(options.first or 1))


def _setup(options: Namespace, names: Names, kinds: Kinds, rng: random.Random) -> Setup:
    """Return what is resolved before the game, after the coin toss if there is one."""
    first = _first(options) or rng.choice(list(Player))
    return Setup(_variant(options), names, first, kinds, rng.randrange(10**9))
