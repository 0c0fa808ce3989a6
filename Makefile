# soktools: filters for Sokoban collections.  GNU make; everything in build/.
#
#   make               build/bin/sok*, build/libsok.a
#   make check         every test (installs what is missing, see .ci/deps)
#   make demo          a pipeline to look at
#   make install       DESTDIR and PREFIX as usual
#   make SHARED=1      with libraries that are shared, not built in
#   make PKGS=         without libraries: no .slc, no jsonl, no archives
#   make SANITIZE=address,undefined   the same, built beside, with sanitizers
#   make V=1           print whole commands

VERSION = $(shell sed -n 's/^.define SOK_VERSION "\(.*\)"/\1/p' lib/sok.h)
PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DATADIR = $(PREFIX)/share
DESTDIR =

CC ?= cc
# Sanitized builds are only for tests: compiling fast matters more than running
# fast.
CFLAGS ?= $(if $(SANITIZE),-O1,-O2) -g
INSTALL = install
comma = ,
# q WORD: WORD quoted for the shell.
q = '$(subst ','\'',$(1))'
BUILD = build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))

# Make separates the names in a list by blanks, so these folders cannot contain
# one; DESTDIR can.
$(foreach v,BUILD PREFIX BINDIR LIBDIR INCDIR MANDIR DATADIR,\
	$(if $(word 2,[$($v)]),$(error $v has a blank in it: $($v))))

# pkg-config runs once, and only when a compiler does, because `make deps` may
# have to install it first.  libarchive is loaded at run time, which a program
# linked with -static or -static-pie cannot do.
STATIC = $(filter -static -static-pie,$(LDFLAGS))
PKGS = expat jansson $(if $(STATIC),,libarchive)
PKG = $(if $(PKGS),$(call found,$(shell pkg-config $(1) $(PKGS) || echo none)))
found = $(if $(filter none,$(1)),$(error pkg-config does not find all of \
	$(PKGS): run make deps, or build with PKGS=),$(1))
PKG_CFLAGS = $(eval PKG_CFLAGS := $(call PKG,--cflags))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(filter-out -larchive,$(call PKG,--libs)) \
	$(if $(filter libarchive,$(PKGS)),-ldl))$(PKG_LIBS)
# Programs link these libraries statically if the linker finds static versions,
# which saves a fifth of their start-up time; SHARED=1 links them dynamically.
SHARED = $(STATIC)$(SANITIZE)
BUILT_IN = -Wl,-Bstatic $(filter-out -ldl,$(PKG_LIBS)) -Wl,-Bdynamic \
	$(filter -ldl,$(PKG_LIBS))
BIN_LIBS = $(eval BIN_LIBS := $(if $(SHARED),$(PKG_LIBS),$(shell \
	echo 'int main(void) { return 0; }' | $(CC) -x c -o /dev/null - \
	$(BUILT_IN) 2>/dev/null && echo '$(BUILT_IN)' || \
	echo '$(PKG_LIBS)')))$(BIN_LIBS)
