# tests.mk: checks that take longer than `make check` may.

## make check-csmith  N=500 random programs: native and machine must agree; SEED=K takes others
## make check-compiled  all programs of tests/programs/c and errors in both tiers, and random operations; SEED=K takes others
## make check-real    real Debian packages: native and machine must agree; REAL='bc sed' for some
N = 500
SEED = 0

# The engine with defects that an environment variable turns on: tests show that they are noticed. It is never installed.
TEST_ENGINE = $(BUILD)/tests/engine
TEST_ENGINE_SRC = src/cli/test.c src/base/watch.c src/engine/explore/outcome.c src/versions/behaviour/identical.c \
                  src/versions/search/infect.c
TEST_ENGINE_OWN := $(TEST_ENGINE_SRC:src/%.c=$(BUILD)/obj/tests/engine/%.o)
TEST_ENGINE_OBJ := $(TEST_ENGINE_OWN) $(filter-out $(TEST_ENGINE_SRC:%.c=$(BUILD)/obj/%.o),$(ENGINE_OBJ))

$(BUILD)/obj/tests/engine/%.o: src/%.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,CC $< (with defects))
	$(Q)$(CC) $(ALL_CFLAGS) -DDRIFT_TEST_ENGINE -MMD -MP -c -o $@ $<

$(TEST_ENGINE): $(TEST_ENGINE_OBJ)
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(ENGINE_LINK) -Wl,--build-id -o $@ $^ $(ENGINE_LLVM) $(OTHER_LIBS)

-include $(TEST_ENGINE_OWN:.o=.d)

check: $(TEST_ENGINE)

# Compilers of the suite are copies of one that has started (tests/gen/compiler). A test that runs alone starts its own.
TEST_COMPILER = $(BUILD)/tests/compiler/server.so $(BUILD)/tests/compiler/$(CLANG)

$(BUILD)/tests/compiler/server.so: tests/gen/compiler/server.c tests/gen/compiler/request.h $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) -std=gnu17 $(WARN) $(OPT) -shared -fPIC -o $@ $< -ldl

$(BUILD)/tests/compiler/$(CLANG): tests/gen/compiler/client.c tests/gen/compiler/request.h $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) -std=gnu17 $(WARN) $(OPT) -static -DCOMPILER='"$(CLANG)"' -o $@ $<

check: $(TEST_COMPILER)

# For a test that runs alone: see use_test_engine in tests/cli/lib.sh.
test-engine: $(TEST_ENGINE)

.PHONY: test-engine

REAL =

check-compiled: programs
	@cd tests/programs && DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) ROUNDS=200 PROGRAMS="$$(echo c/*.c errors/*.c)" ../cli/compiled.t

check-csmith: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh bench/csmith.sh $(N)

# What building the packages needs beyond `make deps`; a package whose tools are missing is skipped.
REAL_PACKAGES = dpkg-dev cmake ed tcl

deps-real:
	@dpkg -s $(REAL_PACKAGES) >/dev/null 2>&1 || { \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	        $(REAL_PACKAGES) >/dev/null; } || echo 'check-real: cannot install $(REAL_PACKAGES)'

check-real: programs deps-real
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/real/run.sh $(REAL)

.PHONY: check-csmith check-compiled check-real deps-real

## make check-stops   200 searches ended at random moments: none may take more than 2 s longer; N=20 for fewer, SEED=K others
check-stops: N = 200
check-stops: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_stops.sh $(N)

.PHONY: check-stops

## make bench-long    what a run costs on seeds of 250 to 4,000 bytes; ENGINE=PATH beside another engine
bench-long: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh bench/long/run.sh

.PHONY: bench-long
