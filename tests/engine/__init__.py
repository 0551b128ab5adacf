"""Tests of the engine, against a naive solver and against the literature."""
