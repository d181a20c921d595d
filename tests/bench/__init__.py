"""How fast the app is over HTTP, beside a bare Flask route in the same run: ``make bench``."""
