# release.mk - a part of the Makefile: files for people who do not build from a
# checkout.

# ---- make dist: the sources, as an archive with the same bytes everywhere

DIST = soktools-$(VERSION)
# The time of the last commit is the time of all files.
DIST_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct))
TAR = tar
dist: $(BUILD)/$(DIST).tar.gz
$(BUILD)/$(DIST).tar.gz: FORCE
	@mkdir -p $(@D)
	$(call say,TAR,$@)git ls-files -z | $(TAR) --null --no-recursion -T - \
	    --transform='s,^,$(DIST)/,S' --sort=name --format=ustar \
	    --mtime=@$(DIST_TIME) --owner=0 --group=0 --numeric-owner \
	    --mode=u+rw,go+rX,go-w -cf - | gzip -9n >$@.new
	@mv $@.new $@

# ---- make release: five programs that need only a kernel

# glibc is linked statically.  Archives need a library that is loaded at run
# time, so these programs cannot read archives, and name the files that they
# skip.  Functions that no program calls are left out.  Nothing unwinds the
# stack, so the unwind tables are removed, those of glibc by a linker script: 88
# kB of each program.  The relocations are packed, and code that runs once or
# for a rare format is optimized for size.  Optimizing whole programs (-flto)
# was measured: the size is the same, and sokfmt takes 4 % longer.
RELEASE = $(DIST)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)
NO_UNWIND = $(call knows,-fno-asynchronous-unwind-tables -fno-unwind-tables)
NO_MORE = -Wl,--gc-sections -Wl,-z,pack-relative-relocs
NO_TABLES = $(call links,-static-pie -Wl$(comma)--no-eh-frame-hdr -Wl$(comma)-T$(comma)cmd/share/no_unwind.ld)
RARE = cmd/conv cmd/diff cmd/inplace cmd/merge cmd/rejects lib/format/hir \
	lib/format/mac lib/format/slc
release:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/release SANITIZE= COLD='$(RARE)' \
	    CFLAGS='-O2 $(NO_UNWIND) -fdata-sections' \
	    LDFLAGS='-static-pie $(NO_TABLES) $(NO_MORE) -s' \
	    programs $(BUILD)/release/share/soktools
	@rm -rf $(BUILD)/$(RELEASE)
	@$(INSTALL) -d $(BUILD)/$(RELEASE)/bin $(BUILD)/$(RELEASE)/share/man/man1 \
	    $(BUILD)/$(RELEASE)/share/man/man5 $(BUILD)/$(RELEASE)/share/man/man7
	@$(INSTALL) -m 755 $(PROGRAMS:%=$(BUILD)/release/bin/%) $(BUILD)/$(RELEASE)/bin
	@$(foreach n,1 5 7,$(INSTALL) -m 644 $(wildcard man/*.$n) \
	    $(BUILD)/$(RELEASE)/share/man/man$n &&) :
	@cp -R $(BUILD)/release/share/. $(BUILD)/$(RELEASE)/share
	@$(INSTALL) -m 644 LICENSE NEWS README.md $(BUILD)/$(RELEASE)
	$(call say,TAR,$(BUILD)/$(RELEASE).tar.gz)$(TAR) -C $(BUILD) --sort=name \
	    --format=ustar --mtime=@$(DIST_TIME) --owner=0 --group=0 \
	    --numeric-owner -cf - $(RELEASE) | gzip -9n >$(BUILD)/$(RELEASE).tar.gz
	@cd $(BUILD) && sha256sum $(RELEASE).tar.gz >$(RELEASE).tar.gz.sha256

# ---- make deb: packages for this Debian, from the sources of make dist

DEB = $(BUILD)/deb
deb: dist
	@command -v dpkg-buildpackage >/dev/null || \
	    { echo 'make deb: needs dpkg-dev and debhelper' >&2; exit 1; }
	@rm -rf $(DEB)
	@mkdir -p $(DEB)
	@cp $(BUILD)/$(DIST).tar.gz $(DEB)/soktools_$(VERSION).orig.tar.gz
	@$(TAR) -xzf $(BUILD)/$(DIST).tar.gz -C $(DEB)
	@cp -R cmd/share/debian $(DEB)/$(DIST)/debian
	cd $(DEB)/$(DIST) && unset MAKEFLAGS MAKELEVEL MFLAGS && \
	    dpkg-buildpackage --no-sign $(DEB_OPTIONS)

# ---- make recipes: for Homebrew, Arch and nix, which fetch make dist from URL

HOME_PAGE = https://github.com/OWNER/soktools
URL = $(HOME_PAGE)/releases/download/v$(VERSION)/$(DIST).tar.gz
recipes: dist
	@mkdir -p $(BUILD)/recipes
	@sum=$$(sha256sum <$(BUILD)/$(DIST).tar.gz | cut -d ' ' -f 1); \
	for f in cmd/share/recipes/*; do \
	    sed -e 's|@VERSION@|$(VERSION)|' -e 's|@HOME@|$(HOME_PAGE)|' \
	        -e 's|@URL@|$(URL)|' -e "s|@SHA256@|$$sum|" $$f \
	        >$(BUILD)/recipes/$${f##*/}; done

# ---- make html: the manuals as pages, with an anchor for every rule

HTML = $(patsubst man/%,$(BUILD)/html/%.html,$(wildcard man/*.[1-8]))
html: $(HTML)
$(BUILD)/html/%.html: man/% cmd/share/manual.css
	@mkdir -p $(@D)
	@cp cmd/share/manual.css $(@D)
	$(call say,HTML,$@)mandoc -Thtml -Ostyle=manual.css,man=%N.%S.html,toc $< >$@

# ---- make picture: the picture of the README, of puzzles in tests/demo.sok

PICTURE = -q -s 1,5-6 -t svg --sheet=3 --caption tests/demo.sok
picture: $(BUILD)/bin/sokconv
	$(BUILD)/bin/sokconv $(PICTURE) -o man/puzzles.svg

# ---- make tag: the version of sok.h and its part of NEWS as a signed-off tag

tag:
	@.ci/tag $(VERSION)

.PHONY: dist release deb recipes html picture tag
