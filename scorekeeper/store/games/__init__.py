"""One game: reading and saving it, its log, its hidden bids."""
