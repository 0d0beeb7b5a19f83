/* memory.c: the region, its bitmaps, reset. */
#include "engine/machine/memory.h"

#include <errno.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static void *reserve(Memory *m, int slot, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				   -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	/* Lazily touched and sparse: huge pages would make small runs pay for megabytes. */
	madvise(p, size, MADV_NOHUGEPAGE);
	m->maps[slot] = p;
	m->map_sizes[slot] = size;
	return p;
}

bool memory_init(Memory *m, u64 globals_end, Err *err)
{
	*m = (Memory){.globals_end = globals_end, .limit = 4ull << 30};
	undef_init(&m->undef);
	/* One page more than needed: a check near the end may read past it. */
	u8 *bytes = reserve(m, 0, REGION_SIZE + PAGE);
	u8 *readable = reserve(m, 1, REGION_SIZE / 8 + PAGE);
	u8 *writable = reserve(m, 2, REGION_SIZE / 8 + PAGE);
	u8 *tagged = reserve(m, 3, REGION_SIZE / 8 + PAGE);
	Tag *tags = reserve(m, 4, REGION_SIZE * sizeof(Tag));
	u32 *granules = reserve(m, 5, REGION_SIZE / 16 * sizeof(u32));
	u32 *pages = reserve(m, 6, REGION_SIZE / PAGE * sizeof(u32));
	if (!bytes || !readable || !writable || !tagged || !tags || !granules || !pages) {
		memory_free(m);
		return err_set(err, "cannot reserve address space: %s; raise 'ulimit -v'", strerror(errno));
	}
	m->bytes = bytes - REGION;
	m->readable = readable - (REGION >> 3);
	m->writable = writable - (REGION >> 3);
	m->tagged = tagged - (REGION >> 3);
	m->tags = tags - REGION;
	m->granules = granules - (REGION >> 4);
	m->pages = pages - (REGION >> 12);
	m->heap_next = HEAP_BASE + PAGE;
	m->stack_next = STACK_BASE + PAGE;
	for (size_t i = 0; i < countof(m->tag_range); i++)
		m->tag_range[i].low = UINT64_MAX;
	vec_push(&m->objects, ((Object){0}));
	u64 globals = globals_end - GLOBALS_BASE;
	m->image = xcalloc(1, globals + PAGE);
	m->image_writable = xcalloc(1, globals / 8 + PAGE);
	return true;
}

void memory_free(Memory *m)
{
	undef_free(&m->undef);
	for (size_t i = 0; i < countof(m->maps); i++)
		if (m->maps[i])
			munmap(m->maps[i], m->map_sizes[i]);
	for (size_t i = 0; i < FRAME_CLASSES; i++)
		free(m->frames[i].at);
	for (size_t i = 0; i < HEAP_CLASSES; i++)
		free(m->free_blocks[i].at);
	free(m->quarantine.at);
	free(m->image);
	free(m->image_writable);
	vec_free(&m->objects);
	vec_free(&m->dirty);
	vec_free(&m->changes);
	vec_free(&m->cleaned);
}

/* ---- bit ranges ---- */

static void bits_fill(u8 *map, u64 addr, u64 n, bool value)
{
	enum { FEW = 56 }; /* bits of one word, wherever they start */
	u64 end = addr + n, first = addr >> 3, last = end >> 3;
	if (!n)
		return;
	if (n <= FEW) {
		u64 word, mask = ((1ull << n) - 1) << (addr & 7);
		memcpy(&word, map + first, sizeof word);
		word = value ? word | mask : word & ~mask;
		memcpy(map + first, &word, sizeof word);
		return;
	}
	u8 head = (u8)(0xff << (addr & 7)), tail = (u8)((1 << (end & 7)) - 1);
	map[first] = value ? map[first] | head : map[first] & ~head;
	memset(map + first + 1, value ? 0xff : 0, last - first - 1);
	if (tail)
		map[last] = value ? map[last] | tail : map[last] & ~tail;
}

