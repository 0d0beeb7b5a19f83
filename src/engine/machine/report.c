/* report.c: describes how a run ended. */
#include "engine/machine/tasks/tasks.h"
#include "engine/machine/track.h"
#include <signal.h>

const char *error_kind_name(ErrorKind kind)
{
	static const char *const names[] = {"none",
#define X(name, text) text,
										ERROR_KINDS(X)
#undef X
	};
	return names[kind];
}

void finish(Machine *m, Outcome outcome, int status)
{
	m->ended = true;
	track_end(m);
	m->outcome = outcome;
	m->status = status;
}

static u32 frame_loc(const Machine *m, u32 k)
{
	const Code *pc = k == m->thread.depth ? m->thread.pc : m->thread.frames[k + 1].call;
	const FnCode *fc = m->thread.frames[k].fn;
	if (!fc || !fc->code || !pc || pc < fc->code || pc >= fc->code + fc->n)
		return 0;
	const Origin *o = &fc->origin[pc - fc->code];
	return o->n ? fc->fn->ins[o->ins[o->n - 1]].loc : 0;
}

static u32 current_loc(const Machine *m)
{
	return frame_loc(m, m->thread.depth);
}

u32 subject_loc(const Machine *m, const Function **where)
{
	u32 own = UINT32_MAX; /* innermost frame of the user's code, with a place if one has any */
	for (u32 k = m->thread.depth + 1; k-- > 0;) {
		const FnCode *fc = m->thread.frames[k].fn;
		if (!fc || fc->fn->kind != FN_SUBJECT)
			continue;
		bool placed = frame_loc(m, k);
		if (own == UINT32_MAX || placed)
			own = k;
		if (placed)
			break;
	}
	if (where && own != UINT32_MAX)
		*where = m->thread.frames[own].fn->fn;
	else if (where)
		*where = thread_frame(&m->thread)->fn ? thread_frame(&m->thread)->fn->fn : NULL;
	return own != UINT32_MAX ? frame_loc(m, own) : current_loc(m);
}

u32 subject_frames(const Machine *m, WorldFrame *to, u32 most)
{
	u32 n = 0;
	for (u32 k = m->thread.depth + 1; k-- > 0 && n < most;) {
		const FnCode *fc = m->thread.frames[k].fn;
		u32 loc = fc && fc->fn->kind == FN_SUBJECT ? frame_loc(m, k) : 0;
		if (loc)
			to[n++] = (WorldFrame){fc->fn->id, loc};
	}
	return n;
}

static void stack_line(Machine *m, u32 n, const Function *f, u32 loc)
{
	buf_addf(&m->report, "    #%u %s ", n, f->source_name);
	program_location(m->p, loc, &m->report);
	buf_adds(&m->report, f->kind == FN_LIBC ? " (C library)\n" : "\n");
}

/* The frame of the library's start code tells people nothing. */
static bool is_start(const Machine *m, const Function *f)
{
	return f->id == m->p->start;
}

void report_stack(Machine *m)
{
	u32 n = 0;
	for (u32 k = m->thread.depth + 1; k-- > 0;) {
		const FnCode *fc = m->thread.frames[k].fn;
		if (!fc || is_start(m, fc->fn))
			continue;
		if (n == 40) {
			buf_addf(&m->report, "    ... %u more\n", k);
			break;
		}
		stack_line(m, n++, fc->fn, frame_loc(m, k));
	}
}

static void add_old_stack(Machine *m, const char *title, u32 node)
{
	if (!node)
		return;
	buf_addf(&m->report, "  %s:\n", title);
	for (u32 n = 0; node && n < 40; node = m->stacks.at[node].parent) {
		const StackNode *s = &m->stacks.at[node];
		const Function *f = &m->p->functions.at[s->function];
		if (!is_start(m, f))
			stack_line(m, n++, f, s->loc);
	}
}

/* The first line of an error: kind, place, function. */
static void headline(Machine *m, ErrorKind kind)
{
	const Function *f = NULL;
	m->error = kind;
	m->error_at.loc = subject_loc(m, &f);
	m->error_at.function = f ? f->source_name : NULL;
	buf_reset(&m->report);
	buf_addf(&m->report, "drift: ERROR: %s at ", error_kind_name(kind));
	program_location(m->p, m->error_at.loc, &m->report);
	buf_addf(&m->report, " in %s\n  ", f ? f->source_name : "?");
}

/* Errors that the processor notices: natively there is a signal. */
static bool is_signalled(ErrorKind kind)
{
	return kind == ERROR_NULL_DEREFERENCE || kind == ERROR_WILD_POINTER ||
		   kind == ERROR_READ_ONLY || kind == ERROR_STACK_OVERFLOW ||
		   kind == ERROR_DIVISION_BY_ZERO;
}

/* Returns true if the program has a handler for the signal of this error. The run does not end there,
 * and we do not know what the handler would see, so the run ends as unsupported. If the signal may or
 * may not occur, the run ends with the error, and the search notes that another end is possible. */
