"""A game as parsed from a file, and its conversion to one of ours."""
