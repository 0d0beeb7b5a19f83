# conditions.mk: conditions of differences against native runs.

## make check-conditions  conditions of differences on the mutation bench against native runs; SUBJECTS='dates calc/v03' takes these
CONDITIONS = $(BUILD)/tests/conditions

$(CONDITIONS): tests/oracle/conditions.c tests/oracle/texts.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) -rdynamic -MMD -MP -o $@ tests/oracle/conditions.c tests/oracle/texts.c $(LIB_OBJ) $(LIBS)

check: $(CONDITIONS)

check-conditions: programs $(CONDITIONS)
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/gen/check_conditions.sh $(SUBJECTS)

.PHONY: check-conditions
