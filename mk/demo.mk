# demo.mk: a first look at drift.

## make demo          run examples in the machine and explain what it reports

demo: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh examples/demo.sh

.PHONY: demo
