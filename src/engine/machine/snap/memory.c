/* memory.c: the state of memory other than its bytes: objects, allocators; registers and frames.
 *
 * Arrays are stored in chunks, which are shared with the previous snapshot if they are equal.
 */
#include "engine/machine/snap.h"

enum { CHUNK = SNAP_CHUNK };

/* ---- where they are ---- */

static u8 *range_at(Machine *m, RangeKey key)
{
	switch (key) {
	case RANGE_OBJECTS: return (u8 *)(m->mem.objects.at + m->mem.first_object);
	case RANGE_REGISTERS: return (u8 *)m->thread.regs;
	default: return (u8 *)m->thread.frames;
	}
}

/* Elements are not cut. */
static u32 chunk_size(RangeKey key)
{
	return key == RANGE_OBJECTS ? CHUNK - CHUNK % sizeof(Object) : CHUNK;
}

/* ---- taking ---- */

typedef struct Taking {
	Machine *m;
	const KeptMemory *like;
	KeptMemory *to;
	u64 bytes; /* that are not shared */
} Taking;

static SnapChunk *take_chunk(Taking *t, const u8 *from, u32 n, SnapChunk *like)
{
	if (like && like->n == n && !memcmp(like->at, from, n)) {
		like->refs++;
		return like;
	}
	SnapChunk *c = t->m->snap.spare.chunks;
	if (c)
		t->m->snap.spare.chunks = c->next;
	else
		c = arena_alloc(&t->m->snap.spare.room, sizeof *c);
	c->refs = 1;
	c->n = n;
	memcpy(c->at, from, n);
	t->bytes += sizeof *c;
	return c;
}

static void take_range(Taking *t, RangeKey key, u64 n)
{
	const KeptRange *like = t->like ? &t->like->ranges[key] : NULL;
	KeptRange *to = &t->to->ranges[key];
	const u8 *from = range_at(t->m, key);
	u32 size = chunk_size(key);
	vec_fit(to, (n + size - 1) / size);
	for (u64 at = 0; at < n; at += size) {
		SnapChunk *old = like && at / size < like->len ? like->at[at / size] : NULL;
		vec_push(to, take_chunk(t, from + at, (u32)(n - at < size ? n - at : size), old));
	}
	t->to->range_bytes[key] = n;
	t->bytes += to->len * sizeof *to->at;
}

/* All queues of an allocator, by number. */
static IdQueue *queue_at(Memory *mem, u32 i)
{
	if (i < FRAME_CLASSES)
		return &mem->frames[i];
	if (i < FRAME_CLASSES + HEAP_CLASSES)
		return &mem->free_blocks[i - FRAME_CLASSES];
	return &mem->quarantine;
}

static void take_queues(Taking *t)
{
	size_t n = 0;
	for (u32 i = 0; i <= FRAME_CLASSES + HEAP_CLASSES; i++)
		n += queue_at(&t->m->mem, i)->len ? 2 + queue_at(&t->m->mem, i)->len : 0;
	vec_fit(&t->to->queues, n);
	for (u32 i = 0; i <= FRAME_CLASSES + HEAP_CLASSES; i++) {
		const IdQueue *q = queue_at(&t->m->mem, i);
		if (!q->len)
			continue;
		vec_push(&t->to->queues, i);
		vec_push(&t->to->queues, q->len);
		for (u32 k = 0; k < q->len; k++)
			vec_push(&t->to->queues, q->at[(q->head + k) & (q->cap - 1)]);
	}
	t->bytes += t->to->queues.len * sizeof(u32);
}

static u64 registers_used(const Machine *m)
{
	const Frame *f = thread_frame(&m->thread);
	return (u64)(f->regs + f->fn->n_regs - m->thread.regs) * sizeof(Reg);
}

bool snap_memory_take(Machine *m, const KeptMemory *like, KeptMemory *k, u64 *bytes)
{
	const Memory *mem = &m->mem;
	Taking t = {.m = m, .like = like, .to = k};
	*k = (KeptMemory){.heap_next = mem->heap_next,
					  .stack_next = mem->stack_next,
					  .heap_used = mem->heap_used,
					  .quarantine_bytes = mem->quarantine_bytes,
					  .guarded = mem->guarded};
	if (!snap_blocks_take(m, &k->blocks, &t.bytes))
		return false;
	take_range(&t, RANGE_OBJECTS, (mem->objects.len - mem->first_object) * sizeof *mem->objects.at);
	take_range(&t, RANGE_REGISTERS, registers_used(m));
	take_range(&t, RANGE_FRAMES, (m->thread.depth + 1) * sizeof *m->thread.frames);
	take_queues(&t);
	vec_fit(&k->dirty, mem->dirty.len);
	vec_append(&k->dirty, mem->dirty.at, mem->dirty.len);
	for (u32 z = 0; z < countof(k->tag_low); z++) {
		k->tag_low[z] = mem->tag_range[z].low;
		k->tag_high[z] = mem->tag_range[z].high;
	}
	*bytes = t.bytes + k->dirty.len * sizeof *k->dirty.at;
	return true;
}

/* ---- putting back ---- */

static void put_queues(Memory *mem, const U32List *from)
{
	for (size_t i = 0; i + 1 < from->len; i += 2 + from->at[i + 1]) {
		IdQueue *q = queue_at(mem, from->at[i]);
		u32 n = from->at[i + 1], cap = q->cap ? q->cap : 32;
		while (cap < n)
			cap *= 2;
		if (cap != q->cap)
			q->at = xrealloc(q->at, cap * sizeof *q->at);
		memcpy(q->at, from->at + i + 2, n * sizeof *q->at);
		q->cap = cap;
		q->head = 0;
		q->len = n;
	}
}

