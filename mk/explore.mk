# explore.mk: explorations against enumeration.

## make check-random  N=500 random programs: explored paths against all inputs; SEED=K takes others
ORACLE = $(BUILD)/tests/oracle
RANDOM_PROGRAM = $(BUILD)/tests/random_program
RANDOM_POSITION = $(BUILD)/tests/random_position

$(ORACLE): tests/oracle/oracle.c tests/oracle/texts.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) -rdynamic -MMD -MP -o $@ tests/oracle/oracle.c tests/oracle/texts.c $(LIB_OBJ) $(LIBS)

$(RANDOM_PROGRAM) $(RANDOM_POSITION): $(BUILD)/tests/%: tests/gen/%.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $<

check: $(ORACLE) $(RANDOM_PROGRAM) $(RANDOM_POSITION)

check-random: programs $(ORACLE) $(RANDOM_PROGRAM)
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_random.sh $(N)

## make check-positions  N=300 random programs that move about in their input, likewise, with and without snapshots
check-positions: programs $(ORACLE) $(RANDOM_POSITION) $(BUILD)/tests/test_snapshot
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_positions.sh $(N)

.PHONY: check-random check-positions
