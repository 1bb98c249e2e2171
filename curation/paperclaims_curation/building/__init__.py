"""From records to the release: tables, dataset card, Croissant file, and the swap of folders."""
