# make play    the hall: play in the browser
# make test    all checks and tests
# make bench   speed, beside other programs of the field
# make test-python   the tests that need neither Node.js nor a browser nor a database
# make docs    the documentation site, in build/site
# make check   formatting, lint and types only
# make faults  what a hall survives: kills, full disks, lost databases, with a report

PYTHON ?= $(shell tools/python)
BIN := .venv/bin
# Most modules of the libraries are never imported: those that are, are compiled then.
PIP := $(BIN)/python -m pip install -q --no-compile --disable-pip-version-check
HALL_STAMP := .venv/installed-hall
STAMP := .venv/installed
BENCH_STAMP := .venv/installed-bench
SOURCES := src tests examples bench docs hatch_build.py
PAGES := src/steinreich/hall/static/index.html
CLIENT_STAMP := web/node_modules/installed
# One more than processors: now and then a test waits.  Each has a hall and a browser of its own.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
DECLARED := $(addprefix src/steinreich/session/schema/,limits.py protocol.py commands.py messages.py puzzles.py study.py) \
  src/steinreich/rules/vocabulary.py
CLIENT := web/index.html web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)

# Bytecode is worth keeping: the tests start several hundred processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play client test test-python prepared warm check lint types pages-check tests format bench docs faults lock clean system

play: $(HALL_STAMP) $(PAGES)
	@$(BIN)/steinreich serve --open || test $$? -eq 130 # Ctrl-C

client: $(PAGES)

# What waits for the network comes side by side, and so do checks and tests: there is always one of
# them that waits for something else than a processor.
test:
	@$(MAKE) --no-print-directory -j4 prepared
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory -j3 tests types pages-check

prepared: $(STAMP) $(PAGES) system warm

# Once and ahead of the tests: their processes would compile the same rules side by side.
warm: $(HALL_STAMP)
	@echo "· compiling the games"
	@$(BIN)/python -m tests.warming

tests: $(STAMP) $(PAGES) system warm
	@echo "· tests"
	@$(BIN)/pytest -q -n $(WORKERS) --dist loadgroup

# PYTHON=python3.13 makes the environment with another interpreter.
test-python: $(STAMP) warm
	@tools/system-packages libcairo2
	@echo "· tests of the library and the command line"
	@$(BIN)/pytest -q -n $(WORKERS) --dist loadgroup $(addprefix --ignore=tests/,browser hall test_wheel.py)

check: lint types pages-check

lint: $(STAMP)
	@echo "· formatting and lint"
	@$(BIN)/ruff format --check -q $(SOURCES) || { echo "make format puts this right"; exit 1; }
	@$(BIN)/ruff check -q $(SOURCES)

types: $(STAMP)
	@echo "· types"
	@$(BIN)/mypy --no-error-summary $(SOURCES)

pages-check: $(CLIENT_STAMP)
	@echo "· the pages' sources"
	@cd web && npm run --silent check && npm run --silent test -- --reporter=dot --silent=passed-only

format: $(STAMP) $(CLIENT_STAMP)
	@$(BIN)/ruff format -q $(SOURCES)
	@$(BIN)/ruff check -q --fix $(SOURCES)
	@cd web && npm run --silent format

system: # a browser and a database for the tests
	@tools/system-packages

bench: $(BENCH_STAMP) $(PAGES) system
	@$(BIN)/python -m bench

docs: $(STAMP)
	@$(BIN)/python -m docs.site build/site
	@echo "build/site/index.html"

faults: $(STAMP) system
	@$(BIN)/python -m bench.faults

# All that playing needs, and all that machine code is compiled with: the rest may come meanwhile.
$(HALL_STAMP): requirements/hall.txt requirements/build.txt pyproject.toml
	@echo "· making the environment in .venv (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --no-deps --require-hashes -r requirements/hall.txt -r requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(STAMP): requirements/dev.txt $(HALL_STAMP)
	@echo "· installing what the tests need (once)"
	@$(PIP) --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

$(BENCH_STAMP): requirements/bench.txt $(STAMP)
	@echo "· installing the programs to compare with (once)"
	@$(PIP) --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

web/src/protocol.ts: $(DECLARED) src/steinreich/hall/api/typescript.py | $(HALL_STAMP)
	@$(BIN)/python -m steinreich.hall.api.typescript $@

web/src/board/drawing/shapes.ts: $(wildcard src/steinreich/draw/*.py src/steinreich/draw/elements/*.py) | $(HALL_STAMP)
	@$(BIN)/python -m steinreich.draw.client $(@D)

$(PAGES): $(CLIENT_STAMP) $(CLIENT)
	@echo "· building the pages"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(CLIENT_STAMP): web/package-lock.json
	@command -v npm >/dev/null || { echo "the pages need Node.js 20.19 or newer"; exit 1; }
	@echo "· installing what the pages are built with (once)"
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

images: # write the digests of the base images into deploy/Containerfile, with docker
	@tools/pin-images deploy/Containerfile

lock: # renew the pinned versions, with the tool uv
	@for group in dev bench; do \
	  extras="--extra hall --extra tui --extra tuning --extra docs --extra notebook --extra rl --extra openspiel --extra dev"; test $$group = dev || extras="$$extras --extra $$group"; \
	  uv pip compile -q pyproject.toml $$extras --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --upgrade -o requirements/$$group.txt; done
	@uv pip compile -q pyproject.toml --extra hall --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url -c requirements/dev.txt -o requirements/hall.txt
	@printf 'hatchling\neditables\n' | uv pip compile -q - --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url -c requirements/dev.txt -o requirements/build.txt

clean:
	@rm -rf .venv build dist web/node_modules src/steinreich/hall/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
