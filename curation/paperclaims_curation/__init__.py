"""Everything that acts on records, one stage a module or folder."""
