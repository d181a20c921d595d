"""The same walks in Chromium, Firefox and WebKit, with ``make engines``."""