/* True if a register is the upper half of a wide value. Only narrow values share registers. */
static bool upper_half(const Function *f, u32 reg)
{
	u32 at = 0;
	for (u32 i = 0; i < f->n_params; at += type_regs(f->params[i++]))
		if (type_regs(f->params[i]) == 2 && at + 1 == reg)
			return true;
	for (u32 i = 0; i < f->n_ins; i++) {
		const Ins *in = &f->ins[i];
		if (in->dst == NO_REG || in->dst >= reg)
			continue;
		if (in->op != I_CALL) {
			if (in->dst + 1 == reg && type_regs(ins_type_result(in)) == 2)
				return true;
			continue;
		}
		const Call *c = &f->calls[in->extra];
		at = in->dst;
		for (u32 k = 0; k < c->n_results; at += type_regs(c->results[k++]))
			if (type_regs(c->results[k]) == 2 && at + 1 == reg)
				return true;
	}
	return false;
}

/* Registers of one call. Both halves of a wide value have its tag. */
static void put_registers(Machine *m, const Frame *f)
{
	for (u32 i = 0; i < f->fn->n_regs; i++) {
		Reg *r = &f->regs[i];
		u64 hi = 0;
		if (!TAG_EXPR(r->tag) || r->tag == TAG_NEVER)
			continue;
		if (expr_width(m->pool, TAG_EXPR(r->tag)) > 64 && upper_half(f->fn->body, i))
			snap_renew(m, r->tag, &hi, &r->bits);
		else
			snap_renew(m, r->tag, &r->bits, &hi);
	}
}

static void put_range(Machine *m, const KeptMemory *k, RangeKey key)
{
	u8 *to = range_at(m, key);
	for (size_t i = 0; i < k->ranges[key].len; i++, to += chunk_size(key))
		memcpy(to, k->ranges[key].at[i]->at, k->ranges[key].at[i]->n);
}

static const Object *object_of(const KeptMemory *k, u64 i)
{
	u64 each = chunk_size(RANGE_OBJECTS) / sizeof(Object);
	if (!k || i >= k->range_bytes[RANGE_OBJECTS] / sizeof(Object))
		return NULL;
	return (const Object *)k->ranges[RANGE_OBJECTS].at[i / each]->at + i % each;
}

static bool same_room(const Object *a, const Object *b)
{
	return a && b && a->lo == b->lo && a->cap == b->cap;
}

/* Whose room is whose, as objects that are put back have it; NULL: there are none. */
static void put_rooms(Memory *mem, const KeptMemory *k)
{
	u64 now = mem->objects.len - mem->first_object, then;
	const Object *all = mem->objects.at + mem->first_object;
	for (u64 i = 0; i < now; i++)
		if (!same_room(&all[i], object_of(k, i)))
			memory_cover(mem, &all[i], 0);
	then = k ? k->range_bytes[RANGE_OBJECTS] / sizeof(Object) : 0;
	for (u64 i = 0; i < then; i++)
		if (!same_room(i < now ? &all[i] : NULL, object_of(k, i)))
			memory_cover(mem, object_of(k, i), mem->first_object + (u32)i);
}

void snap_clear(Machine *m)
{
	if (!m->snap.unwiped)
		return;
	m->snap.unwiped = false;
	snap_blocks_put(m, NULL);
	put_rooms(&m->mem, NULL);
	memory_start(&m->mem);
}

void snap_memory_put(Machine *m, const KeptMemory *k)
{
	Memory *mem = &m->mem;
	m->snap.unwiped = false;
	snap_blocks_put(m, &k->blocks);
	put_rooms(mem, k);
	memory_start(mem);
	mem->objects.len = mem->first_object + k->range_bytes[RANGE_OBJECTS] / sizeof *mem->objects.at;
	vec_reserve(&mem->objects, mem->objects.len);
	for (RangeKey key = 0; key < N_RANGES; key++)
		put_range(m, k, key);
	vec_reserve(&mem->dirty, k->dirty.len);
	vec_append(&mem->dirty, k->dirty.at, k->dirty.len);
	for (u32 z = 0; z < countof(k->tag_low); z++) {
		mem->tag_range[z].low = k->tag_low[z];
		mem->tag_range[z].high = k->tag_high[z];
	}
	mem->heap_next = k->heap_next;
	mem->stack_next = k->stack_next;
	mem->heap_used = k->heap_used;
	mem->quarantine_bytes = k->quarantine_bytes;
	mem->guarded = k->guarded;
	put_queues(mem, &k->queues);
	for (u64 i = 0; i < k->range_bytes[RANGE_FRAMES] / sizeof *m->thread.frames; i++)
		if (m->thread.frames[i].fn)
			put_registers(m, &m->thread.frames[i]);
}

void snap_memory_free(Machine *m, KeptMemory *k)
{
	snap_blocks_free(m, &k->blocks);
	for (RangeKey key = 0; key < N_RANGES; key++) {
		for (size_t i = 0; i < k->ranges[key].len; i++) {
			SnapChunk *c = k->ranges[key].at[i];
			if (--c->refs)
				continue;
			c->next = m->snap.spare.chunks;
			m->snap.spare.chunks = c;
		}
		vec_free(&k->ranges[key]);
	}
	vec_free(&k->dirty);
	vec_free(&k->queues);
}