static bool bits_all(const u8 *map, u64 addr, u64 n)
{
	u64 end = addr + n;
	if (!n)
		return true;
	u64 first = addr >> 3, last = end >> 3;
	u8 head = (u8)(0xff << (addr & 7)), tail = (u8)((1 << (end & 7)) - 1);
	if (first == last)
		return (map[first] & head & tail) == (head & tail);
	if ((map[first] & head) != head || (map[last] & tail) != tail)
		return false;
	u64 i = first + 1;
	for (; i + 8 <= last; i += 8) {
		u64 word;
		memcpy(&word, map + i, 8);
		if (word != ~0ull)
			return false;
	}
	for (; i < last; i++)
		if (map[i] != 0xff)
			return false;
	return true;
}

bool memory_all_readable(const Memory *m, u64 addr, u64 n)
{
	return bits_all(m->readable, addr, n);
}

/* ---- globals: pages are restored when they were touched ---- */

static void touch_page(Memory *m, u64 page)
{
	u64 at = page - GLOBALS_BASE;
	vec_push(&m->dirty, page);
	memcpy(m->writable + (page >> 3), m->image_writable + at / 8, PAGE / 8);
	m->pages[page >> 12] = 0; /* see is_touched */
	memory_change(m, page, PAGE);
}

/* Pages of globals hold many objects, so their entry in `pages` is free to say whether the page
 * was touched: UINT32_MAX = clean. memory_object never gets there, every granule has its object. */
static bool is_clean(const Memory *m, u64 page)
{
	return m->pages[page >> 12] == UINT32_MAX;
}

static void touch(Memory *m, u64 addr, u64 n)
{
	if (addr >= m->globals_end || addr < GLOBALS_BASE)
		return;
	for (u64 page = addr & ~(u64)(PAGE - 1); page < addr + n; page += PAGE)
		if (is_clean(m, page))
			touch_page(m, page);
}

void memory_add_global(Memory *m, u32 number, u64 address, u64 size, GlobalKind kind,
					   const u8 *init)
{
	u64 at = address - GLOBALS_BASE;
	u64 cap = (size + 15) & ~15ull;
	vec_push(&m->objects, ((Object){.lo = address,
									.size = size,
									.cap = cap,
									.kind = OBJ_GLOBAL,
									.live = true,
									.constant = kind == GLOBAL_CONSTANT,
									.absent = kind == GLOBAL_ABSENT,
									.ref = number}));
	u32 id = (u32)m->objects.len - 1;
	for (u64 a = address; a < address + cap; a += 16)
		m->granules[a >> 4] = id;
	if (init)
		memcpy(m->image + at, init, size);
	if (kind != GLOBAL_ABSENT)
		bits_fill(m->readable, address, size, true);
	if (kind == GLOBAL_VARIABLE)
		bits_fill(m->image_writable, at, size, true);
}

void memory_seal(Memory *m)
{
	memcpy(m->bytes + GLOBALS_BASE, m->image, m->globals_end - GLOBALS_BASE);
	for (u64 page = GLOBALS_BASE; page < m->globals_end; page += PAGE)
		m->pages[page >> 12] = UINT32_MAX;
	m->first_object = (u32)m->objects.len;
}

/* Readable bits of a whole page as they were at first: every byte of a global that is known. */
void memory_restore_page(Memory *m, u64 page)
{
	u64 at = page - GLOBALS_BASE;
	memcpy(m->bytes + page, m->image + at, PAGE);
	memset(m->writable + (page >> 3), 0, PAGE / 8);
	m->pages[page >> 12] = UINT32_MAX;
	for (u64 a = page; a < page + PAGE;) {
		u32 id = m->granules[a >> 4];
		if (!id) {
			a += 16;
			continue;
		}
		const Object *o = &m->objects.at[id];
		u64 end = o->lo + o->size < page + PAGE ? o->lo + o->size : page + PAGE;
		bits_fill(m->readable, a, end > a ? end - a : 0, !o->absent);
		a = (end > a ? end : a + 1) + 15;
		a &= ~15ull;
	}
}

