/* builtin.c: functions that the machine itself provides. */
#include "engine/load/kernel.h"
#include "engine/machine/frame.h"
#include "engine/machine/sym.h"
#include "engine/machine/tasks/tasks.h"

#include <sys/syscall.h>

struct Builtin {
	const char *name;
	CallStatus (*run)(Machine *m);
	u32 keeps; /* bit i: argument i may stay symbolic */
};

static u64 arg(const Machine *m, u32 i)
{
	return i < m->site.n ? m->site.args[i].lo : 0;
}

static CallStatus give(Machine *m, Value v)
{
	m->results[0] = v;
	m->n_results = 1;
	return CALL_DONE;
}

static CallStatus give_bits(Machine *m, u64 bits)
{
	return give(m, (Value){bits, 0, 0});
}

/* ---- the kernel ---- */

static CallStatus enter_handler(Machine *m, bool store_result, bool again)
{
	OsSignal sig;
	if (!os_take_signal(m->os, &sig))
		return CALL_DONE;
	if (!sig.handler) {
		return tasks_process_end(m, RAN_SIGNAL, sig.number);
	}
	u64 k = (sig.handler - CODE_FUNCTIONS) / CODE_STEP;
	if (sig.handler < CODE_FUNCTIONS || k >= m->p->functions.len) {
		fail(m, ERROR_BAD_CALL, "signal %d has a handler at 0x%llx, which is no function",
			 sig.number, (unsigned long long)sig.handler);
		return CALL_ENDED;
	}
	if (store_result)
		call_results(m, m->thread.pc); /* of the system call */
	m->site = (CallSite){.n = 3};
	m->site.args[0].lo = (u64)sig.number;
	/* siginfo_t and ucontext_t */
	u32 id = sig.info ? memory_alloc(&m->mem, OBJ_ALLOCA, 1024, 16, 0) : 0;
	if (sig.info && !id) {
		limit_reached(m, "memory");
		return CALL_ENDED;
	}
	if (id) {
		u64 lo = m->mem.objects.at[id].lo;
		vec_push(&m->thread.dynamic, id);
		m->mem.objects.at[id].absent = true; /* of the ucontext_t nothing is known */
		access_write(m, lo, sig.output, sig.tags, sizeof sig.output);
		m->site.args[1].lo = lo;
		m->site.args[2].lo = lo + OS_SIGNAL_INFO;
	}
	CallStatus s = call_function(m, (u32)k, m->thread.pc, true);
	if (s == CALL_ENTERED) {
		thread_frame(&m->thread)->signal.number = sig.number;
		thread_frame(&m->thread)->signal.again = again;
	}
	return s;
}

/* As the kernel does: the next one comes before the first word of the handler before. */
CallStatus deliver_signals(Machine *m, bool store_result, bool again)
{
	CallStatus s = enter_handler(m, store_result, again);
	for (CallStatus next = s; next == CALL_ENTERED;) {
		s = next;
		m->thread.pc = thread_frame(&m->thread)->fn->code;
		next = enter_handler(m, false, true);
		if (next == CALL_ENDED)
			return CALL_ENDED;
	}
	return s;
}

static CallStatus after_os(Machine *m, OsStatus status, i64 result, Tag tag)
{
	switch (status) {
	case OS_DONE: return give(m, (Value){(u64)result, 0, tag});
	case OS_SIGNAL: give(m, (Value){(u64)result, 0, tag}); return deliver_signals(m, true, false);
	case OS_EXIT: return tasks_process_end(m, RAN_EXIT, (int)result);
	case OS_KILLED: return tasks_process_end(m, RAN_SIGNAL, (int)result);
	case OS_AGAIN: return deliver_signals(m, false, true);
	case OS_BLOCKED: return tasks_block(m);
	case OS_THREAD_END: return tasks_thread_end(m);
	case OS_UNSUPPORTED: unsupported(m, "%s", os_message(m->os)); return CALL_ENDED;
	case OS_FAULT: break;
	}
	if (!m->ended)
		fail(m, ERROR_WILD_POINTER, "a bad address was given to the kernel");
	return CALL_ENDED;
}

/* Arguments that the kernel may see as expressions: the status of exit is an output; how far lseek
 * goes in an input file decides nothing yet. */
