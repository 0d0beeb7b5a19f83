/* blocks.c: memory in blocks that snapshots share.
 *
 * Memory.changed marks the blocks that changed since a snapshot was taken or restored; all
 * others are as in that snapshot. So the cost of taking one is proportional to the changes
 * since, and the cost of restoring one to the changes of the run before.
 *
 *     zone    globals, stack, heap: a table of groups
 *     group   64 blocks; NULL if it has none
 *     block   some bytes and what is known of them; NULL: as after a reset
 *
 * Groups and blocks are shared and copied on write. Bytes with an expression have their values
 * in the run that took the block; they are recomputed for each input.
 */
#include "engine/machine/snap.h"
#include "engine/machine/sym/lazy.h"

enum {
	BLOCK = MEMORY_BLOCK,
	GROUP = 64,
	PAGE = 4096,          /* as in memory.c */
	MOST = 32 << 20,      /* bytes of blocks; more is not copied */
	MOST_CHANGED = 16384, /* blocks that are put back one by one; more are wiped */
};

struct SnapBlock {
	SnapBlock *next; /* of those that are spare */
	Tag *tags;       /* of the tagged bytes, from below */
	u32 refs;
	u32 n_tags;
	u8 bytes[BLOCK], readable[BLOCK / 8], tagged[BLOCK / 8];
};

struct SnapGroup {
	SnapGroup *next; /* of those that are spare */
	u32 refs;
	u64 tagged; /* which ones have tags */
	SnapBlock *at[GROUP];
};

/* ---- sharing ---- */

static void block_free(SnapSpare *spare, SnapBlock *b)
{
	if (!b || --b->refs)
		return;
	free(b->tags);
	b->next = spare->blocks;
	spare->blocks = b;
}

static void group_free(SnapSpare *spare, SnapGroup *g)
{
	if (!g || --g->refs)
		return;
	for (u32 i = 0; i < GROUP; i++)
		block_free(spare, g->at[i]);
	g->next = spare->groups;
	spare->groups = g;
}

static SnapBlock *new_block(SnapSpare *spare)
{
	SnapBlock *b = spare->blocks;
	if (b)
		spare->blocks = b->next;
	else
		b = arena_alloc(&spare->room, sizeof *b);
	b->refs = 1;
	b->n_tags = 0;
	b->tags = NULL;
	return b;
}

/* A group of one's own, with what is in another one, or nothing. */
static SnapGroup *new_group(SnapSpare *spare, const SnapGroup *like)
{
	SnapGroup *g = spare->groups;
	if (g)
		spare->groups = g->next;
	else
		g = arena_alloc(&spare->room, sizeof *g);
	if (like)
		*g = *like;
	else
		memset(g, 0, sizeof *g);
	g->refs = 1;
	for (u32 i = 0; like && i < GROUP; i++)
		if (g->at[i])
			g->at[i]->refs++;
	return g;
}

void snap_blocks_free(Machine *m, SnapBlocks *b)
{
	for (u32 z = 0; z < countof(b->zones); z++) {
		for (size_t i = 0; i < b->zones[z].len; i++)
			group_free(&m->snap.spare, b->zones[z].at[i]);
		vec_free(&b->zones[z]);
	}
}

static void share(Machine *m, SnapBlocks *to, const SnapBlocks *from)
{
	SnapSpare *spare = &m->snap.spare;
	to->n = from->n;
	for (u32 z = 0; z < countof(from->zones); z++) {
		SnapGroup *const *all = from->zones[z].at;
		size_t n = from->zones[z].len, before = to->zones[z].len;
		vec_fit(&to->zones[z], n);
		for (size_t i = 0; i < n; i++) {
			if (i < before && to->zones[z].at[i] == all[i])
				continue;
			if (all[i])
				all[i]->refs++;
			if (i < before)
				group_free(spare, to->zones[z].at[i]);
			to->zones[z].at[i] = all[i];
		}
		for (size_t i = n; i < before; i++)
			group_free(spare, to->zones[z].at[i]);
		to->zones[z].len = n;
	}
}

