/* test_frame.c: every frame that is entered is left, with all that lives as long as it. */
#include "engine/machine/frame.h"
#include "engine/machine/symbolic.h"

#include <setjmp.h>
#include <cmocka.h>

static const char source[] =
	"#include <setjmp.h>\n"
	"#include <stdarg.h>\n"
	"static jmp_buf out;\n"
	"int plain(int n) { return n + 1; }\n"
	"int local(int n) { volatile int a[4]; a[n & 3] = n; return a[n & 3]; }\n"
	"int deep(int n)\n"
	"{\n"
	"	volatile char room[n + 1];\n"
	"	room[n] = (char)local(n);\n"
	"	return n ? deep(n - 1) + room[n] : 0;\n"
	"}\n"
	"int sum(int n, ...)\n"
	"{\n"
	"	va_list ap;\n"
	"	int s = 0;\n"
	"	va_start(ap, n);\n"
	"	while (n--)\n"
	"		s += va_arg(ap, int);\n"
	"	va_end(ap);\n"
	"	return s;\n"
	"}\n"
	"static void jump(int n)\n"
	"{\n"
	"	volatile char room[n + 1];\n"
	"	room[n] = 1;\n"
	"	if (!n)\n"
	"		longjmp(out, 5);\n"
	"	jump(n - 1);\n"
	"	room[0] = 2;\n"
	"}\n"
	"int back(int n)\n"
	"{\n"
	"	int got = setjmp(out);\n"
	"	if (!got)\n"
	"		jump(n);\n"
	"	return got + sum(3, 1, 2, n);\n"
	"}\n"
	"int main(void) { return deep(2) + back(2) + plain(1); }\n";

typedef struct Fixture {
	Program *program;
	Machine *m;
} Fixture;

static void begin(Fixture *t)
{
	Err err = {0};
	char *dir = temp_dir(&err), *path = xasprintf("%s/frames.c", dir);
	assert_true(file_write(path, source, strlen(source), &err));
	t->program = program_load(path, &(LoadOptions){0}, &err);
	if (!t->program)
		fail_msg("%s", err.text);
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE}};
	t->m = machine_new(t->program, &config, &err);
	if (!t->m)
		fail_msg("%s", err.text);
	assert_true(tree_remove(dir, &err));
	free(path);
	free(dir);
}

static void end(Fixture *t)
{
	machine_free(t->m);
	program_free(t->program);
}

static u32 function(const Fixture *t, const char *name)
{
	u32 id;
	assert_true(strmap_get(&t->program->by_name, name, &id));
	return id;
}

/* Objects of frames, and of what is allocated in them, that are live. */
static u32 live(const Machine *m)
{
	u32 n = 0;
	for (size_t i = 1; i < m->mem.objects.len; i++) {
		const Object *o = &m->mem.objects.at[i];
		n += o->live && (o->kind == OBJ_FRAME || o->kind == OBJ_ALLOCA);
	}
	return n;
}

static Frame *enter(Fixture *t, const char *name, const Code *call)
{
	FnCode *fc = &t->m->fns[function(t, name)];
	Frame *caller = thread_frame(&t->m->thread);
	if (!fc->code)
		code_make(t->program, fc, accel_choice(t->m));
	FrameShape shape = code_shape(fc);
	return frame_enter(t->m, caller, fc, &shape, call, !caller->fn);
}

/* The rules of thread.h, of the whole stack. */
static void check_stack(const Machine *m, u32 depth)
{
	const Thread *t = &m->thread;
	assert_int_equal(t->depth, depth);
	assert_ptr_equal(t->frames[0].regs, t->regs);
	for (u32 k = 1; k <= depth; k++) {
		const Frame *f = &t->frames[k];
		assert_ptr_equal(f->regs, frame_end(f - 1));
		assert_true(f->serial > f[-1].serial);
		assert_true(f->dynamic >= f[-1].dynamic && f->dynamic <= t->dynamic.len);
		assert_true(f->stack_used >= f[-1].stack_used + f->fn->native_size);
	}
}

