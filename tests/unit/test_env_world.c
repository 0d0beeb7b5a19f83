/* test_env_world.c: objects, keys and dependences along a sequence of calls. */
#include "env/trace/world.h"

#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* A trace made by hand. Texts are arguments of the calls, in the order of their path arguments. */
static void add(Trace *t, i32 nr, i64 ret, u64 a, u64 b, u64 c, const char *text, const char *text2)
{
	TraceCall call = {.nr = nr, .ret = ret, .args = {a, b, c}};
	const CallSpec *spec = call_spec(nr);
	call.data = arena_array(&t->arena, TraceData, 2);
	const char *texts[2] = {text, text2};
	for (int i = 0, k = 0; i < 6 && k < 2 && texts[k]; i++)
		if (ARG_KIND(spec->args[i]) == ARG_PATH) {
			size_t n = strlen(texts[k]);
			call.data[call.n_data++] = (TraceData){.arg = (u8)i,
												   .dir = DATA_IN,
												   .len = (u32)n,
												   .full = n,
												   .at = (const u8 *)texts[k++]};
		}
	vec_push(&t->calls, call);
}

static void begin(Trace *t)
{
	*t = (Trace){0};
	TraceTask first = {.pid = 1};
	vec_push(&t->tasks, first);
}

static void opens(Trace *t, const char *path, u64 flags, i64 fd)
{
	add(t, SYS_openat, fd, (u64)AT_FDCWD, 0, flags, path, NULL);
}

/* Replays the first k calls; need says which of them are executed too. */
static void needs(const Trace *t, const World *w, u32 k, bool *need)
{
	bool replay[32] = {0};
	memset(replay, 1, k);
	memset(need, 0, 32);
	world_needs(w, t, replay, need);
}

static void follows_descriptors(void **state)
{
	(void)state;
	Trace t;
	begin(&t);
	opens(&t, "/a", O_RDONLY, 3);               /* 0 */
	add(&t, SYS_dup2, 7, 3, 7, 0, NULL, NULL);  /* 1 */
	add(&t, SYS_close, 0, 3, 0, 0, NULL, NULL); /* 2 */
	opens(&t, "/b", O_RDONLY, 3);               /* 3 */
	add(&t, SYS_read, 1, 7, 0, 9, NULL, NULL);  /* 4 */
	add(&t, SYS_read, 1, 3, 0, 9, NULL, NULL);  /* 5 */
	World *w = world_of_trace(&t);
	assert_string_equal(world_fd_name(w, 4, 7), "/a");
	assert_string_equal(world_fd_name(w, 5, 3), "/b");
	assert_null(world_fd_name(w, 5, 8));
	/* Keys do not depend on numbers: the reads differ by what they read from. */
	assert_true(world_use(w, 4)->key != world_use(w, 5)->key);
	bool need[32];
	needs(&t, w, 4, need);
	assert_true(need[0]);
	assert_true(need[3]);
	env_world_free(w);
	env_trace_free(&t);
}

static void closed_files_are_not_needed(void **state)
{
	(void)state;
	Trace t;
	begin(&t);
	opens(&t, "/a", O_RDONLY, 3);               /* 0 */
	add(&t, SYS_read, 4, 3, 0, 9, NULL, NULL);  /* 1 */
	add(&t, SYS_close, 0, 3, 0, 0, NULL, NULL); /* 2 */
	add(&t, SYS_getuid, 0, 0, 0, 0, NULL, NULL);
	World *w = world_of_trace(&t);
	bool need[32];
	needs(&t, w, 3, need);
	assert_false(need[0]);
	assert_false(need[1]);
	/* Cut between read and close: the position in the file must be right. */
	needs(&t, w, 2, need);
	assert_true(need[0]);
	assert_true(need[1]);
	env_world_free(w);
	env_trace_free(&t);
}

static void paths_make_dependences(void **state)
{
	(void)state;
	Trace t;
	begin(&t);
	add(&t, SYS_mkdir, 0, 0, 0755, 0, "/d", NULL);     /* 0 */
	opens(&t, "/d/a", O_WRONLY | O_CREAT, 3);          /* 1 */
	add(&t, SYS_write, 4, 3, 0, 4, NULL, NULL);        /* 2 */
	add(&t, SYS_close, 0, 3, 0, 0, NULL, NULL);        /* 3 */
	add(&t, SYS_rename, 0, 0, 0, 0, "/d/a", "/d/b");   /* 4 */
	add(&t, SYS_mkdir, 0, 0, 0755, 0, "/other", NULL); /* 5 */
	opens(&t, "/d/b", O_RDONLY, 3);                    /* 6 */
	add(&t, SYS_close, 0, 3, 0, 0, NULL, NULL);        /* 7 */
	add(&t, SYS_unlink, 0, 0, 0, 0, "/d/b", NULL);     /* 8 */
	World *w = world_of_trace(&t);
	bool need[32];
	for (u32 k = 6; k <= 8; k++) {
		needs(&t, w, k, need); /* the open of /d/b, or its removal, is executed */
		assert_true(need[0]);
		assert_true(need[1]);
		assert_true(need[2]);
		assert_true(need[4]);
		assert_false(need[5]);
	}
	needs(&t, w, 9, need); /* everything is replayed: nothing must happen */
	assert_false(need[0] || need[1] || need[2] || need[4] || need[8]);
	env_world_free(w);
	env_trace_free(&t);
}

