# verdicts.mk: verdicts of drift test on pairs made to break them, against native enumeration.

## make check-verdicts  N=1000 pairs of programs: what drift says against all inputs run natively; SEED=K takes others
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

check: $(VERDICT_PAIR) $(BUILD)/tests/enumerate.o

check-verdicts: programs $(VERDICT_PAIR) $(BUILD)/tests/enumerate.o
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_verdicts.sh $(N)

.PHONY: check-verdicts
