# soktools: filters for Sokoban collections.  GNU make, everything in build/.

VERSION = 1.0.0
PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DESTDIR =

CC ?= cc
CFLAGS ?= -O2 -g
BUILD = build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))
comma = ,

PKGS = expat jansson libmd
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
	-Wmissing-prototypes -Wstrict-prototypes -Wwrite-strings -Wvla \
	-Wformat=2 -Wcast-qual -Wundef -Wnull-dereference
HARDEN = -fPIE -fstack-protector-strong \
	$(if $(SANITIZE),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
SAN = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all)
ALL_CFLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Ilib \
	-MMD -MP $(WARNINGS) $(HARDEN) $(SAN) $(PKG_CFLAGS) $(CFLAGS)
ALL_LDFLAGS = -pie -Wl,-z,relro,-z,now $(SAN) $(LDFLAGS)

PROGRAMS = sokfmt sokrle sokcheck sokreplay sokconv
LIB_OBJ = $(patsubst lib/%.c,$(BUILD)/lib/%.o,$(wildcard lib/*.c))
CMD_OBJ = $(patsubst cmd/%.c,$(BUILD)/cmd/%.o,$(filter-out \
	$(PROGRAMS:%=cmd/%.c),$(wildcard cmd/*.c)))
BINS = $(patsubst cmd/%.c,$(BUILD)/bin/%,$(wildcard $(PROGRAMS:%=cmd/%.c)))

all: $(BINS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/libsok.a: $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/%: $(BUILD)/cmd/%.o $(CMD_OBJ) $(BUILD)/libsok.a
	@mkdir -p $(@D)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(LDLIBS)

clean:
	rm -rf build

.PHONY: all clean
.SECONDARY:

-include $(shell find build -name '*.d' 2>/dev/null)
