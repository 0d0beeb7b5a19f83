# partitions.mk: partitions by output against paths, and what tracking costs.

## make bench-partitions  partitions by output against paths; PARTITIONS='tree set' for some
PARTITIONS =

bench-partitions: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/partitions/run.sh $(PARTITIONS)

## make bench-tracking  cost of tracking dependences on bench/programs; BENCH='sha256 fib' for some
bench-tracking: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/partitions/cost.sh $(BENCH)

.PHONY: bench-partitions bench-tracking
