"""The form of a paperclaims record: models, vocabularies and Arrow schemas.

The authored models are in `record`, `claim` and `quantity`, the published rows in `tables`,
the words in `vocabularies`. This package knows no file and no command.
"""
