# mutants.mk: the mutation bench.

## make mutants       the versions of the mutation bench as programs, in build/mutants
mutants:
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/versions.sh

check check-unit: mutants

## make mutants-truth recompute the mutation bench's ground truth; MUTANTS='dates csv' for some
MUTANTS =

mutants-truth:
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/truth.sh $(MUTANTS)

## make bench-mutants drift test on the mutation bench against the truth; MUTANTS='dates csv/v03', SECONDS=60
SECONDS = 60

bench-mutants: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/run.sh -t $(SECONDS) $(MUTANTS)

## make bench-strategies strategies of drift test on the same versions of the mutation bench and the same budget
bench-strategies: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/strategies.sh

## make bench-explain drift explain on the differing versions of the mutation bench: rank of the true line; MUTANTS=..., OPTIONS='--by path'
OPTIONS =

bench-explain: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/mutants/explain.sh -x '$(OPTIONS)' $(MUTANTS)

## make check-certificates certificates of all equivalents of the mutation bench and examples/, made and verified; MUTANTS=..., SECONDS=60
check-certificates: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/certificates.sh -t $(SECONDS) $(MUTANTS)

.PHONY: check-certificates bench-explain mutants mutants-truth bench-mutants bench-strategies
