"""Record and pass files: reading with positions, writing in canonical form, quotes to spans."""
