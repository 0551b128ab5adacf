"""Gridlock: quick games of territory for two, in your terminal."""

__version__ = "0.1.0"
