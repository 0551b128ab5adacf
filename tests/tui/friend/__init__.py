"""Tests of matches with friends on the screen."""
