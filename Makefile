# Every target installs what it needs into .venv first; nothing has to be activated.
# Another Python: make PYTHON=/path/to/python3.12 play

VENV := .venv
BIN := $(VENV)/bin
# One more than there are processors, since a test often waits for a browser or a server.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test bench format site messages clean

help:
	@echo "make play      open the page with both games"
	@echo "make test      run every check and test"
	@echo "make bench     measure the rules and the server"
	@echo "make format    format the source and mend what can be mended"
	@echo "make site      build the documentation in build/site"
	@echo "make messages  bring the French and Italian catalogues up to date with the source"
	@echo "make clean     remove everything these targets made here"

play: $(VENV)/.runtime
	@$(BIN)/twohalls

# What the tests play with takes two minutes to compile: that goes on while the checks run.
test: $(VENV)/.dev
	@scripts/chromium
	@scripts/postgres
	@scripts/hosting
	@$(BIN)/python -m tests.compiling >$(VENV)/compiling.log 2>&1 &
	@echo "== ruff check"
	@$(BIN)/ruff check
	@echo "== ruff format"
	@$(BIN)/ruff format --check
	@echo "== mypy"
	@$(BIN)/mypy
	@echo "== lint-imports"
	@$(BIN)/lint-imports
	@echo "== mkdocs"
	@$(MAKE) -s site
	@echo "== pytest"
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

bench: $(VENV)/.bench
	@$(BIN)/twohalls bench
	@$(BIN)/python -m twohalls.web.bench
	@if scripts/postgres >/dev/null; then \
		$(BIN)/python -m benchmarks.workers && $(BIN)/python -m benchmarks.crowd; \
	fi

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

site: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

messages: $(VENV)/.dev
	@$(BIN)/python scripts/messages.py

clean:
	rm -rf $(VENV) build dist tests/pictures
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@python=$$(scripts/find-python $(PYTHON)) && \
	echo "Making $(VENV) with $$python." && \
	$$python -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: $(VENV)/.made requirements.txt pyproject.toml
	@echo "Installing what the game needs; the first time this takes a minute or two."
	@$(PIP) -r requirements.txt
	@$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.txt
	@echo "Installing what the tests need."
	@$(PIP) -r requirements-dev.txt
	@touch $@

# The engines to compare with are an extra: where they cannot be had, it goes without them. One of
# them brings its tests along, which would be found in place of ours.
$(VENV)/.bench: $(VENV)/.runtime requirements-bench.txt
	@echo "Installing the engines to compare with."
	@$(PIP) -r requirements-bench.txt && touch $@ || echo "They cannot be had here."
	@rm -rf $(VENV)/lib/python*/site-packages/tests
