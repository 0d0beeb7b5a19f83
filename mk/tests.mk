# tests.mk: checks that take longer than `make check` may.

## make check-csmith  N=500 random programs: native and machine must agree; SEED=K takes others
## make check-real    real Debian packages: native and machine must agree; REAL='bc sed' for some
N = 500
SEED = 0
REAL =

check-csmith: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh bench/csmith.sh $(N)

check-real: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/real/run.sh $(REAL)

.PHONY: check-csmith check-real
