"""Drawings of a game as plain numbers: where the points, lines and words of a picture are."""
