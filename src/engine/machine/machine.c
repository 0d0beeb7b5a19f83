/* machine.c: life of a machine: new, run, reset, free. */
#include "engine/machine/interp.h"
#include "engine/machine/snap.h"
#include "engine/machine/tasks/tasks.h"
#include "engine/machine/tier.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/lazy.h"
#include "engine/machine/sym/memo.h"

#include "base/budget.h"
#include "base/watch.h"

enum {
	STACK_PART = 8,        /* fraction of the stack that is used before drift reports it */
	SLICE = 4 << 20,       /* instructions between two looks at the clock */
	TIER_SLICE = 1 << 16,  /* likewise, if hot functions are compiled: each look is a sample */
	SHORT_SLICE = 1 << 14, /* likewise, when each may make expressions of a whole object */
	START_STEPS = 8,       /* steps of a limit in which the start of runs is measured */
};

static const Code end_code[2] = {{.op = C_END}, {.op = C_END}};

static bool add_globals(Machine *m, Err *err)
{
	if (!memory_init(&m->mem, (m->p->globals_end + 4095) & ~4095ull, err))
		return false;
	for (u32 i = 0; i < m->p->globals.len; i++) {
		const Global *g = &m->p->globals.at[i];
		memory_add_global(&m->mem, i, g->address, g->size,
						  g->absent     ? GLOBAL_ABSENT
						  : g->constant ? GLOBAL_CONSTANT
										: GLOBAL_VARIABLE,
						  g->init);
	}
	memory_seal(&m->mem);
	return true;
}

static u64 map_memory(void *machine, size_t size, size_t usable)
{
	Machine *m = machine;
	u32 id = memory_alloc(&m->mem, OBJ_HEAP, size, 4096, call_stack(m));
	if (!id)
		return 0;
	u64 lo = m->mem.objects.at[id].lo;
	memory_shrink(&m->mem, id, usable);
	memset(m->mem.bytes + lo, 0, size);
	memory_set_plain(&m->mem, lo, usable);
	return lo;
}

static bool unmap_memory(void *machine, u64 addr, size_t size)
{
	Machine *m = machine;
	u32 id = memory_object(&m->mem, addr);
	(void)size;
	if (id && id != UINT32_MAX && m->mem.objects.at[id].live && m->mem.objects.at[id].lo == addr)
		memory_release(&m->mem, id, call_stack(m));
	return true;
}

static bool protect_memory(void *machine, u64 addr, size_t size, bool writable)
{
	Machine *m = machine;
	u32 id = memory_object(&m->mem, addr);
	if (!id || id == UINT32_MAX)
		return false;
	Object *o = &m->mem.objects.at[id];
	if (writable && !o->constant)
		return true;
	if (!o->live || o->kind != OBJ_HEAP || o->lo != addr || (o->size != size && o->cap != size))
		return false;
	memory_protect(&m->mem, id, writable);
	return true;
}

static u32 share_memory(void *machine, u64 addr, u32 number)
{
	Machine *m = machine;
	u32 id = memory_object(&m->mem, addr);
	if (!id || id == UINT32_MAX || m->mem.objects.at[id].kind != OBJ_HEAP)
		return 0;
	if (number)
		m->mem.objects.at[id].ref = number;
	return m->mem.objects.at[id].ref;
}

static bool is_protected(void *machine, u64 addr)
{
	Machine *m = machine;
	u32 id = memory_object(&m->mem, addr);
	return id && id != UINT32_MAX && m->mem.objects.at[id].constant;
}

void machine_run_plainly(Machine *m)
{
	m->config.plainly = true;
}

Machine *machine_new(const Program *p, const MachineConfig *config, Err *err)
{
	Machine *m = xcalloc(1, sizeof *m);
	sym_forget_facts(m);
	m->p = p;
	m->config = *config;
	m->config.start.limit = config->limit_insns;
	m->config.start.step = config->start.most ? config->limit_insns / START_STEPS : 0;
	if (!m->config.stack_size)
		m->config.stack_size = 8 << 20;
	m->checked = check_wanted();
	m->snap.due = UINT64_MAX;
	m->fns = xcalloc(p->functions.len + 1, sizeof *m->fns);
	m->externs = xcalloc(p->functions.len + 1, sizeof *m->externs);
	for (size_t i = 0; i < p->functions.len; i++) {
		m->fns[i].fn = &p->functions.at[i];
		m->fns[i].checked = m->checked;
		if (p->functions.at[i].kind == FN_EXTERN)
			m->externs[i].builtin = builtin_find(p->functions.at[i].name);
	}
	for (const char *const *n = config->native; n && *n; n++)
		strmap_put(&m->allowed, *n, 1);
	vec_push(&m->stacks, ((StackNode){0}));
	OsMem access = {.machine = m,
					.read = access_read,
					.write = access_write,
					.text = access_text,
					.map = map_memory,
					.unmap = unmap_memory,
					.protect = protect_memory,
					.share = share_memory,
					.is_protected = is_protected,
					.tagged = access_tagged};
	if (!thread_init(&m->thread)) {
		err_set(err, "cannot reserve address space; raise 'ulimit -v'");
		machine_free(m);
		return NULL;
	}
	thread_reset(&m->thread, m->config.stack_size / STACK_PART);
	if (!add_globals(m, err) || !(m->os = os_new(&config->os, &access, err))) {
		machine_free(m);
		return NULL;
	}
	u32 errno_global;
	if (strmap_get(&p->global_by_name, "__drift_errno", &errno_global))
		m->errno_address = p->globals.at[errno_global].address;
	if (config->limit_mem)
		m->mem.limit = config->limit_mem;
	return m;
}

