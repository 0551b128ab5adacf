"""Tests of matches between two machines."""
