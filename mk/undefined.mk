# undefined.mk: undefined bits, compared with MemorySanitizer and with memory of several contents.

## make check-undefined  N=300 random programs on memory that is set in part: what drift notes against what MemorySanitizer reports; SEED=K takes others
RANDOM_UNDEFINED = $(BUILD)/tests/random_undefined

$(RANDOM_UNDEFINED): tests/gen/random_undefined.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $<

check: $(RANDOM_UNDEFINED)

check-undefined: N = 300
check-undefined: programs $(RANDOM_UNDEFINED) $(BUILD)/tests/test_undef $(BUILD)/tests/test_snapshot
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_undefined.sh $(N)

.PHONY: check-undefined
