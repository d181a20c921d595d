"""A game as parsed from a file, and how it becomes one of ours."""
