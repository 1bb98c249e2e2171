"""Lists of abstracts in plain text and Markdown: how they are laid out, and their entries."""
