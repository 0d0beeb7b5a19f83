# checked.mk: a slice of the suite in the checked build.

## make CHECK=1 check-slice  assertions and small limits on some pairs, explorations and unit tests
SLICE_UNIT = $(BUILD)/tests/test_check $(BUILD)/tests/test_dep
check-slice: programs $(SLICE_UNIT) $(BUILD)/tests/json_get
	$(TEST_ENV) prove -j2 $(if $(V),-v) --exec '' tests/cli/checked.t tests/cli/tags.t $(SLICE_UNIT)

.PHONY: check-slice
