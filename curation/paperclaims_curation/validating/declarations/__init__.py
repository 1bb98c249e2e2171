"""The codes that no rule has: findings of reading, of passes, and of the other stages."""

from paperclaims_curation.validating.declarations import files, importing, quotes, stages

DECLARATIONS = (
    *files.DECLARATIONS,
    *quotes.DECLARATIONS,
    *importing.DECLARATIONS,
    *stages.DECLARATIONS,
)
