# Everything is installed into .venv and node_modules. Stamp files record finished steps, so a second run
# starts at once.

PY ?= python3
V := .venv
BIN := $(V)/bin
PYTEST := $(BIN)/python -m pytest --dist loadgroup $(if $(CI),-rR)
ON_POSTGRESQL := TEST_DATABASE=postgresql $(PYTEST) --ignore tests/rules
# On a build server a test that fails in a browser or in the kit (tests/torture/conftest.py) is repeated once, and listed
# as RERUN: a busy machine can delay a page or a server.
AGAIN := $(if $(CI),--reruns 1)
PIP := $(BIN)/python -m pip --disable-pip-version-check
NODE_STAMP := node_modules/.stamp
# Some tests start programs; compiled modules make them start sooner.
unexport PYTHONDONTWRITEBYTECODE
LOCK := uv pip compile pyproject.toml --group build --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev-serve dev browser servers test test-all quick test-js torture windows lint lint-js bench gunicorn \
	lock messages pictures clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(V)/.run ## Start the app (ARGS="..." for options)
	@exec $(BIN)/scorekeeper serve $(ARGS)

dev-serve: $(V)/.run ## Serve on this machine only, and restart when a file changes
	@.ci/dev-serve $(ARGS)

dev: $(V)/.dev $(NODE_STAMP) ## Install everything that the tests need, except the browser

# Tests in one file share the programs that they start (loadgroup).
test: dev browser servers lint test-js ## Check the code and run the tests, those of the database on PostgreSQL too
	$(PYTEST) -n auto -m "not slow and not browser"
	$(PYTEST) -n auto -m "not slow and browser" $(AGAIN)
	$(ON_POSTGRESQL) -n auto -m "postgresql and not sqlite and not slow"

test-all: test windows ## Run the slow tests too, on Windows under Wine, and all tests on PostgreSQL
	$(PYTEST) -n auto --timeout 0 -m "slow and not windows"
	RANDOM_GAMES=6000 $(PYTEST) -n auto --timeout 0 tests/rules/test_properties.py tests/board/test_ahead.py \
		tests/exchange/tables/test_csv_out.py
	$(ON_POSTGRESQL) -n auto --timeout 0 -m "not sqlite"

quick: $(V)/.dev ## Test rules, store and pages on SQLite, in a minute
	$(PYTEST) -n auto -q --ignore tests/browser --ignore tests/torture -m "not slow and not thorough"

test-js: $(NODE_STAMP) ## Test the scripts without a browser
	node --test --test-timeout 60000 tests/js/*.test.js

torture: dev browser servers ## Try to lose a save or to break in, for some hours (ARGS="..." for pytest)
	TORTURE=1 $(PYTEST) --timeout 0 -m torture $(ARGS)

windows: dev ## Try the package on a Windows Python under Wine, in a quarter of an hour
	@command -v wine >/dev/null || .ci/packages "the tests use Wine" wine
	$(PYTEST) -n 0 --timeout 0 -m windows $(ARGS)

lint: $(V)/.dev lint-js ## Check style, types, templates, scripts and translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 scorekeeper
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin scorekeeper
	$(BIN)/djlint templates --lint --quiet
	.ci/messages check

lint-js: $(NODE_STAMP) ## Check only the scripts and style sheets
	node_modules/@biomejs/cli-linux-*/biome ci --error-on-warnings --colors=off

bench: $(V)/.dev ## Compare the speed with bare routes (ARGS=--all: also a full database and 50 tables; --world: several processes)
	$(BIN)/python -m tests.bench $(ARGS)

gunicorn: $(V)/.server ## Install a server's packages for PostgreSQL and Redis (docs/deploy.md)

lock: ## Update the requirements files (ARGS=--upgrade for newer versions)
	@command -v uv >/dev/null || { echo "Please install uv, then try again." >&2; exit 1; }
	$(LOCK) $(ARGS) --extra https --extra pictures --extra ratings -o requirements.txt
	$(LOCK) $(ARGS) --extra dev -c requirements.txt -o requirements-dev.txt
	$(LOCK) $(ARGS) --extra server --extra postgresql --extra redis -c requirements-dev.txt \
		-o requirements-server.txt

messages: $(V)/.dev ## Collect the texts to translate (NEW=fr adds a language)
	.ci/messages write $(NEW)

pictures: dev browser ## Photograph the main screens and write docs/look.md
	$(BIN)/python -m tests.pictures $(ARGS)

clean: ## Remove everything installed or built, but no data
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

# The app is installed in place, so code changes need no new installation.
$(V)/.run: requirements.txt pyproject.toml $(V)/.made
	@echo "Installing, this takes a moment..."
	@$(PIP) install -q --require-hashes -r requirements.txt
	@$(PIP) install -q --no-deps --no-build-isolation -e .
	@touch $@

$(V)/.server: requirements-server.txt $(V)/.run
	@echo "Installing the packages for a server..."
	@$(PIP) install -q --require-hashes -r requirements-server.txt
	@touch $@

$(V)/.dev: requirements-dev.txt $(V)/.run
	@echo "Installing the packages for the tests..."
	@$(PIP) install -q --require-hashes -r requirements-dev.txt
	@touch $@

$(NODE_STAMP): package.json package-lock.json
	@.ci/npm
	@touch $@
