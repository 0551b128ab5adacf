"""Take the README's pictures from the running app: `python assets/make_pictures.py`."""

import asyncio
from pathlib import Path

from gridlock_tui.match import Game, Setup, Timeline
from gridlock_tui.rules import VARIANTS, read_moves
from gridlock_tui.tui.app import GridlockApp, Options

HERE = Path(__file__).parent
SIZE = (92, 28)

# Each picture: the variant and the moves made in it (none for the menu), then the keys pressed.
PICTURES: dict[str, tuple[str | None, str, list[str]]] = {
    "menu": (None, "", ["down", "down"]),
    "showdown": ("showdown", "2 2; 1 3; 3 3", ["down", "left"]),
    "truth": ("showdown", "2 2; 1 3; 3 3", ["a"]),
    "sequence": ("sequence", "5 B2; 4 A1; 6 C2; 3 A2; 7 D2", []),
}


def game(slug: str, moves: str) -> Game:
    """Return a game between two people in which these moves were made."""
    variant = VARIANTS[slug]
    timeline = Timeline.replay(variant.start(), read_moves(variant, moves))
    return Game(Setup(variant, ("Ada", "Ben")), timeline)


async def take(name: str, slug: str | None, moves: str, keys: list[str]) -> None:
    """Run the app, press the keys and write down what it shows."""
    app = GridlockApp(Options(game=game(slug, moves) if slug else None))
    app.animation_level = "none"
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        (HERE / f"{name}.svg").write_text(app.export_screenshot(), encoding="utf-8")


async def main() -> None:
    """Take all pictures."""
    for name, (slug, moves, keys) in PICTURES.items():
        await take(name, slug, moves, keys)


if __name__ == "__main__":
    asyncio.run(main())
