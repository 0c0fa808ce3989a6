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
# What is only tested is not worth the time to make it fast.
CFLAGS ?= $(if $(SANITIZE),-O1,-O2) -g
INSTALL = install
comma = ,
# q WORD: the same to a shell, whatever is in it.
q = '$(subst ','\'',$(1))'
BUILD = build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))

# A list of names cannot have blanks in them, the folder in front of it can.
$(foreach v,BUILD PREFIX BINDIR LIBDIR INCDIR MANDIR DATADIR,\
	$(if $(word 2,[$($v)]),$(error $v has a blank in it: $($v))))

# Looked up once, and only when a compiler runs: deps may come first.
# libarchive is loaded when it is needed, which a static program cannot do,
# whichever of its two options makes it static.
STATIC = $(filter -static -static-pie,$(LDFLAGS))
PKGS = expat jansson $(if $(STATIC),,libarchive)
PKG = $(if $(PKGS),$(call found,$(shell pkg-config $(1) $(PKGS) || echo none)))
found = $(if $(filter none,$(1)),$(error pkg-config does not find all of \
	$(PKGS): run make deps, or build with PKGS=),$(1))
PKG_CFLAGS = $(eval PKG_CFLAGS := $(call PKG,--cflags))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(filter-out -larchive,$(call PKG,--libs)) \
	$(if $(filter libarchive,$(PKGS)),-ldl))$(PKG_LIBS)
# The programs have them built in where the linker finds them for that, which
# saves them a fifth of their start; SHARED=1 leaves them outside.
SHARED = $(STATIC)$(SANITIZE)
BUILT_IN = -Wl,-Bstatic $(filter-out -ldl,$(PKG_LIBS)) -Wl,-Bdynamic \
	$(filter -ldl,$(PKG_LIBS))
BIN_LIBS = $(eval BIN_LIBS := $(if $(SHARED),$(PKG_LIBS),$(shell \
	echo 'int main(void) { return 0; }' | $(CC) -x c -o /dev/null - \
	$(BUILT_IN) 2>/dev/null && echo '$(BUILT_IN)' || \
	echo '$(PKG_LIBS)')))$(BIN_LIBS)
