/* test_memory.c: the subject's memory: objects, states of bytes, reset. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/machine/memory.h"

static const u8 first[24] = "twenty-four global bytes";

static int setup(void **state)
{
	Memory *m = xcalloc(1, sizeof *m);
	Err err = {0};
	assert_true(memory_init(m, GLOBALS_BASE + 3 * 4096, &err));
	memory_add_global(m, 0, GLOBALS_BASE + 4096, 24, false, first);
	memory_add_global(m, 1, GLOBALS_BASE + 4096 + 64, 8, true, first);
	memory_add_global(m, 2, GLOBALS_BASE + 2 * 4096 - 16, 64, false, NULL); /* over a page's end */
	memory_seal(m);
	*state = m;
	return 0;
}

static int teardown(void **state)
{
	memory_free(*state);
	free(*state);
	return 0;
}

static void covers_exactly_the_object(void **state)
{
	Memory *m = *state;
	u32 id = memory_alloc(m, OBJ_HEAP, 10, 16, 0);
	u64 lo = m->objects.at[id].lo;
	for (u64 n = 1; n <= 16; n++)
		for (i64 at = -20; at < 40; at++) {
			bool inside = at >= 0 && (u64)at + n <= 10;
			assert_int_equal(memory_covering(m, lo + (u64)at, n), inside ? id : 0);
		}
	memory_release(m, id, 0);
	assert_int_equal(memory_covering(m, lo, 1), 0);
	assert_int_equal(memory_object(m, lo), id); /* still known, for the report */
}

static void large_objects_are_found_everywhere(void **state)
{
	Memory *m = *state;
	u64 size = (1 << 20) + 5;
	u32 a = memory_alloc(m, OBJ_HEAP, size, 16, 0), b = memory_alloc(m, OBJ_HEAP, 3, 16, 0);
	u64 lo = m->objects.at[a].lo;
	for (u64 at = 0; at < size; at += 997)
		assert_int_equal(memory_covering(m, lo + at, 1), a);
	assert_int_equal(memory_covering(m, lo + size - 1, 1), a);
	assert_int_equal(memory_covering(m, lo + size, 1), 0);
	assert_int_equal(memory_covering(m, m->objects.at[b].lo, 3), b);
}

static void fresh_blocks_are_not_initialised(void **state)
{
	Memory *m = *state;
	u32 id = memory_alloc(m, OBJ_HEAP, 32, 16, 0);
	u64 lo = m->objects.at[id].lo;
	assert_false(memory_plain_read(m, lo, 1));
	memory_set_plain(m, lo + 3, 7);
	for (u64 at = 0; at < 32; at++)
		for (u32 n = 1; n <= 8 && at + n <= 32; n *= 2)
			assert_int_equal(memory_plain_read(m, lo + at, n), at >= 3 && at + n <= 10);
	memory_set_undefined(m, lo + 5, 1);
	assert_false(memory_plain_read(m, lo + 4, 2));
	assert_true(memory_plain_read(m, lo + 6, 4));
}

static void copies_carry_the_state_of_every_byte(void **state)
{
	Memory *m = *state;
	u32 id = memory_alloc(m, OBJ_HEAP, 64, 16, 0);
	u64 lo = m->objects.at[id].lo;
	memory_set_plain(m, lo, 4);
	memory_set_tag(m, lo + 1, 77);
	/* plain, tagged, plain, plain, undefined, ... */
	for (u64 to = 1; to < 40; to++) { /* overlapping at first */
		memory_set_undefined(m, lo, 64);
		memory_set_plain(m, lo, 4);
		memory_set_tag(m, lo + 1, 77);
		memory_copy(m, lo + to, lo, 6);
		assert_true(memory_is_readable(m, lo + to));
		assert_true(memory_is_tagged(m, lo + to + 1));
		assert_int_equal(m->tags[lo + to + 1], 77);
		assert_false(memory_is_readable(m, lo + to + 1));
		assert_true(memory_plain_read(m, lo + to + 2, 2));
		assert_false(memory_is_readable(m, lo + to + 4));
		assert_false(memory_is_tagged(m, lo + to + 4));
	}
}

