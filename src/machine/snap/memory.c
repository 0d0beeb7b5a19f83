/* memory.c: arrays of a machine in chunks, shared with the snapshot before where they are equal. */
#include "machine/snap.h"
#include "machine/sym/lazy.h"

enum {
	CHUNK = SNAP_CHUNK,
	PAGE = 4096,               /* as in memory.c */
	MOST = 32 << 20,           /* bytes of state; more is not copied */
	TAGS = CHUNK / sizeof(Tag) /* of bytes side by side, in a chunk */
};

struct Chunk {
	Chunk *next; /* of those that are spare */
	u32 refs;
	u32 n; /* bytes */
	u8 at[CHUNK];
};

/* The arrays, in the order in which they are kept. Those of the heap come first, then the same of
 * the stack. */
typedef enum RangeKey {
	RANGE_BYTES,
	RANGE_READABLE,
	RANGE_WRITABLE,
	RANGE_TAGGED,
	RANGE_GRANULES,
	RANGE_PAGES,
	RANGES_OF_ZONE,
	RANGE_OBJECTS = 2 * RANGES_OF_ZONE,
	RANGE_REGISTERS,
	RANGE_FRAMES,
	N_RANGES
} RangeKey;

/* ---- where they are ---- */

/* Of a page of globals: bytes and the three bitmaps. */
enum { PAGE_PARTS = 4 };

static u8 *bitmap_at(Memory *mem, u32 which, u64 addr)
{
	u8 *const maps[] = {mem->readable, mem->writable, mem->tagged};
	return maps[which] + (addr >> 3);
}

static u8 *zone_at(Memory *mem, u32 part, u64 from)
{
	switch (part) {
	case RANGE_BYTES: return mem->bytes + from;
	case RANGE_GRANULES: return (u8 *)(mem->granules + (from >> 4));
	case RANGE_PAGES: return (u8 *)(mem->pages + (from >> 12));
	default: return bitmap_at(mem, part - RANGE_READABLE, from);
	}
}

static u64 zone_size(u32 part, u64 from, u64 to)
{
	switch (part) {
	case RANGE_BYTES: return to - from;
	case RANGE_GRANULES: return ((to >> 4) - (from >> 4) + 1) * sizeof(u32);
	case RANGE_PAGES: return ((to >> 12) - (from >> 12) + 1) * sizeof(u32);
	default: return (to >> 3) - (from >> 3) + 1;
	}
}

static u8 *range_at(Machine *m, u64 key)
{
	Memory *mem = &m->mem;
	if (key >= GLOBALS_BASE) {
		u64 page = key & ~(u64)(PAGE - 1);
		u32 part = (u32)(key - page);
		return part ? bitmap_at(mem, part - 1, page) : mem->bytes + page;
	}
	switch (key) {
	case RANGE_OBJECTS: return (u8 *)(mem->objects.at + mem->first_object);
	case RANGE_REGISTERS: return (u8 *)m->regs;
	case RANGE_FRAMES: return (u8 *)m->frames;
	default:
		return zone_at(mem, key % RANGES_OF_ZONE,
					   (key < RANGES_OF_ZONE ? HEAP_BASE : STACK_BASE) + PAGE);
	}
}

/* ---- taking ---- */

typedef struct Taking {
	Machine *m;
	const KeptMemory *like;
	KeptMemory *to;
	u64 bytes; /* that are not shared */
} Taking;

static const KeptRange *range_like(const Taking *t, u64 key)
{
	size_t i = t->to->ranges.len;
	if (!t->like || i >= t->like->ranges.len || t->like->ranges.at[i].key != key)
		return NULL;
	return &t->like->ranges.at[i];
}

static Chunk *take_chunk(Taking *t, const u8 *from, u32 n, Chunk *like)
{
	if (like && like->n == n && !memcmp(like->at, from, n)) {
		like->refs++;
		return like;
	}
	Chunk *c = t->m->snap.spare;
	if (c)
		t->m->snap.spare = c->next;
	else
		c = xmalloc(sizeof *c);
	c->refs = 1;
	c->n = n;
	memcpy(c->at, from, n);
	t->bytes += sizeof *c;
	return c;
}