static void settle_arguments(Machine *m)
{
	u64 nr = arg(m, 0);
	OsInput in;
	if ((nr == SYS_exit || nr == SYS_exit_group) && tasks_first(m)) {
		m->exit_value = m->site.args[1];
		if (m->exit_value.tag & TAG_UNDEFINED)
			add_note(m, NOTE_UNINITIALISED, subject_loc(m, NULL),
					 "the exit status depends on uninitialised memory");
	} else {
		sym_concretise(m, &m->site.args[1], NULL);
	}
	if (!(nr == SYS_lseek && (u32)arg(m, 3) <= SEEK_END && os_fd_input(m->os, arg(m, 1), &in)))
		sym_concretise(m, &m->site.args[2], NULL);
}

static CallStatus run_syscall(Machine *m)
{
	u64 args[6];
	i64 result = 0;
	OsInput in;
	if (unlikely(m->world.faults) && fault_syscall(m, &result))
		return m->ended ? CALL_ENDED : give_bits(m, (u64)result);
	if (arg(m, 0) == DRIFT_SYS_UNSET) {
		world_unset(m, arg(m, 1));
		return give_bits(m, 0);
	}
	if (arg(m, 0) == DRIFT_SYS_ASK) {
		world_ask(m, arg(m, 1), arg(m, 2));
		return m->ended ? CALL_ENDED : give_bits(m, 0);
	}
	if (arg(m, 0) == DRIFT_SYS_ADDRESS) {
		address_shown(m);
		return give_bits(m, 0);
	}
	bool lengths = m->reading.lengths && m->pool;
	settle_arguments(m);
	for (u32 i = 0; i < 6; i++)
		args[i] = arg(m, i + 1);
	if (arg(m, 0) == SYS_write && args[0] > 2)
		sym_pin_texts(m, args[1], args[2]);
	if (m->track)
		track_syscall_begin(m);
	bool exact = lengths && sym_input_begin(m, &in);
	OsStatus status = os_syscall(m->os, (long)arg(m, 0), args, &result);
	state_after(m, true);
	if (lengths && status == OS_DONE && result == 0)
		sym_stat_call(m);
	if (lengths)
		sym_input_changed(m);
	if (unlikely(m->state != NULL))
		state_syscall(m, args, result);
	CallStatus done = after_os(m, status, result, m->pool ? world_asked(m) : 0);
	if (m->track)
		track_syscall_end(m);
	if (exact)
		sym_input_end(m, &in, status == OS_DONE);
	state_after(m, false);
	return m->ended ? CALL_ENDED : done;
}

/* ---- the heap ----
 *
 * The machine decides by bits: sizes were concretised. What an argument depends on, the answer
 * depends on, whether there is a block or not. */

/* What the first n arguments depend on; 0 without tracking. */
static Tag arguments_tag(Machine *m, u32 n)
{
	Tag tag = 0;
	for (u32 i = 0; m->track && i < n && i < m->site.n; i++)
		tag = tag_join(m, tag, m->site.args[i].tag & TAG_DEPS);
	return tag;
}

static CallStatus run_alloc(Machine *m)
{
	u64 size = arg(m, 0), align = arg(m, 1);
	if (m->track)
		track_block_call(m);
	if (unlikely(m->world.faults) && fault_now(m, FAULT_MALLOC))
		return m->ended ? CALL_ENDED : give_bits(m, 0);
	if (size > REGION_SIZE / 2) { /* few systems have that; malloc says so with NULL */
		if (m->pool && size <= INT64_MAX)
			world_note(m, WORLD_SYSTEM, NULL, false);
		return give(m, (Value){0, 0, arguments_tag(m, 2)});
	}
	u32 id = memory_alloc(&m->mem, OBJ_HEAP, size, align < 16 ? 16 : align, call_stack(m));
	if (!id) {
		limit_reached(m, "memory");
		return CALL_ENDED;
	}
	u64 lo = m->mem.objects.at[id].lo;
	if (m->track)
		track_heap(m, id);
	if (arg(m, 2)) {
		memset(m->mem.bytes + lo, 0, size);
		memory_set_plain(&m->mem, lo, size);
	}
	return give(m, (Value){lo, 0, arguments_tag(m, 2)});
}