static void keys_ignore_numbers_and_locations(void **state)
{
	(void)state;
	Trace t[2];
	World *w[2];
	for (int i = 0; i < 2; i++) {
		begin(&t[i]);
		if (i)
			opens(&t[i], "/before", O_RDONLY, 3);
		opens(&t[i], "conf", O_RDONLY, 3 + i);
		add(&t[i], SYS_read, 1, (u64)(3 + i), 0x1000u * (u64)i, 100, NULL, NULL);
		w[i] = world_of_trace(&t[i]);
	}
	assert_true(world_use(w[0], 0)->key == world_use(w[1], 1)->key);
	assert_true(world_use(w[0], 1)->key == world_use(w[1], 2)->key);
	assert_true(world_use(w[0], 0)->key != world_use(w[1], 0)->key);
	for (int i = 0; i < 2; i++) {
		env_world_free(w[i]);
		env_trace_free(&t[i]);
	}
}

static void resolves_paths(void **state)
{
	(void)state;
	static const char *const cases[][3] = {
		{"/home/u", "conf", "/home/u/conf"},
		{"/home/u", "../v/./x", "/home/v/x"},
		{"/", "a//b/", "/a/b"},
		{"/x", "/y/..", "/"},
		{"/x", "../../../z", "/z"},
		{"/", "..", "/"},
	};
	for (size_t i = 0; i < countof(cases); i++) {
		Buf b = {0};
		path_resolve(cases[i][0], cases[i][1], &b);
		assert_string_equal(buf_str(&b), cases[i][2]);
		buf_free(&b);
	}
}

/* The key of the last call of: a file made under the first name, then the second name opened. */
static u64 key_after(const char *made, u64 flags, const char *used, u32 pid)
{
	Trace t;
	begin(&t);
	t.tasks.at[0].pid = pid;
	opens(&t, made, flags, 3);
	opens(&t, used, O_RDONLY, 4);
	World *w = world_of_trace(&t);
	u64 key = world_use(w, 1)->key;
	env_world_free(w);
	env_trace_free(&t);
	return key;
}

static void made_up_names_are_equal(void **state)
{
	(void)state;
	u64 new = O_WRONLY | O_CREAT | O_EXCL;
	const char *a = "/tmp/ccA8bX2q.s", *b = "/tmp/ccZ71mPe.s";
	assert_true(key_after(a, new, a, 1) == key_after(b, new, b, 1));
	/* Not without having been made, nor if one could have thought of the name. */
	assert_true(key_after(a, O_RDONLY, a, 1) != key_after(b, O_RDONLY, b, 1));
	assert_true(key_after("/tmp/index.lock", new, "/tmp/index.lock", 1) !=
				key_after("/tmp/other.lock", new, "/tmp/other.lock", 1));
	/* The program's own number, and another one. */
	assert_true(key_after("/x", 0, "/run/a.4711", 4711) == key_after("/x", 0, "/run/a.815", 815));
	assert_true(key_after("/x", 0, "/run/a.4711", 4711) != key_after("/x", 0, "/run/a.4712", 815));
}

/* A thread takes a number that another frees, and returns first. */
static void numbers_taken_again(void **state)
{
	(void)state;
	Trace t;
	begin(&t);
	TraceTask thread = {.parent = 0, .pid = 2, .thread = true};
	vec_push(&t.tasks, thread);
	opens(&t, "/a", O_RDONLY, 3);
	opens(&t, "/b", O_RDONLY, 4);
	t.calls.at[1].task = 1;
	opens(&t, "/c", O_RDONLY, 3); /* the close of /a has not returned yet */
	t.calls.at[2].task = 1;
	add(&t, SYS_close, 0, 3, 0, 0, NULL, NULL);
	add(&t, SYS_read, 1, 3, 0, 9, NULL, NULL);
	t.calls.at[4].task = 1;
	World *w = world_of_trace(&t);
	assert_string_equal(world_fd_name(w, 4, 3), "/c");
	env_world_free(w);
	env_trace_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(follows_descriptors),
		cmocka_unit_test(closed_files_are_not_needed),
		cmocka_unit_test(paths_make_dependences),
		cmocka_unit_test(keys_ignore_numbers_and_locations),
		cmocka_unit_test(resolves_paths),
		cmocka_unit_test(made_up_names_are_equal),
		cmocka_unit_test(numbers_taken_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
