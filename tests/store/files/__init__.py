"""Backups, their drafts, and restoring."""