/* ---- where they are ---- */

/* A block's place in the tables. */
typedef struct BlockSlot {
	u64 addr;
	u32 zone, group, i;
} BlockSlot;

static const u64 zone_base[] = {GLOBALS_BASE, STACK_BASE, HEAP_BASE};

static BlockSlot location_of(u32 number)
{
	u64 addr = REGION + (u64)number * BLOCK;
	u32 zone = memory_zone(addr);
	u64 k = (addr - zone_base[zone]) / BLOCK;
	return (BlockSlot){addr, zone, (u32)(k / GROUP), (u32)(k % GROUP)};
}

static SnapBlock *block_at(const SnapBlocks *b, const BlockSlot *p)
{
	if (p->group >= b->zones[p->zone].len || !b->zones[p->zone].at[p->group])
		return NULL;
	return b->zones[p->zone].at[p->group]->at[p->i];
}

static void put_at(Machine *m, SnapBlocks *b, const BlockSlot *p, SnapBlock *block, u64 *bytes)
{
	SnapGroup *g, **at;
	while (b->zones[p->zone].len <= p->group)
		vec_push(&b->zones[p->zone], NULL);
	at = &b->zones[p->zone].at[p->group];
	g = *at;
	if (!g || g->refs > 1) {
		*at = new_group(&m->snap.spare, g);
		group_free(&m->snap.spare, g);
		g = *at;
		*bytes += sizeof *g;
	}
	b->n += (block != NULL) - (u64)(g->at[p->i] != NULL);
	block_free(&m->snap.spare, g->at[p->i]);
	g->at[p->i] = block;
	g->tagged &= ~(1ull << p->i);
	if (block && block->n_tags)
		g->tagged |= 1ull << p->i;
}

/* ---- taking ---- */

static u32 count_tags(const u8 *tagged)
{
	u32 n = 0;
	for (u32 i = 0; i < BLOCK / 8; i += 8) {
		u64 bits;
		memcpy(&bits, tagged + i, 8);
		n += (u32)__builtin_popcountll(bits);
	}
	return n;
}

/* The bytes of a block whose tagged bit is set, one after the other; from BLOCK on: no more. */
static u32 next_tagged(const u8 *tagged, u32 from)
{
	while (from < BLOCK) {
		u64 bits;
		memcpy(&bits, tagged + from / 64 * 8, 8);
		bits >>= from % 64;
		if (bits)
			return from + (u32)__builtin_ctzll(bits);
		from = (from / 64 + 1) * 64;
	}
	return from;
}

static bool same_tags(const Memory *mem, const SnapBlock *b, u64 addr)
{
	u32 k = 0;
	for (u32 i = next_tagged(b->tagged, 0); i < BLOCK; i = next_tagged(b->tagged, i + 1))
		if (b->tags[k++] != mem->tags[addr + i])
			return false;
	return true;
}

/* Bits for the bytes of a block. */
static bool same_bits(const u8 *a, const u8 *b)
{
	u64 x[BLOCK / 64], y[BLOCK / 64], differ = 0;
	memcpy(x, a, sizeof x);
	memcpy(y, b, sizeof y);
	for (u32 i = 0; i < BLOCK / 64; i++)
		differ |= x[i] ^ y[i];
	return !differ;
}

/* True if memory is as it is in the block. */
static bool is_same(const Memory *mem, const SnapBlock *b, u64 addr)
{
	static const SnapBlock none;
	const SnapBlock *like = b ? b : &none;
	if (!b && addr < STACK_BASE)
		return false; /* of a page that was not touched */
	return same_bits(like->readable, mem->readable + (addr >> 3)) &&
		   same_bits(like->tagged, mem->tagged + (addr >> 3)) &&
		   !memcmp(like->bytes, mem->bytes + addr, BLOCK) &&
		   (!like->n_tags || same_tags(mem, like, addr));
}

