# same.mk: this tree against another revision of it.

## make check-same BASE=REV  results of test, diff and explore against those of a revision, but for times; RUNS=60, FEW=100, JOBS=2
JSON_LINES = $(BUILD)/tests/json_lines
JSON_GET = $(BUILD)/tests/json_get

$(JSON_LINES): tests/gen/same/json_lines.c $(FLAGS)
$(JSON_GET): tests/gen/json_get.c $(FLAGS)
$(JSON_LINES) $(JSON_GET):
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $< -lcjson

# Single scripts need it as well.
all check: $(JSON_GET)
check: $(JSON_LINES)

check-same: programs $(JSON_LINES)
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/gen/check_same.sh '$(BASE)'

## make check-snapshots      the same with snapshots as without (--no-snapshot), on the same programs; RUNS, FEW, JOBS likewise
check-snapshots: programs $(JSON_LINES)
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/gen/check_same.sh --no-snapshot

## make check-tiers         the same with every function compiled at its first call as without native code (--no-compile); TIER=random also leaves
##                    native code at random instructions; RUNS, FEW, JOBS likewise
TIER = always
check-tiers: programs $(JSON_LINES)
	@DRIFT_COMPILE=$(TIER) DRIFT_BUILD=$(abspath $(BUILD)) sh tests/gen/check_same.sh --no-compile

## make check-speed BASE=REV  instructions of twelve searches against those of a revision, by callgrind; SPEED='words dates-v03' for some
##                    NOW=REV2 compares two revisions
## make check-speed-strategies BASE=REV  the same of every strategy on one version of each subject of the mutation bench; SPEED='auto path'
SPEED =
NOW =

check-speed:
	@NOW=$(NOW) DRIFT_BUILD=$(abspath $(BUILD)) sh bench/speed.sh '$(BASE)' $(SPEED)

check-speed-strategies:
	@NOW=$(NOW) DRIFT_BUILD=$(abspath $(BUILD)) sh bench/speed.sh -s '$(BASE)' $(SPEED)

.PHONY: check-same check-snapshots check-tiers check-speed check-speed-strategies
