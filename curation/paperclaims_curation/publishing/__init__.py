"""From a release to the Hub: what changed, which version comes next, and the commit."""
