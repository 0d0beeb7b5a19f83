/* memory.c: potential dependence of memory: logs of locations that might have been written. */
#include "engine/machine/track.h"

enum { CHUNK = 16, HEAP_LEVELS = 6, TURNS = 4 };

/* ---- logs ---- */

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

static int by_object(const void *a, const void *b)
{
	const Location *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The places of a log, grouped by object. */
static void group(Track *t, Log *log, u32 n)
{
	u32 number = (u32)t->logs.len;
	qsort(log->locations, n, sizeof *log->locations, by_object);
	log->parts = xcalloc(n, sizeof *log->parts);
	for (u32 i = 0; i < n; i++) {
		u32 object = log->locations[i].object;
		if (!log->n_parts || log->parts[log->n_parts - 1].object != object) {
			log->slots = log->slots || static_object(t->s, object).kind == OBJECT_SLOT;
			vec_push(&t->shadows[object].logs, number);
			vec_push(&t->shadows[object].parts, log->n_parts);
			log->parts[log->n_parts++] = (LogPart){object, i, 0};
		}
		log->parts[log->n_parts - 1].n++;
	}
}

u32 track_make_log(Track *t, const LocationSet *sets, u32 n_sets)
{
	VEC(u32) all = {0};
	for (u32 k = 0; k < n_sets; k++)
		vec_append(&all, sets[k].at, sets[k].n);
	if (!all.len)
		return NO_LOG;
	qsort(all.at, all.len, sizeof *all.at, by_number);
	Log log = {.locations = xcalloc(all.len, sizeof *log.locations)};
	u32 n = 0;
	for (size_t i = 0; i < all.len; i++)
		if (!i || all.at[i] != all.at[i - 1])
			log.locations[n++] = static_location(t->s, all.at[i]);
	vec_free(&all);
	group(t, &log, n);
	vec_push(&t->logs, log);
	return (u32)t->logs.len - 1;
}

void track_prepare(Machine *m)
{
	Track *t = m->track;
	if (t->ready)
		return;
	t->n_shadows = static_n_objects(t->s);
	t->shadows = xcalloc(t->n_shadows + 1, sizeof *t->shadows);
	t->ready = true;
}

/* ---- memory objects ---- */

static Names *names_of(Machine *m, u32 object)
{
	Track *t = m->track;
	while (t->names.len <= object)
		vec_push(&t->names, ((Names){0}));
	Names *names = &t->names.at[object];
	const Object *o = &m->mem.objects.at[object];
	if (!names->n && o->kind == OBJ_GLOBAL) {
		u32 number = static_object_number(t->s, OBJECT_GLOBAL, o->ref, 0);
		if (number != NO_OPERAND)
			*names = (Names){1, {number}};
	}
	return names;
}

static void add_clean(Machine *m, u32 object)
{
	Track *t = m->track;
	const Names *names = names_of(m, object);
	for (u32 k = 0; k < names->n; k++) {
		Shadow *s = &t->shadows[names->at[k]];
		if (s->run != t->run) {
			s->run = t->run;
			s->clean.len = 0;
		}
		vec_push(&s->clean, object);
	}
}

static void set_names(Machine *m, u32 object, Names names)
{
	names_of(m, object);
	m->track->names.at[object] = names;
	if (m->track->shadows)
		add_clean(m, object);
}

void track_name(Machine *m, u32 object, AbstractKind kind, u32 a, u32 b)
{
	if (m->track->opt.no_potential)
		return;
	track_prepare(m);
	u32 number = static_object_number(m->track->s, kind, a, b);
	if (number != NO_OPERAND)
		set_names(m, object, (Names){1, {number}});
}

/* The call at work in a frame. */
static StackCall location_of(const Frame *f, const Code *call)
{
	return (StackCall){f->fn->fn->id, f->fn->calls[call->b].ins};
}

void track_heap(Machine *m, u32 object)
{
	Track *t = m->track;
	StackCall stack[HEAP_LEVELS];
	u32 n = 0;
	u64 found;
	if (t->opt.no_potential)
		return;
	track_prepare(m);
	const Code *call = m->thread.pc;
	for (u32 d = m->thread.depth + 1; d-- > 0 && n < HEAP_LEVELS;) {
		const Frame *f = &m->thread.frames[d];
		if (call->op != C_CALL && call->op != C_CALLX)
			break;
		stack[n++] = location_of(f, call);
		call = f->call;
	}
	Key key = {stack, n * sizeof *stack};
	if (!keymap_get(&t->name_cache, key, &found)) {
		Names names = {0};
		names.n = static_heap_names(t->s, stack, n, names.at, countof(names.at));
		if (names.n > countof(names.at))
			names.n = countof(names.at);
		found = t->heap_names.len;
		vec_push(&t->heap_names, names);
		keymap_put(&t->name_cache, key, found);
	}
	set_names(m, object, t->heap_names.at[found]);
}

/* ---- entries ---- */

static void mark_object(Machine *m, u32 id)
{
	Object *o = &m->mem.objects.at[id];
	if (!o->live || o->marked || o->constant)
		return;
	o->marked = true;
	memory_mark(&m->mem, o->lo, o->size);
}

static void mark_slot(Machine *m, u32 function, u32 slot)
{
	for (u32 d = m->thread.depth + 1; d-- > 0;) {
		const Frame *f = &m->thread.frames[d];
		if (!f->fn || f->fn->fn->id != function || !f->block)
			continue;
		const FrameSlot *s = &f->fn->slots[slot];
		memory_mark(&m->mem, f->base + s->offset, s->size);
	}
}

static void mark_part(Machine *m, u32 object)
{
	Track *t = m->track;
	Shadow *s = &t->shadows[object];
	Abstract a = static_object(t->s, object);
	if (a.kind == OBJECT_SLOT) {
		mark_slot(m, a.a, a.b);
		return;
	}
	if (a.kind == OBJECT_GLOBAL) {
		mark_object(m, memory_object(&m->mem, m->p->globals.at[a.a].address));
		return;
	}
	if (s->run != t->run)
		return;
	while (s->clean.len)
		mark_object(m, vec_pop(&s->clean));
}

/* How many entries up to entry i its sum is of. */
static size_t summed(size_t i)
{
	return (i + 1) & -(i + 1);
}

static void push_entry(Track *t, Log *log, u32 seq, Dep dep)
{
	size_t i = log->entries.len;
	Dep sum = dep;
	for (size_t k = 1; k < summed(i); k *= 2)
		sum = dep_join(&t->graph, sum, log->entries.at[i - k].sum);
	vec_push(&log->entries, ((LogEntry){seq, dep, sum}));
}

/* Whoever has to look at an older entry has to look at the new one as well, so one that is part of
 * it says nothing more: in a loop, most. Where some sets take turns, the older of two equal ones.
 */
static void add_entry(Track *t, Log *log, u32 seq, Dep dep)
{
	size_t had = log->entries.len;
	while (log->entries.len && dep_parts_within(&t->graph, vec_last(&log->entries).dep, dep))
		log->entries.len--;
	size_t n = log->entries.len, turn = 1;
	while (turn < TURNS && turn < n && log->entries.at[n - 1 - turn].dep != dep)
		turn++;
	if (turn < TURNS && turn < n) {
		LogEntry after[TURNS];
		log->entries.len = n - 1 - turn;
		memcpy(after, &log->entries.at[n - turn], turn * sizeof *after);
		for (size_t i = 0; i < turn; i++)
			push_entry(t, log, after[i].seq, after[i].dep);
	}
	push_entry(t, log, seq, dep);
	t->entries.now += log->entries.len;
	t->entries.now -= had;
	if (t->entries.now > t->entries.most)
		t->entries.most = t->entries.now;
}

void track_log(Machine *m, u32 number, Dep dep)
{
	Track *t = m->track;
	Log *log = &t->logs.at[number];
	u32 seq = ++m->mem.now;
	if (log->run != t->run) {
		log->run = t->run;
		log->entries.len = 0;
	}
	if (log->entries.len && vec_last(&log->entries).dep == dep)
		vec_last(&log->entries).seq = seq;
	else
		add_entry(t, log, seq, dep);
	while (m->mem.cleaned.len)
		add_clean(m, vec_pop(&m->mem.cleaned));
	for (u32 i = 0; i < log->n_parts; i++) {
		t->shadows[log->parts[i].object].newest = seq;
		mark_part(m, log->parts[i].object);
	}
}

u32 track_write_log(Machine *m, u32 function, u32 ins)
{
	Track *t = m->track;
	u64 key = (u64)function << 32 | (ins + 1), log;
	if (!intmap_get(&t->writes, key, &log)) {
		track_prepare(m);
		LocationSet set = static_mod(t->s, function, ins);
		log = track_make_log(t, &set, 1);
		intmap_put(&t->writes, key, log);
	}
	return (u32)log;
}

void track_write(Machine *m, const Ins *in, Dep dep)
{
	Track *t = m->track;
	const Function *f = thread_frame(&m->thread)->fn->body;
	dep &= ~DEP_UNDEFINED;
	if (!dep || t->opt.no_potential || t->opt.without & WITHOUT_ADDRESSES)
		return;
	u32 log = track_write_log(m, f->id, (u32)(in - f->ins));
	if (log != NO_LOG)
		track_log(m, log, dep_join(&t->graph, dep, track_here(m)));
}

/* ---- loads ---- */

/* Entries of the log that are newer than the stamp. A loop may have made thousands: by sums, so
 * that few are looked at and the sets that bytes have in common are common nodes. */
static Dep newer(Track *t, const Log *log, u32 stamp)
{
	const LogEntry *e = log->entries.at;
	Dep dep = 0;
	for (size_t i = log->entries.len; i > 0 && e[i - 1].seq > stamp;) {
		size_t n = summed(i - 1);
		bool all = e[i - n].seq > stamp;
		dep = dep_join(&t->graph, dep, all ? e[i - 1].sum : e[i - 1].dep);
		i -= all ? n : 1;
	}
	return dep;
}

static Dep shadow_dep(Track *t, u32 object, u64 offset, u64 n, u32 stamp)
{
	const Shadow *s = &t->shadows[object];
	Location bytes = {.object = object, .offset = offset, .size = n};
	Dep dep = 0;
	for (size_t i = 0; i < s->logs.len; i++) {
		const Log *log = &t->logs.at[s->logs.at[i]];
		if (log->run != t->run || vec_last(&log->entries).seq <= stamp)
			continue;
		const LogPart *part = &log->parts[s->parts.at[i]];
		for (u32 k = 0; k < part->n; k++)
			if (location_overlap(&log->locations[part->first + k], &bytes)) {
				dep = dep_join(&t->graph, dep, newer(t, log, stamp));
				break;
			}
	}
	return dep;
}

bool track_home(Machine *m, u64 addr, Names *names, u64 *base)
{
	Track *t = m->track;
	u32 id = memory_object(&m->mem, addr);
	if (!id || id == UINT32_MAX)
		return false;
	const Object *o = &m->mem.objects.at[id];
	*base = o->lo;
	if (o->kind != OBJ_FRAME) {
		*names = *names_of(m, id);
		return names->n > 0;
	}
	const FnCode *fc = &m->fns[o->ref];
	for (u32 i = 0; i < fc->fn->n_slots; i++) {
		u64 from = o->lo + fc->slots[i].offset;
		if (addr < from || addr >= from + fc->slots[i].size)
			continue;
		*base = from;
		u32 number = static_object_number(t->s, OBJECT_SLOT, o->ref, i);
		*names = (Names){number != NO_OPERAND, {number}};
		return names->n > 0;
	}
	return false;
}

static void join_byte(Machine *m, u64 addr, Dep dep)
{
	Memory *mem = &m->mem;
	Tag old = memory_is_tagged(mem, addr) ? mem->tags[addr] : dep_tag(DEP_UNDEFINED);
	if (memory_is_readable(mem, addr))
		old = 0;
	Tag tag = tag_gain(m, old, dep);
	if (tag)
		memory_set_tag(mem, addr, tag);
}

static Dep names_dep(Track *t, const Names *names, u64 offset, u64 n, u32 stamp)
{
	Dep dep = 0;
	for (u32 k = 0; k < names->n; k++)
		dep = dep_join(&t->graph, dep, shadow_dep(t, names->at[k], offset, n, stamp));
	return dep;
}

Dep track_unset(Machine *m, u64 addr, u64 n)
{
	Track *t = m->track;
	Names names;
	u64 base;
	if (!t->ready || !track_home(m, addr, &names, &base))
		return 0;
	u32 oldest = m->mem.stamps[addr];
	for (u64 i = 1; i < n; i++)
		if (m->mem.stamps[addr + i] < oldest)
			oldest = m->mem.stamps[addr + i];
	return names_dep(t, &names, addr - base, n, oldest);
}

/* The bits of eight bytes. */
static u32 eight(const u8 *map, u64 addr)
{
	u16 bits;
	memcpy(&bits, map + (addr >> 3), 2);
	return (u32)bits >> (addr & 7);
}

/* The bytes of one value were mostly written and are settled together. */
static bool alike(const Memory *mem, u64 addr, u64 n)
{
	u32 all = (1u << n) - 1;
	if (eight(mem->readable, addr) & all || (eight(mem->tagged, addr) & all) != all)
		return false;
	for (u64 i = 1; i < n; i++)
		if (mem->tags[addr + i] != mem->tags[addr] || mem->stamps[addr + i] != mem->stamps[addr])
			return false;
	return true;
}

static void settle_alike(Machine *m, u64 addr, u32 n, Dep dep)
{
	Tag old = m->mem.tags[addr];
	Tag tag = tag_gain(m, old, dep);
	for (u32 i = 0; i < n; i++) {
		m->mem.tags[addr + i] = tag;
		m->mem.stamps[addr + i] = m->mem.now;
	}
}

void track_settle(Machine *m, u64 addr, u64 n)
{
	Track *t = m->track;
	Names names;
	u64 base;
	if (!t->ready || !n || memory_all_readable(&m->mem, addr, n) ||
		!track_home(m, addr, &names, &base))
		return;
	u32 newest = 0;
	for (u32 k = 0; k < names.n; k++)
		if (t->shadows[names.at[k]].newest > newest)
			newest = t->shadows[names.at[k]].newest;
	if (newest <= t->run_start)
		return;
	if (n <= 8 && alike(&m->mem, addr, n)) {
		u32 stamp = m->mem.stamps[addr];
		if (stamp < newest)
			settle_alike(m, addr, (u32)n, names_dep(t, &names, addr - base, n, stamp));
		return;
	}
	u64 chunk = UINT64_MAX;
	u32 last = 0;
	Dep dep = 0;
	for (u64 i = 0; i < n; i++) {
		u32 stamp = m->mem.stamps[addr + i];
		if (memory_is_readable(&m->mem, addr + i) || stamp >= newest)
			continue;
		if (chunk != i / CHUNK || stamp != last) {
			u64 from = i / CHUNK * CHUNK, len = n - from < CHUNK ? n - from : CHUNK;
			dep = names_dep(t, &names, addr + from - base, len, stamp);
			chunk = i / CHUNK;
			last = stamp;
		}
		if (dep)
			join_byte(m, addr + i, dep);
		m->mem.stamps[addr + i] = m->mem.now;
	}
}

/* Nothing was logged since these bytes were settled or written. */
static bool settled(const Memory *mem, u64 addr, u32 n)
{
	u32 other = 0;
	for (u32 i = 0; i < n; i++)
		other |= mem->stamps[addr + i] ^ mem->now;
	return !other;
}

bool track_load(Machine *m, u64 addr, u32 n, Tag *tag)
{
	Memory *mem = &m->mem;
	u32 id = memory_object(mem, addr);
	if (!m->track || m->trace || !id || id == UINT32_MAX || mem->objects.at[id].kind == OBJ_ARGS)
		return false;
	u32 all = (1u << n) - 1, plain = eight(mem->readable, addr) & all;
	if ((plain | (eight(mem->tagged, addr) & all)) != all || *tag & TAG_UNDEFINED)
		return false; /* uninitialised, or no bytes of a variable */
	if (plain != all && !settled(mem, addr, n))
		track_settle(m, addr, n);
	Tag found = plain & 1 ? 0 : mem->tags[addr];
	if ((u32)found || found & TAG_UNDEFINED)
		return false;
	for (u32 i = 1; i < n; i++) {
		Tag one = plain >> i & 1 ? 0 : mem->tags[addr + i];
		if (one == found)
			continue;
		if ((u32)one || one & TAG_UNDEFINED)
			return false;
		found = dep_tag(dep_join(&m->track->graph, tag_dep(m, found), tag_dep(m, one)));
	}
	if (*tag) {
		const FnCode *fc = thread_frame(&m->thread)->fn;
		const Origin *o = &fc->origin[m->thread.pc - fc->code];
		for (u32 i = 0; i < o->n; i++)
			if (fc->body->ins[o->ins[i]].op == I_LOAD)
				track_risk(m, &fc->body->ins[o->ins[i]], *tag, 0);
		found = dep_tag(dep_join(&m->track->graph, tag_dep(m, found), tag_dep(m, *tag)));
	}
	*tag = track_inside(m, found);
	return true;
}

void track_written(Machine *m, u64 addr, u64 n, Dep dep)
{
	for (u64 i = 0; dep && i < n; i++)
		if (memory_is_readable(&m->mem, addr + i) || memory_is_tagged(&m->mem, addr + i))
			join_byte(m, addr + i, dep);
}

void track_because(Machine *m, u64 addr, u64 n, Dep dep)
{
	track_written(m, addr, n, dep & ~DEP_UNDEFINED);
}

void track_builtin_write(Machine *m, Tag why)
{
	const Frame *f = thread_frame(&m->thread);
	if (m->thread.pc->op == C_CALLX && tag_dep(m, why))
		track_write(m, &f->fn->body->ins[f->fn->calls[m->thread.pc->b].ins], tag_dep(m, why));
}

Dep track_logged(Machine *m, AbstractKind kind, u32 a)
{
	Track *t = m->track;
	if (!t->ready)
		return 0;
	u32 object = static_object_number(t->s, kind, a, 0);
	return object == NO_OPERAND ? 0 : shadow_dep(t, object, 0, UINT64_MAX / 2, t->run_start);
}
