/* memory.h: the subject's memory.
 *
 * Memory is one region of address space (layout.h), reserved once and mapped lazily. Besides the
 * bytes there are, per byte:
 *
 *   readable  bit: addressable, initialised and without a tag. One test shows that a
 *             load needs only the bytes.
 *   writable  bit: the same for a store of a plain value. In globals it is also clear for
 *             constants and for pages not written since the last reset, so that the first
 *             write to a page is noticed and a reset restores only such pages. If snapshots
 *             are taken, it is also clear for everything not changed since the last one.
 *   tagged    bit: initialised, and tags has more information than the bits.
 *   tags      expression and dependence of the byte
 *
 * A byte with none of the three bits is uninitialised if an object covers it; otherwise it is
 * not addressable. Every 16 bytes have the number of the object they belong to (0 = none); whole
 * pages of large objects have it once per page. Objects start at multiples of 16 and never share
 * 16 bytes, so finding the object of an address takes one or two loads.
 *
 * A function's locals in memory are one object, the frame. Its slots are distinguished by the
 * function's table, only when one must be named. Frames and freed heap blocks are reused late,
 * so that dangling pointers are noticed.
 */
#ifndef DRIFT_MACHINE_MEMORY_H
#define DRIFT_MACHINE_MEMORY_H

#include "base/base.h"
#include "engine/load/layout.h"
#include "engine/machine/undef.h"
#include "engine/os/os.h" /* Tag */

typedef enum ObjectKind {
	OBJ_NONE,
	OBJ_GLOBAL,
	OBJ_FRAME,  /* slots of a function */
	OBJ_ALLOCA, /* VLA, alloca, by-value copies, variadic arguments */
	OBJ_HEAP,
	OBJ_ARGS, /* argv, environment */
} ObjectKind;

typedef struct Object {
	u64 lo;   /* first address */
	u64 size; /* bytes that may be used */
	u64 cap;  /* bytes reserved from lo on, multiple of 16 */
	u8 kind;  /* ObjectKind */
	bool live;
	bool constant; /* true if it must not be written */
	bool absent; /* true if the initial contents are unknown: some globals, handler data; argv[0] */
	u8 given; /* alignment of its type if a caller may have got it from malloc: may be freed; 0: not */
	bool marked;    /* true if every access must check stamps first */
	u32 ref;        /* global number, function number; of the heap: number of shared memory, or 0 */
	u32 born, died; /* call stacks, 0 = unknown */
} Object;

/* Bytes whose changes are recorded together. */
#define MEMORY_BLOCK_BITS 8
#define MEMORY_BLOCK (1u << MEMORY_BLOCK_BITS)

typedef struct IdQueue {
	u32 *at;
	u32 head, len, cap; /* cap is a power of two */
} IdQueue;

enum { FRAME_CLASSES = 96, HEAP_CLASSES = 128 };

typedef struct Memory {
	/* Biased pointers: index with the address itself. */
	u8 *bytes;
	u8 *readable, *writable, *tagged; /* index with address >> 3 */
	Tag *tags;                        /* index with the address */
	UndefTable undef;                 /* what partial tags refer to, also those of registers */
	u32 *granules;                    /* index with address >> 4 */
	u32 *pages;                       /* index with address >> 12 */

	VEC(Object) objects; /* [0] unused */
	u32 first_object;    /* objects below are globals and survive a reset */
	u64 heap_next, stack_next;
	u64 heap_used; /* live bytes */
	u64 limit;     /* of heap_used */
	struct {
		u64 low, high;
	} tag_range[3]; /* in which tagged bits were set since the last reset: globals, stack, heap */
	IdQueue frames[FRAME_CLASSES];
	IdQueue quarantine; /* freed heap blocks, oldest first */
	u64 quarantine_bytes;
	IdQueue free_blocks[HEAP_CLASSES];

	u64 globals_end;
	u8 *image;          /* first contents of the globals */
	u8 *image_writable; /* writable bits of globals once their page is touched */
	VEC(u64) dirty;     /* addresses of touched global pages */
	/* Index with address >> MEMORY_BLOCK_BITS: true if the block was changed since the last
	 * memory_forget_changes. An unchanged block has no writable bytes. NULL: changes are not
	 * recorded. */
	u8 *changed;
	VEC(u32) changes; /* numbers of these blocks, from REGION on */
	bool guarded;     /* true if a block of the heap was protected in this run */
	u32 *stamps;      /* index with the address: when a non-readable byte was written; or NULL */
	u32 now;          /* time of the next write */
	VEC(u32) cleaned; /* marked objects that have plain bytes again; no globals */
	void *maps[9];    /* for release */
	size_t map_sizes[9];
} Memory;