static bool handled(Machine *m, ErrorKind kind)
{
#define BIT(signal) (1ull << ((signal)-1))
	u64 set = BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGABRT) | BIT(SIGILL) | BIT(SIGTRAP);
	int number = os_handled(m->os, kind == ERROR_DIVISION_BY_ZERO ? BIT(SIGFPE) : set);
#undef BIT
	if (!number)
		return false;
	const char *what = "with a handler installed for it";
	if (is_signalled(kind))
		unsupported(m, "%s, %s (signal %d)", error_kind_name(kind), what, number);
	else
		add_note(m, NOTE_HANDLER, subject_loc(m, NULL), "%s, %s (signal %d)", error_kind_name(kind),
				 what, number);
	return is_signalled(kind);
}

bool trap(Machine *m)
{
	if (!tasks_first(m))
		return unsupported(m, "a trap in a child process");
	if (os_handled(m->os, 1ull << (SIGILL - 1) | 1ull << (SIGTRAP - 1)))
		return unsupported(m, "a trap, with a handler installed for it");
	finish(m, RAN_SIGNAL, SIGILL);
	return false;
}

bool fail(Machine *m, ErrorKind kind, const char *fmt, ...)
{
	va_list ap;
	if (handled(m, kind))
		return false;
	va_start(ap, fmt);
	headline(m, kind);
	buf_vaddf(&m->report, fmt, ap);
	va_end(ap);
	buf_addc(&m->report, '\n');
	report_stack(m);
	finish(m, RAN_ERROR, 1);
	return false;
}

bool unsupported(Machine *m, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	m->error_at.loc = subject_loc(m, NULL);
	buf_reset(&m->report);
	buf_adds(&m->report, "drift: ");
	program_location(m->p, m->error_at.loc, &m->report);
	buf_adds(&m->report, ": unsupported: ");
	buf_vaddf(&m->report, fmt, ap);
	va_end(ap);
	buf_addc(&m->report, '\n');
	finish(m, RAN_UNSUPPORTED, 2);
	return false;
}

bool limit_reached(Machine *m, const char *what)
{
	m->error_at.loc = subject_loc(m, NULL);
	buf_reset(&m->report);
	buf_adds(&m->report, "drift: ");
	program_location(m->p, m->error_at.loc, &m->report);
	buf_addf(&m->report, ": stopped: the limit on %s is reached\n", what);
	report_stack(m);
	finish(m, RAN_LIMIT, 3);
	return false;
}

/* ---- objects in words ---- */

static const Slot *slot_at(const Machine *m, const Object *o, u64 addr, u64 *lo)
{
	const FnCode *fc = &m->fns[o->ref];
	const Slot *best = NULL;
	u64 distance = UINT64_MAX;
	for (u32 i = 0; i < fc->fn->n_slots; i++) {
		u64 from = o->lo + fc->slots[i].offset, to = from + fc->slots[i].size;
		u64 d = addr < from ? from - addr : addr >= to ? addr - to + 1 : 0;
		if (d < distance) {
			distance = d;
			best = &fc->fn->slots[i];
			*lo = from;
		}
	}
	return best;
}

/* The object nearest to an address that is in none. */
static u32 nearest(const Machine *m, u64 addr, u64 n)
{
	if (!memory_in_region(addr))
		return 0;
	u32 id = memory_object(&m->mem, addr);
	if (id && id != UINT32_MAX)
		return id;
	for (u64 d = 16; d <= 65536; d += 16) {
		u64 spots[2] = {addr - d, addr + (n < 65536 ? n : 0) + d - 16};
		for (int k = 0; k < 2; k++) {
			if (!memory_in_region(spots[k]))
				continue;
			id = memory_object(&m->mem, spots[k]);
			if (id && id != UINT32_MAX)
				return id;
		}
	}
	return 0;
}

static void relation(Buf *b, u64 addr, u64 lo, u64 size)
{
	if (addr >= lo + size)
		buf_addf(b, "%llu bytes past the end of ", (unsigned long long)(addr - lo - size));
	else if (addr < lo)
		buf_addf(b, "%llu bytes before ", (unsigned long long)(lo - addr));
	else
		buf_addf(b, "at offset %llu of ", (unsigned long long)(addr - lo));
}

