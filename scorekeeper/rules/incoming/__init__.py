"""Games read from a file, and the checks that they must pass."""
