## make bench-solve   cost of expressions and of solver queries, by layer

$(BUILD)/bench/solve_bench: bench/solve_bench.c $(filter $(BUILD)/obj/src/base/%,$(OBJ)) \
                            $(filter $(BUILD)/obj/src/engine/expr/%,$(OBJ)) $(filter $(BUILD)/obj/src/engine/solve/%,$(OBJ))
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $^ -lz3 -lm

bench-solve: $(BUILD)/bench/solve_bench
	$<

.PHONY: bench-solve
