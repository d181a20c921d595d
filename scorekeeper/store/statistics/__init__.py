"""Figures of finished games and of people, cached until their book changes."""
