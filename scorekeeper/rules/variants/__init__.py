"""The games of the family as data: sizes, trump, bids, points, house rules."""
