# make only wraps venv, pip and `curso`; README has the same lines for whoever has no make.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help site test audit bench serve check lock

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

site: .venv/site-is-ready ## build site/: pages, diagrams, deck and data
	$(BIN)/curso build

test: .venv/test-is-ready ## all that CI runs: lint, types, layers, tests, browser, deck
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/curso check
	$(BIN)/pytest -m "not audit" -n 2

audit: .venv/test-is-ready ## what is too slow for every change
	$(BIN)/pytest -m audit -n 2

bench: .venv/test-is-ready ## how long a build takes, beside plain mkdocs build; writes the table of the README
	$(BIN)/python tests/bench/measure.py --write

serve: .venv/site-is-ready ## the site, live, at http://127.0.0.1:8000
	$(BIN)/curso serve

check: .venv/site-is-ready ## every problem of the course
	$(BIN)/curso check

lock: .venv/test-is-ready ## pin the dependencies anew, with their hashes
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) --output-file requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet $(LOCK) --extra test --constraint requirements.lock --output-file requirements-test.lock pyproject.toml

LOCK := --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

.venv/site-is-ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/test-is-ready: .venv/site-is-ready requirements-test.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.lock
	@touch $@