/* The object, and where addr lies from it; `near` picks the local where it is a frame. */
static void describe_from(Machine *m, u32 id, u64 addr, u64 near)
{
	const Object *o = &m->mem.objects.at[id];
	Buf *b = &m->report;
	switch (o->kind) {
	case OBJ_GLOBAL: {
		const Global *g = &m->p->globals.at[o->ref];
		relation(b, addr, o->lo, o->size);
		if (g->name[0] == '.' || !g->name[0])
			buf_addf(b, "a string constant of %llu bytes\n", (unsigned long long)o->size);
		else
			buf_addf(b, "the %s '%s' of %llu bytes\n", g->constant ? "constant" : "global variable",
					 g->name, (unsigned long long)o->size);
		break;
	}
	case OBJ_FRAME: {
		u64 lo = 0;
		const Slot *s = slot_at(m, o, near, &lo);
		const Function *f = &m->p->functions.at[o->ref];
		if (!s)
			break;
		relation(b, addr, lo, s->size);
		buf_addf(b, "%s%s%s of %llu bytes in %s", s->name ? "the local variable '" : "a temporary",
				 s->name ? s->name : "", s->name ? "'" : "", (unsigned long long)s->size,
				 f->source_name);
		if (s->loc) {
			buf_adds(b, ", declared at ");
			program_location(m->p, s->loc, b);
		}
		buf_addc(b, '\n');
		break;
	}
	default:
		relation(b, addr, o->lo, o->size);
		buf_addf(b, "%s of %llu bytes\n",
				 o->kind == OBJ_HEAP   ? "a heap block"
				 : o->kind == OBJ_ARGS ? "an argument string or table"
									   : "a variable-length stack object",
				 (unsigned long long)o->size);
	}
}

static void describe(Machine *m, u32 id, u64 addr)
{
	describe_from(m, id, addr, addr);
}

static ErrorKind classify(const Machine *m, u64 addr, bool write, u32 id)
{
	if (addr < 65536)
		return ERROR_NULL_DEREFERENCE;
	if (!id)
		return ERROR_WILD_POINTER;
	const Object *o = &m->mem.objects.at[id];
	bool inside = addr >= o->lo && addr < o->lo + (o->size ? o->size : 1);
	if (inside && !o->live)
		return is_block(o) ? ERROR_USE_AFTER_FREE : ERROR_USE_AFTER_RETURN;
	if (inside && write && o->constant)
		return ERROR_READ_ONLY;
	return ERROR_OUT_OF_BOUNDS;
}

bool fail_access(Machine *m, u64 addr, u64 n, bool write)
{
	u32 id = nearest(m, addr, n);
	ErrorKind kind = classify(m, addr, write, id);
	if (handled(m, kind))
		return false;
	headline(m, kind);
	buf_addf(&m->report, "%s of %llu byte%s at address 0x%llx", write ? "write" : "read",
			 (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)addr);
	if (id && kind != ERROR_NULL_DEREFERENCE) {
		buf_adds(&m->report, ", ");
		describe(m, id, addr);
	} else {
		buf_addc(&m->report, '\n');
	}
	report_stack(m);
	if (id) {
		const Object *o = &m->mem.objects.at[id];
		add_old_stack(m, "allocated at", o->born);
		if (!o->live)
			add_old_stack(m, is_block(o) ? "freed at" : "ended at", o->died);
	}
	finish(m, RAN_ERROR, 1);
	if (m->track && kind == ERROR_USE_AFTER_FREE)
		track_ended_by(m, m->track->made.blocks);
	return false;
}

bool fail_outside(Machine *m, u64 addr, u64 n, bool write, u64 home)
{
	u32 id = memory_object(&m->mem, home);
	if (!id || id == UINT32_MAX)
		return fail_access(m, addr, n, write);
	if (handled(m, ERROR_OUT_OF_BOUNDS))
		return false;
	headline(m, ERROR_OUT_OF_BOUNDS);
	buf_addf(&m->report, "%s of %llu byte%s at address 0x%llx, ", write ? "write" : "read",
			 (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)addr);
	describe_from(m, id, addr, home);
	report_stack(m);
	add_old_stack(m, "allocated at", m->mem.objects.at[id].born);
	finish(m, RAN_ERROR, 1);
	return false;
}

bool fail_free(Machine *m, u64 addr)
{
	u32 id = nearest(m, addr, 1);
	const Object *o = id ? &m->mem.objects.at[id] : NULL;
	bool again = o && is_block(o) && !o->live && o->lo == addr;
	ErrorKind kind = again ? ERROR_DOUBLE_FREE : ERROR_INVALID_FREE;
	if (handled(m, kind))
		return false;
	headline(m, kind);
	buf_addf(&m->report, "free of address 0x%llx", (unsigned long long)addr);
	if (o) {
		buf_adds(&m->report, ", ");
		describe(m, id, addr);
	} else {
		buf_addc(&m->report, '\n');
	}
	report_stack(m);
	if (o) {
		add_old_stack(m, "allocated at", o->born);
		if (!o->live)
			add_old_stack(m, "freed at", o->died);
	}
	finish(m, RAN_ERROR, 1);
	return false;
}

void add_note(Machine *m, const char *kind, u32 loc, const char *fmt, ...)
{
	va_list ap;
	Buf text = {0};
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	Buf key = {0};
	key_text(&key, kind);
	key_text(&key, buf_str(&text));
	key_number(&key, loc);
	u64 found = m->notes.len;
	if (!keymap_get(&m->note_ids, buf_key(&key), &found))
		keymap_put(&m->note_ids, buf_key(&key), found);
	buf_free(&key);
	if (found < m->notes.len)
		m->notes.at[found].count++;
	else
		vec_push(&m->notes, ((Note){kind, xstrdup(buf_str(&text)), loc, 1}));
	buf_free(&text);
}
