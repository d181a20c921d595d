"""The page of a game, part by part, and the entries of its panels."""
