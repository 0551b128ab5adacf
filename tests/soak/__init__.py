"""The soak: random whole games through the real app, every frame compared with the state."""
