/* test_process.c: a process in the midst of a run, copied and put back. */
#include "engine/os/impl.h"
#include "os_world.h"

enum { HANDLER = 0x4000, OTHER = 0x5000 };

static const OsConfig captured = {
	.in = OS_STREAM_CAPTURE,
	.out = OS_STREAM_CAPTURE,
	.err = OS_STREAM_CAPTURE,
	.cwd = "/tmp",
};

static u64 renew(void *ctx, Tag tag)
{
	(void)ctx;
	return tag;
}

static bool same_number(void *ctx, u64 a, u64 b)
{
	(void)ctx;
	return a == b;
}

static void count(void *ctx, const OsDifference *d)
{
	(void)d;
	++*(int *)ctx;
}

/* Returns true if a later call would find the same process in both. */
static bool same_process(const World *a, const World *b)
{
	Os *const os[2] = {a->os, b->os};
	int n = 0;
	os_differences(os, same_number, count, &n);
	return !n;
}

static void handle(World *w, int number, u64 handler)
{
	SignalAction act = {.handler = handler, .mask = 4};
	assert_int_equal(CALL4(w, rt_sigaction, number, world_put(w, &act, sizeof act), 0, 8), 0);
}

static void block(World *w, int number)
{
	u64 mask = 1ull << (number - 1);
	assert_int_equal(CALL4(w, rt_sigprocmask, SIG_BLOCK, world_put(w, &mask, sizeof mask), 0, 8),
					 0);
}

/* Sets something of every kind that a process has. */
static void change(World *w)
{
	struct rlimit files = {64, 128};
	assert_int_equal(CALL1(w, umask, 077), 022);
	assert_int_equal(CALL2(w, dup2, 1, 7), 7);
	assert_int_equal(CALL1(w, close, 2), 0);
	assert_int_equal(CALL1(w, chdir, world_str(w, "/")), 0);
	assert_int_equal(CALL2(w, setrlimit, RLIMIT_NOFILE, world_put(w, &files, sizeof files)), 0);
	block(w, SIGUSR2);
	handle(w, SIGUSR1, HANDLER);
}

static void put_back_is_the_same(void **state)
{
	(void)state;
	World kept, plain;
	world_init(&kept, &captured);
	world_init(&plain, &captured);
	change(&kept);
	change(&plain);
	assert_true(same_process(&kept, &plain));
	OsKept *copy = os_keep(kept.os);
	assert_non_null(copy);
	/* What the run does after that, and another run, leave nothing behind. */
	CALL1(&kept, umask, 0);
	CALL2(&kept, dup2, 1, 9);
	handle(&kept, SIGUSR1, OTHER);
	handle(&kept, SIGTERM, OTHER);
	assert_false(same_process(&kept, &plain));
	os_reset(kept.os, NULL, NULL, 0);
	assert_false(same_process(&kept, &plain));
	os_put_back(kept.os, copy, renew, NULL);
	assert_true(same_process(&kept, &plain));
	assert_true(kept.os->process.streams_moved);
	assert_true(kept.os->process.limits_changed);
	assert_int_equal(kept.os->process.limits[RLIMIT_NOFILE].rlim_cur, 64);
	os_kept_free(copy);
	/* A reset finds what the copy brought back. */
	os_reset(kept.os, NULL, NULL, 0);
	os_reset(plain.os, NULL, NULL, 0);
	assert_true(same_process(&kept, &plain));
	assert_int_equal(kept.os->process.limits[RLIMIT_NOFILE].rlim_cur, 1024);
	assert_int_equal(kept.os->process.actions[SIGUSR1].handler, 0);
	world_free(&kept);
	world_free(&plain);
}

/* Tables that the run did not change are not copied; a copy has its own. */
static void copies_own_tables(void **state)
{
	(void)state;
	World w;
	Process copy;
	world_init(&w, &captured);
	process_copy(&copy, &w.os->process);
	assert_null(copy.limits);
	assert_null(copy.actions);
	assert_int_equal(copy.fds.len, 0);
	process_free(&copy);
	handle(&w, SIGUSR1, HANDLER);
	process_copy(&copy, &w.os->process);
	assert_null(copy.limits);
	assert_non_null(copy.actions);
	assert_ptr_not_equal(copy.actions, w.os->process.actions);
	handle(&w, SIGUSR1, OTHER);
	assert_int_equal(copy.actions[SIGUSR1].handler, HANDLER);
	const Fd *fds = w.os->process.fds.at;
	process_put(&w.os->process, &copy);
	assert_int_equal(w.os->process.actions[SIGUSR1].handler, HANDLER);
	assert_ptr_equal(w.os->process.fds.at, fds);
	process_free(&copy);
	world_free(&w);
}

/* While a signal waits there is no copy. */
static void pending_is_not_kept(void **state)
{
	(void)state;
	World w;
	world_init(&w, &captured);
	handle(&w, SIGUSR1, HANDLER);
	assert_true(process_quiet(&w.os->process));
	block(&w, SIGUSR1);
	CALL2(&w, kill, OS_PID, SIGUSR1);
	assert_false(process_quiet(&w.os->process));
	assert_null(os_keep(w.os));
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(put_back_is_the_same),
		cmocka_unit_test(copies_own_tables),
		cmocka_unit_test(pending_is_not_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
