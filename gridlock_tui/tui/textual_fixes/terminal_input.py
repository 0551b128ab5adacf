"""Turn the input of a terminal into messages; no input makes it fail.

Textual's parser recognizes keys and mouse. In version 8.2.8 it fails on bytes that are not text,
on numbers out of range, on sequences that are cut off and on escapes inside a paste, so these are
kept from it.
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
"""The largest window drawn: a reported size that is made up could take all memory."""
LONGEST_PASTE = 10_000
"""The length of a paste that is kept: more than the longest game id."""
PATIENCE = 10
"""The number of idle calls after which a paste ends, because its end mark is lost."""
_BURST = 500
"""This many characters at once are a paste, even if the terminal does not mark it as one."""
_LONGEST_SEQUENCE = 32
"""Textual takes longer sequences for keys."""

_CTRL_SPACE, _ALSO_CTRL_SPACE = "ctrl+@", ("ctrl+space", "ctrl+at")
"""The name of that key where it sends a zero, and the names in the protocol of Kitty."""

_FLEETING = (events.MouseMove, events.AppFocus | events.AppBlur)
"""Of several in a row only the last one matters."""

# Besides the usual sequences: those of old mice, of the keys of the Linux console, and answers to
# earlier queries.
# These are compiled (and kept, by `re`) with the first input, which comes after the first paint.
_ANSWER = r"(?:\][0-9]|P[0-9>!])[^\x07\x1b]*"
_SEQUENCE = rf"(\x1b\[(?:M[\s\S]{{3}}|\[.|[ -?]*[@-~])|\x1b{_ANSWER}(?:\x07|\x1b\\))"
_UNFINISHED = rf"\x1b(?:\[(?:M[\s\S]{{0,2}}|\[|[ -?]*)|{_ANSWER}\x1b?)?\Z"
_ESCAPE_AND_KEY = r"\x1b[ -NP-Z\\^-~\r]"
"""Escape and a key at once. Terminals send the same for that key with Alt, which we do not use."""
_QUIT = r"([\x03\x11])"
_BROKEN = r"\x1b\[[ -?]*"
_BEFORE_ESCAPE = r"(?=\x1b)"
_SIZE = r"\x1b\[48;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*t"


class TerminalInput:
    """Reads keys, mouse, pastes and reports from bytes."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._unfinished = ""
        self._pasted: str | None = None
        self._idle_in_paste = 0
        self._bursting = False

    def read(self, data: bytes, *, reports_size: bool) -> list[Message]:
        """Return the messages in these bytes, without those that make no sense.

        A report of the size counts only if the terminal was asked for it.
        """
        self._idle_in_paste = 0
        found = list(self._messages(self._unfinished + self._decode(data), reports_size))
        return list(_without_overtaken(found))

    def idle(self) -> list[Message]:
        """Return the messages that are certain now that nothing followed: a lone escape is a key.

        A paste ends after some time: otherwise all later keys would become part of it.
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
            elif cut := re.search(_UNFINISHED, typed):
                typed = typed[: cut.start()]
                self._unfinished = cut[0] if len(cut[0]) <= _LONGEST_SEQUENCE else ""
            yield from self._typed(typed, reports_size)

    def _typed(self, typed: str, reports_size: bool) -> Iterator[Message]:
        self._bursting = "\x1b" not in typed and (self._bursting or len(typed) >= _BURST)
        if self._bursting:
            for number, piece in enumerate(re.split(_QUIT, typed)):
                if number % 2:
                    yield from self._parsed(piece)
                elif piece:
                    yield _paste(piece)
            return
        for number, piece in enumerate(re.split(_SEQUENCE, typed)):
            if number % 2:
                yield from self._sequence(piece, reports_size)
            else:
                for part in re.split(_BEFORE_ESCAPE, piece):
                    if part == "\x1b" or re.match(_ESCAPE_AND_KEY, part):
                        yield events.Key("escape", "\x1b")
                        part = part[1:]
                    yield from self._parsed(re.sub(_BROKEN, "", part))

    def _sequence(self, sequence: str, reports_size: bool) -> list[Message]:
        if len(sequence) > _LONGEST_SEQUENCE or not sequence.startswith("\x1b["):
            return []
        report = re.fullmatch(_SIZE, sequence, re.ASCII)
        if report:
            height, width, *pixels = map(int, report.groups())
            if not (reports_size and _is_plausible(width, height)):
                return []
            if not all(pixels):  # unknown, and Textual would divide by them
                return [events.Resize.from_dimensions((width, height), None)]
        found = self._parsed(sequence)
        if not found:
            self._renew_parser()  # it would take the next keys for the rest of this sequence
        return found

    def _parsed(self, piece: str) -> list[Message]:
        try:
            found = list(self._parser.feed(piece)) if piece else []  # "" means the end of input
            return list(map(_as_usual, found))
        except (ValueError, ArithmeticError):  # a number out of range
            self._renew_parser()
            return []

    def _renew_parser(self) -> None:
        old, new = self._parser, XTermParser()
        new.mouse_pixels = old.mouse_pixels
        new.terminal_size, new.terminal_pixel_size = old.terminal_size, old.terminal_pixel_size
        self._parser = new


def _as_usual(message: Message) -> Message:
    """Return a key under the name that it has in every terminal: some name Ctrl+Space itself."""
    if isinstance(message, events.Key) and message.key in _ALSO_CTRL_SPACE:
        return events.Key(_CTRL_SPACE, None)
    return message


def _is_plausible(width: int, height: int) -> bool:
    return 0 < width <= LARGEST_WINDOW.width and 0 < height <= LARGEST_WINDOW.height


def _paste(text: str) -> events.Paste:
    return events.Paste(text[:LONGEST_PASTE].replace("\x00", ""))


def _shortened(pasted: str) -> str:
    """Return the start of a paste and its last characters, which may start the end mark."""
    if len(pasted) <= LONGEST_PASTE:
        return pasted
    return f"{pasted[:LONGEST_PASTE]} {pasted[1 - len(BRACKETED_PASTE_END) :]}"


def _without_overtaken(messages: list[Message]) -> Iterator[Message]:
    """Yield the messages without mouse moves that are overtaken: drawing each takes too long."""
    for message, following in zip_longest(messages, messages[1:]):
        if not any(isinstance(message, kind) and isinstance(following, kind) for kind in _FLEETING):
            yield message
