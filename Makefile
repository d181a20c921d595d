# Everything installed lands in .venv and node_modules.
# Stamp files remember what is done, so a second run starts at once.

PY ?= python3
V := .venv
BIN := $(V)/bin
PYTEST := $(BIN)/python -m pytest --dist loadgroup
ON_POSTGRESQL := TEST_DATABASE=postgresql $(PYTEST) --ignore tests/rules
PIP := $(BIN)/python -m pip --disable-pip-version-check
NODE_STAMP := node_modules/.stamp
# Some tests start programs, and all processes read the same modules: compiled once, they start sooner.
unexport PYTHONDONTWRITEBYTECODE
LOCK := uv pip compile pyproject.toml --group build --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev-serve dev browser servers test test-all quick test-js torture lint lint-js bench gunicorn \
	lock messages pictures clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(V)/.run ## Start the app (ARGS="..." for options)
	@exec $(BIN)/scorekeeper serve $(ARGS)

dev-serve: $(V)/.run ## Serve on this machine alone, started again by each change of a file
	@.ci/dev-serve $(ARGS)

dev: $(V)/.dev $(NODE_STAMP) ## Install all that the tests need, except the browser

# Tests that start programs share them by file (loadgroup).
test: dev browser servers lint test-js ## Check the code and run all tests, the database's on PostgreSQL too
	$(PYTEST) -n auto -m "not slow and not browser"
	$(PYTEST) -n auto -m "not slow and browser"
	$(ON_POSTGRESQL) -n auto -m "postgresql and not sqlite and not slow"

test-all: test ## Run the slow tests too, and everything on PostgreSQL
	$(PYTEST) -n auto --timeout 0 -m slow
	RANDOM_GAMES=6000 $(PYTEST) -n auto --timeout 0 tests/rules/test_properties.py tests/exchange/tables/test_csv_out.py
	$(ON_POSTGRESQL) -n auto --timeout 0 -m "not sqlite"

quick: $(V)/.dev ## Run the rules, the store and the pages on SQLite, in a minute
	$(PYTEST) -n auto -q --ignore tests/browser --ignore tests/torture -m "not slow and not thorough"

test-js: $(NODE_STAMP) ## Test the scripts of the pages, without a browser
	node --test --test-timeout 60000 tests/js/*.test.js

torture: dev browser servers ## Try for some minutes to lose a save or to break in (ARGS="..." for pytest)
	TORTURE=1 $(PYTEST) --timeout 0 -m torture $(ARGS)

lint: $(V)/.dev lint-js ## Check style, types, templates, scripts and translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet
	.ci/messages check

lint-js: $(NODE_STAMP) ## Check the scripts and style sheets alone
	node_modules/@biomejs/cli-linux-*/biome ci --error-on-warnings --colors=off

bench: $(V)/.dev ## Measure the speed beside bare routes (ARGS=--all: full database, 50 tables too)
	$(BIN)/python -m tests.bench $(ARGS)

gunicorn: $(V)/.server ## Install what a server needs for PostgreSQL and Redis (docs/deploy.md)

lock: ## Write the requirements files again (ARGS=--upgrade for newer versions)
	@command -v uv >/dev/null || { echo "Please install uv, then try again." >&2; exit 1; }
	$(LOCK) $(ARGS) --extra pictures --extra ratings -o requirements.txt
	$(LOCK) $(ARGS) --extra dev -c requirements.txt -o requirements-dev.txt
	$(LOCK) $(ARGS) --extra server --extra postgresql --extra redis -c requirements-dev.txt \
		-o requirements-server.txt

messages: $(V)/.dev ## Collect the texts to translate (NEW=fr: begin a language)
	.ci/messages write $(NEW)

pictures: dev browser ## Photograph the main screens and write docs/look.md
	$(BIN)/python -m tests.pictures $(ARGS)

clean: ## Remove all that was installed or built, but no data
	rm -rf $(V) node_modules build dist *.egg-info test-results
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

browser:
	@.ci/browser

servers:
	@.ci/servers

$(V)/.made:
	@.ci/venv $(PY) $(V)
	@touch $@

# The app is installed in place: a change in the code needs no new install.
$(V)/.run: requirements.txt pyproject.toml $(V)/.made
	@echo "Installing, this takes a moment..."
	@$(PIP) install -q --require-hashes -r requirements.txt
	@$(PIP) install -q --no-deps --no-build-isolation -e .
	@touch $@

$(V)/.server: requirements-server.txt $(V)/.run
	@echo "Installing what a server needs..."
	@$(PIP) install -q --require-hashes -r requirements-server.txt
	@touch $@

$(V)/.dev: requirements-dev.txt $(V)/.run
	@echo "Installing what the tests need..."
	@$(PIP) install -q --require-hashes -r requirements-dev.txt
	@touch $@

$(NODE_STAMP): package.json package-lock.json
	@.ci/npm
	@touch $@
