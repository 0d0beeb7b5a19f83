# slice.mk: slices of real programs.

## make bench-slices  how long slices of GNU bc and sed take
bench-slices: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/slice/run.sh

.PHONY: bench-slices
