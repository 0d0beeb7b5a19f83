/* memory.h: the subject's memory.
 *
 * One region of address space (layout.h), reserved once and mapped lazily. Besides the bytes
 * there are, per byte:
 *
 *   readable  bit: addressable, initialised and without a tag. One test says that a
 *             load needs nothing but the bytes.
 *   writable  bit: the same for a store of a plain value. In globals it is also clear for
 *             constants and for pages not written since the last reset, so that the first
 *             write to a page is noticed and a reset restores only those.
 *             Where snapshots are taken it is clear for all that was not changed since the
 *             last one, likewise.
 *   tagged    bit: initialised, and what is known beyond the bits is in tags.
 *   tags      expression and dependence of the byte
 *
 * A byte with none of the three bits is uninitialised if an object covers it, else not
 * addressable. Objects: every 16 bytes have the number of the object they belong to (0 = none);
 * whole pages of large objects have it once per page. Objects start at multiples of 16
 * and never share 16 bytes, so an address leads to its object in one or two loads.
 *
 * A function's locals in memory are one object, the frame; its slots are told apart by
 * the table of the function only when something must be named. Frames and freed heap
 * blocks are reused late, so that dangling pointers are noticed.
 */
#ifndef DRIFT_MACHINE_MEMORY_H
#define DRIFT_MACHINE_MEMORY_H

#include "base/base.h"
#include "load/layout.h"
#include "os/os.h" /* Tag */

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
	bool constant;  /* must not be written */
	bool absent;    /* a global, or what a handler is told, whose first contents nobody knows */
	bool given;     /* of a function's caller, who may have had it from malloc: it may be freed */
	bool marked;    /* no byte is readable or writable without a look at stamps */
	u32 ref;        /* global number, function number */
	u32 born, died; /* call stacks, 0 = unknown */
} Object;

/* Bytes whose changes are noted together. */
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
	/* Index with address >> MEMORY_BLOCK_BITS: whether anything of a block was changed since the last
	 * memory_forget_changes. A block that was not has no writable bytes. NULL: nobody asks. */
	u8 *changed;
	VEC(u32) changes; /* numbers of these blocks, from REGION on */
	bool guarded;     /* some block of the heap was protected in this run */
	u32 *stamps; /* index with the address: when a byte that is not readable was written; or NULL */
	u32 now;     /* time of what is written next */
	VEC(u32) cleaned; /* objects that were marked and have plain bytes again; no globals */
	void *maps[9];    /* for release */
	size_t map_sizes[9];
} Memory;

bool memory_init(Memory *m, u64 globals_end, Err *err);
void memory_free(Memory *m);
/* Everything as after the last memory_seal. */
void memory_reset(Memory *m);
/* The same where bytes and what is known of them are so already. */
void memory_start(Memory *m);
/* A page of globals that was touched, likewise. */
void memory_restore_page(Memory *m, u64 page);

/* ---- what was changed ---- */

/* From now on changes are noted; memory has been reset. False: there is no room for the notes. */
bool memory_note_changes(Memory *m);
/* Notes that a block was changed, from an address in it; it has its writable bytes again. */
void memory_change_block(Memory *m, u64 addr);
/* The same, but what is writable stays as it is. */
void memory_list_change(Memory *m, u64 addr);
/* What is there now counts as not changed. */
void memory_forget_changes(Memory *m);
/* Before or after bytes, or what is known of them, are written to. */
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
	GLOBAL_ABSENT, /* nobody knows its contents: it can be written, and then read */
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

/* True if the n <= 8 bytes at addr can be read as they are. */
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

/* The live object that holds all n bytes, or 0. n = 0 asks for the object of addr alone, its end
 * included when the object is the one that ends there. */
u32 memory_covering(const Memory *m, u64 addr, u64 n);

/* ---- ranges; the caller has checked that an object covers them ---- */

bool memory_all_readable(const Memory *m, u64 addr, u64 n);
/* Declares bytes initialised and plain (they were just written). */
void memory_set_plain(Memory *m, u64 addr, u64 n);
static inline u32 memory_zone(u64 addr)
{
	return addr < STACK_BASE ? 0 : addr < HEAP_BASE ? 1 : 2;
}
/* False: none of the bytes can be tagged. */
static inline bool memory_near_tags(const Memory *m, u64 addr, u64 n)
{
	u32 z = memory_zone(addr);
	return addr < m->tag_range[z].high && addr + n > m->tag_range[z].low;
}
/* The same for n <= 8 bytes that were written first just now. */
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
/* Declares bytes uninitialised. */
void memory_set_undefined(Memory *m, u64 addr, u64 n);
/* One byte's tag; tag 0 makes it plain. */
void memory_set_tag(Memory *m, u64 addr, Tag tag);
/* The same for a few bytes and a tag that is not 0. */
void memory_set_tags(Memory *m, u64 addr, u32 n, Tag tag);
static inline bool memory_is_tagged(const Memory *m, u64 addr)
{
	return m->tagged[addr >> 3] >> (addr & 7) & 1;
}
static inline bool memory_is_readable(const Memory *m, u64 addr)
{
	return m->readable[addr >> 3] >> (addr & 7) & 1;
}
/* From now on writes leave their time. */
bool memory_track(Memory *m, Err *err);
/* Plain bytes have to be looked at before the next read, and were written before now. */
void memory_mark(Memory *m, u64 addr, u64 n);
/* Bytes with everything known about them; the ranges may overlap. */
void memory_copy(Memory *m, u64 to, u64 from, u64 n);

/* ---- objects ---- */

/* A block for kind HEAP, ALLOCA or ARGS; 0 when the limit is reached. */
u32 memory_alloc(Memory *m, ObjectKind kind, u64 size, u64 align, u32 born);
void memory_release(Memory *m, u32 object, u32 died);
/* Says of the room of an object that it is that of number id; 0: of none. */
void memory_cover(Memory *m, const Object *o, u32 id);
/* Lets a heap block have more bytes where it is, as far as half of the room before the next object
 * goes; it stays as it is where that is not enough. */
void memory_grow(Memory *m, u32 object, u64 size);
/* Keeps the room of a new block, of which only so many bytes may be used. */
void memory_shrink(Memory *m, u32 object, u64 size);
/* Whether an object of the heap may be written, from now on. */
void memory_protect(Memory *m, u32 object, bool writable);
/* A frame of size bytes (multiple of 16). */
u32 memory_frame(Memory *m, u32 function, u32 size);
void memory_frame_end(Memory *m, u32 object);
/* Objects but for globals, and what decides where the next one will be, as in another memory; m was
 * reset. Their bytes are not set. */
void memory_take_objects(Memory *m, const Memory *from);

#endif
