# interactions.mk: changes that are wrong together.

## make bench-interactions  twelve pairs with known interaction errors: with change sequences, without, and changes in isolation;
##                    SECONDS=60, INTERACTIONS='cuts seqs' for some, ROWS='-r 600' for a budget of runs
## make interactions-truth  the known errors of these pairs, natively, without drift
## make bench-interactions-real  Debian packages with all of their patches at once
INTERACTIONS =
ROWS =

bench-interactions: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/interactions/run.sh -t $(SECONDS) $(ROWS) $(INTERACTIONS)

interactions-truth:
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/interactions/truth.sh $(INTERACTIONS)

bench-interactions-real: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/interactions/real.sh -t $(SECONDS) $(ROWS)

.PHONY: bench-interactions interactions-truth bench-interactions-real
