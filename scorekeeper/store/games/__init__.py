"""One game: reading it, saving it, its log, its hidden bids."""
