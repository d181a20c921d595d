"""The sentences and names that the program shows, all through the translation catalogue."""
