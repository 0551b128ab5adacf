"""Words in large letters, drawn with half blocks: two pixels to a character."""

from __future__ import annotations

from gridlock_tui.tui.board.art import in_blocks

_ROWS = 5
_LETTERS = {
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# #.#.# .#.#.",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "##. ..# .#. #.. ###",
    "3": "##. ..# .#. ..# ##.",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    " ": ". . . . .",
    "-": "... ... ### ... ...",
    ".": ". . . . #",
    "!": "# # # . #",
    "'": "# # . . .",
}


def large_text(words: str, *, ascii_only: bool = False) -> list[str] | None:
    """Return the lines of the words in large capitals; None if a letter cannot be drawn.

    In ASCII every line has one row of pixels, otherwise two.
    """
    letters = [_LETTERS.get(letter) for letter in words.upper()]
    if None in letters or not words.strip():
        return None
    drawn = [letter.split() for letter in letters if letter is not None]
    rows = [".".join(letter[row] for letter in drawn) for row in range(_ROWS)]
    if ascii_only:
        return [row.replace(".", " ") for row in rows]
    return list(in_blocks(tuple(rows)))
