# make play    the hall: play in the browser
# make test    all checks, and tests of every behaviour once: run it before a commit
# make test-all      all combinations as well (every page at every size), slow reference rules, faults
# make test-python   the tests that need no Node.js, browser or database
# make coverage      lines of the package that the tests of `make test` do not run
# make check   formatting, lint and types only
# make messages     extract the texts to translate, and update the catalogues of all languages
# make wasm    the WebAssembly libraries of all games, written into the package
# make docs    the documentation site, in build/site
# make bench   speed, compared with other programs
# make faults  fault injection: killed halls, full disks, lost databases, with a report

PYTHON ?= $(shell tools/python)
BIN := .venv/bin
# Without bytecode: most modules of the libraries are never imported, the others are compiled on import.
PIP := $(BIN)/python -m pip install -q --no-compile --disable-pip-version-check
HALL_STAMP := .venv/installed-hall
STAMP := .venv/installed
BENCH_STAMP := .venv/installed-bench
COLLECTED_STAMP := .venv/collected
SOURCES := src tests examples bench docs hatch_build.py tools/messages.py
PAGES := src/steinreich/hall/static/index.html
CLIENT_STAMP := web/node_modules/installed
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard src/steinreich/locale/*/LC_MESSAGES/steinreich.po))
# Test processes, more than processors, because tests wait for browsers and servers.  Each process has
# its own hall and browser.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
# The sources of web/src/protocol.ts
DECLARED := $(addprefix src/steinreich/session/schema/,limits.py protocol.py messages.py records.py study.py) \
  src/steinreich/rules/vocabulary.py
# The sources of the pages
CLIENT := web/index.html web/vite.config.ts web/gettext.ts \
  $(shell find web/src web/public src/steinreich/locale -type f 2>/dev/null)

# The marker expression for pytest; empty selects all tests.  The marker is declared in pyproject.toml.
SELECTED := not matrix
PYTEST = -q -n $(WORKERS) --dist loadgroup -m "$(SELECTED)"

# Keep bytecode: the tests start several hundred processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play client test test-all test-python tests coverage prepared warm wasm system check lint types \
  pages-check format messages bench docs faults images lock clean

play: $(HALL_STAMP) $(PAGES) $(CATALOGUES)
	@$(BIN)/steinreich serve --open || test $$? -eq 130 # Ctrl-C

client: $(PAGES)

# Installation, checks and tests run in parallel, since each of them often waits for the network or the
# disk.  Formatting and lint are quick and fail before the tests begin.
test:
	@$(MAKE) --no-print-directory -j4 tests lint types pages-check

test-all:
	@$(MAKE) --no-print-directory test SELECTED=
	@tools/other-pythons

prepared: $(STAMP) $(PAGES) $(CATALOGUES) system warm $(COLLECTED_STAMP)

# Compile the rules once before the tests, because all test processes would otherwise compile them at the
# same time.
warm: $(HALL_STAMP) $(CATALOGUES)
	@echo "· compiling the games"
	@$(BIN)/python -m tests.warm_machine_code

# Compile the bytecode of the tests and of all modules that they import, for the same reason.
$(COLLECTED_STAMP): $(STAMP) $(CATALOGUES) | system
	@output=$$($(BIN)/pytest --collect-only -q) || { echo "$$output"; exit 1; }
	@touch $@

tests: prepared
	@echo "· tests"
	@$(BIN)/pytest $(PYTEST)

# Lines that run only as machine code are reported as not run.
coverage: prepared
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(PYTEST); status=$$?; \
	  $(BIN)/coverage combine -q && $(BIN)/coverage report && exit $$status

# PYTHON=python3.13 makes the environment with another interpreter.
test-python: $(STAMP) warm
	@tools/system-packages libcairo2
	@echo "· tests of the library and the command line"
	@$(BIN)/pytest $(PYTEST) $(addprefix --ignore=tests/,browser hall test_wheel.py)

check: lint types pages-check

lint: $(STAMP)
	@echo "· formatting and lint"
	@$(BIN)/ruff format --check -q $(SOURCES) || { echo "run make format to correct this"; exit 1; }
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

# make messages NEW=fr adds a language.
messages: $(STAMP)
	@$(BIN)/python -m tools.messages $(NEW)

system: # a browser and a database for the tests
	@tools/system-packages

bench: $(BENCH_STAMP) $(PAGES) $(CATALOGUES) system
	@$(BIN)/python -m bench

wasm: $(HALL_STAMP) $(CATALOGUES)
	@tools/system-packages lld
	@$(BIN)/steinreich build-wasm

docs: $(STAMP) $(CATALOGUES)
	@$(BIN)/python -m docs.site build/site
	@echo "build/site/index.html"

faults: $(STAMP) $(CATALOGUES) system
	@$(BIN)/python -m bench.faults

# The packages needed to play and to compile machine code; the packages for tests are installed in
# parallel with the compilation.
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
	@$(BIN)/python -m steinreich.draw.client web/src

%.mo: %.po | $(HALL_STAMP)
	@$(BIN)/python hatch_build.py

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
	@printf 'babel\nhatchling\neditables\n' | uv pip compile -q - --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url -c requirements/dev.txt -o requirements/build.txt

clean:
	@rm -rf .venv build dist web/node_modules src/steinreich/hall/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
