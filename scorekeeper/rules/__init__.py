"""The card games: what a score sheet records, checks and computes.

Standard library only; nothing here knows of web pages or databases.
Seats are numbered from 0 in seating order (to the left around the table).
"""
