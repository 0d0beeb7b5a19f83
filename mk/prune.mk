# prune.mk: what drift test leaves out, against searches that leave out nothing.

## make check-prune   N=50 random programs, each with one change: the same verdict with and without pruning; SEED=K
check-prune: programs $(RANDOM_PROGRAM)
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_prune.sh $(N)

.PHONY: check-prune