static void globals_come_back_after_a_reset(void **state)
{
	Memory *m = *state;
	u64 g = GLOBALS_BASE + 4096, wide = GLOBALS_BASE + 2 * 4096 - 16;
	assert_true(memory_plain_read(m, g, 8));
	assert_false(memory_plain_write(m, g, 1)); /* the first write to a page is noticed */
	assert_memory_equal(m->bytes + g, first, 24);
	memory_set_plain(m, g, 3);
	assert_true(memory_plain_write(m, g + 8, 8));
	assert_false(memory_plain_write(m, g + 64, 1)); /* a constant on the same page */
	memset(m->bytes + g, 'x', 24);
	memory_set_tag(m, wide + 20, 5);
	memory_set_undefined(m, wide + 30, 4);
	memory_reset(m);
	assert_memory_equal(m->bytes + g, first, 24);
	assert_true(memory_all_readable(m, wide, 64));
	assert_false(memory_is_tagged(m, wide + 20));
	assert_false(memory_plain_write(m, g, 1));
	assert_false(memory_is_readable(m, g + 24)); /* the red zone */
}

static void runs_repeat_after_a_reset(void **state)
{
	Memory *m = *state;
	u64 before[50];
	for (int round = 0; round < 3; round++) {
		for (u32 i = 0; i < 50; i++) {
			u32 id = memory_alloc(m, i % 3 ? OBJ_HEAP : OBJ_ALLOCA, i * 37 % 400, 16, 0);
			u64 lo = m->objects.at[id].lo;
			u8 zero[400] = {0};
			assert_memory_equal(m->bytes + lo, zero, i * 37 % 400);
			assert_false(memory_plain_read(m, lo, 1));
			memset(m->bytes + lo, 0xaa, i * 37 % 400);
			memory_set_plain(m, lo, i * 37 % 400);
			if (round)
				assert_int_equal(lo, before[i]);
			before[i] = lo;
			if (i % 4 == 0)
				memory_release(m, id, 0);
		}
		memory_reset(m);
		assert_int_equal(m->heap_used, 0);
	}
}

static void frames_are_reused_late_and_clean(void **state)
{
	Memory *m = *state;
	u32 a = memory_frame(m, 7, 48);
	u64 lo = m->objects.at[a].lo;
	memory_set_plain(m, lo, 48);
	memory_frame_end(m, a);
	assert_false(memory_plain_read(m, lo, 1));
	u32 next = memory_frame(m, 8, 48);
	assert_int_not_equal(m->objects.at[next].lo, lo); /* a dangling pointer hits nothing alive */
	assert_int_equal(memory_covering(m, lo, 1), 0);
	memory_frame_end(m, next);
	bool again = false;
	for (int i = 0; i < 100 && !again; i++) {
		u32 id = memory_frame(m, 9, 48);
		again = m->objects.at[id].lo == lo;
		assert_false(memory_plain_read(m, m->objects.at[id].lo, 1));
		memory_frame_end(m, id);
	}
	assert_true(again);
}

static void the_limit_holds(void **state)
{
	Memory *m = *state;
	m->limit = 1000;
	u32 id = memory_alloc(m, OBJ_HEAP, 900, 16, 0);
	assert_int_not_equal(id, 0);
	assert_int_equal(memory_alloc(m, OBJ_HEAP, 101, 16, 0), 0);
	memory_release(m, id, 0);
	assert_int_not_equal(memory_alloc(m, OBJ_HEAP, 101, 16, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(covers_exactly_the_object, setup, teardown),
		cmocka_unit_test_setup_teardown(large_objects_are_found_everywhere, setup, teardown),
		cmocka_unit_test_setup_teardown(fresh_blocks_are_not_initialised, setup, teardown),
		cmocka_unit_test_setup_teardown(copies_carry_the_state_of_every_byte, setup, teardown),
		cmocka_unit_test_setup_teardown(globals_come_back_after_a_reset, setup, teardown),
		cmocka_unit_test_setup_teardown(runs_repeat_after_a_reset, setup, teardown),
		cmocka_unit_test_setup_teardown(frames_are_reused_late_and_clean, setup, teardown),
		cmocka_unit_test_setup_teardown(the_limit_holds, setup, teardown),
	};
	return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
