# libraries.mk: small libraries with a fix each, shown by one command line.

## make check-libraries  fixes of fifteen libraries, each shown by one command line
check-libraries: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/programs/libraries/run.sh

.PHONY: check-libraries