bool memory_init(Memory *m, u64 globals_end, Err *err);
void memory_free(Memory *m);
/* Restores the state after the last memory_seal. */
void memory_reset(Memory *m);
/* Likewise if the bytes and their bits are restored already. */
void memory_start(Memory *m);
/* Likewise for a page of globals that was written. */
void memory_restore_page(Memory *m, u64 page);

/* ---- what was changed ---- */

/* Starts recording changes; memory must be reset. Returns false if there is no memory for the
 * records. */
bool memory_note_changes(Memory *m);
/* Records that the block of an address was changed, and restores its writable bytes. */
void memory_change_block(Memory *m, u64 addr);
/* Likewise, but leaves the writable bits. */
void memory_list_change(Memory *m, u64 addr);
/* Marks the present contents as unchanged. */
void memory_forget_changes(Memory *m);
/* Called before or after bytes, or their bits, are written. */
static inline void memory_change(Memory *m, u64 addr, u64 n)
{
	if (!m->changed || !n)
		return;
	for (u64 b = addr >> MEMORY_BLOCK_BITS; b <= (addr + n - 1) >> MEMORY_BLOCK_BITS; b++)
		if (!m->changed[b])
			memory_change_block(m, b << MEMORY_BLOCK_BITS);
}

typedef enum GlobalKind {
	GLOBAL_VARIABLE,
	GLOBAL_CONSTANT,
	GLOBAL_ABSENT, /* contents are unknown: it can be written, and then read */
} GlobalKind;

/* Globals are added before sealing. */
void memory_add_global(Memory *m, u32 number, u64 address, u64 size, GlobalKind kind,
					   const u8 *init);
void memory_seal(Memory *m);

/* ---- checked fast paths, for the interpreter ---- */

static inline bool memory_in_region(u64 addr)
{
	return (addr >> REGION_BITS) == (REGION >> REGION_BITS);
}

/* Returns true if the n <= 8 bytes at addr are plain and readable. */
static inline bool memory_plain_read(const Memory *m, u64 addr, u32 n)
{
	if (unlikely(!memory_in_region(addr)))
		return false;
	u16 bits;
	memcpy(&bits, m->readable + (addr >> 3), 2);
	u32 mask = (1u << n) - 1;
	return ((bits >> (addr & 7)) & mask) == mask;
}

static inline bool memory_plain_write(const Memory *m, u64 addr, u32 n)
{
	if (unlikely(!memory_in_region(addr)))
		return false;
	u16 bits;
	memcpy(&bits, m->writable + (addr >> 3), 2);
	u32 mask = (1u << n) - 1;
	return ((bits >> (addr & 7)) & mask) == mask;
}

static inline u32 memory_object(const Memory *m, u64 addr)
{
	if (!memory_in_region(addr))
		return 0;
	u32 id = m->granules[addr >> 4];
	return id ? id : m->pages[addr >> 12];
}

/* Returns the live object that contains all n bytes, or 0. n = 0 asks for the object of addr
 * alone, including its end if no other object starts there. */
u32 memory_covering(const Memory *m, u64 addr, u64 n);

