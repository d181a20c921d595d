"""Tests of files that games come from and go to."""
