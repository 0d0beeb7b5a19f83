/* objects.c: heap blocks, stack frames, and the delayed reuse of their memory. */
#include "engine/machine/memory.h"

#include <sys/mman.h>

#include "base/check.h"

enum {
	PAGE = 4096,
	FRAME_DELAY = 16,      /* frames of a size that rest before one is reused */
	QUARANTINE = 64 << 20, /* bytes of freed heap blocks that rest */
	LARGE = 1 << 16,       /* from here on objects are kept per page */
	FRAME_ZONE = 64,       /* bytes between frames: they start at multiples of 64 */
};

static void push(IdQueue *q, u32 id)
{
	if (q->len == q->cap) {
		u32 cap = q->cap ? q->cap * 2 : limit_of(32, 1);
		u32 *at = xmalloc(cap * sizeof *at);
		for (u32 i = 0; i < q->len; i++)
			at[i] = q->at[(q->head + i) & (q->cap - 1)];
		free(q->at);
		*q = (IdQueue){at, 0, q->len, cap};
	}
	q->at[(q->head + q->len++) & (q->cap - 1)] = id;
}

static u32 pop(IdQueue *q)
{
	u32 id = q->at[q->head];
	q->head = (q->head + 1) & (q->cap - 1);
	q->len--;
	return id;
}

/* Four at a time, and what is left. */
static void cover_granules(u32 *at, u64 n, u32 id)
{
	const u32 four[4] = {id, id, id, id};
	for (; n >= 4; n -= 4, at += 4)
		memcpy(at, four, sizeof four);
	for (; n; n--)
		*at++ = id;
}

/* Says for every granule or whole page of the object whose it is. */
static void cover(Memory *m, u32 id, u64 lo, u64 cap)
{
	u64 a = lo, end = lo + cap;
	if (cap < LARGE) {
		cover_granules(m->granules + (lo >> 4), cap / 16, id);
		return;
	}
	while (a < end) {
		if (!(a & (PAGE - 1)) && a + PAGE <= end) {
			m->pages[a >> 12] = id;
			a += PAGE;
		} else {
			m->granules[a >> 4] = id;
			a += 16;
		}
	}
}

void memory_cover(Memory *m, const Object *o, u32 id)
{
	cover(m, id, o->lo, o->cap);
}

/* ---- heap ---- */

static u64 zone_for(u64 size)
{
	u64 zone = size / 4;
	zone = zone < REDZONE ? REDZONE : zone > 2048 ? 2048 : zone;
	return (zone + 15) & ~15ull;
}

/* Blocks of a class have at least the class's size. */
static u32 heap_class(u64 cap, bool round_up)
{
	if (cap <= 1024)
		return (u32)(cap / 16);
	u32 log = 63 - (u32)__builtin_clzll(cap);
	if (round_up && (cap & (cap - 1)))
		log++;
	return 65 + (log - 10);
}

static u32 reuse(Memory *m, u64 cap, u64 align)
{
	if (align > 16)
		return 0;
	IdQueue *q = &m->free_blocks[heap_class(cap, true)];
	return q->len ? pop(q) : 0;
}

u32 memory_alloc(Memory *m, ObjectKind kind, u64 size, u64 align, u32 born)
{
	/* What a run begins with is there, however low the limit is. */
	if (kind != OBJ_ARGS && (size > m->limit || m->heap_used + size > m->limit))
		return 0;
	u64 cap = size ? (size + 15) & ~15ull : 16;
	u32 id = reuse(m, cap, align);
	if (!id) {
		if (align < 16)
			align = 16;
		u64 lo = (m->heap_next + align - 1) & ~(align - 1);
		u64 next = lo + cap + zone_for(size);
		if (cap >= LARGE)
			next = (next + PAGE - 1) & ~(u64)(PAGE - 1); /* page entries are not shared */
		if (next > REGION + REGION_SIZE - (1 << 20))
			return 0;
		m->heap_next = next;
		vec_push(&m->objects, ((Object){.lo = lo, .cap = cap}));
		id = (u32)m->objects.len - 1;
		cover(m, id, lo, cap);
	} else {
		memory_change(m, m->objects.at[id].lo, m->objects.at[id].cap);
		memset(m->bytes + m->objects.at[id].lo, 0, m->objects.at[id].cap); /* as in a new one */
	}
	Object *o = &m->objects.at[id];
	o->size = size;
	o->kind = (u8)kind;
	o->live = true;
	o->constant = o->absent = false;
	o->born = born;
	o->died = 0;
	o->ref = 0;
	o->given = 0;
	m->heap_used += size;
	return id;
}

void memory_grow(Memory *m, u32 id, u64 size)
{
	Object *o = &m->objects.at[id];
	u64 cap = (size + 15) & ~15ull;
	if (size <= o->size || cap > o->cap + REDZONE / 2 || (cap > o->cap && cap >= LARGE))
		return;
	if (cap > o->cap) { /* of the room before the next object */
		cover(m, id, o->lo + o->cap, cap - o->cap);
		o->cap = cap;
	}
	m->heap_used += size - o->size;
	o->size = size;
}

void memory_shrink(Memory *m, u32 id, u64 size)
{
	Object *o = &m->objects.at[id];
	m->heap_used -= o->size - size;
	o->size = size;
}

