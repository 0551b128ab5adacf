"""Tests of line mode and of the command line."""
