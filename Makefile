# Paperboy: `make run` starts the bot, `make test` runs everything that CI runs. Each sets up `.venv/` first if need be,
# with what the bot needs, and for the second with the tests' tools besides.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TOOLS := $(VENV)/tools-ready

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types layers unit format lock clean

help:  ## Say what can be made.
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(TOOLS)  ## Make .venv with the locked dependencies and tools; costs nothing the second time.

# The stamp holds the place it was made for. Without a stamp the set-up was cut short, and in another place the
# environment's commands do not start: then it is made anew.
ifneq "$(shell cat $(READY) 2>/dev/null)" "$(CURDIR)"
.PHONY: $(READY)
endif

$(READY): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || \
	  { echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or say where it is: make $(MAKECMDGOALS) PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Paperboy needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@test "$$(cat $(READY) 2>/dev/null)" = "$(CURDIR)" || $(PYTHON) -m venv --clear $(VENV) || \
	  { echo "The environment could not be made. On Debian and Ubuntu its module may be missing: apt-get install python3-venv" >&2; rm -rf $(VENV); exit 2; }
	@echo "Installing the locked dependencies into $(VENV)/ (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -W ignore -m compileall -q $(VENV)/lib >/dev/null || true
	@echo "$(CURDIR)" >$(READY)

$(TOOLS): $(READY) requirements-dev.lock
	@echo "Installing the locked tools for the tests into $(VENV)/ (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@touch $(TOOLS)

run: $(READY)  ## Read seeds/, build the index and start the bot (in a small Slack of its own, without tokens).
	@$(BIN)/python -m bot run

test: lint types layers unit  ## Everything that CI runs.

lint: $(TOOLS)  ## Ruff: style and format.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TOOLS)  ## mypy --strict.
	$(BIN)/mypy

layers: $(TOOLS)  ## The import contracts.
	$(BIN)/lint-imports

# Three at a time, since much of the time is spent waiting, and the slow ones, which come first by name, first.
unit: $(TOOLS)  ## The tests.
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -q

format: $(TOOLS)  ## Put the code into shape.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

LOCKING := uv pip compile pyproject.toml --extra build --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header

lock:  ## Pin the dependencies anew, for every Python and system at once (needs uv).
	$(LOCKING) --output-file requirements.lock
	$(LOCKING) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:  ## Remove the environment and every cache; data/ stays.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build *.egg-info
