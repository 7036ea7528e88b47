# Builds the program with cargo and puts it beside this file.
#
#   make [EXE=name]            for this processor; OpenBench calls this
#   make pgo [EXE=name]        the same with profile-guided optimisation
#   make x86-64-v3 [EXE=name]  for any processor of that level
#   make release               archives and packages to give away, in dist/
#   make web                   the WebAssembly module, the npm package, the page
#   make web-test              the same, tested in Node and in Chromium
#   make fuzz [SECONDS=n]      feeds damaged input to every reader (needs cargo-fuzz)
#   make help
#
# EVALFILE=path builds in another network than the project's own. A relative
# path counts from this folder. Testing frameworks may pass CC and CXX as well;
# they have no effect, since rustc is the compiler.

CARGO ?= cargo
# Features of the build. On a branch that OpenBench tunes: FEATURES = tune
FEATURES =
LEVELS := x86-64 x86-64-v2 x86-64-v3 x86-64-v4

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
else
SUFFIX :=
endif

# What `make fuzz` fuzzes.
FUZZED = $(sort $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs))))

# The name with exactly one suffix, whether EXE has it already or not.
named = $(patsubst %.exe,%,$(1))$(SUFFIX)

# `rustup component add llvm-tools` installs it.
PROFDATA = $(firstword $(wildcard $(subst \,/,$(shell rustc --print target-libdir))/../bin/llvm-profdata*))
PROFILE := $(CURDIR)/target/profile

# Folder and target are named, so that CARGO_TARGET_DIR, CARGO_BUILD_TARGET and
# the configuration of the user do not put the program elsewhere. With a target,
# RUSTFLAGS count for the program and not for the build script, which runs here.
HOST = $(shell rustc --print host-tuple)
BUILD = $(CARGO) build --release --locked --target $(HOST) $(if $(strip $(FEATURES)),--features "$(strip $(FEATURES))")
BUILT = $(HOST)/release/staunton$(SUFFIX)

# The build script reads it.
export EVALFILE

.PHONY: native pgo $(LEVELS) release web web-test fuzz clean help
.DEFAULT_GOAL := native

native: EXE ?= staunton
native:
	$(BUILD) --target-dir target
	cp target/$(BUILT) $(call named,$(EXE))

# The first build counts branches during a bench; the counts guide the second.
pgo: EXE ?= staunton
pgo:
	@test -n "$(PROFDATA)" || { echo "make pgo needs: rustup component add llvm-tools"; exit 1; }
	rm -rf $(PROFILE)
	RUSTFLAGS="-C target-cpu=native -C profile-generate=$(PROFILE)" \
		$(BUILD) --target-dir target/pgo
	target/pgo/$(BUILT) bench
	$(PROFDATA) merge -o $(PROFILE)/merged $(PROFILE)
	RUSTFLAGS="-C target-cpu=native -C profile-use=$(PROFILE)/merged" \
		$(BUILD) --target-dir target/pgo
	cp target/pgo/$(BUILT) $(call named,$(EXE))

# RUSTFLAGS in the environment replaces the flags in .cargo/config.toml, so that
# target-cpu=native has no effect here. Each level has its own target folder.
$(LEVELS): EXE ?= staunton-$@
$(LEVELS):
	RUSTFLAGS="-C target-cpu=$@" $(BUILD) --target-dir target/$@
	cp target/$@/$(BUILT) $(call named,$(EXE))

release:
	CARGO="$(CARGO)" bash .ci/release

# It needs: rustup target add wasm32-wasip1
web:
	CARGO="$(CARGO)" bash web/build

# Needs Node, npm and a Chromium (CHROMIUM=path). What is missing is skipped and named.
web-test: web
	bash web/test/run

# What a fuzzer finds of interest is kept in fuzz/target/corpus, what it finds
# wrong in fuzz/artifacts. One fuzzer after the other; the first failure ends it.
fuzz: SECONDS = 60
fuzz:
	$(CARGO) +nightly fuzz build
	@set -e; for target in $(FUZZED); do \
		mkdir -p fuzz/target/corpus/$$target; \
		echo "== $$target"; \
		$(CARGO) +nightly fuzz run $$target fuzz/target/corpus/$$target fuzz/corpus/$$target -- \
			-max_total_time=$(SECONDS) -timeout=60 -rss_limit_mb=1024 -print_final_stats=1; \
	done

clean:
	$(CARGO) clean --target-dir target
	rm -rf dist web/site web/engine/target web/test/node_modules
	rm -f $(call named,staunton) $(foreach level,$(LEVELS),$(call named,staunton-$(level)))

help:
	@echo "make [EXE=name]             a build for this processor (default name: staunton)"
	@echo "make pgo [EXE=name]         the same with profile-guided optimisation (needs llvm-tools)"
	@echo "make LEVEL [EXE=name]       a build for a level of processors (default name: staunton-LEVEL)"
	@echo "                            LEVEL is one of: $(LEVELS)"
	@echo "make release                archives and packages to give away, in dist/ (docs/releases.md)"
	@echo "make web                    the WebAssembly module, the npm package and the page, in web/"
	@echo "make web-test               the same, tested in Node and, where there is one, in Chromium"
	@echo "make fuzz [SECONDS=60]      feeds damaged input to every reader, so long each (needs nightly and cargo-fuzz)"
	@echo "FEATURES=tune               with any but release: every margin of the search as a UCI option"
	@echo "EVALFILE=path               with any of these: build in another network"
	@echo "make clean                  removes what was built"