void machine_drop_notes(Machine *m)
{
	for (size_t i = 0; i < m->notes.len; i++)
		free(m->notes.at[i].what);
	m->notes.len = 0;
	keymap_clear(&m->note_ids);
}

void machine_free(Machine *m)
{
	if (!m)
		return;
	tasks_reset(m);
	snap_free(m);
	tier_free(m);
	lazy_free(m);
	memo_free(m);
	for (size_t i = 0; i < m->p->functions.len; i++) {
		code_free(&m->fns[i]);
		free(m->fns[i].covered);
		free(m->fns[i].hits);
		free(m->fns[i].marks);
		native_free(m->externs[i].native);
	}
	if (m->os)
		os_free(m->os);
	memory_free(&m->mem);
	thread_free(&m->thread);
	machine_drop_notes(m);
	vec_free(&m->notes);
	keymap_free(&m->note_ids);
	vec_free(&m->constraints);
	vec_free(&m->overflows);
	intmap_free(&m->overflow_ids);
	track_free(m);
	trace_free(m);
	state_free(m);
	vec_free(&m->watched);
	vec_free(&m->blocks.counted);
	vec_free(&m->watch_events);
	vec_free(&m->seen);
	intmap_free(&m->provenance);
	free(m->facts.at);
	vec_free(&m->settled_by);
	vec_free(&m->input_files);
	vec_free(&m->strings);
	vec_free(&m->reading.before);
	vec_free(&m->stacks);
	world_free(m);
	strmap_free(&m->allowed);
	buf_free(&m->report);
	free(m->fns);
	free(m->externs);
	free(m);
}

Os *machine_os(Machine *m)
{
	return m->os;
}

/* ---- a run ---- */

/* A table of strings as the kernel hands it to a process: pointers, then NULL. */
static u64 put_strings(Machine *m, char *const *list, u32 *count)
{
	u32 n = 0;
	while (list && list[n])
		n++;
	u32 table = memory_alloc(&m->mem, OBJ_ARGS, (n + 1) * 8ull, 16, 0);
	u64 at = m->mem.objects.at[table].lo;
	for (u32 i = 0; i < n; i++) {
		u64 len = strlen(list[i]) + 1;
		u32 id = memory_alloc(&m->mem, OBJ_ARGS, len, 16, 0);
		u64 lo = m->mem.objects.at[id].lo;
		access_write(m, lo, list[i], NULL, len);
		access_write(m, at + 8ull * i, &lo, NULL, 8);
	}
	u64 none = 0;
	access_write(m, at + 8ull * n, &none, NULL, 8);
	if (count)
		*count = n;
	return at;
}

void machine_make_code(Machine *m, FnCode *fc)
{
	if (fc->code)
		return;
	code_make(m->p, fc, accel_choice(m));
	if (m->tier)
		tier_made(m, fc);
}

void machine_begin(Machine *m)
{
	m->ended = m->cut = false;
	m->site.missing = NULL;
	m->executed = m->slice = 0;
	m->deadline = m->config.limit_time > 0 ? now_seconds() + m->config.limit_time : 0;
	thread_begin(&m->thread, end_code);
	if (m->tier)
		tier_begin(m);
	m->blocks.fresh = 0;
	watch_begin(m);
	snap_begin(m);
	if (!snap_notes(m))
		snap_clear(m);
	if (m->p->assembly_runs)
		add_note(m, NOTE_ASSEMBLY, 0,
				 "assembly outside of functions, or code linked without bitcode, is not run");
}

void machine_set_budget(Machine *m, Budget *budget)
{
	m->budget = budget;
}

void machine_enter(Machine *m, u32 function)
{
	stall("run");
	if (call_function(m, function, end_code, false) == CALL_ENTERED)
		interp_run(m, thread_frame(&m->thread)->fn->code, 0);
}

void machine_call_main(Machine *m, u32 argc, u64 argv, u64 envp)
{
	m->site.call = NULL;
	m->site.n = 4;
	m->site.args[0] = (Value){m->p->functions.at[m->p->main].address, 0, 0};
	m->site.args[1] = (Value){argc, 0, 0};
	m->site.args[2] = (Value){argv, 0, 0};
	m->site.args[3] = (Value){envp, 0, 0};
	machine_enter(m, m->p->start);
}

