# The commands of the portal. `make run` and `make test` work on a fresh machine and may be repeated.
#
#   make run            the portal at http://127.0.0.1:8000 (PORT=..., PORTAL_DATA_DIR=...)
#   make test           the test suite; `make test-slow` also what takes minutes
#   make lint types     style and types; `make format` mends the style
#   make checks         Django's own: settings of a deployment, missing migrations
#   make bench          search beside other stacks, speed and recall, as one JSON (docs/measurements)
#   make bench-models   how quick embedders and rerankers are on this machine
#   make messages       collect new texts for translation, and compile the translations
#
# PYTHON=... names another Python (3.11 to 3.14). ARGS=... goes to the command (make test ARGS="-k fusion").

PY := .venv/bin/python
ARGS ?=

.PHONY: run test test-slow bench bench-models lint format types checks messages install install-dev

run: install
	@exec $(PY) manage.py serve --with-parent $(ARGS)

test: install-dev
	$(PY) -m pytest $(ARGS)

test-slow: install-dev
	$(PY) -m pytest -m "slow or not slow" $(ARGS)

bench: install
	@test -x .venv-bench/bin/python || $(PY) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@$(PY) -m benchmarks.search $(ARGS)

lint: install-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m djlint --lint --quiet templates

format: install-dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

types: install-dev
	$(PY) -m mypy documents retrieval answering aceh_portal

checks: install
	@# The history in a database is not asked for, so there need be none.
	$(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	PORTAL_HTTPS=1 $(PY) manage.py check --deploy --fail-level WARNING

messages: install
	mkdir -p $(addsuffix /locale,aceh_portal documents retrieval answering)
	$(PY) manage.py makemessages --locale id --no-obsolete --add-location file \
	  --ignore .venv --ignore var --ignore tests
	$(PY) manage.py compilemessages --ignore .venv --ignore var

install:
	@scripts/install requirements.txt

install-dev:
	@scripts/install requirements-dev.txt

bench-models: install
	$(PY) manage.py benchmark_models $(ARGS)
