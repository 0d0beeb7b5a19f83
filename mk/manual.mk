# manual.mk: manual pages and completion, made by drift from its tables of options.

# The rows of ENGINE_COMMANDS.
MAN_COMMANDS := $(shell sed -n 's/^\tX.\([a-z]*\), ".*/\1/p' src/cli/cmd.h) env
MAN_PAGES := $(addprefix $(BUILD)/man/,drift.1 $(MAN_COMMANDS:%=drift-%.1) drift-cc.1 git-drift.1)
COMPLETIONS := $(addprefix $(BUILD)/completion/,drift.bash drift.zsh)

all: manual
manual: $(MAN_PAGES) $(COMPLETIONS)

$(BUILD)/man/drift.1: $(BUILD)/bin/drift
	@mkdir -p $(@D)
	$(Q)$< internal-manual drift >$@

$(BUILD)/man/drift-%.1: $(BUILD)/bin/drift $(BUILD)/lib/drift/engine
	@mkdir -p $(@D)
	$(Q)$< internal-manual $* >$@

$(BUILD)/man/drift-cc.1: $(BUILD)/bin/drift-cc
	@mkdir -p $(@D)
	$(Q)$< --drift-help | sh mk/page.sh drift-cc 'a C compiler that keeps the bitcode drift needs' >$@

$(BUILD)/man/git-drift.1: $(BUILD)/bin/git-drift
	@mkdir -p $(@D)
	$(Q)$< -h | sh mk/page.sh git-drift 'find inputs on which two revisions of a program differ' >$@

$(BUILD)/completion/drift.%: $(BUILD)/bin/drift $(BUILD)/lib/drift/engine
	@mkdir -p $(@D)
	$(Q)$< internal-complete $* >$@

# The commit is part of drift --version; only the front is built again when it changes.
COMMIT := $(shell git rev-parse --short=9 HEAD 2>/dev/null)

$(BUILD)/gen/commit: FORCE
	@mkdir -p $(@D)
	@echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' >$@

$(BUILD)/obj/src/cli/front.o: $(BUILD)/gen/commit
$(BUILD)/obj/src/cli/front.o: DEFS += -DDRIFT_COMMIT='"$(COMMIT)"'

SHARE = $(DESTDIR)$(PREFIX)/share

install: install-manual

install-manual: manual
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/doc/drift
	install -m 644 $(MAN_PAGES) $(SHARE)/man/man1
	install -m 644 $(BUILD)/completion/drift.bash $(SHARE)/bash-completion/completions/drift
	install -m 644 $(BUILD)/completion/drift.zsh $(SHARE)/zsh/site-functions/_drift
	cp -R README.md CHANGELOG.md LICENSE docs examples $(SHARE)/doc/drift

uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,drift drift-cc git-drift drift-env)
	rm -f $(addprefix $(SHARE)/man/man1/,$(notdir $(MAN_PAGES)))
	rm -f $(SHARE)/bash-completion/completions/drift $(SHARE)/zsh/site-functions/_drift
	rm -rf $(DESTDIR)$(PREFIX)/lib/drift $(SHARE)/doc/drift

FORCE:
.PHONY: manual install-manual uninstall FORCE
