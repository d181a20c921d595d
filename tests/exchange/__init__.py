"""Tests of importing and exporting."""