/* ---- reset ---- */

/* Clears [from, to) of a lazily mapped array; large ranges are given back to the kernel. */
static void wipe(void *map, u64 from, u64 to)
{
	u8 *p = (u8 *)map + from;
	u64 n = to - from;
	if (n < (1u << 20)) {
		memset(p, 0, n);
		return;
	}
	uintptr_t start = ((uintptr_t)p + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	uintptr_t end = (uintptr_t)(p + n) & ~(uintptr_t)(PAGE - 1);
	memset(p, 0, start - (uintptr_t)p);
	madvise((void *)start, end - start, MADV_DONTNEED);
	memset((void *)end, 0, (uintptr_t)(p + n) - end);
}

static void wipe_zone(Memory *m, u64 from, u64 to)
{
	if (from == to)
		return;
	wipe(m->bytes, from, to);
	wipe(m->readable, from >> 3, (to >> 3) + 1);
	wipe(m->writable, from >> 3, (to >> 3) + 1);
	wipe(m->granules, (from >> 4) * 4, ((to >> 4) + 1) * 4);
	wipe(m->pages, (from >> 12) * 4, ((to >> 12) + 1) * 4);
}

void memory_reset(Memory *m)
{
	wipe_zone(m, HEAP_BASE + PAGE, m->heap_next);
	wipe_zone(m, STACK_BASE + PAGE, m->stack_next);
	for (size_t i = 0; i < countof(m->tag_range); i++)
		if (m->tag_range[i].low < m->tag_range[i].high)
			wipe(m->tagged, m->tag_range[i].low >> 3, (m->tag_range[i].high >> 3) + 1);
	for (size_t i = 0; i < m->dirty.len; i++)
		memory_restore_page(m, m->dirty.at[i]);
	memory_start(m);
}

void memory_start(Memory *m)
{
	m->heap_next = HEAP_BASE + PAGE;
	m->stack_next = STACK_BASE + PAGE;
	m->heap_used = m->quarantine_bytes = 0;
	m->guarded = false;
	for (size_t i = 0; i < countof(m->tag_range); i++) {
		m->tag_range[i].low = UINT64_MAX;
		m->tag_range[i].high = 0;
	}
	m->dirty.len = 0;
	m->cleaned.len = 0;
	for (u32 i = 1; m->stamps && i < m->first_object; i++)
		m->objects.at[i].marked = false;
	m->objects.len = m->first_object;
	m->quarantine.len = m->quarantine.head = 0;
	for (size_t i = 0; i < FRAME_CLASSES; i++)
		m->frames[i].len = m->frames[i].head = 0;
	for (size_t i = 0; i < HEAP_CLASSES; i++)
		m->free_blocks[i].len = m->free_blocks[i].head = 0;
}

/* ---- what was changed ---- */

bool memory_note_changes(Memory *m)
{
	int slot = countof(m->maps) - 1;
	u8 *changed =
		m->maps[slot] ? m->maps[slot] : reserve(m, slot, REGION_SIZE >> MEMORY_BLOCK_BITS);
	if (changed)
		m->changed = changed - (REGION >> MEMORY_BLOCK_BITS);
	return changed != NULL;
}

void memory_list_change(Memory *m, u64 addr)
{
	u8 *changed = &m->changed[addr >> MEMORY_BLOCK_BITS];
	if (!*changed)
		vec_push(&m->changes, (u32)((addr - REGION) >> MEMORY_BLOCK_BITS));
	*changed = 1;
}

/* Plain bytes may be written, but for those of constants; others are looked at more closely first. */
void memory_change_block(Memory *m, u64 addr)
{
	enum { WORDS = MEMORY_BLOCK / 64 };
	u64 lo = addr & ~(u64)(MEMORY_BLOCK - 1), readable[WORDS], image[WORDS], writable[WORDS];
	memory_list_change(m, addr);
	if (m->guarded)
		return;
	memcpy(readable, m->readable + (lo >> 3), sizeof readable);
	memcpy(writable, m->writable + (lo >> 3), sizeof writable);
	if (lo < m->globals_end)
		memcpy(image, m->image_writable + ((lo - GLOBALS_BASE) >> 3), sizeof image);
	else
		memset(image, 0xff, sizeof image);
	for (u32 i = 0; i < WORDS; i++)
		writable[i] |= readable[i] & image[i];
	memcpy(m->writable + (lo >> 3), writable, sizeof writable);
}

void memory_forget_changes(Memory *m)
{
	for (size_t i = 0; i < m->changes.len; i++) {
		u64 addr = REGION + (u64)m->changes.at[i] * MEMORY_BLOCK;
		memset(m->writable + (addr >> 3), 0, MEMORY_BLOCK / 8);
		m->changed[addr >> MEMORY_BLOCK_BITS] = 0;
	}
	m->changes.len = 0;
}

/* ---- state of bytes ---- */

static void clear_tags(Memory *m, u64 addr, u64 n)
{
	if (memory_near_tags(m, addr, n))
		bits_fill(m->tagged, addr, n, false);
}

/* Bytes of an object that was marked are plain again. */
static void clean(Memory *m, u64 addr)
{
	u32 id = memory_object(m, addr);
	if (!id || id == UINT32_MAX || !m->objects.at[id].marked)
		return;
	m->objects.at[id].marked = false;
	if (m->objects.at[id].kind != OBJ_GLOBAL)
		vec_push(&m->cleaned, id);
}

/* A byte that is not writable is looked at more closely, so the bits come back by writing. */
void memory_protect(Memory *m, u32 object, bool writable)
{
	Object *o = &m->objects.at[object];
	m->guarded |= !writable;
	o->constant = !writable;
	bits_fill(m->writable, o->lo, o->size, false);
}

void memory_set_plain(Memory *m, u64 addr, u64 n)
{
	if (m->stamps && n)
		clean(m, addr);
	touch(m, addr, n);
	memory_change(m, addr, n);
	bits_fill(m->readable, addr, n, true);
	bits_fill(m->writable, addr, n, true);
	clear_tags(m, addr, n);
}

void memory_set_undefined(Memory *m, u64 addr, u64 n)
{
	touch(m, addr, n);
	memory_change(m, addr, n);
	bits_fill(m->readable, addr, n, false);
	bits_fill(m->writable, addr, n, false);
	clear_tags(m, addr, n);
}

void memory_set_tag(Memory *m, u64 addr, Tag tag)
{
	if (!tag) {
		memory_set_plain(m, addr, 1);
		return;
	}
	touch(m, addr, 1);
	memory_change(m, addr, 1);
	u8 bit = (u8)(1 << (addr & 7));
	m->readable[addr >> 3] &= (u8)~bit;
	m->writable[addr >> 3] &= (u8)~bit;
	m->tagged[addr >> 3] |= bit;
	m->tags[addr] = tag;
	if (m->stamps)
		m->stamps[addr] = m->now;
	u32 z = memory_zone(addr);
	if (addr < m->tag_range[z].low)
		m->tag_range[z].low = addr;
	if (addr >= m->tag_range[z].high)
		m->tag_range[z].high = addr + 1;
}

void memory_watch(Memory *m, u64 addr, u32 n)
{
	for (u64 a = addr; a < addr + n; a++) {
		memory_set_tag(m, a, TAG_UNDEFINED);
		m->tags[a] = 0;
	}
}

void memory_set_tags(Memory *m, u64 addr, u32 n, Tag tag)
{
	touch(m, addr, n);
	memory_change(m, addr, n);
	bits_fill(m->readable, addr, n, false);
	bits_fill(m->writable, addr, n, false);
	bits_fill(m->tagged, addr, n, true);
	for (u32 i = 0; i < n; i++) {
		m->tags[addr + i] = tag;
		if (m->stamps)
			m->stamps[addr + i] = m->now;
	}
	u32 z = memory_zone(addr);
	if (addr < m->tag_range[z].low)
		m->tag_range[z].low = addr;
	if (addr + n > m->tag_range[z].high)
		m->tag_range[z].high = addr + n;
}

bool memory_track(Memory *m, Err *err)
{
	u32 *stamps = reserve(m, 7, REGION_SIZE * sizeof(u32));
	if (!stamps)
		return err_set(err, "cannot reserve address space: %s; raise 'ulimit -v'", strerror(errno));
	m->stamps = stamps - REGION;
	m->now = 1;
	return true;
}

/* The bytes of one bitmap byte that are in bits. */
static void mark_eight(Memory *m, u64 addr, u8 bits)
{
	u64 k = addr >> 3, from = addr & ~7ull;
	Tag *tags = m->tags + from;
	u32 *stamps = m->stamps + from, before = m->now - 1;
	for (u32 i = 0; bits == 0xff && i < 8; i++) {
		tags[i] = 0;
		stamps[i] = before;
	}
	for (u32 i = 0; bits != 0xff && i < 8; i++)
		if (bits >> i & 1) {
			tags[i] = 0;
			stamps[i] = before;
		}
	m->tagged[k] |= bits;
	m->readable[k] &= (u8)~bits;
	m->writable[k] &= (u8)~bits;
}

void memory_mark(Memory *m, u64 addr, u64 n)
{
	u64 end = addr + n, low = UINT64_MAX, high = 0;
	touch(m, addr, n);
	memory_change(m, addr, n);
	for (u64 a = addr & ~7ull; a < end; a += 8) {
		u8 bits = m->readable[a >> 3];
		u64 more;
		if (!bits && end - a > 64) { /* most of what is marked is so already */
			memcpy(&more, m->readable + (a >> 3), 8);
			a += more ? 0 : 56;
		}
		if (a < addr)
			bits &= (u8)(0xff << (addr - a));
		if (end - a < 8)
			bits &= (u8)((1 << (end - a)) - 1);
		if (!bits)
			continue;
		mark_eight(m, a, bits);
		low = low < a ? low : a;
		high = a + 8;
	}
	u32 z = memory_zone(addr);
	if (low < m->tag_range[z].low)
		m->tag_range[z].low = low;
	if (high > m->tag_range[z].high)
		m->tag_range[z].high = high;
}

static void copy_state(Memory *m, u64 to, u64 from)
{
	if (memory_is_readable(m, from))
		memory_set_plain(m, to, 1);
	else if (memory_is_tagged(m, from))
		memory_set_tag(m, to, m->tags[from]);
	else
		memory_set_undefined(m, to, 1);
}

void memory_copy(Memory *m, u64 to, u64 from, u64 n)
{
	if (!n || to == from)
		return;
	touch(m, to, n);
	memory_change(m, to, n);
	memmove(m->bytes + to, m->bytes + from, n);
	if (bits_all(m->readable, from, n)) {
		memory_set_plain(m, to, n);
	} else if (to < from) {
		for (u64 i = 0; i < n; i++)
			copy_state(m, to + i, from + i);
	} else {
		for (u64 i = n; i-- > 0;)
			copy_state(m, to + i, from + i);
	}
}

u32 memory_covering(const Memory *m, u64 addr, u64 n)
{
	u32 id = memory_object(m, addr);
	if (!id && !n)
		id = memory_object(m, addr - 1);
	if (!id || id == UINT32_MAX)
		return 0;
	const Object *o = &m->objects.at[id];
	return o->live && addr >= o->lo && n <= o->size && addr - o->lo <= o->size - n ? id : 0;
}
