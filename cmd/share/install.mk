# install.mk - a part of the Makefile: what is shared, and where all of it goes.

# Laid out as it is installed; completions are made by running the programs.
RECIPES = sok.magic gitattributes gitconfig github-workflow.yml
SHARE = $(PROGRAMS:%=bash-completion/completions/%) \
	$(PROGRAMS:%=zsh/site-functions/_%) \
	$(PROGRAMS:%=fish/vendor_completions.d/%.fish) \
	mime/packages/soktools.xml $(RECIPES:%=soktools/%)

$(BUILD)/share/soktools: $(BINS) $(wildcard cmd/share/*)
	cmd/share/completions $(BUILD)/bin $(BUILD)/share
	$(INSTALL) -d $@ $(BUILD)/share/mime/packages
	$(INSTALL) -m 644 cmd/share/sok.xml $(BUILD)/share/mime/packages/soktools.xml
	$(INSTALL) -m 644 $(RECIPES:%=cmd/share/%) $@
	@touch $@

# The library as one object, in which no name is seen but those of sok.h, which
# the compiler gives without its comments: tools.h is not installed.  What
# -flto leaves to the linker is compiled here: GCC has to be told, if it is GCC.
OBJCOPY = objcopy
NOLTO = -flinker-output=nolto-rel
REL = -r -nostdlib $(PIC) $(CFLAGS) $(filter -fuse-ld=%,$(LDFLAGS)) \
	$(if $(findstring -flto,$(CFLAGS)),$(shell $(CC) $(NOLTO) -E -x c \
	/dev/null >/dev/null 2>&1 && echo $(NOLTO)))
$(BUILD)/share/libsok.a: $(LIB_OBJ) lib/sok.h
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,LD,$@)$(CC) $(REL) -o $(BUILD)/sok.o $(LIB_OBJ)
	@$(CC) -std=c17 -E lib/sok.h | grep -o 'sok_[a-z0-9_]*' | sort -u >$(BUILD)/sok.names
	@$(OBJCOPY) --keep-global-symbols=$(BUILD)/sok.names $(BUILD)/sok.o
	@$(AR) rcs $@ $(BUILD)/sok.o

MANUALS = $(notdir $(wildcard man/*.[1-8]))
section = $(MANDIR)/man$(subst .,,$(suffix $(1)))
INSTALLED = $(PROGRAMS:%=$(BINDIR)/%) $(INCDIR)/sok.h $(LIBDIR)/libsok.a \
	$(LIBDIR)/pkgconfig/sok.pc $(SHARE:%=$(DATADIR)/%) \
	$(foreach m,$(MANUALS),$(call section,$m)/$m)

# What is only loaded when it is needed is not linked.
REQUIRES = $(filter-out libarchive,$(PKGS))
LOADS = $(if $(filter libarchive,$(PKGS)),-ldl)
# put MODE,FILES,FOLDER
put = $(INSTALL) -m $(1) $(2) $(call q,$(DESTDIR)$(3))
install: all $(BUILD)/share/soktools $(BUILD)/share/libsok.a
	$(INSTALL) -d $(foreach d,$(sort $(dir $(INSTALLED))),$(call q,$(DESTDIR)$d))
	$(call put,755,$(BINS),$(BINDIR))
	$(call put,644,$(BUILD)/share/libsok.a,$(LIBDIR))
	$(call put,644,lib/sok.h,$(INCDIR))
	sed $(foreach v,PREFIX LIBDIR INCDIR VERSION REQUIRES LOADS,-e 's|@$v@|$($v)|') \
	    lib/sok.pc.in >$(BUILD)/sok.pc
	$(call put,644,$(BUILD)/sok.pc,$(LIBDIR)/pkgconfig)
	$(foreach m,$(MANUALS),$(call put,644,man/$m,$(call section,$m)) &&) :
	$(foreach f,$(SHARE),$(call put,644,$(BUILD)/share/$f,$(DATADIR)/$f) &&) :

uninstall:
	rm -f $(foreach f,$(INSTALLED),$(call q,$(DESTDIR)$f))
	d=$(call q,$(DESTDIR)$(DATADIR)/soktools); [ ! -d "$$d" ] || rmdir "$$d" || :

# The suite against what make install put into a throw-away prefix.
installcheck: deps
	+@$(BUILT) all units
	.ci/installcheck $(BUILD) $(SIDE_BY_SIDE) $(BATS)
