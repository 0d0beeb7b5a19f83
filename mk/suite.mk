# suite.mk: drift suite on suites of our own, drift compare on versions of the mutation bench.

## make bench-suite  drift suite on three programs with 100 tests each, judged by native runs
bench-suite: programs $(BUILD)/tests/json_get
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/suite/run.sh

## make bench-compare  strategies side by side on versions of the mutation bench; COMPARE='ranges/v04' for some
COMPARE =

bench-compare: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/compare.sh $(COMPARE)

## make bench-papers  the tables of the publications, from results of drift compare; TABLES='paths seeds orders errors outputs'
TABLES =

bench-papers: programs $(BUILD)/tests/json_get
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/papers.sh $(TABLES)

.PHONY: bench-suite bench-compare bench-papers
