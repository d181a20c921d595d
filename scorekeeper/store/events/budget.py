"""The budget of an event: how long its log may get.

A championship of 400 people with 20 rounds in which every table plays on paper, each result is
corrected once, and everybody is ticked when they come, takes 4,500 lines. Its draws, five for each
round, take 2 MB.
"""

LONGEST_LOG = 5_000
"""Lines of a log; 1.1 lines for each table of the largest event."""
MOST_BYTES = 3_000_000
"""Bytes of the acts in a log."""
