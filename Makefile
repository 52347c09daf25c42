# SPDX-License-Identifier: Apache-2.0
# The front end to CMake. `make help` lists the verbs.
jobs := $(shell nproc 2>/dev/null || echo 1)
sources = $(shell git ls-files -co --exclude-standard -- '*.h' '*.cpp')

.PHONY: help deps deps-test deps-bench deps-python deps-studio deps-site build studio python wheel run test test-cases test-release test-asan soak bench bench-live \
        gallery site schema map format format-check tidy clean
.DEFAULT_GOAL := help
.NOTPARALLEL:  # each verb is parallel inside

help:  ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps:  ## install what building and running need, if missing
	@tool/install_packages tool/packages/deps.txt

deps-test:  ## install what testing needs, if missing
	@tool/install_packages tool/packages/deps-test.txt

deps-python:  ## install what the Python package needs, if missing
	@tool/install_packages tool/packages/deps-python.txt

deps-bench:  ## install the peers we measure against, if missing
	@tool/install_packages tool/packages/deps-bench.txt

deps-studio:  ## install what the engine of live pages needs, if missing
	@tool/install_packages tool/packages/deps-studio.txt

deps-site:  ## install what the web site needs, if missing
	@tool/install_packages tool/packages/deps-site.txt

# A first build asks for no test libraries; `make test` turns the tests on.
build: deps  ## build the program, build/zwang
	@test -f build/build.ninja || cmake --preset release -DZWANG_BUILD_TESTS=OFF
	cmake --build build --parallel $(jobs) --target zwang_cli

run: build  ## build, then run models/pendulum.toml; its results go to build/results
	@build/zwang run models/pendulum.toml --out build/results

# The engine as WebAssembly; programs that are built later put it into their pages (cmake/page.cmake).
studio: deps deps-studio  ## build the engine of live pages, then the program that writes them
	cmake --preset studio
	cmake --build --preset studio --parallel $(jobs)
	cmake --preset release -DZWANG_BUILD_TESTS=OFF
	cmake --build build --parallel $(jobs) --target zwang_cli

python: deps deps-python  ## build the Python package, into build/python
	cmake --preset release -DZWANG_BUILD_TESTS=OFF
	cmake --build build --parallel $(jobs) --target zwang_python
	@echo "To use it: export PYTHONPATH=$(CURDIR)/build/python, and $$(cat build/python/interpreter)"

wheel: python  ## write a wheel of the Python package, into build/wheel
	@tool/make_wheel build build/wheel

test: test-release test-asan  ## every test in its short form, then again under ASan and UBSan

# The cases of the tests, compiled once for all builds, by clang where it is: it takes half of GCC's time for them, and
# so both compilers have their say on the headers.
cases = $(CURDIR)/build-cases
test-cases: deps deps-test
	cmake --preset cases $(if $(shell command -v clang++),-DCMAKE_CXX_COMPILER=clang++)
	cmake --build build-cases --parallel $(jobs) --target zwang_tests_cases zwang_alloc_tests_cases

test-release: deps-python test-cases
	cmake --preset release -DZWANG_TEST_CASES=$(cases)
	cmake --build build --parallel $(jobs)
	tool/run_shards build/zwang_tests $(jobs)
	ctest --preset release --parallel $(jobs) --no-tests=error --label-exclude unit

test-asan: test-cases
	cmake --preset asan -DZWANG_TEST_CASES=$(cases)
	cmake --build build-asan --parallel $(jobs) --target zwang_tests zwang_cli
	tool/run_shards build-asan/zwang_tests $(jobs)
	test/cli/check_fuzz --program build-asan/zwang --calls 200 --seed 7 --jobs $(jobs) --patience 60

soak: test-cases  ## the long forms of the tests, hours; the result goes to doc/soak/
	cmake --preset release -DZWANG_TEST_CASES=$(cases)
	cmake --build build --parallel $(jobs)
	tool/soak build

bench: deps deps-bench  ## build and run the benchmarks
	cmake --preset release -B build-bench -DZWANG_BUILD_TESTS=OFF -DZWANG_BUILD_BENCH=ON
	cmake --build build-bench --parallel $(jobs) --target zwang_bench
	OPENBLAS_NUM_THREADS=1 build-bench/zwang_bench
	OPENBLAS_NUM_THREADS=1 build-bench/zwang_bench --only growth --only motion --only extremals \
	  --only bodies --only symbolic --only contacts

# MuJoCo's WebAssembly is a peer of this race alone, and stays in its folder.
bench-live: studio deps-test  ## race a live page against MuJoCo's WebAssembly in Chromium, then time all live pages
	web/install --test
	npm install --prefix build-bench/live --no-save --no-audit --no-fund @mujoco/mujoco@3.14.0
	node bench/live_race.mjs build/zwang build-bench/live
	node web/times.mjs build/zwang

gallery: build deps-test  ## take a picture of every model's page, into doc/gallery
	tool/gallery build/zwang

site: studio deps-site  ## write the guide as static HTML with live models, into build/site
	tool/site build/zwang build/site

schema: test-cases  ## write doc/model.schema.json and the guide's lists of keys from the reader's format
	cmake --preset release -DZWANG_TEST_CASES=$(cases)
	cmake --build build --parallel $(jobs) --target zwang_tests
	ZWANG_WRITE=1 build/zwang_tests --gtest_filter=Schema.IsWritten*:Page.HasItsLists*

map:  ## write doc/theory/map.md: equation, function, test
	tool/check_equations --write

format: deps-test  ## lay out all sources
	clang-format -i $(sources)

format-check: deps-test  ## fail if a source is not laid out
	tool/check_format

tidy: deps deps-test  ## static analysis with clang-tidy, of all sources
	cmake --preset dev
	tool/check_tidy build-dev --all --jobs $(jobs)

clean:  ## remove all build folders
	rm -rf build build-cases build-dev build-asan build-tsan build-coverage build-fuzz build-bench build-studio