/* ---- ranges; the caller has checked that an object covers them ---- */

bool memory_all_readable(const Memory *m, u64 addr, u64 n);
/* Marks bytes that were just written as initialised and plain. */
void memory_set_plain(Memory *m, u64 addr, u64 n);
static inline u32 memory_zone(u64 addr)
{
	if (addr < STACK_BASE)
		return 0;
	return addr < HEAP_BASE ? 1 : 2;
}
/* Returns false if none of the bytes can be tagged. */
static inline bool memory_near_tags(const Memory *m, u64 addr, u64 n)
{
	u32 z = memory_zone(addr);
	return addr < m->tag_range[z].high && addr + n > m->tag_range[z].low;
}
/* Likewise for n <= 8 bytes that were just written for the first time. */
static inline void memory_set_plain_few(Memory *m, u64 addr, u32 n)
{
	if (addr < m->globals_end || memory_near_tags(m, addr, n)) {
		memory_set_plain(m, addr, n);
		return;
	}
	memory_change(m, addr, n);
	u16 bits, mask = (u16)(((1u << n) - 1) << (addr & 7));
	memcpy(&bits, m->readable + (addr >> 3), 2);
	bits |= mask;
	memcpy(m->readable + (addr >> 3), &bits, 2);
	memcpy(&bits, m->writable + (addr >> 3), 2);
	bits |= mask;
	memcpy(m->writable + (addr >> 3), &bits, 2);
}
/* Marks bytes as uninitialised. */
void memory_set_undefined(Memory *m, u64 addr, u64 n);
/* Sets the tag of one byte; tag 0 makes it plain. */
void memory_set_tag(Memory *m, u64 addr, Tag tag);
/* Likewise for a few bytes and a tag that is not 0. */
void memory_set_tags(Memory *m, u64 addr, u32 n, Tag tag);
/* Makes every access to plain bytes slow, so that access_check sees it; nothing else changes. */
void memory_watch(Memory *m, u64 addr, u32 n);
static inline bool memory_is_tagged(const Memory *m, u64 addr)
{
	return m->tagged[addr >> 3] >> (addr & 7) & 1;
}
static inline bool memory_is_readable(const Memory *m, u64 addr)
{
	return m->readable[addr >> 3] >> (addr & 7) & 1;
}
/* Starts recording the time of writes. */
bool memory_track(Memory *m, Err *err);
/* Marks plain bytes: they must be checked before the next read, and were written before now. */
void memory_mark(Memory *m, u64 addr, u64 n);
/* Copies bytes with their tags and bits; the ranges may overlap. */
void memory_copy(Memory *m, u64 to, u64 from, u64 n);

/* ---- objects ---- */

/* Allocates an object of kind HEAP, ALLOCA or ARGS; returns 0 if the limit is reached. */
u32 memory_alloc(Memory *m, ObjectKind kind, u64 size, u64 align, u32 born);
void memory_release(Memory *m, u32 object, u32 died);
/* Assigns the memory of an object to number id; 0: to none. */
void memory_cover(Memory *m, const Object *o, u32 id);
/* Enlarges a heap block in place, up to half of the space before the next object. If that is not
 * enough, does nothing. */
void memory_grow(Memory *m, u32 object, u64 size);
/* Keeps the memory of a new block, but allows only size bytes of it to be used. */
void memory_shrink(Memory *m, u32 object, u64 size);
/* Sets whether an object of the heap may be written. */
void memory_protect(Memory *m, u32 object, bool writable);
/* Allocates a frame of size bytes (multiple of 16). */
u32 memory_frame(Memory *m, u32 function, u32 size);
void memory_frame_end(Memory *m, u32 object);
/* Copies objects other than globals, and the state of the allocators, from another memory; m
 * must be reset. Does not set their bytes. */
void memory_take_objects(Memory *m, const Memory *from);

#endif
