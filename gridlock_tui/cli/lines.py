"""Read and write lines, for what is played on standard input and output."""

from __future__ import annotations

from typing import TextIO

from gridlock_tui.rules.text import clean

_LONGEST_LINE = 4096


class Lines:
    """Standard input and output, or two files."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source, self._out = source, out
        # A terminal shows what you type. Input from a file or a pipe we print ourselves, so that
        # the transcript reads the same.
        self._echoes = not source.isatty()

    @property
    def is_terminal(self) -> bool:
        """Whether a person types the lines."""
        return not self._echoes

    def ask(self, prompt: str) -> str | None:
        """Return the next line after a prompt; None at the end of the input."""
        line = self._read(prompt)
        if line is None:
            self._out.write("\n")  # end the line of the prompt
        elif self._echoes:
            self._out.write(clean(line, 200) + "\n")  # even if empty, to end the line of the prompt
        return line

    def ask_person(self, prompt: str) -> str | None:
        """Return the next line; only a terminal shows the prompt, and files are not echoed."""
        return self._read("" if self._echoes else prompt)

    def _read(self, prompt: str) -> str | None:
        self._out.write(prompt)
        self._out.flush()
        line = chunk = self._source.readline(_LONGEST_LINE)
        while chunk and not chunk.endswith("\n"):
            chunk = self._source.readline(_LONGEST_LINE)
            line = line[:_LONGEST_LINE] + chunk[:1]  # keep it too long to be a move
        return line or None

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self._out.write(line + "\n")

    def can_say(self, text: str) -> bool:
        """Return whether the output has all letters of a text."""
        try:
            text.encode(self._out.encoding or "ascii")
        except (UnicodeError, LookupError):
            return False
        return True
