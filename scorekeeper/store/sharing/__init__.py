"""Sharing: books, keepers of a game's score, and links."""
