# hash.mk: the suites with hashes of 8 bits, where nearly all of them collide.

## make check-hash    all tests with hashes of 8 bits, then results of both builds, but for times; HASH_TESTS='tests/cli/diff.t' for some, RUNS, FEW, JOBS
HASH_TESTS =
HASH_BUILD = build-hash8

check-hash: programs
	$(MAKE) HASH_BITS=8 BUILD=$(HASH_BUILD) $(if $(HASH_TESTS),check-some TESTS='$(HASH_TESTS)' $(HASH_BUILD)/tests/json_lines,check)
	@DRIFT_BUILD=$(abspath $(HASH_BUILD)) sh tests/gen/check_same.sh $(abspath $(BUILD))

## make check-some TESTS='tests/cli/diff.t'  some tests alone
TESTS =
check-some: programs $(BUILD)/tests/engine $(BUILD)/tests/json_get $(filter $(BUILD)/tests/%,$(TESTS))
	$(TEST_ENV) prove -j2 $(if $(V),-v) --exec '' $(TESTS)

.PHONY: check-hash check-some
