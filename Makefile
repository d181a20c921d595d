# Everything is installed into .venv and node_modules. Stamp files record finished steps, so a second run
# starts at once.

PY ?= python3
V := .venv
BIN := $(V)/bin
# Tests in one file share the programs that they start (loadgroup). Each call names its paths, so that no process
# collects tests that it does not run.
PYTEST := $(BIN)/python -m pytest --dist loadgroup
APART := $(addprefix tests/,bench browser engines mutants schemas torture windows)
UNIT := $(wildcard tests/test_*.py) $(filter-out $(APART),$(patsubst %/__init__.py,%,$(wildcard tests/*/__init__.py)))
BROWSER := tests/browser
KIT := tests/bench tests/torture
# The tests of what the database decides; the nightly run repeats all others there.
ON_POSTGRESQL := TEST_DATABASE=postgresql $(PYTEST)
DATABASE := $(filter tests/model tests/store tests/web,$(UNIT))
PIP := $(BIN)/python -m pip --disable-pip-version-check
NODE_STAMP := node_modules/.stamp
# Some tests start programs; compiled modules make them start sooner.
unexport PYTHONDONTWRITEBYTECODE
LOCK := uv pip compile pyproject.toml --group build --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev-serve dev browser servers test test-all quick test-js torture mutants engines windows lint \
	lint-js bench compare gunicorn lock messages pictures clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(V)/.run ## Start the app (ARGS="..." for options)
	@exec $(BIN)/scorekeeper serve $(ARGS)

dev-serve: $(V)/.run ## Serve on this machine only, and restart when a file changes
	@.ci/dev-serve $(ARGS)

dev: $(V)/.dev $(NODE_STAMP) ## Install everything that the tests need, except the browser

test: dev browser servers lint test-js ## Check the code and run the daily tests, those of the database on PostgreSQL
	$(PYTEST) -n auto -m "not slow" $(UNIT)
	$(PYTEST) -n auto -m "journey and not slow" $(BROWSER)
	@.ci/engines daily
	$(PYTEST) -n auto -m "journey and not slow" -k "firefox or webkit" tests/engines
	$(ON_POSTGRESQL) -n auto -m "postgresql and not sqlite and not slow" $(DATABASE)

test-all: test engines windows ## Run every night: all tests, also on PostgreSQL, and on Windows under Wine
	$(PYTEST) -n auto --timeout 0 -m slow $(UNIT)
	$(PYTEST) -n auto --timeout 0 -m "slow or not journey" $(BROWSER)
	$(PYTEST) -n auto --timeout 0 $(KIT)
	RANDOM_GAMES=6000 $(PYTEST) -n auto --timeout 0 tests/rules/test_properties.py tests/board/test_ahead.py \
		tests/exchange/tables/test_csv_out.py
	$(ON_POSTGRESQL) -n auto --timeout 0 -m "not sqlite" $(filter-out tests/rules,$(UNIT)) $(BROWSER) $(KIT)

quick: $(V)/.dev ## Test rules, store and pages on SQLite, in three quarters of a minute
	$(PYTEST) -n auto -q -m "not slow and not thorough and not hypothesis" $(UNIT)

test-js: $(NODE_STAMP) ## Test the scripts without a browser
	node --test --test-timeout 60000 tests/js/*.test.js

torture: dev browser servers ## Try to lose a save or to break in, for some hours (ARGS="..." for pytest)
	@.ci/engines
	TORTURE=1 $(PYTEST) --timeout 0 -m torture $(UNIT) $(BROWSER) $(KIT) tests/engines $(ARGS)

mutants: dev browser servers ## Plant faults in a copy, and list those that no test finds (ARGS="R1 H2" for some)
	$(BIN)/python -m tests.mutants $(ARGS)

engines: dev browser ## Walk through games and events in Chromium, Firefox and two WebKits (ARGS="-k away" for some)
	@.ci/engines
	$(PYTEST) -n auto --timeout 0 tests/engines $(ARGS)

compare: dev browser ## Show which pages look different from another commit's (ARGS="main people season")
	$(BIN)/python -m tests.compare $(ARGS)

windows: dev ## Try the package on a Windows Python under Wine, in a quarter of an hour
	@command -v wine >/dev/null || .ci/packages "the tests use Wine" wine
	$(PYTEST) -n 0 --timeout 0 tests/windows $(ARGS)

lint: $(V)/.dev lint-js ## Check style, types, imports, templates, scripts and translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# On two processors: the types of all files take as long as all the rest.
	printf '%s\n' "$(BIN)/mypy" \
		"$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 scorekeeper" \
		"$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin scorekeeper" \
		"$(BIN)/lint-imports --no-logo --no-cache" \
		"$(BIN)/djlint templates --lint --quiet" \
		".ci/messages check" | xargs -P 2 -I {} sh -c {}

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

$(NODE_STAMP): package.json package-lock.json requirements.txt $(V)/.made
	@PYTHON=$(BIN)/python .ci/npm
	@touch $@
