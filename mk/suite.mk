# suite.mk: drift suite on suites of our own.

## make bench-suite  drift suite on three programs with 100 tests each, judged by native runs
bench-suite: programs $(BUILD)/tests/json_get
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/suite/run.sh

.PHONY: bench-suite
