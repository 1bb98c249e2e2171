"""What the longer steps of cleaning do."""
