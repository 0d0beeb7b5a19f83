# git.mk: git drift, a shell script around drift-cc and drift.

programs: $(BUILD)/bin/git-drift

$(BUILD)/bin/git-drift: src/git-drift.sh
	@mkdir -p $(@D)
	$(call SAY,SH $@)
	$(Q)install -m 755 $< $@

install: install-git-drift

install-git-drift: $(BUILD)/bin/git-drift
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $< $(DESTDIR)$(PREFIX)/bin

.PHONY: install-git-drift
