"""Documents as received to draft records."""
