"""One function per command. Each imports what only it needs when it runs.

Only the app returns an exit code; the other commands return None or raise an error.
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
from gridlock_tui.match.settings import SETTINGS, Settings
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Names,
    Placement,
    Player,
    Variant,
    perft as count_sequences,
    play_moves,
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
    state = play_moves(_variant(options).start(), options.moves)
    for depth in range(1, options.depth + 1):
        print(depth, count_sequences(state, depth), flush=True)


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


# What several commands need.


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
