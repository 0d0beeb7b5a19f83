# changes.mk: the places of drift changes over real histories.

CHECK_PLACES = $(BUILD)/tests/check_places

$(CHECK_PLACES): tests/gen/check_places.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $< -lcjson

## make check-changes  every place of drift changes in an edit, every edit accounted for: patches of Debian packages; PACKAGES='a b' others
check-changes: programs $(CHECK_PLACES)
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/gen/check_changes.sh $(PACKAGES)

.PHONY: check-changes
