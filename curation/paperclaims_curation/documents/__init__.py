"""Read the abstracts of documents in the formats that people have."""
