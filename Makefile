# Builds the program with cargo and puts it beside this file.
#
#   make [EXE=name]            for this processor; OpenBench calls this
#   make pgo [EXE=name]        the same with profile-guided optimisation, about a
#                              sixth faster
#   make x86-64-v3 [EXE=name]  for any processor of that level
#   make help
#
# EVALFILE=path builds in another network than the project's own. A relative
# path counts from this folder. Testing frameworks may pass CC and CXX as well;
# they have no effect, since rustc is the compiler.

CARGO ?= cargo
LEVELS := x86-64 x86-64-v2 x86-64-v3 x86-64-v4

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
else
SUFFIX :=
endif

# The name with exactly one suffix, whether EXE has it already or not.
named = $(patsubst %.exe,%,$(1))$(SUFFIX)

# `rustup component add llvm-tools` installs it.
PROFDATA = $(firstword $(wildcard $(shell rustc --print target-libdir)/../bin/llvm-profdata*))
PROFILE := $(CURDIR)/target/profile

# The build script reads it.
export EVALFILE

.PHONY: native pgo $(LEVELS) clean help
.DEFAULT_GOAL := native

native: EXE ?= staunton
native:
	$(CARGO) build --release
	cp target/release/staunton$(SUFFIX) $(call named,$(EXE))

# The first build counts branches during a bench; the counts guide the second.
pgo: EXE ?= staunton
pgo:
	@test -n "$(PROFDATA)" || { echo "make pgo needs: rustup component add llvm-tools"; exit 1; }
	rm -rf $(PROFILE)
	RUSTFLAGS="-C target-cpu=native -C profile-generate=$(PROFILE)" \
		$(CARGO) build --release --target-dir target/pgo
	target/pgo/release/staunton$(SUFFIX) bench
	$(PROFDATA) merge -o $(PROFILE)/merged $(PROFILE)
	RUSTFLAGS="-C target-cpu=native -C profile-use=$(PROFILE)/merged" \
		$(CARGO) build --release --target-dir target/pgo
	cp target/pgo/release/staunton$(SUFFIX) $(call named,$(EXE))

# RUSTFLAGS in the environment replaces the flags in .cargo/config.toml, so that
# target-cpu=native has no effect here. Each level has its own target folder.
$(LEVELS): EXE ?= staunton-$@
$(LEVELS):
	RUSTFLAGS="-C target-cpu=$@" $(CARGO) build --release --target-dir target/$@
	cp target/$@/release/staunton$(SUFFIX) $(call named,$(EXE))

clean:
	$(CARGO) clean
	rm -f $(call named,staunton) $(foreach level,$(LEVELS),$(call named,staunton-$(level)))

help:
	@echo "make [EXE=name]             a build for this processor (default name: staunton)"
	@echo "make pgo [EXE=name]         the same with profile-guided optimisation (needs llvm-tools)"
	@echo "make LEVEL [EXE=name]       a build for a level of processors (default name: staunton-LEVEL)"
	@echo "                            LEVEL is one of: $(LEVELS)"
	@echo "EVALFILE=path               with any of these: build in another network"
	@echo "make clean                  removes what was built"