static void take_range(Taking *t, u64 key, u64 n)
{
	const KeptRange *like = range_like(t, key);
	const u8 *from = range_at(t->m, key);
	KeptRange r = {.key = key, .n = n, .first = (u32)t->to->chunks.len};
	for (u64 at = 0; at < n; at += CHUNK) {
		Chunk *old = like && at < like->n ? t->like->chunks.at[like->first + at / CHUNK] : NULL;
		vec_push(&t->to->chunks,
				 take_chunk(t, from + at, (u32)(n - at < CHUNK ? n - at : CHUNK), old));
	}
	vec_push(&t->to->ranges, r);
}

/* The tags of a block, 0 where there is none. False: there is none at all. */
static bool tags_of(const Memory *mem, u64 addr, Tag *tags)
{
	u64 bits[TAGS / 64], any = 0;
	memcpy(bits, mem->tagged + (addr >> 3), sizeof bits);
	for (u32 i = 0; i < countof(bits); i++)
		any |= bits[i];
	if (!any)
		return false;
	memset(tags, 0, CHUNK);
	for (u32 i = 0; i < countof(bits); i++)
		for (; bits[i]; bits[i] &= bits[i] - 1) {
			u32 k = i * 64 + (u32)__builtin_ctzll(bits[i]);
			tags[k] = mem->tags[addr + k];
		}
	return true;
}

/* Most are those of the input itself, which the snapshots of a path share. */
static void take_tags(Taking *t)
{
	const Memory *mem = &t->m->mem;
	const KeptMemory *like = t->like;
	Tag tags[TAGS];
	for (u32 z = 0; z < countof(t->to->tag_low); z++) {
		u64 low = mem->tag_range[z].low, high = mem->tag_range[z].high;
		size_t k = 0;
		t->to->tag_low[z] = low;
		t->to->tag_high[z] = high;
		while (like && k < like->tags.len && like->tags.at[k].zone < z)
			k++;
		for (u64 a = low & ~(u64)(TAGS - 1); low < high && a < high; a += TAGS) {
			if (!tags_of(mem, a, tags))
				continue;
			while (like && k < like->tags.len && like->tags.at[k].zone == z &&
				   like->tags.at[k].addr < a)
				k++;
			bool same = like && k < like->tags.len && like->tags.at[k].addr == a;
			Chunk *c = take_chunk(t, (const u8 *)tags, CHUNK, same ? like->tags.at[k].tags : NULL);
			vec_push(&t->to->tags, ((KeptTags){a, c, z}));
		}
	}
	t->bytes += t->to->tags.len * sizeof *t->to->tags.at;
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
	const Frame *f = &m->frames[m->depth];
	return (u64)(f->regs + f->fn->n_regs - m->regs) * sizeof(Reg);
}

