"""Pictures: valid, complete and safe for every variant and position, and as they were seen."""

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match.picture import svg_picture
from gridlock_tui.rules import VARIANTS, GameState, Player, read_moves

FOLDER = Path(__file__).parent / "pictures"
WITH_DOCUMENT = [slug for slug, variant in VARIANTS.items() if variant.document]
"""The five variants; a sixth one needs no picture."""
SVG = "{http://www.w3.org/2000/svg}"


def positions() -> list[GameState]:
    found = []
    for variant in VARIANTS.values():
        for rows, columns in ((variant.board.rows, variant.board.columns), (1, 1), (3, 8)):
            rng = random.Random(1)
            state = variant.resized(rows, columns).start()
            found.append(state)
            while not state.is_over:
                state = state.play(rng.choice(state.legal_moves))
                found.append(state)
    return found


def tiles(picture: str) -> dict[str, str]:
    """Return what is told of each tile: its title, by the name of the cell."""
    root = ElementTree.fromstring(picture)
    titles = [each.text or "" for each in root.findall(f"{SVG}rect/{SVG}title")]
    return dict(title.split(" ", 1) for title in titles)


@pytest.mark.parametrize("state", positions()[::3], ids=lambda state: state.fen())
def test_every_tile_shows_who_may_use_it(state: GameState) -> None:
    shown = tiles(svg_picture(state))
    for cell in range(state.board.size):
        row, column = state.board.place(cell)
        told = shown.get(f"{'abcdefgh'[row]}{column + 1}", "")
        users = [player for player in Player if cell in state.room_for(player)]
        if state.owner(cell) is not None:
            assert told == state.marker(cell)
        elif len(users) == 1:
            assert told == f"only {users[0].symbol}"
        elif users:
            assert told == "free"
        elif not state.variant.has_tokens:
            assert told == ""


@given(st.text(), st.text(), st.text())
def test_names_and_titles_cannot_break_it(one: str, two: str, title: str) -> None:
    state = VARIANTS["showdown"].start()
    picture = svg_picture(state, (one, two), title=title)
    root = ElementTree.fromstring(picture)
    assert {each.tag for each in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "rect", "text", "circle", "path")
    }


def test_names_are_told() -> None:
    state = VARIANTS["showdown"].start()
    picture = svg_picture(state, ("<Ada>", "Ben & Co"))
    words = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert "<Ada> to move" in words
    assert "X <Ada>, O Ben & Co" in words


def test_the_end_of_a_game() -> None:
    variant = VARIANTS["sequence"]
    state, last = variant.start(), None
    for text in variant.demo.split(";"):
        last = variant.move(text)
        state = state.play(last)
    picture = svg_picture(state, last=last)
    root = ElementTree.fromstring(picture)
    framed = [each for each in root.iter(f"{SVG}rect") if each.get("stroke")]
    assert len(framed) == 3
    assert "Player 1 wins" in picture
    bars = [each for each in root.iter(f"{SVG}rect") if each.get("height") == "4"]
    assert len(bars) == 1


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (2, 7)])
def test_nothing_is_outside_of_it(size: tuple[int, int]) -> None:
    for variant in VARIANTS.values():
        root = ElementTree.fromstring(svg_picture(variant.resized(*size).start()))
        width, height = int(root.attrib["width"]), int(root.attrib["height"])
        for each in root.iter(f"{SVG}rect"):
            x, y = int(each.get("x", 0)), int(each.get("y", 0))
            assert x >= 0
            assert x + int(each.attrib["width"]) <= width
            assert y + int(each.attrib["height"]) <= height


def test_labels_and_marks_are_in_the_middle_of_their_tiles_and_words_below() -> None:
    root = ElementTree.fromstring(svg_picture(VARIANTS["showdown"].start()))
    rects = {each.findtext(f"{SVG}title", "")[:2]: each for each in root.findall(f"{SVG}rect")}
    texts = {(each.text or ""): each for each in root.findall(f"{SVG}text")}
    centres = []
    for name, rect in rects.items():
        if name:
            x, y, side = (int(rect.attrib[part]) for part in ("x", "y", "width"))
            centres.append((x + side // 2, y + side // 2))
    marks = [(int(c.attrib["cx"]), int(c.attrib["cy"])) for c in root.findall(f"{SVG}circle")]
    assert sorted(marks) == sorted(centres)
    columns = {int(each.attrib["x"]) for each in root.findall(f"{SVG}text")}
    assert {x for x, _ in centres} <= columns
    rows = [int(each.attrib["y"]) for each in root.findall(f"{SVG}text")]
    for _, y in centres:
        assert any(0 < at - y < 10 for at in rows), "a label of 13 pixels, centred"
    assert int(texts["Player 1 to move"].attrib["y"]) > max(y for _, y in centres) + 32


def drawn(name: str) -> str:
    """Return one of the golden pictures: in the course of a game, or at the end of one."""
    slug, _, when = name.partition("-")
    variant = VARIANTS[slug]
    moves = read_moves(variant, variant.demo)
    played = moves if when == "end" else moves[: len(moves) // 2]
    state = variant.start()
    for move in played:
        state = state.play(move)
    return svg_picture(state, ("Ada", "Ben"), last=played[-1])


@pytest.mark.parametrize(
    "name", [f"{slug}-{when}" for slug in WITH_DOCUMENT for when in ("play", "end")]
)
def test_pictures_are_drawn_as_those_that_were_looked_at(
    name: str, pytestconfig: pytest.Config
) -> None:
    """`pytest --update-golden` writes them: open them in a browser before you commit them."""
    path = FOLDER / f"{name}.svg"
    if pytestconfig.getoption("--update-golden"):
        path.write_text(drawn(name), encoding="utf-8")
    assert drawn(name).splitlines() == path.read_text(encoding="utf-8").splitlines()
