# bench.mk: measurements.

## make bench         speed of the machine against native code; BENCH='sha256 fib' for some
BENCH =

bench: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/run.sh $(BENCH)

## make bench-compiled  eight programs natively, interpreted and compiled; PART=4 for a quarter of the work
bench-compiled: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/compiled/run.sh

## make bench-compiled-real  lua, sqlite's shell, jq, tidy, bzip2 and mujs of Debian natively, interpreted and compiled; REAL=lua for one
bench-compiled-real: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/compiled/real.sh $(REAL)

## make bench-starts  lua, jq and tidy of Debian: loading and runs of programs that start slowly; ENGINE=PATH beside another engine
bench-starts: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/starts/run.sh $(STARTS)

.PHONY: bench bench-compiled bench-compiled-real bench-starts
