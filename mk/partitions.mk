# partitions.mk: partitions by output against paths, and what tracking costs.

## make bench-partitions  partitions by output against paths; PARTITIONS='tree set' for some
PARTITIONS =

bench-partitions: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/partitions/run.sh $(PARTITIONS)

$(BUILD)/bench/track_bench: bench/track_bench.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) -rdynamic -o $@ $< $(LIB_OBJ) $(LIBS)

## make bench-tracking  cost of tracking dependences on bench/programs and bench/partitions; part of bench
bench-tracking: programs $(BUILD)/bench/track_bench
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/partitions/cost.sh $(BENCH)

bench: bench-tracking

.PHONY: bench-partitions bench-tracking
