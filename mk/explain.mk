# explain.mk: drift explain on real programs.

## make check-explain-real drift explain on mistakes put back into Debian's sources (fetched); CASES='png-trns json'
CASES =

check-explain-real: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/explain-real/run.sh $(CASES)

.PHONY: check-explain-real
