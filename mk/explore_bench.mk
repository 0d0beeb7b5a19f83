# explore_bench.mk: measurements of exploration.

## make bench-explore  small programs explored to the end, by solver layer; part of bench; KLEE=, SYMCC= name peers
## make bench-explore-real  cut, expr, seq, bc and cmark for TIME=60 seconds each: paths, coverage, false tests
TIME = 60

$(BUILD)/bench/run_bench: bench/run_bench.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) -rdynamic -o $@ $< $(LIB_OBJ) $(LIBS)

bench-explore: programs $(BUILD)/bench/run_bench
	@DRIFT_BUILD=$(abspath $(BUILD)) KLEE='$(KLEE)' SYMCC='$(SYMCC)' sh bench/explore/run.sh

bench-explore-real: programs deps-real
	@DRIFT_BUILD=$(abspath $(BUILD)) TIME=$(TIME) sh bench/explore/real.sh

bench: bench-explore

.PHONY: bench-explore bench-explore-real
