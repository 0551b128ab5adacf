"""Data on disk: saved matches, the history, exported records."""