static void test_balance(void **state)
{
	(void)state;
	static const char *const names[] = {"main", "deep", "local", "plain", "deep", "local"};
	static const Code word;
	Fixture t;
	begin(&t);
	machine_begin(t.m);
	for (u32 i = 0; i < countof(names); i++) {
		u32 before = live(t.m);
		Frame *f = enter(&t, names[i], &word);
		assert_non_null(f);
		assert_ptr_equal(f, thread_frame(&t.m->thread));
		assert_ptr_equal(f->call, &word);
		assert_int_equal(live(t.m), before + (f->fn->frame_size != 0));
		assert_int_equal(f->block != 0, f->fn->frame_size != 0);
		f->varargs = 1; /* the next frame here must not find it */
		f->signal = (FrameSignal){true, true, 5};
		check_stack(t.m, i);
	}
	/* Something that lives as long as the frame. */
	u32 id = memory_alloc(&t.m->mem, OBJ_ALLOCA, 100, 16, 0);
	vec_push(&t.m->thread.dynamic, id);
	u32 serial = t.m->thread.serial;
	for (u32 i = countof(names) - 1; i > 0; i--) {
		frame_leave(t.m, thread_frame(&t.m->thread), false);
		assert_false(t.m->mem.objects.at[id].live);
		assert_int_equal(t.m->thread.dynamic.len, 0);
		check_stack(t.m, i - 1);
	}
	Frame *f = enter(&t, "plain", &word);
	assert_int_equal(f->varargs, 0);
	assert_false(f->signal.discard || f->signal.again || f->signal.number);
	assert_int_equal(f->serial, serial + 1);
	frame_leave(t.m, f, false);
	frame_leave(t.m, thread_frame(&t.m->thread), true);
	check_stack(t.m, 0);
	assert_int_equal(live(t.m), 0);
	end(&t);
}

/* Returns, longjmp, variadic arguments and VLAs leave nothing behind. */
static void test_runs(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		u64 result;
	} calls[] = {{"plain", 5}, {"deep", 10}, {"back", 12}};
	Fixture t;
	begin(&t);
	for (u32 i = 0; i < countof(calls); i++) {
		RunResult r;
		EntryValue value;
		EntryArg four = {.lo = 4};
		machine_run_entry(t.m, function(&t, calls[i].name), &four, 1, NULL, &r, &value);
		assert_true(value.returned);
		assert_int_equal(value.lo, calls[i].result);
		check_stack(t.m, 0);
		assert_int_equal(t.m->thread.dynamic.len, 0);
		assert_int_equal(live(t.m), 0);
		machine_reset(t.m, NULL, NULL, 0);
	}
	end(&t);
}

/* A copy has lists of its own, and leaves the arrays of where it goes. */
static void test_copy(void **state)
{
	(void)state;
	static const Code word;
	Fixture t;
	Thread copy = {0};
	begin(&t);
	machine_begin(t.m);
	enter(&t, "main", &word);
	enter(&t, "deep", &word);
	vec_push(&t.m->thread.dynamic, 7);
	thread_copy(&copy, &t.m->thread);
	assert_null(copy.frames);
	assert_null(copy.regs);
	assert_ptr_not_equal(copy.dynamic.at, t.m->thread.dynamic.at);
	const Frame *frames = t.m->thread.frames;
	t.m->thread.dynamic.len = 0;
	enter(&t, "plain", &word);
	thread_copy(&t.m->thread, &copy);
	assert_ptr_equal(t.m->thread.frames, frames);
	check_stack(t.m, 1);
	assert_int_equal(t.m->thread.serial, copy.serial);
	assert_int_equal(t.m->thread.dynamic.len, 1);
	assert_int_equal(t.m->thread.dynamic.at[0], 7);
	t.m->thread.dynamic.len = 0;
	thread_free(&copy);
	end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_balance),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_copy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