/* The live heap block that starts at the first argument; 0: the run has ended. */
static u32 block_asked(Machine *m)
{
	u64 addr = arg(m, 0);
	u32 id = memory_object(&m->mem, addr);
	if (!id || id == UINT32_MAX || !is_block(&m->mem.objects.at[id]) ||
		!m->mem.objects.at[id].live || m->mem.objects.at[id].lo != addr) {
		fail_free(m, addr);
		return 0;
	}
	return id;
}

static CallStatus run_free(Machine *m)
{
	if (!arg(m, 0))
		return CALL_DONE;
	u32 id = block_asked(m);
	if (!id) {
		if (m->track) /* it may have been freed before */
			track_ended_by(m, m->track->made.blocks);
		return CALL_ENDED;
	}
	if (m->track)
		track_block_call(m);
	memory_release(&m->mem, id, call_stack(m));
	return CALL_DONE;
}

static CallStatus run_alloc_size(Machine *m)
{
	u32 id = block_asked(m);
	if (!id)
		return CALL_ENDED;
	return give(m, (Value){m->mem.objects.at[id].size, 0, arguments_tag(m, 1)});
}

static CallStatus run_alloc_grow(Machine *m)
{
	u32 id = block_asked(m);
	if (!id)
		return CALL_ENDED;
	if (m->track)
		track_block_call(m);
	memory_grow(&m->mem, id, arg(m, 1));
	return give(m, (Value){m->mem.objects.at[id].size, 0, arguments_tag(m, 2)});
}

/* ---- memory functions ---- */

static CallStatus run_memmove(Machine *m)
{
	Tag why = arguments_tag(m, 3);
	if (why)
		track_builtin_write(m, tag_join(m, m->site.args[0].tag, m->site.args[2].tag));
	if (!access_copy(m, arg(m, 0), arg(m, 1), arg(m, 2)))
		return CALL_ENDED;
	if (why)
		track_because(m, arg(m, 0), arg(m, 2), tag_dep(m, why));
	return give(m, m->site.args[0]);
}

static CallStatus run_memcpy(Machine *m)
{
	return access_apart(m, arg(m, 0), arg(m, 1), arg(m, 2)) ? run_memmove(m) : CALL_ENDED;
}

static CallStatus run_memset(Machine *m)
{
	Value byte = m->site.args[1];
	byte.lo &= 0xff;
	Tag why = m->track ? tag_join(m, m->site.args[0].tag, m->site.args[2].tag) : 0;
	if (why)
		track_builtin_write(m, why);
	if (!access_fill(m, arg(m, 0), byte, arg(m, 2)))
		return CALL_ENDED;
	if (why)
		track_because(m, arg(m, 0), arg(m, 2), tag_dep(m, why));
	return give(m, m->site.args[0]);
}

/* ---- setjmp: the buffer holds which frame and which word to go back to ---- */

typedef struct JumpBuffer {
	u64 magic;
	u64 serial; /* of the frame */
	u64 depth;
	u64 word; /* address of the CALLX */
	u64 dynamic;
	u64 masked; /* 1: mask is to be restored */
	u64 mask;   /* signals that were blocked */
} JumpBuffer;

#define JUMP_MAGIC 0x6a6d705f62756600u

static CallStatus save_location(Machine *m, bool masked)
{
	const Thread *t = &m->thread;
	const Frame *f = thread_frame(t);
	JumpBuffer j = {JUMP_MAGIC,     f->serial, t->depth,         (u64)(t->pc - f->fn->code),
					t->dynamic.len, masked,    os_blocked(m->os)};
	return access_write(m, arg(m, 0), &j, NULL, sizeof j) ? give_bits(m, 0) : CALL_ENDED;
}

/* What setjmp.h's macros call. */
static CallStatus run_setjmp(Machine *m)
{
	return save_location(m, false);
}

/* The function of that name, as BSD had it. */
static CallStatus run_setjmp_bsd(Machine *m)
{
	return save_location(m, true);
}

static CallStatus run_sigsetjmp(Machine *m)
{
	return save_location(m, (u32)arg(m, 1) != 0);
}