# Source files that use a library missing from PKGS are left out; lib/without/
# replaces their functions.
WITHOUT = $(filter-out $(PKGS),expat jansson libarchive)
USES_expat = $(filter-out %/write_slc.c,$(wildcard lib/format/slc/*.c))
USES_jansson = lib/format/read_json.c
USES_libarchive = lib/io/archive.c lib/io/archive_source.c
# The rooms of lib/: each uses only the rooms before it.
LIB_ROOMS = base io board text text/doubts play check compare format format/slc format/hir format/mac \
	format/picture format/html
LIB_SRC = $(filter-out $(foreach p,$(WITHOUT),$(USES_$p)), \
	$(sort $(wildcard $(LIB_ROOMS:%=lib/%/*.c)))) $(WITHOUT:%=lib/without/%.c)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
	-Wmissing-prototypes -Wstrict-prototypes -Wwrite-strings -Wvla \
	-Wformat=2 -Wcast-qual -Wundef -Wnull-dereference -Wno-psabi \
	$(WERROR)
# Options that some compilers lack; each is tried once, and only when a compiler
# runs.
knows = $(shell echo | $(CC) -Werror $(1) -x c -c -o /dev/null - 2>/dev/null && \
	echo $(1))
# The same for options of the linker.
links = $(shell echo 'int main(void) { return 0; }' | \
	$(CC) $(LDFLAGS) $(1) -x c -o /dev/null - 2>/dev/null && \
	echo $(1))
# The same objects become libsok.a and libsok.so, which exports the names in
# sok.h.  Programs do not replace functions of the library, so the compiler may
# inline exported functions as well.
PIC = $(eval PIC := -fPIC -fvisibility=hidden \
	$(call knows,-fno-semantic-interposition))$(PIC)
GUARDS = $(eval GUARDS := $(call knows,-fstack-clash-protection) \
	$(call knows,-fcf-protection))$(GUARDS)
# GCC clears and copies structures of a few hundred bytes, such as the state of
# one puzzle, with string instructions that take longer to start than to run.  A
# copy of data that was just written in words stalls if it is read in larger
# units.
STRUCTS = $(eval STRUCTS := $(foreach s,memset-strategy=vector_loop \
	memcpy-strategy=unrolled_loop,$(call \
	knows,-m$s:256:noalign$(comma)libcall:-1:noalign)))$(STRUCTS)
# The functions that most puzzles use are placed next to each other in a
# program.  This reduces the time of sokfmt to 0.81 and of sokcheck to 0.9 of
# the time with the functions in link order.
SECTIONS = $(eval SECTIONS := $(call knows,-ffunction-sections))$(SECTIONS)
OFTEN = cmd/share/often.ld
TOGETHER = $(eval TOGETHER := $(call links,-Wl$(comma)-T$(comma)$(OFTEN)))$(TOGETHER)
HARDEN = $(PIC) -fstack-protector-strong $(if $(SANITIZE),,$(GUARDS) \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
SAN = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all)
ALL_CFLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 \
	-D_FILE_OFFSET_BITS=64 -Ilib -Icmd -pthread $(call q,-ffile-prefix-map=$(CURDIR)=.) \
	-MMD -MP $(WARNINGS) $(HARDEN) $(STRUCTS) $(SECTIONS) $(SAN) $(PKG_CFLAGS) $(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS = -pthread -pie -Wl,-z,relro,-z,now $(TOGETHER) $(SAN) $(LDFLAGS)

quiet = $(findstring s,$(firstword -$(MAKEFLAGS)))
say = $(if $(V),,@$(if $(quiet),,echo "  $(1)  $(2)";))

PROGRAMS = sokfmt sokrle sokcheck sokreplay sokconv
LIB_OBJ = $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/lib/format/html/embedded.o
CMD_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard cmd/*/*.c)))
BINS = $(patsubst cmd/%.c,$(BUILD)/bin/%,$(wildcard $(PROGRAMS:%=cmd/%.c)))
UNITS = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
FAULTY = memory system
SOUP = $(BUILD)/tests/soup/soup
FUZZ = $(patsubst %.c,$(BUILD)/%,$(filter-out %/driver.c, \
	$(wildcard tests/fuzz/*.c)))
FUZZERS = $(FUZZ:$(BUILD)/tests/fuzz/%=$(BUILD)/fuzz-%)
FUZZ_SECONDS = 60
SEEDS = 20000
# The commit that `make bench` compares with.
REF = 5d43bc7
# The longest files first, so that none of them runs alone at the end.
BATS = $(shell ls -S tests/*.bats)
# Targets that run tests build first, on all processors unless make has -j.
# With GNU parallel, files of tests run in parallel, one more than there are
# processors, because some tests only wait.
CPUS := $(shell getconf _NPROCESSORS_ONLN)
BUILT = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CPUS))
JOBS = $(eval JOBS := $(if $(shell parallel --version 2>/dev/null </dev/null | \
	grep GNU),-j $(shell expr $(CPUS) + 1)))$(JOBS)
SIDE_BY_SIDE = $(if $(JOBS),$(JOBS) --no-parallelize-within-files)

all: programs $(if $(SANITIZE),,$(BUILD)/share/soktools)
programs: $(BINS) $(BUILD)/libsok.a

# The settings of all compilations, one per line; a change rebuilds everything.
FLAGS = CC CPPFLAGS CFLAGS LDFLAGS LDLIBS PKGS SHARED SANITIZE COLD
SETTINGS := $(foreach v,$(FLAGS),$(call q,$v=$($v)))
ifneq ($(strip $(foreach v,$(FLAGS),$v=$($v))),$(strip \
    $(shell cat $(BUILD)/flags 2>/dev/null)))
$(BUILD)/flags: FORCE
endif
$(BUILD)/flags:
	@mkdir -p $(@D)
	@printf '%s\n' $(SETTINGS) >$@
FORCE:

# Folders to optimize for size instead of speed; set by `make release`.
COLD =
$(foreach d,$(COLD),$(BUILD)/$d/%.o): ALL_CFLAGS += -Os
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The style and the script of -t html, with their hashes, and parts of pages.
PAGE = model routes view storage give player input gallery main
EMBED = $(addprefix lib/format/,html/embed $(addprefix html/page/,base.css \
	cards.css single.css print.css $(PAGE:%=%.js) controls.html icon.html) picture/tiles.svg)
$(BUILD)/lib/format/html/embedded.c: $(EMBED) $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(EMBED) >$@.new && mv $@.new $@
$(BUILD)/lib/format/html/embedded.o: $(BUILD)/lib/format/html/embedded.c
	$(call say,CC,$@)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The code that the programs share is a library as well, so that each program
# links only the functions that it uses.
$(BUILD)/libsok.a: $(LIB_OBJ)
$(BUILD)/libcmd.a: $(CMD_OBJ)
$(BUILD)/lib%.a:
	@rm -f $@
	$(call say,AR,$@)$(AR) qcs $@ $^

$(BINS): $(BUILD)/bin/%: $(BUILD)/cmd/%.o
# All programs but sokconv write only the format sok.  They link this table
# instead of the table of the library, and therefore no other writer.
ONE_WRITER = $(BUILD)/cmd/format_table.o
$(filter-out %/sokconv,$(BINS)): $(ONE_WRITER)
$(ONE_WRITER): lib/format/format_table.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(ALL_CFLAGS) -DWRITES_ONLY_SOK -c -o $@ $<
$(UNITS) $(SOUP): %: %.o
# These unit programs make allocations and system calls fail by wrapping them.
FAULTS = malloc calloc realloc strdup strndup free sok_arena_alloc \
	sok_arena_zalloc iconv_open read write fsync close linkat rename fchmod \
	lseek lseek64 open open64
$(FAULTY:%=$(BUILD)/tests/unit/%): ALL_LDFLAGS += $(FAULTS:%=-Wl,--wrap=%)
# The fuzz targets get a main() that replays files, so that clang is not needed.
$(FUZZ): %: %.o $(BUILD)/tests/fuzz/driver.o
$(BINS): LIBS = $(BIN_LIBS)
$(UNITS) $(SOUP) $(FUZZ): LIBS = $(PKG_LIBS)
$(BINS) $(UNITS) $(SOUP) $(FUZZ): $(BUILD)/libcmd.a $(BUILD)/libsok.a $(OFTEN)
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
	    $(LIBS) $(LDLIBS)

units: $(UNITS) $(SOUP) $(FUZZ)

deps: deps-build
	@.ci/deps test
deps-build:
	@.ci/deps build
deps-lint:
	@.ci/deps lint

# Unit programs and fuzz seeds report in the format of bats, so that .ci/run can
# count them; a file of tests prints one line when it ends.
check: deps
	+@$(BUILT) all units
	@export SANITIZE=$(SANITIZE) ASAN_OPTIONS=exitcode=99 \
	    UBSAN_OPTIONS=print_stacktrace=1 \
	    PATH="$(abspath $(BUILD))/bin:$(abspath $(dir $(SOUP))):$$PATH"; \
	bad=0; \
	printf '%s\n' $(UNITS) | xargs -n 1 -P $(CPUS) sh -c \
		'if "$$1" $(SEEDS); then echo "ok unit $${1##*/}"; \
		else echo "not ok unit $${1##*/}"; exit 1; fi' sh || bad=1; \
	for t in $(FUZZ); do \
		if $$t tests/fuzz/seeds/*; then echo "ok fuzz $${t##*/}"; \
		else echo "not ok fuzz $${t##*/}"; bad=1; fi; done; \
	printf '%s\n' $(BATS) | \
	    xargs -n 1 -P $(shell expr $(CPUS) + 1) .ci/bats || bad=1; exit $$bad

check-asan:
	@$(MAKE) --no-print-directory check SANITIZE=address,undefined SEEDS=4000
check-mutants: deps
	@$(MAKE) --no-print-directory programs SANITIZE=address,undefined
	@PATH="$(abspath build/address-undefined)/bin:$$PATH" MUTANTS=2000 \
	    SANITIZE=address,undefined bats tests/mutants.bats

# The tests with the warnings and sanitizers of clang.
check-clang: deps
	@.ci/deps fuzz
	@$(MAKE) --no-print-directory check-asan CC=clang

# The tests of -j, with the thread sanitizer.
check-threads:
	@$(MAKE) --no-print-directory check SANITIZE=thread SEEDS=4000 \
	    BATS=tests/jobs.bats

# Other libcs and processors, as far as they can be emulated here.
PORTABLE = check-musl check-32 check-big-endian check-arm64 check-ppc64 check-riscv64

check-full: check check-asan check-mutants check-clang check-threads check-faults \
    $(PORTABLE) check-reproducible check-abi check-browser check-sdist \
    check-cluster installcheck lint analyze
	$(BUILD)/tests/unit/soup 1000000

# Make each system call and each allocation fail once, and kill 500 programs.
check-faults: deps
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" CC="$(CC)" bats $(JOBS) tests/full
	@PATH="$(abspath $(BUILD))/bin:$$PATH" CC="$(CC)" KILLS=500 \
	    bats -f 'killed program' tests/inplace.bats

# Test the pages of sokconv -t html in a browser.
check-browser: deps
	+@$(BUILT) programs
	@.ci/browser $(BUILD)

# Compare the Python package with the programs.  check-sdist also installs the
# package from its sources with pip.
check-python check-sdist: deps
	@.ci/deps python || :
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" .ci/python $(BUILD) \
	    $(filter sdist,$(@:check-%=%))

# Compare Slurm, Spark, Hadoop and GNU parallel over ssh with one process.
# Their packages are installed, or come from the registries of Python and Maven;
# LEVELS=N sets the size of the collection.
check-cluster: deps
	@.ci/deps cluster || :
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" tests/cluster/run $(BUILD) $(LEVELS)

$(PORTABLE): deps
	+@$(BUILT) programs
	@.ci/portable $(@:check-%=%) $(BUILD)
check-reproducible: deps
	@.ci/reproducible

# Compare the library with that of the last tag.
check-abi: deps
	@.ci/deps abi || :
	@.ci/abi $(BUILD)

# Fuzz each reader, the replay and other targets in turn, then each kind of
# archive.  Archives are read from a stream and from a file, because some
# formats are read from their end, and some members are skipped.  FUZZ_SECONDS
# is the time for each target; before a release it is 14400.
fuzz: deps-build
	@.ci/deps fuzz
	@$(MAKE) --no-print-directory fuzzers CC=clang \
	    SANITIZE=fuzzer-no-link,address,undefined
FUZZ_RUN = -timeout=5 -max_total_time=$(FUZZ_SECONDS)
fuzzers: $(FUZZERS)
	.ci/seeds $(BUILD)/seeds
	for f in $(filter-out %/fuzz-archive,$(FUZZERS)); do mkdir -p $$f.corpus && \
	    $$f $(FUZZ_RUN) -artifact_prefix=$$f- $$f.corpus $(BUILD)/seeds/all || \
	    exit; done
	for kind in $(BUILD)/seeds/*; do f=$(BUILD)/fuzz-archive-$${kind##*/} && \
	    mkdir -p $$f.corpus && $(BUILD)/fuzz-archive $(FUZZ_RUN) \
	    -artifact_prefix=$$f- $$f.corpus $$kind || exit; done
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.o $(BUILD)/libcmd.a $(BUILD)/libsok.a
	$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(PKG_LIBS)

# How much of lib/ the tests run, and whether they would notice:
# make mutate FILES='lib/board/rle.c lib/text/title.c' N=50
coverage: deps
	@.ci/coverage $(BUILD)
mutate: deps
	@.ci/mutate $(if $(N),-n $(N)) $(FILES)

bench: deps-build
	+@$(BUILT) all
	tests/bench/run $(BUILD)/bin
	tests/bench/tables $(BUILD)/bin $(REF)

demo: deps-build
	+@$(BUILT) all
	@PATH="$(abspath $(BUILD))/bin:$$PATH" tests/demo

lint: deps-lint
	.ci/lint
analyze: deps-lint
	.ci/analyze

include cmd/share/install.mk
include cmd/share/release.mk

clean:
	rm -rf build

.PHONY: FORCE all libsok.so programs units deps deps-build deps-lint check check-asan check-mutants \
	check-clang check-threads check-faults check-full $(PORTABLE) \
	check-reproducible check-abi check-browser check-python check-sdist check-cluster \
	fuzz fuzzers coverage mutate bench demo lint analyze install uninstall \
	installcheck clean
.PRECIOUS: $(BUILD)/%.o
# These targets call make, and would compile the same files at the same time;
# the inner make uses all processors.
ifneq ($(filter check check-% fuzz bench demo installcheck,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
