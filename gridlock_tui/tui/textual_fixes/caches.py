"""Caches of Textual and Rich that outlive what was drawn.

Textual 8.2.8 keeps one to sixteen thousand results in each, also of screens that are closed
and of windows that have another size now: a fifth of the memory of the app after a hundred games.
Some have no public access.
"""

from rich.cells import cached_cell_len
from rich.color import Color as RichColor
from rich.style import Style as RichStyle
from textual._border import get_box
from textual._segment_tools import make_blank
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.css.scalar import Scalar
from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style

_CACHED = (
    # Pictures of widgets, styles and texts.
    StylesCache.get_inner_outer,
    Strip.render_ansi,
    Strip.blank,
    Style.__add__,
    RichStyle._add,
    ANSIToTruecolor.truecolor_style,
    Color.blend,
    Color.darken,
    Color.from_rich_color,
    Color.get_contrast_text,
    Color.tint,
    RichColor.downgrade,
    RichColor.get_ansi_codes,
    cached_cell_len,
    get_box,
    make_blank,
    # Where widgets are.
    Region.__contains__,
    Region.contains_region,
    Region.grow,
    Region.intersection,
    Region.overlaps,
    Region.shrink,
    Region.split_vertical,
    Region.translate,
    Region.union,
    Scalar.resolve,
)


def clear_caches() -> None:
    """Free what was drawn until now; what is still shown is soon there again."""
    for function in _CACHED:
        function.cache_clear()
