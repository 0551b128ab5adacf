"""The single characters that screens are drawn with, in Unicode and in ASCII."""

from typing import NamedTuple


class Frame(NamedTuple):
    """The lines of a box: horizontal, vertical, then the corners, tees and the cross."""

    across: str
    down: str
    corners: str
    """Top left, top right, bottom left, bottom right."""
    tees: str
    """Pointing down, up, right, left."""
    cross: str


class Glyphs(NamedTuple):
    """One set of characters."""

    ascii_only: bool
    grid: Frame
    cursor: Frame
    free: str
    """A cell where the player to move may place."""
    blocked: str
    """What fills a cell where nobody may place."""
    lost: str
    """What fills a cell that the previewed move would take away."""
    times: str
    """Between the rows and columns of a size."""
    dot: str
    """Between the parts of a line."""
    ellipsis: str
    back: str
    """The way back to the present."""
    less: str
    more: str
    """Around a choice."""
    here: str
    """Beside the line of a list that is looked at."""
    wins: str
    loses: str
    """In front of the placements after which a move wins or loses."""
    only: str
    """Beside the only move that wins."""
    bar: str
    """In the graph of a review, who stands to win; empty for the player's letter."""
    current: str
    """On the middle line of that graph, the move that is looked at."""
    unknown: str = "?"
    """On a cell of which it is not known."""
    slip: str = "!"
    """Beside a move that throws the win away."""
    forced: str = "="
    """Beside the only move there is."""

    def text(self, words: str) -> str:
        """Return words of ours, which may hold a few signs, in this set."""
        if not self.ascii_only:
            return words
        return words.replace("×", self.times).replace("·", "-").replace("…", self.ellipsis)


UNICODE = Glyphs(
    ascii_only=False,
    grid=Frame("─", "│", "┌┐└┘", "┬┴├┤", "┼"),
    cursor=Frame("═", "║", "╔╗╚╝", "╦╩╠╣", "╬"),
    free="·",
    blocked="░",
    lost="╱",
    times="×",
    dot="·",
    ellipsis="…",
    back="»",
    less="‹",
    more="›",
    here="▸",
    wins="▲",
    loses="▼",
    only="✦",
    bar="█",
    current="◆",
)

ASCII = Glyphs(
    ascii_only=True,
    grid=Frame("-", "|", "++++", "++++", "+"),
    cursor=Frame("=", "!", "####", "####", "#"),
    free=".",
    blocked="#",
    lost="/",
    times="x",
    dot="-",
    ellipsis="...",
    back=">>",
    less="<",
    more=">",
    here=">",
    wins="+",
    loses="-",
    only="*",
    bar="",
    current="+",
)