# What of them is left out takes its files with it; lib/without/ stands in.
WITHOUT = $(filter-out $(PKGS),expat jansson libarchive)
USES_expat = $(filter-out %/write_slc.c,$(wildcard lib/format/slc/*.c))
USES_jansson = lib/format/read_json.c
USES_libarchive = lib/io/archive.c lib/io/archive_source.c
# The rooms of lib/, each of which uses only those before it.
LIB_ROOMS = base io board text text/doubts play check compare format format/slc format/hir format/mac \
	format/picture format/html
LIB_SRC = $(filter-out $(foreach p,$(WITHOUT),$(USES_$p)), \
	$(sort $(wildcard $(LIB_ROOMS:%=lib/%/*.c)))) $(WITHOUT:%=lib/without/%.c)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
	-Wmissing-prototypes -Wstrict-prototypes -Wwrite-strings -Wvla \
	-Wformat=2 -Wcast-qual -Wundef -Wnull-dereference -Wno-psabi \
	$(WERROR)
# Not all compilers have these; asked once, and only when one runs.
knows = $(shell echo | $(CC) -Werror $(1) -x c -c -o /dev/null - 2>/dev/null && \
	echo $(1))
# The same for what is linked.
links = $(shell echo 'int main(void) { return 0; }' | \
	$(CC) $(LDFLAGS) $(1) -x c -o /dev/null - 2>/dev/null && \
	echo $(1))
# The same objects become libsok.a and libsok.so, which exports what sok.h
# declares.  Nobody replaces a function of the library from outside, so the
# compiler may inline those as well.
PIC = $(eval PIC := -fPIC -fvisibility=hidden \
	$(call knows,-fno-semantic-interposition))$(PIC)
GUARDS = $(eval GUARDS := $(call knows,-fstack-clash-protection) \
	$(call knows,-fcf-protection))$(GUARDS)
# GCC clears and copies structures of some hundred bytes, as one puzzle has them,
# by instructions that take longer to start than to run.  A copy of what was
# just written in words waits for it if it is read in larger units.
STRUCTS = $(eval STRUCTS := $(foreach s,memset-strategy=vector_loop \
	memcpy-strategy=unrolled_loop,$(call \
	knows,-m$s:256:noalign$(comma)libcall:-1:noalign)))$(STRUCTS)
# The functions that most puzzles pass stand side by side in a program: sokfmt
# takes 0.81, sokcheck 0.9 of the time that they take strewn over it.
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
# What `make bench` compares with.
REF = 5d43bc7
# The longest first, so that none of them is waited for at the end.
BATS = $(shell ls -S tests/*.bats)
# What runs tests builds first, on all processors unless make was told on how
# many; files of tests run side by side where there is GNU parallel, one more
# than there are processors, as some wait for time to pass.
CPUS := $(shell getconf _NPROCESSORS_ONLN)
BUILT = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CPUS))
JOBS = $(eval JOBS := $(if $(shell parallel --version 2>/dev/null </dev/null | \
	grep GNU),-j $(shell expr $(CPUS) + 1)))$(JOBS)
SIDE_BY_SIDE = $(if $(JOBS),$(JOBS) --no-parallelize-within-files)

all: programs $(if $(SANITIZE),,$(BUILD)/share/soktools)
programs: $(BINS) $(BUILD)/libsok.a

# What decides how everything is made, a line each; when it changes, everything
# is made again.
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

# What is to be small rather than fast: folders, given by `make release`.
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

# What the programs share is a library as well: each links what it uses.
$(BUILD)/libsok.a: $(LIB_OBJ)
$(BUILD)/libcmd.a: $(CMD_OBJ)
$(BUILD)/lib%.a:
	@rm -f $@
	$(call say,AR,$@)$(AR) qcs $@ $^

$(BINS): $(BUILD)/bin/%: $(BUILD)/cmd/%.o
# All programs but sokconv write no format but sok, and are linked with no other
# writer: they take this table before that of the library.
ONE_WRITER = $(BUILD)/cmd/format_table.o
$(filter-out %/sokconv,$(BINS)): $(ONE_WRITER)
$(ONE_WRITER): lib/format/format_table.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(ALL_CFLAGS) -DWRITES_ONLY_SOK -c -o $@ $<
$(UNITS) $(SOUP): %: %.o
# Those that make allocations and system calls fail stand in for them.
FAULTS = malloc calloc realloc strdup strndup free sok_arena_alloc \
	sok_arena_zalloc iconv_open read write fsync close linkat rename fchmod \
	lseek lseek64 open open64
$(FAULTY:%=$(BUILD)/tests/unit/%): ALL_LDFLAGS += $(FAULTS:%=-Wl,--wrap=%)
# The fuzz targets get a main() that replays files: no clang needed.
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

# Units and fuzz seeds report like bats does, so that .ci/run can count; a file
# of tests prints one line as it ends.
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

# What only clang notices.
check-clang: deps
	@.ci/deps fuzz
	@$(MAKE) --no-print-directory check-asan CC=clang

# What threads do to each other.
check-threads:
	@$(MAKE) --no-print-directory check SANITIZE=thread SEEDS=4000 \
	    BATS=tests/jobs.bats

# Other systems, as far as they can be tried here.
PORTABLE = check-musl check-32 check-big-endian check-arm64 check-ppc64 check-riscv64

check-full: check check-asan check-mutants check-clang check-threads check-faults \
    $(PORTABLE) check-reproducible check-abi check-browser check-sdist \
    check-cluster installcheck lint analyze
	$(BUILD)/tests/unit/soup 1000000

# Each system call and each allocation fails once, and 500 programs are killed.
check-faults: deps
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" CC="$(CC)" bats $(JOBS) tests/full
	@PATH="$(abspath $(BUILD))/bin:$$PATH" CC="$(CC)" KILLS=500 \
	    bats -f 'killed program' tests/inplace.bats

# What a browser makes of pages.
check-browser: deps
	+@$(BUILT) programs
	@.ci/browser $(BUILD)

# The Python package, of what it says the same as the programs; and as pip builds
# it of its own sources.
check-python check-sdist: deps
	@.ci/deps python || :
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" .ci/python $(BUILD) \
	    $(filter sdist,$(@:check-%=%))

# Slurm, Spark, Hadoop and GNU parallel over ssh say the same as one process.
# What they need is installed, or comes from the registries of Python and Maven;
# LEVELS=N is the size of the collection.
check-cluster: deps
	@.ci/deps cluster || :
	+@$(BUILT) programs
	@PATH="$(abspath $(BUILD))/bin:$$PATH" tests/cluster/run $(BUILD) $(LEVELS)

$(PORTABLE): deps
	+@$(BUILT) programs
	@.ci/portable $(@:check-%=%) $(BUILD)
check-reproducible: deps
	@.ci/reproducible

# The library against that of the last tag.
check-abi: deps
	@.ci/deps abi || :
	@.ci/abi $(BUILD)

# Each reader, replay and the like in turn, then each kind of archive, which is
# read from a stream and from a file (some are read from their end), with members
# that are passed over.  FUZZ_SECONDS is the time of each; a release has 14400
# behind it.
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
# These call make again, which would compile the same files at the same time;
# what they call has all processors.
ifneq ($(filter check check-% fuzz bench demo installcheck,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
