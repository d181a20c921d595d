"""The card games: the rules by which a score sheet records, checks and calculates.

Standard library only, independent of web pages and databases. Seats are numbered from 0 in seating
order (to the left around the table).
"""
