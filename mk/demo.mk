# demo.mk: a first look at drift.

demo: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh examples/demo.sh

.PHONY: demo