static SnapBlock *copy_of(SnapSpare *spare, const Memory *mem, u64 addr)
{
	SnapBlock *b = new_block(spare);
	u32 k = 0;
	memcpy(b->bytes, mem->bytes + addr, BLOCK);
	memcpy(b->readable, mem->readable + (addr >> 3), sizeof b->readable);
	memcpy(b->tagged, mem->tagged + (addr >> 3), sizeof b->tagged);
	b->n_tags = count_tags(b->tagged);
	if (!b->n_tags)
		return b;
	b->tags = xmalloc(b->n_tags * sizeof *b->tags);
	for (u32 i = next_tagged(b->tagged, 0); i < BLOCK; i = next_tagged(b->tagged, i + 1))
		b->tags[k++] = mem->tags[addr + i];
	return b;
}

/* ---- checked runs: what was changed was noted ---- */

static void check_block(const Memory *mem, const SnapBlock *b, u64 addr)
{
	static const SnapBlock none;
	const SnapBlock *like = b ? b : &none;
	u32 k = 0;
	bool same = same_bits(like->readable, mem->readable + (addr >> 3)) &&
				same_bits(like->tagged, mem->tagged + (addr >> 3));
	for (u32 i = 0; same && i < BLOCK; i++) {
		Tag tag = like->tagged[i / 8] >> i % 8 & 1 ? like->tags[k++] : 0;
		/* What an expression or a rule says is another thing on another input. */
		Tag fixed = TAG_RULE(tag) ? ~TAG_UNDEFINED : ~0ull;
		same = (TAG_EXPR(tag) || like->bytes[i] == mem->bytes[addr + i]) &&
			   (!tag || !((tag ^ mem->tags[addr + i]) & fixed));
	}
	for (u32 i = 0; i < BLOCK / 8; i++)
		same &= !mem->writable[(addr >> 3) + i];
	if (!same)
		check_failed("memory that was changed unnoticed", addr);
}

static void check_blocks(const Memory *mem, const SnapBlocks *base, u64 from, u64 to)
{
	for (u64 addr = from; addr < to; addr += BLOCK) {
		BlockSlot p = location_of((u32)((addr - REGION) / BLOCK));
		if (!mem->changed[addr / BLOCK])
			check_block(mem, block_at(base, &p), addr);
	}
}

static void check_all(const Machine *m)
{
	const Memory *mem = &m->mem;
	check_blocks(mem, &m->snap.base, STACK_BASE, mem->stack_next);
	check_blocks(mem, &m->snap.base, HEAP_BASE, mem->heap_next);
	for (size_t i = 0; i < mem->dirty.len; i++)
		check_blocks(mem, &m->snap.base, mem->dirty.at[i], mem->dirty.at[i] + PAGE);
}

bool snap_blocks_take(Machine *m, SnapBlocks *to, u64 *bytes)
{
	Memory *mem = &m->mem;
	SnapBlocks *base = &m->snap.base;
	*to = (SnapBlocks){0};
	if (!mem->changed || (base->n + mem->changes.len) * BLOCK > MOST)
		return false;
	if (m->checked)
		check_all(m);
	for (size_t i = 0; i < mem->changes.len; i++) {
		BlockSlot p = location_of(mem->changes.at[i]);
		if (is_same(mem, block_at(base, &p), p.addr))
			continue;
		SnapBlock *b = copy_of(&m->snap.spare, mem, p.addr);
		*bytes += sizeof *b + b->n_tags * sizeof *b->tags;
		put_at(m, base, &p, b, bytes);
	}
	memory_forget_changes(mem);
	share(m, to, base);
	for (u32 z = 0; z < countof(to->zones); z++)
		*bytes += to->zones[z].len * sizeof *to->zones[z].at;
	return true;
}

/* ---- putting back ---- */

