"""Compare two independent annotation passes: how far they agree, and where they do not."""
