# `make build` and `make test` need only Python 3.11 or newer, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help venv build test lint check fix docs bench fuzz compat release clean

help:  ## Show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) (once; takes a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

build: $(STAMP)  ## Validate the records and build the release
	@$(BIN)/paperclaims build

test: $(STAMP)  ## Run the tests
	@$(BIN)/python -m pytest -n auto

venv: $(STAMP)  ## Install into .venv, and nothing else

lint: $(STAMP)  ## Lint, types, import directions, generated schema files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@for f in json:record.schema.json markdown:README.md; do $(BIN)/paperclaims schema --format $${f%%:*} | diff -q - schema/$${f##*:} > /dev/null || { echo "schema/$${f##*:} is not current; run make docs"; exit 1; }; done
	@$(BIN)/paperclaims explain --format markdown | diff -q - curation/RULES.md > /dev/null || { echo "curation/RULES.md is not current; run make docs"; exit 1; }

check: lint  ## Lint, and whether records, release and README are right (changes nothing)
	$(BIN)/paperclaims validate
	$(BIN)/paperclaims build --check
	$(BIN)/python tests/docs/readme.py

fix: $(STAMP)  ## Bring code and records into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/paperclaims validate --fix

docs: $(STAMP)  ## Make the generated files anew
	$(BIN)/paperclaims schema --format json > schema/record.schema.json.new && mv schema/record.schema.json.new schema/record.schema.json
	$(BIN)/paperclaims schema --format markdown > schema/README.md.new && mv schema/README.md.new schema/README.md
	$(BIN)/paperclaims explain --format markdown > curation/RULES.md.new && mv curation/RULES.md.new curation/RULES.md
	$(BIN)/python tests/docs/readme.py --write

bench: $(STAMP)  ## Measure, side by side in one run
	-$(BIN)/python benchmarks/startup.py
	-$(BIN)/python -m benchmarks.validating
	-$(BIN)/python benchmarks/importing.py
	$(BIN)/python -m benchmarks.mutations

fuzz: $(STAMP)  ## Try 10,000 random files and edits, others each time (FUZZ_EXAMPLES=...)
	FUZZ_EXAMPLES=$${FUZZ_EXAMPLES:-10000} $(BIN)/python -m pytest -q tests/curation/test_reading.py -p no:cacheprovider

compat: $(STAMP)  ## Read the release with old and new readers, each in its own environment
	$(BIN)/python tests/compat/run.py

# The data's version, as collection.toml gives it.
VERSION = $(shell sed -n 's/^version = "\([0-9.]*\)".*/\1/p' dataset/collection.toml)

release: $(STAMP)  ## Build, check, read with all readers, show what changed, and tag the commit
	@test -z "$$(git status --porcelain)" || { echo "commit or put away your changes first"; exit 1; }
	@! git rev-parse --quiet --verify refs/tags/v$(VERSION) > /dev/null || { echo "v$(VERSION) is tagged already: raise version in dataset/collection.toml"; exit 1; }
	$(BIN)/paperclaims build
	@test -z "$$(git status --porcelain)" || { echo "the release was not current: commit it, then run this again"; exit 1; }
	$(MAKE) check
	$(MAKE) compat
	@last=$$(git describe --tags --match 'v[0-9]*' --abbrev=0 2> /dev/null); if test -n "$$last"; then $(BIN)/paperclaims diff "$$last"; else echo "the first release: nothing to compare with"; fi
	git tag --annotate "v$(VERSION)" --message "paperclaims $(VERSION)"
	@echo "tagged v$(VERSION); push it, then: paperclaims publish"

clean:  ## Remove what the targets made outside the repository's files
	rm -rf $(VENV) .compat .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
