"""Take the README's pictures from the running app: `python assets/make_pictures.py`."""

import argparse
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gridlock_tui.match import Game, Setup, Timeline
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move, Variant, read_moves
from gridlock_tui.tui.app import GridlockApp, Startup
from gridlock_tui.tui.game.screen import GameScreen

HERE = Path(__file__).parent
WIDE, NARROW = (92, 28), (62, 26)

# A picture in a page loads nothing from elsewhere, so it names fonts that machines have.
_FONTS = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace'


class Picture(NamedTuple):
    """What to show: a game (None for the menu), the keys to press, the window."""

    name: str
    game: Game | None
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = WIDE
    pointed: Move | None = None
    """The move to point at."""


def pictures() -> Iterator[Picture]:
    """Return every picture: the screens that the README shows, then each variant in mid-game."""
    showdown = VARIANTS["showdown"]
    mistakes = "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4"
    yield Picture("gridlock", game(showdown, "2 2; 1 3; 3 3"), ("down", "left"))
    yield Picture("menu", None, ("down", "down"))
    large = showdown.resized(5, 5)
    yield Picture("analysis", game(large, "3 3; 1 2"), ("a", "down", "right", "right"))
    yield Picture("review", game(VARIANTS["spacing"], mistakes), ("w", "N"))
    for variant in VARIANTS.values():
        *made, next_move = read_moves(variant, variant.demo)
        yield Picture(variant.slug, game(variant, made), (), NARROW, next_move)


def game(variant: Variant, moves: str | list[Move]) -> Game:
    """Return a game between two people in which these moves were made."""
    made = read_moves(variant, moves) if isinstance(moves, str) else moves
    return Game(Setup(variant, ("Ada", "Ben")), Timeline.replay(variant.start(), made))


async def take(picture: Picture) -> str:
    """Run the app, press the keys and return what it shows."""
    app = GridlockApp(Startup(match=Match.of(picture.game) if picture.game else None))
    app.animation_level = "none"
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        for key in (*picture.keys, *_steps(app, picture.pointed)):
            await pilot.press(key)
            await pilot.pause()
            await app.workers.wait_for_complete()
        await pilot.pause()
        return _self_contained(app.export_screenshot())


def _steps(app: GridlockApp, move: Move | None) -> Iterator[str]:
    """Return the keys that take the move's token, if it has one, and point at its cell."""
    if move is None:
        return
    assert isinstance(app.screen, GameScreen)
    board = app.screen.timeline.state.board
    (row, column), (to_row, to_column) = board.place(app.screen.cursor), board.place(move.cell)
    yield from str(move.token or "")
    yield from ["down" if to_row > row else "up"] * abs(to_row - row)
    yield from ["right" if to_column > column else "left"] * abs(to_column - column)


def _self_contained(svg: str) -> str:
    """Make the picture look the same wherever it is shown, and smaller."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", _FONTS)
    # Glyphs of any font fill their cells: else blocks and lines would fall apart.
    svg = svg.replace("font-size: 20px", "font-size: 21px")
    svg = svg.replace(" textLength=", ' lengthAdjust="spacingAndGlyphs" textLength=')
    svg = re.sub(r"\bterminal-\d+-", "", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


async def main(folder: Path) -> None:
    """Take all pictures."""
    for picture in pictures():
        (folder / f"{picture.name}.svg").write_text(await take(picture), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take the README's pictures.")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where to put them")
    asyncio.run(main(parser.parse_args().folder))
