# float.mk: floating point.

## make check-random-float  N=500 random pairs over floating point: verdicts against all inputs; SEED=K takes others
RANDOM_FLOAT = $(BUILD)/tests/random_float

$(RANDOM_FLOAT): tests/gen/random_float.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) -std=gnu17 $(WARN) -O1 -g $(SANFLAGS) -o $@ $<

check: $(RANDOM_FLOAT)

check-random-float: programs $(RANDOM_FLOAT) $(BUILD)/tests/json_get
	@DRIFT_BUILD=$(abspath $(BUILD)) SEED=$(SEED) sh tests/gen/check_float.sh $(N)

## make check-float  every floating-point operation and function of math.h against the hardware on N=10000000 operands
check-float: N = 10000000
check-float: $(BUILD)/tests/test_float
	FLOAT_OPERANDS=$(N) $(BUILD)/tests/test_float

## make check-float-text  texts of a million numbers in random formats, and of a million texts that are read, against glibc
check-float-text:
	DRIFT_NATIVE=$(abspath $(BUILD))/native DRIFT_TIMEOUT=7200 tests/libc/native/compare.sh tests/libc/native/float_text.c

.PHONY: check-random-float check-float check-float-text
