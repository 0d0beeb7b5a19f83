# pairs.mk: real changes of Debian packages.

## make bench-pairs   drift test on programs before and after a patch of their Debian package; PAIRS='dash-escape'
PAIRS =

bench-pairs: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/real-pairs/run.sh -t $(SECONDS) $(PAIRS)

## make bench-changes  drift changes on the same programs, below the lines of the patch; PAIRS='dash-escape'
bench-changes: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/real-pairs/run.sh -c $(PAIRS)

.PHONY: bench-pairs bench-changes