static void start(Machine *m, char *const *argv, char *const *envp)
{
	u32 argc = 0;
	machine_begin(m);
	os_begin(m->os, argv);
	u64 args = put_strings(m, argv, &argc), env = put_strings(m, envp, NULL);
	machine_call_main(m, argc, args, env);
}

void machine_run(Machine *m, char *const *argv, char *const *envp, RunResult *result)
{
	start(m, argv, envp);
	machine_result(m, result);
}

void machine_result(Machine *m, RunResult *result)
{
	watch_end(m);
	snap_end(m);
	*result = (RunResult){.status_tag = m->outcome == RAN_EXIT ? m->exit_value.tag : 0,
						  .outcome = m->outcome,
						  .status = m->status,
						  .error = m->error,
						  .loc = m->error_at.loc,
						  .function = m->error_at.function,
						  .missing = m->site.missing,
						  .cut = m->cut,
						  .report = buf_str(&m->report),
						  .instructions = m->executed + m->slice,
						  .notes = m->notes.at,
						  .n_notes = m->notes.len};
}

bool machine_in_budget(Machine *m)
{
	if (!m->budget || !(budget_over(m->budget) || (m->pool && expr_pool_full(m->pool))))
		return true;
	m->cut = true;
	return limit_reached(m, "the time or memory of the whole search");
}

u64 machine_limit(const Machine *m)
{
	u64 limit = m->config.limit_insns;
	return limit && limit == m->config.start.limit ? limit + m->config.start.ran : limit;
}

/* Before its first constraint a run is the same for all inputs. Slices end at each step, so the
 * result does not depend on where they began. */
static void count_start(Machine *m)
{
	StartPart *s = &m->config.start;
	bool at_step = s->step && m->executed && m->executed % s->step == 0;
	if (at_step && m->pool && !m->constraints.len && m->executed <= s->most && s->ran < m->executed)
		s->ran = m->executed;
}

/* The budget is used up: account for it, look at the limits, give the next one. */
bool machine_poll(Machine *m, i64 *budget)
{
	m->executed += m->slice;
	u64 next = m->budget ? SHORT_SLICE : m->tier ? TIER_SLICE : SLICE;
	count_start(m);
	u64 limit = machine_limit(m);
	if (limit && m->executed >= limit) {
		m->slice = 0;
		return limit_reached(m, "instructions (--limit-insns)");
	}
	if (limit && limit - m->executed < next)
		next = limit - m->executed;
	if (m->config.start.step && m->config.start.step - m->executed % m->config.start.step < next)
		next = m->config.start.step - m->executed % m->config.start.step;
	if (m->tasks && TURN - m->executed % TURN < next)
		next = TURN - m->executed % TURN;
	if (m->deadline && now_seconds() > m->deadline) {
		m->slice = 0;
		return limit_reached(m, "time");
	}
	int stuck = os_outside_stuck(m->os);
	if (!machine_in_budget(m) || stuck) {
		m->slice = 0;
		return stuck ? unsupported(m, "signal %d, which came while no system call was made", stuck)
					 : false;
	}
	if (m->tier && m->slice)
		tier_tick(m);
	m->slice = next;
	*budget += (i64)next;
	if (unlikely(m->tasks != NULL) && *budget >= 0 && tasks_preempt(m))
		return false;
	/* What was executed beyond the slice may be beyond the limit as well: a run ends at the same word
	 * wherever its slices began. */
	return *budget >= 0 || machine_poll(m, budget);
}

void machine_reset(Machine *m, const void *input, const Tag *tags, size_t len)
{
	u64 stack_end = m->mem.stack_next, heap_end = m->mem.heap_next;
	if (!snap_reset(m))
		memory_reset(&m->mem);
	if (m->checked)
		snap_clear(m);
	if (m->checked)
		check_memory(&m->mem, stack_end, heap_end);
	tasks_reset(m);
	os_reset(m->os, input, tags, len);
	thread_reset(&m->thread, m->config.stack_size / STACK_PART);
	m->constraints.len = 0;
	sym_overflow_reset(m);
	track_reset(m);
	trace_reset(m);
	state_reset(m);
	memset(m->fault_calls, 0, sizeof m->fault_calls);
	m->exit_value = (Value){0};
	intmap_clear(&m->provenance);
	sym_forget_facts(m);
	m->settled = 0;
	m->settled_by.len = 0;
	m->input_files.len = 0;
	m->strings.len = 0;
	m->error = ERROR_NONE;
	m->error_at = (ErrorPlace){0};
	buf_reset(&m->report);
	machine_drop_notes(m);
	if (m->stacks.len > 65536) { /* nothing refers to them any more */
		call_stacks_drop(m);
		snap_drop_all(m);
	}
}
