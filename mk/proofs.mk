# proofs.mk: proofs without a bound, against native runs.

## make check-proofs  N=50 random functions, each rewritten: what drift proves equal is equal in native runs; SEED=K
check-proofs: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_proofs.sh $(N)

.PHONY: check-proofs
