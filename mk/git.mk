# git.mk: git drift, a shell script around drift-cc and drift.

programs: $(BUILD)/bin/git-drift

# One script, in this order.
GIT_PARTS := $(addprefix src/cli/git/,usage.sh words.sh cache.sh revisions.sh missing.sh reads.sh build.sh targets.sh first.sh bisect.sh compare.sh)

$(BUILD)/bin/git-drift: $(GIT_PARTS)
	@mkdir -p $(@D)
	$(call SAY,SH $@)
	$(Q)cat $(GIT_PARTS) >$@ && chmod 755 $@

install: install-git-drift

install-git-drift: $(BUILD)/bin/git-drift
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $< $(DESTDIR)$(PREFIX)/bin

.PHONY: install-git-drift
