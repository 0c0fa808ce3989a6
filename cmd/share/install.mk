# install.mk - a part of the Makefile: shared files, and where all files are
# installed.

# The layout is that of the installation; the programs generate their
# completions.
RECIPES = sok.magic gitattributes gitconfig github-workflow.yml
EDITORS = $(addprefix vim/vimfiles/,syntax/sok.vim ftdetect/sok.vim \
	ftplugin/sok.vim compiler/sokcheck.vim compiler/sokreplay.vim) \
	emacs/site-lisp/sok-mode.el $(addprefix soktools/vscode/,package.json \
	language-configuration.json sok.tmLanguage.json)
CLUSTER = $(addprefix soktools/cluster/,$(notdir $(wildcard cmd/share/cluster/*)))
SHARE = $(PROGRAMS:%=bash-completion/completions/%) \
	$(PROGRAMS:%=zsh/site-functions/_%) \
	$(PROGRAMS:%=fish/vendor_completions.d/%.fish) \
	mime/packages/soktools.xml $(RECIPES:%=soktools/%) $(EDITORS) $(CLUSTER)

$(BUILD)/share/soktools: $(BINS) $(wildcard cmd/share/* cmd/share/cluster/* cmd/share/editors/*/* \
    cmd/share/editors/vim/*/*)
	cmd/share/completions $(BUILD)/bin $(BUILD)/share
	$(INSTALL) -d $@ $(BUILD)/share/mime/packages
	$(INSTALL) -m 644 cmd/share/sok.xml $(BUILD)/share/mime/packages/soktools.xml
	$(INSTALL) -m 644 $(RECIPES:%=cmd/share/%) $@
	@mkdir -p $(BUILD)/share/vim $(BUILD)/share/emacs
	@rm -rf $(BUILD)/share/vim/vimfiles $(BUILD)/share/emacs/site-lisp $@/vscode \
	    $@/cluster
	cp -R cmd/share/editors/vim $(BUILD)/share/vim/vimfiles
	cp -R cmd/share/editors/emacs $(BUILD)/share/emacs/site-lisp
	cp -R cmd/share/editors/vscode $@/vscode
	cp -R cmd/share/cluster $@/cluster
	@touch $@

# The names that the libraries export: those in sok.h, which the preprocessor
# prints without comments.
$(BUILD)/share/sok.names: lib/sok.h $(BUILD)/flags
	@mkdir -p $(@D)
	@$(CC) -std=c17 -E lib/sok.h | grep -o 'sok_[a-z0-9_]*' | sort -u >$@

# The library as one object, in which all other names are local.  Code built
# with -flto is compiled here instead of at link time; GCC, but not clang, needs
# an option for this.
OBJCOPY = objcopy
NOLTO = -flinker-output=nolto-rel
REL = -r -nostdlib $(PIC) $(CFLAGS) $(filter -fuse-ld=%,$(LDFLAGS)) \
	$(if $(findstring -flto,$(CFLAGS)),$(shell $(CC) $(NOLTO) -E -x c \
	/dev/null >/dev/null 2>&1 && echo $(NOLTO)))
$(BUILD)/share/libsok.a: $(LIB_OBJ) $(BUILD)/share/sok.names
	@rm -f $@
	$(call say,LD,$@)$(CC) $(REL) -o $(BUILD)/sok.o $(LIB_OBJ)
	@$(OBJCOPY) --keep-global-symbols=$(BUILD)/share/sok.names $(BUILD)/sok.o
	@$(AR) rcs $@ $(BUILD)/sok.o

# The shared library.  The number in its name, and the version of its symbols,
# change when programs that were linked before no longer work.  A static build
# does not make it.
SONAME = libsok.so.1
SO = libsok.so.$(VERSION)
$(BUILD)/share/$(SO): $(LIB_OBJ) $(BUILD)/share/sok.names
	@{ echo 'SOK_1 {'; echo 'global:'; sed 's/$$/;/' $(BUILD)/share/sok.names; \
	    echo 'local: *;'; echo '};'; } >$(BUILD)/share/sok.map
	$(call say,LD,$@)$(CC) -shared $(filter-out -pie,$(ALL_LDFLAGS)) $(CFLAGS) \
	    -Wl,-soname,$(SONAME) -Wl,--version-script=$(BUILD)/share/sok.map \
	    -o $@ $(LIB_OBJ) $(PKG_LIBS) $(LDLIBS)
	@ln -sf $(SO) $(BUILD)/share/$(SONAME)
	@ln -sf $(SONAME) $(BUILD)/share/libsok.so
libsok.so: $(if $(STATIC),,$(BUILD)/share/$(SO))

MANUALS = $(notdir $(wildcard man/*.[1-8]))
section = $(MANDIR)/man$(subst .,,$(suffix $(1)))
SHARED_LIB = $(if $(STATIC),,$(SO))
INSTALLED = $(PROGRAMS:%=$(BINDIR)/%) $(INCDIR)/sok.h $(LIBDIR)/libsok.a \
	$(if $(SHARED_LIB),$(SO:%=$(LIBDIR)/%) $(LIBDIR)/$(SONAME) $(LIBDIR)/libsok.so) \
	$(LIBDIR)/pkgconfig/sok.pc $(SHARE:%=$(DATADIR)/%) \
	$(foreach m,$(MANUALS),$(call section,$m)/$m)

# libarchive is loaded at run time, and is not linked.
REQUIRES = $(filter-out libarchive,$(PKGS))
LOADS = $(if $(filter libarchive,$(PKGS)),-ldl)
mode = $(if $(filter %.sh %.py,$(1)),755,644)
# put MODE,FILES,FOLDER
INSTALL_PROGRAM = $(INSTALL)
put = $(INSTALL) -m $(1) $(2) $(call q,$(DESTDIR)$(3))
install: all $(BUILD)/share/soktools $(BUILD)/share/libsok.a \
    $(SHARED_LIB:%=$(BUILD)/share/%)
	$(INSTALL) -d $(foreach d,$(sort $(dir $(INSTALLED))),$(call q,$(DESTDIR)$d))
	$(INSTALL_PROGRAM) -m 755 $(BINS) $(call q,$(DESTDIR)$(BINDIR))
	$(call put,644,$(BUILD)/share/libsok.a,$(LIBDIR))
	$(if $(SHARED_LIB),$(call put,644,$(BUILD)/share/$(SO),$(LIBDIR)))
	$(if $(SHARED_LIB),ln -sf $(SO) $(call q,$(DESTDIR)$(LIBDIR)/$(SONAME)))
	$(if $(SHARED_LIB),ln -sf $(SONAME) $(call q,$(DESTDIR)$(LIBDIR)/libsok.so))
	$(call put,644,lib/sok.h,$(INCDIR))
	sed $(foreach v,PREFIX LIBDIR INCDIR VERSION REQUIRES LOADS,-e 's|@$v@|$($v)|') \
	    lib/sok.pc.in >$(BUILD)/sok.pc
	$(call put,644,$(BUILD)/sok.pc,$(LIBDIR)/pkgconfig)
	$(foreach m,$(MANUALS),$(call put,644,man/$m,$(call section,$m)) &&) :
	$(foreach f,$(SHARE),$(call put,$(call mode,$f),$(BUILD)/share/$f,$(DATADIR)/$f) &&) :

# Install stripped programs, which have a quarter of the size.
install-strip:
	@$(MAKE) --no-print-directory INSTALL_PROGRAM='$(INSTALL) -s' install

uninstall:
	rm -f $(foreach f,$(INSTALLED),$(call q,$(DESTDIR)$f))
	for d in $(foreach d,soktools/vscode soktools/cluster soktools,$(call q,$(DESTDIR)$(DATADIR)/$d)); \
	    do [ ! -d "$$d" ] || rmdir "$$d" || :; done

# Run the suite with an installation in a temporary prefix.
installcheck: deps
	+@$(BUILT) all units
	.ci/installcheck $(BUILD) $(SIDE_BY_SIDE) $(BATS)
