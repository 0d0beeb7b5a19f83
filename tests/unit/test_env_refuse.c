/* test_env_refuse.c: what names mean to a task, kinds that can be allowed, mounts. */
#include "env/sandbox/refuse.h"

#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

/* This process as the only task of a rerun. */
static void self(Guard *g, Tracer *t, TracedTask *task)
{
	*task = (TracedTask){.tid = getpid(), .tgid = getpid(), .live = true};
	*t = (Tracer){0};
	vec_push(&t->tasks, task);
	*g = (Guard){.tracer = t};
}

static void leads_to(const char *path, bool follow, const char *want, bool foreign)
{
	Guard g;
	Tracer tracer;
	TracedTask task;
	PathTarget t;
	self(&g, &tracer, &task);
	assert_true(target_find(&g, &task, AT_FDCWD, path, follow, &t));
	assert_string_equal(buf_str(&t.path), want);
	assert_int_equal(t.foreign, foreign);
	target_free(&t);
	vec_free(&tracer.tasks);
}

static void names(void **state)
{
	(void)state;
	char *dir = temp_dir(NULL), *real = realpath(dir, NULL);
	char *file = xasprintf("%s/file", real), *link = xasprintf("%s/link", real);
	char *own = xasprintf("/proc/%d", getpid()), *cwd = getcwd(NULL, 0);
	assert_int_equal(chdir(real), 0);
	assert_true(file_write("file", "x", 1, NULL));
	assert_int_equal(symlink("file", "link"), 0);
	assert_int_equal(symlink(real, "whole"), 0);
	assert_int_equal(symlink("round", "round"), 0);
	leads_to("file", true, file, false);
	leads_to(".//./file", true, file, false);
	leads_to("link", true, file, false);
	leads_to("link", false, link, false);
	leads_to("whole/whole/link", true, file, false);
	leads_to("/proc/self", true, own, false);
	leads_to("/proc/self/cwd/link", true, file, false);
	leads_to("/../..", true, "/", false);
	Guard g;
	Tracer tracer;
	TracedTask task;
	PathTarget t;
	self(&g, &tracer, &task);
	assert_false(target_find(&g, &task, AT_FDCWD, "round", true, &t));
	target_free(&t);
	assert_false(target_find(&g, &task, AT_FDCWD, "missing/file", true, &t));
	target_free(&t);
	/* What is to be made has a place. */
	assert_true(target_find(&g, &task, AT_FDCWD, "new", true, &t));
	assert_false(t.exists);
	target_free(&t);
	vec_free(&tracer.tasks);
	assert_int_equal(chdir(cwd), 0);
	tree_remove(dir, NULL);
	free(dir);
	free(real);
	free(file);
	free(link);
	free(own);
	free(cwd);
}

static void other_processes(void **state)
{
	(void)state;
	char *path = xasprintf("/proc/%d/cwd", getppid());
	Guard g;
	Tracer tracer;
	TracedTask task;
	PathTarget t;
	self(&g, &tracer, &task);
	if (target_find(&g, &task, AT_FDCWD, path, true, &t)) /* it may not be looked at */
		assert_true(t.foreign);
	target_free(&t);
	assert_true(target_find(&g, &task, AT_FDCWD, "/proc/1/mem", true, &t));
	assert_true(t.proc);
	assert_int_equal(t.owner, 1);
	target_free(&t);
	assert_true(target_find(&g, &task, AT_FDCWD, "/proc/sys/kernel/ostype", true, &t));
	assert_true(t.kernel);
	assert_int_equal(t.owner, 0);
	target_free(&t);
	assert_true(guard_owns_process(&g, getpid()));
	assert_false(guard_owns_process(&g, 1));
	vec_free(&tracer.tasks);
	free(path);
}

static void kinds(void **state)
{
	(void)state;
	assert_int_equal(held_kinds("processes"), held_kinds("signals"));
	assert_int_equal(held_kinds("everything"), 0);
	assert_int_equal(held_kinds("files"), 0); /* told of, never allowed */
	for (unsigned i = 0; i < HELD_KINDS; i++)
		assert_int_equal(held_kinds(held_kind_name(i)), 1u << i);
	assert_int_equal(held_kinds("all"), (1u << HELD_KINDS) - 1);
	Guard g = {.allowed = held_kinds("clock")};
	assert_false(guard_hold(&g, HELD_CLOCK, "clock"));
	assert_true(guard_hold(&g, HELD_REBOOT, "reboot"));
	assert_true(guard_hold(&g, HELD_REBOOT, "reboot"));
	assert_int_equal(g.held.len, 1);
	assert_int_equal(g.held.at[0].count, 2);
	guard_free(&g);
}

static void mounts(void **state)
{
	(void)state;
	Mounts m;
	Err err = {0};
	if (!mounts_read(&m, &err)) {
		assert_non_null(strstr(err.text, "chroot"));
		mounts_free(&m);
		return;
	}
	assert_string_equal(m.at[0].point, "/");
	for (size_t i = 1; i < m.len; i++)
		assert_true(strcmp(m.at[i - 1].point, m.at[i].point) < 0);
	assert_true(mounts_below(&m, "/")); /* /proc at least */
	assert_false(mounts_below(&m, "/pro"));
	assert_false(mounts_below(&m, "/no/such/place"));
	mounts_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(other_processes),
		cmocka_unit_test(kinds),
		cmocka_unit_test(mounts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
