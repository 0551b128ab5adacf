"""A match with a friend on another machine. Nothing of it is loaded before somebody asks for it."""
