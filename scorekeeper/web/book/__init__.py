"""The book of a phone: its games, files and links."""
