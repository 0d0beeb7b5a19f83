# contracts.mk: change contracts (drift check).

## make check-contracts  random contracts against enumeration, N of them from seed FIRST on (MUTATE=1: each with one thing changed)
check-contracts: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) MUTATE=$(MUTATE) sh tests/gen/contracts/check.sh $(or $(N),300) $(or $(FIRST),1)

## make check-contracts-emit  run-time checks of N random contracts from seed FIRST on, against enumeration; CCS='gcc clang-19'
check-contracts-emit: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) CCS="$(CCS)" sh tests/gen/contracts/emit.sh $(or $(N),100) $(or $(FIRST),1)

## make bench-contracts  changed functions of the mutation bench as units: drift check must agree with drift test --entry
bench-contracts: programs mutants
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/contracts/units.sh $(MUTANTS)

## make bench-suggestions  contracts proposed for versions of the mutation bench: each must hold; MUTANTS='dates csv', EVERY=4
bench-suggestions: programs mutants
	@DRIFT_BUILD=$(abspath $(BUILD)) EVERY=$(or $(EVERY),4) sh bench/contracts/suggest.sh $(MUTANTS)

## make bench-real-contracts  functions of Debian's libraries, each with a real fix and a contract for it
bench-real-contracts: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/contracts/real.sh

.PHONY: bench-suggestions bench-real-contracts
.PHONY: check-contracts check-contracts-emit bench-contracts
