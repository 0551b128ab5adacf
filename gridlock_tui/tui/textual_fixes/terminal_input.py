"""What a terminal sends, as messages. Nothing that it can send makes this fail.

Textual's parser tells keys and mouse; what it cannot bear is kept from it: bytes that are no
text, numbers that make no sense, sequences that are cut off, and whatever stands in a paste.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from itertools import zip_longest

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.geometry import Size
from textual.message import Message

LARGEST_WINDOW = Size(800, 300)
"""To draw a size that someone has made up could take all memory; no more than this is drawn."""
LONGEST_PASTE = 10_000
"""How much of a paste is kept: more than the longest game id."""
PATIENCE = 10
"""How often it may be idle in a paste before that counts as ended: the mark of its end is lost."""
_BURST = 500
"""So many characters at once were not typed, even if the terminal does not mark them as pasted."""
_LONGEST_SEQUENCE = 32
"""What is longer Textual would take for keys."""

_FLEETING = (events.MouseMove, events.AppFocus | events.AppBlur)
"""Of several in a row only the last one counts."""

# Apart from the usual ones there are those of old mice and of the keys of the Linux console,
# and answers to what was asked before us. Their first two characters alone are a key with Alt.
_SEQUENCE = re.compile(
    r"(\x1b\[(?:M[\s\S]{3}|\[.|[ -?]*[@-~])|\x1b[]P][^\x07\x1b]+(?:\x07|\x1b\\))"
)
_UNFINISHED = re.compile(r"\x1b(?:\[(?:M[\s\S]{0,2}|\[|[ -?]*)|[]P][^\x07\x1b]+\x1b?)?\Z")
_QUIT = re.compile(r"([\x03\x11])")
_BROKEN = re.compile(r"\x1b\[[ -?]*")
_BEFORE_ESCAPE = re.compile(r"(?=\x1b)")
_SIZE = re.compile(r"\x1b\[48;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*t", re.A)


class TerminalInput:
    """Reads keys, mouse, pastes and reports from the bytes of a terminal."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._unfinished = ""
        self._pasted: str | None = None
        self._idle_in_paste = 0
        self._bursting = False

    def read(self, data: bytes, *, reports_size: bool) -> list[Message]:
        """Return what these bytes mean, without what makes no sense.

        What the terminal tells of its size is heeded only if it was asked to report it.
        """
        self._idle_in_paste = 0
        found = list(self._messages(self._unfinished + self._decode(data), reports_size))
        return list(_without_overtaken(found))

    def idle(self) -> list[Message]:
        """Return what is certain now that nothing has followed: that an escape was the key.

        A paste that does not go on ends at last: all that is typed would become part of it.
        """
        self._bursting = False
        if self._pasted is not None:
            self._idle_in_paste += 1
            if self._idle_in_paste < PATIENCE:
                return []
            pasted, self._pasted = self._pasted, None
            return [_paste(pasted)]
        unfinished, self._unfinished = self._unfinished, ""
        escape = [events.Key("escape", "\x1b")] if unfinished == "\x1b" else []
        return [*self._parser.tick(), *escape]

    def _messages(self, text: str, reports_size: bool) -> Iterator[Message]:
        self._unfinished = ""
        while text:
            if self._pasted is not None:
                pasted, ended, text = (self._pasted + text).partition(BRACKETED_PASTE_END)
                self._pasted = None if ended else _shortened(pasted)
                if ended:
                    yield _paste(pasted)
                continue
            typed, begun, text = text.partition(BRACKETED_PASTE_START)
            if begun:
                self._pasted = ""
            elif cut := _UNFINISHED.search(typed):
                typed = typed[: cut.start()]
                self._unfinished = cut[0] if len(cut[0]) <= _LONGEST_SEQUENCE else ""
            yield from self._typed(typed, reports_size)

    def _typed(self, typed: str, reports_size: bool) -> Iterator[Message]:
        self._bursting = "\x1b" not in typed and (self._bursting or len(typed) >= _BURST)
        if self._bursting:
            for number, piece in enumerate(_QUIT.split(typed)):
                if number % 2:
                    yield from self._parsed(piece)
                elif piece:
                    yield _paste(piece)
            return
        for number, piece in enumerate(_SEQUENCE.split(typed)):
            if number % 2:
                yield from self._sequence(piece, reports_size)
            else:
                for part in _BEFORE_ESCAPE.split(piece):
                    if part == "\x1b":  # what follows is complete without it
                        yield events.Key("escape", part)
                    else:
                        yield from self._parsed(_BROKEN.sub("", part))

    def _sequence(self, sequence: str, reports_size: bool) -> list[Message]:
        if len(sequence) > _LONGEST_SEQUENCE or not sequence.startswith("\x1b["):
            return []
        report = _SIZE.fullmatch(sequence)
        if report:
            height, width, *pixels = map(int, report.groups())
            if not (reports_size and _is_plausible(width, height)):
                return []
            if not all(pixels):  # they are not known, and would be divided by
                return [events.Resize.from_dimensions((width, height), None)]
        found = self._parsed(sequence)
        if not found:
            self._renew_parser()  # it would take what is typed next for the rest of this one
        return found

    def _parsed(self, piece: str) -> list[Message]:
        try:
            return list(self._parser.feed(piece)) if piece else []  # "" would be the end for it
        except (ValueError, ArithmeticError):  # a number that is none, or means no character
            self._renew_parser()
            return []

    def _renew_parser(self) -> None:
        old, new = self._parser, XTermParser()
        new.mouse_pixels = old.mouse_pixels
        new.terminal_size, new.terminal_pixel_size = old.terminal_size, old.terminal_pixel_size
        self._parser = new


def _is_plausible(width: int, height: int) -> bool:
    return 0 < width <= LARGEST_WINDOW.width and 0 < height <= LARGEST_WINDOW.height


def _paste(text: str) -> events.Paste:
    return events.Paste(text[:LONGEST_PASTE].replace("\x00", ""))


def _shortened(pasted: str) -> str:
    """Return the beginning of a paste, and its last characters, which may begin the end mark."""
    if len(pasted) <= LONGEST_PASTE:
        return pasted
    return f"{pasted[:LONGEST_PASTE]} {pasted[1 - len(BRACKETED_PASTE_END) :]}"


def _without_overtaken(messages: list[Message]) -> Iterator[Message]:
    """Leave out where the mouse only came by, and the like: to draw it all would take too long."""
    for message, following in zip_longest(messages, messages[1:]):
        if not any(isinstance(message, kind) and isinstance(following, kind) for kind in _FLEETING):
            yield message
