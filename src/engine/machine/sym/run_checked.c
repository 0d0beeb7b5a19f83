/* run_checked.c: checks the results of a run against its input and against each other.
 *
 * A tag describes a value on every input of the path. Whatever the machine, its memory and the
 * expressions did: on the input of the run itself, the expression must evaluate to the actual
 * bits.
 */
#include "engine/expr/check.h"
#include "engine/machine/state.h"
#include "engine/machine/sym/lazy.h"

enum { MOST_BYTES = 1 << 14 }; /* with a tag, of each zone, that are evaluated for one run */

/* ---- tags against bits ---- */

static void constraints_check(const Machine *m, ExprEval *ev)
{
	for (size_t i = 0; i < m->constraints.len; i++) {
		const Constraint *c = &m->constraints.at[i];
		must_that(c->cond && c->cond < expr_pool_len(m->pool) && expr_width(m->pool, c->cond) == 1,
				  "constraint %zu is no condition", i);
		/* A run decides what its own input decides. */
		must_that(expr_check_has(ev, m->pool, c->cond, 1),
				  "constraint %zu (loc %u) does not hold on the input of its run", i, c->loc);
		must_that((c->kind == CON_SWITCH || c->kind == CON_VALUE) == (c->value != 0),
				  "constraint %zu: kind %u, value %u", i, c->kind, c->value);
		/* What a decision depends on was there before it. */
		must_that(!m->track || (c->dep & ~DEP_UNDEFINED) < machine_deps(m)->nodes.len,
				  "constraint %zu depends on %u", i, c->dep);
	}
	for (size_t i = 0; i < m->watch_events.len; i++) {
		u32 before = i ? m->watch_events.at[i - 1].constraints : 0,
			at = m->watch_events.at[i].constraints;
		must_that(before <= at && at <= m->constraints.len,
				  "a watched block came after %u constraints of %zu, the one before it after %u",
				  at, m->constraints.len, before);
	}
}

static void outputs_check(const Machine *m, ExprEval *ev)
{
	const OsOutput *list;
	size_t n = os_outputs(m->os, &list);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; list[i].tags && k < list[i].len; k++)
			must_that(!TAG_EXPR(list[i].tags[k]) ||
						  expr_check_has(ev, m->pool, TAG_EXPR(list[i].tags[k]), list[i].bytes[k]),
					  "byte %zu of output %zu is %02x and its expression %u is not", k, i,
					  list[i].bytes[k], TAG_EXPR(list[i].tags[k]));
}

static void byte_check(const Machine *m, ExprEval *ev, u64 at)
{
	Tag tag = m->mem.tags[at];
	u8 byte = m->mem.bytes[at];
	u128 undef = undef_bits(m, tag, 128);
	must_that(!tag_is_partial(tag) || (undef && undef < 255),
			  "the byte at %llx has undefined bits of a wider value", (unsigned long long)at);
	if (tag_is_lazy(tag)) {
		const LazyArray *a = lazy_array(m, tag);
		must_that((u32)tag - LAZY_FIRST < m->lazy.list.len && a->array,
				  "the byte at %llx has an array that was released", (unsigned long long)at);
		must_that(expr_eval_byte(ev, a->array, (u32)(at - a->base)) == byte,
				  "the byte at %llx is %02x and its array has another", (unsigned long long)at,
				  byte);
		return;
	}
	must_that(!TAG_EXPR(tag) || expr_width(m->pool, TAG_EXPR(tag)) == 8,
			  "the byte at %llx has an expression of %u bits", (unsigned long long)at,
			  expr_width(m->pool, TAG_EXPR(tag)));
	must_that(!TAG_EXPR(tag) || expr_check_has(ev, m->pool, TAG_EXPR(tag), byte),
			  "the byte at %llx is %02x and its expression %u is not", (unsigned long long)at, byte,
			  TAG_EXPR(tag));
}

static void tags_check(const Machine *m, ExprEval *ev)
{
	const Memory *mem = &m->mem;
	for (u32 z = 0; z < countof(mem->tag_range); z++) {
		u64 left = MOST_BYTES;
		for (u64 a = mem->tag_range[z].low; left && a < mem->tag_range[z].high; a++)
			if (memory_is_tagged(mem, a)) {
				/* A load takes plain bytes without a look at their tags. */
				must_that(!memory_is_readable(mem, a), "the byte at %llx is plain and has a tag",
						  (unsigned long long)a);
				byte_check(m, ev, a);
				left--;
			}
	}
}

