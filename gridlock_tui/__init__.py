"""Gridlock: small two-player grid games, played in the terminal."""

__version__ = "0.1.0"
