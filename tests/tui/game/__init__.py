"""Tests of the parts of the game screen, without an app."""