/* ---- memory ---- */

/* No byte is addressable behind the end of an object, or overruns are not noticed. */
static void object_check(const Memory *m, u32 id)
{
	const Object *o = &m->objects.at[id];
	unsigned long long lo = o->lo;
	must_that(!(o->lo & 15) && o->size <= o->cap, "object %u at %llx", id, lo);
	/* A string that was overrun was made as short as the report says (string.c). */
	if (!o->live || !o->size || o->kind == OBJ_ARGS)
		return;
	must_that(memory_object(m, o->lo) == id && memory_object(m, o->lo + o->size - 1) == id,
			  "object %u at %llx is not found by its address", id, lo);
	for (u64 a = o->lo + o->size; a < o->lo + o->cap && a < o->lo + o->size + 64; a++)
		must_that(!memory_is_readable(m, a) && !memory_is_tagged(m, a) &&
					  !memory_plain_write(m, a, 1),
				  "object %u of kind %u at %llx, %llu of %llu bytes: byte %llu behind its end can "
				  "be used",
				  id, o->kind, lo, (unsigned long long)o->size, (unsigned long long)o->cap,
				  (unsigned long long)(a - o->lo - o->size));
	must_that(o->lo < m->globals_end || !memory_plain_write(m, o->lo, 1) || !o->constant,
			  "object %u at %llx must not be written and can be", id, lo);
}

/* A block that rests is used by nobody, and rests once: else two objects would share its room. */
static void queue_check_ids(const Memory *m, const IdQueue *q, u8 *rests)
{
	for (u32 i = 0; i < q->len; i++) {
		u32 id = q->at[(q->head + i) & (q->cap - 1)];
		must_that(id < m->objects.len && !m->objects.at[id].live,
				  "object %u is in a list of free ones", id);
		must_that(!rests[id]++, "object %u is free twice", id);
	}
}

/* Objects, the bytes behind them, and free lists. */
static void memory_check(const Memory *m)
{
	u8 *rests = xcalloc(m->objects.len + 1, 1);
	u64 used = 0;
	for (u32 i = 1; i < m->objects.len; i++) {
		object_check(m, i);
		used +=
			m->objects.at[i].live && m->objects.at[i].kind == OBJ_HEAP ? m->objects.at[i].size : 0;
	}
	must_that(used <= m->heap_used, "the heap has %llu bytes and counts %llu",
			  (unsigned long long)used, (unsigned long long)m->heap_used);
	for (u32 i = 0; i < FRAME_CLASSES; i++)
		queue_check_ids(m, &m->frames[i], rests);
	for (u32 i = 0; i < HEAP_CLASSES; i++)
		queue_check_ids(m, &m->free_blocks[i], rests);
	queue_check_ids(m, &m->quarantine, rests);
	free(rests);
}

/* ---- a run ---- */

void machine_check_run(const Machine *m, const Assignment *a)
{
	if (!m->pool)
		return;
	ExprEval *ev = expr_eval_new(m->pool);
	expr_eval_begin(ev, a);
	constraints_check(m, ev);
	outputs_check(m, ev);
	tags_check(m, ev);
	must_that(m->outcome != RAN_EXIT || !TAG_EXPR(m->exit_value.tag) ||
				  expr_check_has(ev, m->pool, TAG_EXPR(m->exit_value.tag), m->exit_value.lo),
			  "the exit status is %llu and its expression is not",
			  (unsigned long long)m->exit_value.lo);
	expr_eval_free(ev);
	memory_check(&m->mem);
}

/* ---- two machines in equal states ---- */

