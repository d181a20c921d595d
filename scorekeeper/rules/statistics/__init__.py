"""Figures, awards and records of finished games (docs/statistics.md)."""