static CallStatus run_longjmp(Machine *m)
{
	Thread *t = &m->thread;
	JumpBuffer j;
	if (!access_read(m, arg(m, 0), &j, NULL, sizeof j))
		return CALL_ENDED;
	if (j.depth > t->depth) /* frames below it may be gone (tail.c), never itself */
		j.depth = t->depth;
	while (j.magic == JUMP_MAGIC && j.depth && t->frames[j.depth].serial > j.serial)
		j.depth--;
	if (j.magic != JUMP_MAGIC || t->frames[j.depth].serial != j.serial) {
		fail(m, ERROR_USE_AFTER_RETURN, "longjmp to a function that has returned");
		return CALL_ENDED;
	}
	u64 value = (u32)arg(m, 1);
	if (m->track)
		track_longjmp(m, (u32)j.depth);
	while (t->depth > j.depth)
		frame_leave(m, thread_frame(t), false);
	while (t->dynamic.len > j.dynamic)
		memory_release(&m->mem, vec_pop(&t->dynamic), 0);
	if (j.masked)
		os_set_blocked(m->os, j.mask);
	const Code *word = thread_frame(t)->fn->code + j.word;
	t->pc = word;
	/* The value was concretised: what it depends on, setjmp's result depends on. */
	Tag why = m->track ? tag_join(m, dep_tag(t->ctx), m->site.args[1].tag & TAG_DEPS) : 0;
	give(m, (Value){value ? value : 1, 0, why});
	call_results(m, word);
	t->resume = word + 1;
	return CALL_JUMPED;
}

/* ---- others ---- */

/* long __drift_clone(int kind, void *self) */
static CallStatus run_clone(Machine *m)
{
	return tasks_clone(m, (TaskKind)(u32)arg(m, 0), arg(m, 1));
}

static CallStatus run_unsupported(Machine *m)
{
	Buf text = {0};
	if (access_text(m, arg(m, 0), &text))
		unsupported(m, "%s", buf_str(&text));
	buf_free(&text);
	return CALL_ENDED;
}

/* long __drift_settle(long value) */
static CallStatus run_settle(Machine *m)
{
	sym_concretise(m, &m->site.args[0], sym_float_note);
	return give(m, m->site.args[0]);
}

/* size_t __drift_defined(const void *p, size_t most) */
static CallStatus run_defined(Machine *m)
{
	Tag tag = 0;
	u64 n = access_defined(m, arg(m, 0), arg(m, 1), &tag);
	return give(m, (Value){n, 0, tag_join(m, tag, arguments_tag(m, 2))});
}

static const Builtin builtins[] = {
	{"__drift_syscall", run_syscall, 1 << 1 | 1 << 2},
	{"__drift_alloc", run_alloc},
	{"__drift_free", run_free},
	{"__drift_alloc_size", run_alloc_size},
	{"__drift_alloc_grow", run_alloc_grow},
	{"__drift_unsupported", run_unsupported},
	{"memcpy", run_memcpy},
	{"memmove", run_memmove},
	{"__drift_number_text", sym_number_text, 1 << 2},
	{"__drift_text_number", sym_text_number, 1 << 0},
	{"__drift_text_float", sym_text_float, 1 << 0},
	{"__drift_settle", run_settle, 1 << 0},
	{"__drift_defined", run_defined},
	{"__drift_clone", run_clone},
	{"memset", run_memset, 1 << 1},
	{"setjmp", run_setjmp_bsd},
	{"_setjmp", run_setjmp},
	{"__setjmp", run_setjmp},
	{"sigsetjmp", run_sigsetjmp},
	{"__sigsetjmp", run_sigsetjmp},
	{"longjmp", run_longjmp},
	{"_longjmp", run_longjmp},
	{"siglongjmp", run_longjmp},
	{"__longjmp_chk", run_longjmp},
};

const Builtin *builtin_find(const char *name)
{
	for (size_t i = 0; i < countof(builtins); i++)
		if (!strcmp(builtins[i].name, name))
			return &builtins[i];
	return NULL;
}

CallStatus builtin_call(Machine *m, const Builtin *b, const Ins *in)
{
	if (m->track)
		m->track->decided = 0;
	for (u32 i = 0; m->pool && i < m->site.n; i++)
		if (TAG_EXPR(m->site.args[i].tag) && !(i < 32 && b->keeps >> i & 1))
			sym_concretise(m, &m->site.args[i], NULL);
	if (m->track && m->track->decided)
		track_decided(m, in);
	CallStatus status = b->run(m);
	bool failed = status == CALL_ENDED && m->outcome == RAN_ERROR;
	for (u32 i = 0; m->track && failed && i < m->site.n; i++)
		track_ended_by(m, tag_dep(m, m->site.args[i].tag));
	return status;
}
