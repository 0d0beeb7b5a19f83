# processes.mk: random programs with threads and processes, compared with native runs.

## make check-processes  N=300 random programs with threads and processes against native runs; SEED=K takes others
RANDOM_TASKS = $(BUILD)/tests/random_tasks

$(RANDOM_TASKS): tests/gen/random_tasks.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $<

check: $(RANDOM_TASKS)

check-processes: N = 300
check-processes: programs $(RANDOM_TASKS)
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(or $(SEED),1) sh tests/gen/check_processes.sh $(N)

.PHONY: check-processes
