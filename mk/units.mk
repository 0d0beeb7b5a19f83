# units.mk: whole units, other worlds, and answers in seconds: subjects that were written before the tool was run on them.

## make check-units      forty pairs of functions under --entry (pointers, integers, types, structs by value, names), judged natively
check-units: programs $(BUILD)/tests/json_get
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/units/run.sh judge
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/units/run.sh drift

## make check-hidden     76 kinds of state that a function leaves behind, judged natively; HALF=first or HALF=second takes every other one
check-hidden: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/hidden/run.sh judge
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/hidden/run.sh drift

## make bench-worlds     32 pairs that differ only in another world, or in none; SET=dev or SET=held takes half of them
bench-worlds: programs $(BUILD)/tests/json_get
	@for set in $(or $(SET),dev held); do \
		DRIFT=$(abspath $(BUILD))/bin/drift JSON_GET=$(abspath $(BUILD))/tests/json_get sh bench/worlds/run.sh $$set; done

## make bench-seconds    24 small pairs on which a user expects an answer in seconds, with processor times
bench-seconds: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/seconds/run.sh

.PHONY: check-units check-hidden bench-worlds bench-seconds
