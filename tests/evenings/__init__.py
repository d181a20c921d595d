"""Every page of some evenings as a reader approved it; ``APPROVE=1`` writes it anew."""
