"""Drawings of a game as plain numbers: the positions of points, lines and words."""
