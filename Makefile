# `make run` starts the bot (with DISCORD_TOKEN) or the local console; `make test` runs every check.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: run test nightly lint install messages clean

run: $(VENV)/.installed
	@$(BIN)/tablejudge run

install: $(VENV)/.installed-dev

$(VENV)/.installed: pyproject.toml
	@echo "[1/2] making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "[2/2] installing Table Judge and its libraries (about a minute)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	@echo "[1/2] making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "[2/2] installing Table Judge, its libraries and the test tools (about two minutes)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed

lint: $(VENV)/.installed-dev
	@echo "ruff";         $(BIN)/ruff check bot rulings simulator tests
	@echo "ruff format";  $(BIN)/ruff format --check --quiet bot rulings simulator tests
	@echo "mypy";         $(BIN)/mypy
	@echo "import contracts"; $(BIN)/lint-imports --no-cache

test: lint
	@$(BIN)/python -m pytest -q -n $(JOBS) -m "not nightly"

nightly: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -q -n $(JOBS)

messages: $(VENV)/.installed-dev
	@$(BIN)/python -m deploy.messages $(LANGUAGE)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
