# bench.mk: measurements.

## make bench         speed of the machine against native code; BENCH='sha256 fib' for some
BENCH =

bench: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/run.sh $(BENCH)

.PHONY: bench
