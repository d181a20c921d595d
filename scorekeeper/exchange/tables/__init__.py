"""Tables: our CSV, long rows and wide sheets of other programs."""