static void frames_check(const Machine *a, const Machine *b)
{
	must(a->thread.depth == b->thread.depth);
	for (u32 i = 0; i <= a->thread.depth; i++) {
		const FnCode *x = a->thread.frames[i].fn, *y = b->thread.frames[i].fn;
		must_that(x->fn->n_slots == y->fn->n_slots, "frame %u has %u locals and %u", i,
				  x->fn->n_slots, y->fn->n_slots);
		must_that(x->fn->large_locals == y->fn->large_locals,
				  "frame %u takes another part of the native stack", i);
		for (u32 k = 0; k < x->fn->n_slots; k++)
			must_that(x->slots[k].offset == y->slots[k].offset &&
						  x->slots[k].size == y->slots[k].size,
					  "local %u of frame %u has other room", k, i);
	}
}

void machine_check_same_room(const Machine *a, const Machine *b)
{
	const Memory *x = &a->mem, *y = &b->mem;
	must(x->objects.len - x->first_object == y->objects.len - y->first_object);
	for (u32 i = 0; i < x->objects.len - x->first_object; i++) {
		const Object *o = &x->objects.at[x->first_object + i],
					 *p = &y->objects.at[y->first_object + i];
		must_that(
			o->live == p->live && (!o->live || (o->lo == p->lo && o->size == p->size &&
												o->kind == p->kind && o->constant == p->constant)),
			"object %u at %llx is another one in an equal state", i, (unsigned long long)o->lo);
	}
	must(x->heap_used == y->heap_used && x->heap_next == y->heap_next);
	frames_check(a, b);
}

/* ---- two runs of one input ---- */

static Hash hash_tags(Hash h, const Tag *tags, size_t n)
{
	for (size_t i = 0; tags && i < n; i++)
		h = hash_mix(h, TAG_EXPR(tags[i]));
	return h;
}

RunDigest machine_digest(const Machine *m)
{
	RunDigest d = {.outcome = m->outcome, .status = m->status, .n = m->constraints.len};
	const OsOutput *list;
	size_t n = os_outputs(m->os, &list);
	for (size_t i = 0; i < m->constraints.len; i++) {
		const Constraint *c = &m->constraints.at[i];
		d.constraints = hash_mix(d.constraints, (u64)c->cond << 32 | c->value);
		d.constraints = hash_mix(d.constraints, (u64)c->function << 32 | c->ins);
	}
	for (size_t i = 0; i < n; i++) {
		Hash bytes = hash_mix(hash_bytes(list[i].bytes, list[i].len), (u64)list[i].stream);
		d.outputs = hash_tags(hash_both(d.outputs, bytes), list[i].tags, list[i].len);
	}
	for (size_t i = 0; i < m->notes.len; i++)
		d.notes = hash_both(d.notes, hash_bytes(m->notes.at[i].what, strlen(m->notes.at[i].what)));
	for (size_t i = 0; i < m->watch_events.len; i++)
		d.events = hash_mix(d.events, (u64)m->watch_events.at[i].watch << 32 |
										  m->watch_events.at[i].constraints);
	d.heap = hash_mix(hash_number(m->mem.heap_next), m->mem.heap_used);
	return d;
}

RunCounts machine_counts(const Machine *m)
{
	RunCounts c = {0};
	for (size_t i = 0; i < m->asks.len; i++)
		vec_push(&c.asks, m->asks.at[i].count);
	memcpy(c.faults, m->faults, sizeof c.faults);
	return c;
}

void machine_put_counts(Machine *m, RunCounts *c)
{
	must(m->asks.len == c->asks.len); /* a run again asks nothing new */
	for (size_t i = 0; i < m->asks.len; i++)
		m->asks.at[i].count = c->asks.at[i];
	memcpy(m->faults, c->faults, sizeof c->faults);
	vec_free(&c->asks);
}

void machine_check_digests(const RunDigest *a, const RunDigest *b)
{
	must_that(a->outcome == b->outcome && a->status == b->status,
			  "a run again ended with %d, %d instead of %d, %d", b->outcome, b->status, a->outcome,
			  a->status);
	must_that(a->n == b->n && !hashes_differ(a->constraints, b->constraints),
			  "a run again decided otherwise: %zu and %zu constraints", a->n, b->n);
	must_that(!hashes_differ(a->outputs, b->outputs), "a run again had other outputs");
	must_that(!hashes_differ(a->notes, b->notes), "a run again had other notes");
	must_that(!hashes_differ(a->events, b->events), "a run again came to other watched blocks");
	must_that(!hashes_differ(a->heap, b->heap), "a run again has another heap");
}
