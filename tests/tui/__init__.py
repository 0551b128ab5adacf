"""Tests of the full-screen app, by Pilot, by snapshots and in a real terminal."""
