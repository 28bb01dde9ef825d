# Two commands on a fresh clone: make run, make test. All the work is in run.py, so Windows has it too: py run.py
# ARGS goes on to the command: make test ARGS="-k stream"; make lock ARGS=--upgrade

PYTHON ?= $(shell command -v python3 || command -v python3.14 || command -v python3.13 || command -v python3.12 || command -v python3.11)
ifeq ($(PYTHON),)
$(error Python is missing: install Python 3.11 to 3.14 with venv (on Debian or Ubuntu: apt-get install python3-venv))
endif
LOCK = uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url -q

.PHONY: run test check bench shots doctor audit lock messages clean
run:
	@$(PYTHON) run.py serve $(ARGS)

test:
	@$(PYTHON) run.py test $(ARGS)

check:
	@$(PYTHON) run.py check

bench:
	@$(PYTHON) run.py bench $(ARGS)

shots:
	@$(PYTHON) run.py shots

# Says in plain words what is wrong with an installation.
doctor:
	@$(PYTHON) run.py doctor $(ARGS)

audit:
	@$(PYTHON) run.py audit

messages:
	@$(PYTHON) run.py messages

# For those who change the dependencies: needs uv.
lock:
	$(LOCK) pyproject.toml -o requirements.txt $(ARGS)
	$(LOCK) --group dev -c requirements.txt -o requirements-dev.txt $(ARGS)

# What can be made again; data/ stays.
clean:
	rm -rf .venv staticfiles .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} + -o -name '*.mo' -exec rm -f {} +