static void retire_oldest(Memory *m)
{
	u32 id = pop(&m->quarantine);
	const Object *o = &m->objects.at[id];
	m->quarantine_bytes -= o->cap;
	push(&m->free_blocks[heap_class(o->cap, false)], id);
}

/* Keeps the numbers, gives back the room of whole pages. */
static void give_back(void *map, u64 from, u64 n)
{
	uintptr_t p = (uintptr_t)map + from;
	uintptr_t start = (p + PAGE - 1) & ~(uintptr_t)(PAGE - 1),
			  end = (p + n) & ~(uintptr_t)(PAGE - 1);
	if (start < end)
		madvise((void *)start, end - start, MADV_DONTNEED);
}

void memory_release(Memory *m, u32 id, u32 died)
{
	Object *o = &m->objects.at[id];
	o->live = false;
	o->died = died;
	m->heap_used -= o->size;
	memory_set_undefined(m, o->lo, o->size);
	if (o->size >= 1 << 20)
		give_back(m->bytes, o->lo, o->size);
	/* A tag is eight times its byte: a program that lets a buffer grow has many of them. */
	if (o->size >= 1 << 16 && memory_near_tags(m, o->lo, o->size))
		give_back(m->tags, o->lo * sizeof *m->tags, o->size * sizeof *m->tags);
	push(&m->quarantine, id);
	m->quarantine_bytes += o->cap;
	while (m->quarantine_bytes > QUARANTINE && m->quarantine.len > 1)
		retire_oldest(m);
}

/* ---- frames ---- */

static u32 frame_class(u32 size, u32 *cap)
{
	if (size <= 64 * 64) {
		*cap = (size + 63) & ~63u;
		return *cap / 64;
	}
	u32 log = 32 - (u32)__builtin_clz(size - 1);
	*cap = 1u << log;
	return 65 + log - 12;
}

u32 memory_frame(Memory *m, u32 function, u32 size)
{
	u32 cap, class = frame_class(size, &cap);
	IdQueue *q = &m->frames[class];
	u32 id;
	if (q->len > (cap > 65536 ? 1 : FRAME_DELAY)) {
		id = pop(q);
	} else {
		u64 lo = m->stack_next, next = lo + cap + FRAME_ZONE;
		if (cap >= LARGE)
			next = (next + PAGE - 1) & ~(u64)(PAGE - 1);
		if (next > HEAP_BASE - (1 << 20))
			return 0;
		m->stack_next = next;
		vec_push(&m->objects, ((Object){.lo = lo, .cap = cap, .kind = OBJ_FRAME}));
		id = (u32)m->objects.len - 1;
		cover(m, id, lo, cap);
	}
	Object *o = &m->objects.at[id];
	o->size = size;
	o->live = true;
	o->ref = function;
	return id;
}

/* Whole words of the bitmaps belong to a small frame. Its bytes are as in a new one: who reads what
 * was never set must not get what another input left there. */
static void forget_frame(Memory *m, u64 lo, u32 cap)
{
	memory_change(m, lo, cap);
	memset(m->bytes + lo, 0, cap);
	u8 *readable = m->readable + (lo >> 3), *writable = m->writable + (lo >> 3);
	for (u32 i = 0; i < cap / 8; i += 8) {
		memset(readable + i, 0, 8);
		memset(writable + i, 0, 8);
	}
	if (memory_near_tags(m, lo, cap))
		memset(m->tagged + (lo >> 3), 0, cap / 8);
}

void memory_frame_end(Memory *m, u32 id)
{
	Object *o = &m->objects.at[id];
	u32 cap, class = frame_class((u32)o->size, &cap);
	o->live = false;
	if (cap <= 1024)
		forget_frame(m, o->lo, cap);
	else {
		memory_set_undefined(m, o->lo, o->size);
		memset(m->bytes + o->lo, 0, o->size);
	}
	push(&m->frames[class], id);
}

/* ---- as in another memory ---- */

/* Numbers of objects that are no globals differ by how many globals there are. */
static void take_queue(IdQueue *to, const IdQueue *from, u32 shift)
{
	to->head = to->len = 0;
	for (u32 i = 0; i < from->len; i++)
		push(to, from->at[(from->head + i) & (from->cap - 1)] + shift);
}

void memory_take_objects(Memory *m, const Memory *from)
{
	u32 shift = m->first_object - from->first_object;
	for (size_t i = from->first_object; i < from->objects.len; i++) {
		Object o = from->objects.at[i];
		o.born = o.died = 0;
		o.marked = o.constant = false;
		o.ref = 0;
		if (o.kind == OBJ_FRAME && o.live)
			o.kind = OBJ_ARGS; /* of a function that is not running here */
		vec_push(&m->objects, o);
		cover(m, (u32)m->objects.len - 1, o.lo, o.cap);
	}
	m->heap_next = from->heap_next;
	m->stack_next = from->stack_next;
	m->heap_used = from->heap_used;
	m->quarantine_bytes = from->quarantine_bytes;
	take_queue(&m->quarantine, &from->quarantine, shift);
	for (u32 i = 0; i < FRAME_CLASSES; i++)
		take_queue(&m->frames[i], &from->frames[i], shift);
	for (u32 i = 0; i < HEAP_CLASSES; i++)
		take_queue(&m->free_blocks[i], &from->free_blocks[i], shift);
}
