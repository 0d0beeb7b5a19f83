# libraries.mk: small libraries with a fix each, shown by one command line.

## make check-libraries  fixes of fifteen libraries, each shown by one command line
check-libraries: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/programs/libraries/run.sh
	@DRIFT_BUILD=$(abspath $(BUILD)) DRIFT_ALL=1 prove tests/cli/entry_call.t tests/cli/link.t

.PHONY: check-libraries

## make bench-entries    every public function of cJSON and libyaml under --entry NAME, counted; fetches their sources
bench-entries: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/libraries/entries.sh

.PHONY: bench-entries
