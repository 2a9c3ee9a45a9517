# Every target makes what it needs: the virtual environment, the packages, and for tests a browser.
PYTHON ?= python3
PORT ?= 5006
SITE ?= site
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# A browser that did not answer in time on a busy machine is asked once more; everything else fails at once.
PATIENT := --reruns 2 --only-rerun TimeoutError --only-rerun "did not answer within"
READY_TEST := $(VENV)/.ready-test
FRAMEWORKS := .venv-frameworks
# On Linux the usual wheel of PyTorch brings gigabytes for graphics cards; TORCH=... takes another one.
TORCH ?= torch==2.13.0

.PHONY: serve export test test-engines test-frameworks lint bench stills font notebooks clean

$(READY): pyproject.toml
	PYTHON="$(PYTHON)" sh .ci/environment $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(READY_TEST): $(READY)
	$(BIN)/python -m pip install --quiet --editable ".[test,notebook]"
	sh .ci/browser $(BIN)/python
	touch $@

# The lesson on this machine: http://localhost:5006
serve: $(READY)
	$(BIN)/gelu-lab serve --port $(PORT)

# The lesson as a folder that opens by double-click: make export SITE=folder
export: $(READY)
	$(BIN)/gelu-lab export $(SITE) --force

test: lint
	$(BIN)/python -m pytest -q -n 2 $(PATIENT) --ignore=tests/engines

# Firefox and WebKit, on Debian
test-engines: $(READY_TEST)
	sh .ci/engines
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup $(PATIENT) tests/engines

# The lesson's code for PyTorch and JAX; writes tests/frameworks/outputs.json, which `make test` compares with the text
test-frameworks: $(FRAMEWORKS)/.ready
	$(FRAMEWORKS)/bin/python tests/frameworks

$(FRAMEWORKS)/.ready:
	PYTHON="$(PYTHON)" sh .ci/environment $(FRAMEWORKS)
	$(FRAMEWORKS)/bin/python -m pip install --quiet "$(TORCH)" jax jaxlib onnx onnxruntime
	touch $@

lint: $(READY_TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Ratios in one run, against the same gate written the usual way; also written to bench.json
bench: $(READY_TEST)
	$(BIN)/python -m tests.bench

# The still pictures for places without scripts
stills: $(READY_TEST)
	$(BIN)/python -m tests.stills

# The course notebooks, edited and run, without their outputs again
notebooks: $(READY_TEST)
	$(BIN)/python tests/notebooks/notebook_files.py

# The font subsets, from Debian's fonts-lmodern and fonts-sil-charis
font: $(READY_TEST)
	sh .ci/fonts
	$(BIN)/python static/fonts/subset.py

clean:
	rm -rf $(VENV) $(FRAMEWORKS) site build dist *.egg-info
