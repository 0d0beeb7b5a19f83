# verdicts.mk: what all commands say of pairs made to break them, against native enumeration.

## make check-verdicts  N=1000 pairs of programs: what drift says against all inputs run natively; SEED=K takes others, BLOCK=NAME or CLASS=K some, WAYS='diff check' MODES='hash8 jobs' ask so
VERDICT_PAIR = $(BUILD)/tests/verdict_pair
VERDICT_SRC = $(addprefix tests/gen/verdicts/,verdict_pair.c blocks.c expand.c guard.c program.c)

$(VERDICT_PAIR): $(VERDICT_SRC) tests/gen/verdicts/pair.h $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $(VERDICT_SRC)

$(BUILD)/tests/enumerate.o: tests/gen/verdicts/enumerate.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g -c -o $@ $<

VERDICT_TEXTS = $(BUILD)/tests/verdict_texts
$(VERDICT_TEXTS): tests/gen/verdicts/texts.c tests/oracle/texts.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) -rdynamic -MMD -MP -o $@ tests/gen/verdicts/texts.c tests/oracle/texts.c $(LIB_OBJ) $(LIBS)

VERDICT_TOOLS = $(VERDICT_PAIR) $(VERDICT_TEXTS) $(BUILD)/tests/enumerate.o $(BUILD)/tests/json_get
check: $(VERDICT_TOOLS)

check-verdicts: programs $(VERDICT_TOOLS) $(if $(WRONG),$(TEST_ENGINE))
	$(MAKE) HASH_BITS=8 BUILD=$(HASH_BUILD) programs $(if $(WRONG),$(HASH_BUILD)/tests/engine)
	@DRIFT_BUILD=$(abspath $(BUILD)) HASH_BUILD=$(abspath $(HASH_BUILD)) WRONG=$(WRONG) SEED=$(SEED) sh tests/gen/check_verdicts.sh $(N)

.PHONY: check-verdicts
