"""Check records: syntax and schema at reading, then one rule after the other."""