bool snap_memory_take(Machine *m, const KeptMemory *like, KeptMemory *k, u64 *bytes)
{
	const Memory *mem = &m->mem;
	Taking t = {.m = m, .like = like, .to = k};
	u64 from[] = {HEAP_BASE + PAGE, STACK_BASE + PAGE}, to[] = {mem->heap_next, mem->stack_next};
	u64 objects = (mem->objects.len - mem->first_object) * sizeof *mem->objects.at;
	*k = (KeptMemory){.heap_next = mem->heap_next,
					  .stack_next = mem->stack_next,
					  .heap_used = mem->heap_used,
					  .quarantine_bytes = mem->quarantine_bytes};
	if (to[0] - from[0] + to[1] - from[1] + objects + mem->dirty.len * PAGE > MOST)
		return false;
	for (u32 zone = 0; zone < 2; zone++)
		for (u32 part = 0; part < RANGES_OF_ZONE; part++)
			take_range(&t, zone * RANGES_OF_ZONE + part, zone_size(part, from[zone], to[zone]));
	take_range(&t, RANGE_OBJECTS, objects);
	take_range(&t, RANGE_REGISTERS, registers_used(m));
	take_range(&t, RANGE_FRAMES, (m->depth + 1) * sizeof *m->frames);
	for (size_t i = 0; i < mem->dirty.len; i++)
		for (u32 part = 0; part < PAGE_PARTS; part++)
			take_range(&t, mem->dirty.at[i] + part, part ? PAGE / 8 : PAGE);
	take_tags(&t);
	take_queues(&t);
	*bytes = t.bytes + k->ranges.len * sizeof *k->ranges.at + k->chunks.len * sizeof *k->chunks.at;
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

static void put_tag(Machine *m, u64 addr, Tag tag)
{
	m->mem.tags[addr] = snap_tag(m, tag);
	if (tag_is_lazy(tag))
		m->mem.bytes[addr] = snap_lazy(m, addr, tag);
	else if (TAG_EXPR(tag))
		m->mem.bytes[addr] = (u8)snap_value(m, TAG_EXPR(tag));
}

/* What has an expression is computed anew. */
static void put_tags(Machine *m, const KeptMemory *k)
{
	Memory *mem = &m->mem;
	for (u32 z = 0; z < countof(k->tag_low); z++) {
		mem->tag_range[z].low = k->tag_low[z];
		mem->tag_range[z].high = k->tag_high[z];
	}
	for (size_t i = 0; i < k->tags.len; i++) {
		const KeptTags *t = &k->tags.at[i];
		u64 bits[TAGS / 64];
		memcpy(bits, mem->tagged + (t->addr >> 3), sizeof bits);
		for (u32 w = 0; w < countof(bits); w++)
			for (; bits[w]; bits[w] &= bits[w] - 1) {
				u32 at = w * 64 + (u32)__builtin_ctzll(bits[w]);
				Tag tag;
				memcpy(&tag, t->tags->at + at * sizeof tag, sizeof tag);
				put_tag(m, t->addr + at, tag);
			}
	}
}

/* Whether a register is the upper half of a wide value. Only narrow values share registers. */
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

void snap_memory_put(Machine *m, const KeptMemory *k)
{
	Memory *mem = &m->mem;
	u64 frames = 0;
	for (size_t i = 0; i < k->ranges.len; i++) {
		const KeptRange *r = &k->ranges.at[i];
		if (r->key == RANGE_OBJECTS) {
			mem->objects.len = mem->first_object + r->n / sizeof *mem->objects.at;
			vec_reserve(&mem->objects, mem->objects.len);
		}
		if (r->key >= GLOBALS_BASE && !(r->key & (PAGE - 1))) {
			vec_push(&mem->dirty, r->key);
			mem->pages[r->key >> 12] = 0;
		}
		frames = r->key == RANGE_FRAMES ? r->n / sizeof *m->frames : frames;
		u8 *to = range_at(m, r->key);
		for (u64 at = 0; at < r->n; at += CHUNK) {
			const Chunk *c = k->chunks.at[r->first + at / CHUNK];
			memcpy(to + at, c->at, c->n);
		}
	}
	mem->heap_next = k->heap_next;
	mem->stack_next = k->stack_next;
	mem->heap_used = k->heap_used;
	mem->quarantine_bytes = k->quarantine_bytes;
	put_queues(mem, &k->queues);
	put_tags(m, k);
	for (u64 i = 0; i < frames; i++)
		if (m->frames[i].fn)
			put_registers(m, &m->frames[i]);
}

static void chunk_free(Machine *m, Chunk *c)
{
	if (--c->refs)
		return;
	c->next = m->snap.spare;
	m->snap.spare = c;
}

void snap_memory_free(Machine *m, KeptMemory *k)
{
	for (size_t i = 0; i < k->chunks.len; i++)
		chunk_free(m, k->chunks.at[i]);
	for (size_t i = 0; i < k->tags.len; i++)
		chunk_free(m, k->tags.at[i].tags);
	vec_free(&k->chunks);
	vec_free(&k->ranges);
	vec_free(&k->tags);
	vec_free(&k->queues);
}

void snap_spare_free(Machine *m)
{
	for (Chunk *c; (c = m->snap.spare);) {
		m->snap.spare = c->next;
		free(c);
	}
}
