# mutants.mk: the mutation bench.

## make mutants-truth recompute the mutation bench's ground truth; MUTANTS='dates csv' for some
MUTANTS =

mutants-truth:
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/truth.sh $(MUTANTS)

.PHONY: mutants-truth
