"""Gridlock: quick games of territory for two, in your terminal."""

__version__ = "0.2.0"