static void put_block(Memory *mem, const SnapBlock *b, u64 addr)
{
	u32 k = 0;
	memcpy(mem->bytes + addr, b->bytes, BLOCK);
	memcpy(mem->readable + (addr >> 3), b->readable, sizeof b->readable);
	memcpy(mem->tagged + (addr >> 3), b->tagged, sizeof b->tagged);
	if (addr < STACK_BASE)
		mem->pages[addr >> 12] = 0; /* it was touched */
	for (u32 i = next_tagged(b->tagged, 0); i < BLOCK; i = next_tagged(b->tagged, i + 1))
		mem->tags[addr + i] = b->tags[k++];
}

/* As after a reset. */
static void wipe_block(Memory *mem, u64 addr)
{
	memset(mem->tagged + (addr >> 3), 0, BLOCK / 8);
	if (addr < STACK_BASE) {
		if (!(addr & (PAGE - 1))) /* once for each page: all of its blocks have changed */
			memory_restore_page(mem, addr);
		return;
	}
	memset(mem->bytes + addr, 0, BLOCK);
	memset(mem->readable + (addr >> 3), 0, BLOCK / 8);
}

/* What another snapshot has otherwise counts as changed. */
static void note_differences(Memory *mem, const SnapBlocks *a, const SnapBlocks *b)
{
	for (u32 z = 0; z < countof(a->zones); z++) {
		size_t n = a->zones[z].len > b->zones[z].len ? a->zones[z].len : b->zones[z].len;
		for (size_t i = 0; i < n; i++) {
			const SnapGroup *x = i < a->zones[z].len ? a->zones[z].at[i] : NULL;
			const SnapGroup *y = i < b->zones[z].len ? b->zones[z].at[i] : NULL;
			for (u32 k = 0; x != y && k < GROUP; k++)
				if ((x ? x->at[k] : NULL) != (y ? y->at[k] : NULL))
					memory_list_change(mem, zone_base[z] + (i * GROUP + k) * BLOCK);
		}
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

/* What has an expression is computed anew, and what has a rule. */
static void renew_tags(Machine *m, const SnapBlocks *b)
{
	for (u32 z = 0; z < countof(b->zones); z++)
		for (size_t i = 0; i < b->zones[z].len; i++) {
			const SnapGroup *g = b->zones[z].at[i];
			for (u64 left = g ? g->tagged : 0; left; left &= left - 1) {
				u32 at = (u32)__builtin_ctzll(left), k = 0;
				const SnapBlock *x = g->at[at];
				u64 addr = zone_base[z] + (i * GROUP + at) * BLOCK;
				for (u32 j = next_tagged(x->tagged, 0); j < BLOCK;
					 j = next_tagged(x->tagged, j + 1))
					put_tag(m, addr + j, x->tags[k++]);
			}
		}
}

void snap_blocks_put(Machine *m, const SnapBlocks *from)
{
	static const SnapBlocks none;
	Memory *mem = &m->mem;
	const SnapBlocks *to = from ? from : &none;
	if (mem->changes.len > MOST_CHANGED) {
		memory_forget_changes(mem);
		memory_reset(mem);
		share(m, &m->snap.base, &none);
	}
	note_differences(mem, &m->snap.base, to);
	for (size_t i = 0; i < mem->changes.len; i++) {
		BlockSlot p = location_of(mem->changes.at[i]);
		const SnapBlock *b = block_at(to, &p);
		if (b)
			put_block(mem, b, p.addr);
		else
			wipe_block(mem, p.addr);
	}
	memory_forget_changes(mem);
	share(m, &m->snap.base, to);
	renew_tags(m, to);
}

bool snap_reset(Machine *m)
{
	Memory *mem = &m->mem;
	if (!m->snap.store || mem->stamps)
		return false;
	if (mem->changed) {
		m->snap.unwiped = true;
		return true;
	}
	memory_reset(mem);
	memory_note_changes(mem);
	return true;
}

void snap_blocks_end(Machine *m)
{
	if (m->mem.changed) {
		memory_forget_changes(&m->mem);
		m->mem.changed = NULL;
	}
	snap_blocks_free(m, &m->snap.base);
	arena_free(&m->snap.spare.room); /* nobody has a part of it any more */
	m->snap.spare = (SnapSpare){0};
}
