/* pointer.h: private to src/engine/static. An inclusion-based points-to solver (Andersen),
 * independent of programs.
 *
 * Nodes have sets of refs. A ref is an address: an object and a byte offset; with a stride, all
 * offsets that differ from it by a multiple of the stride (an element of an array at an unknown
 * index). Memory consists of refs, too. A store through a ref goes to its content node. A load
 * comes from its view node, by width of the access. There is an edge from each content to each
 * view of the same object whose offsets may be equal; if they only overlap, the edge propagates
 * bits.
 *
 * The solver works in waves (Pereira and Berlin): merge cycles, propagate new refs along all
 * edges in topological order, then let loads, stores, copies and calls add edges; repeat until
 * nothing changes. A cycle that adds to an offset can add any multiple of it, so its nodes are
 * merged into one whose refs have a stride.
 */
#ifndef DRIFT_STATIC_POINTS_POINTER_H
#define DRIFT_STATIC_POINTS_POINTER_H

#include "engine/static/points/refset.h"

typedef struct Pointers Pointers;

#define NO_NODE 0xffffffffu

/* Accesses of 1, 2, 4 and 8 bytes. */
typedef enum PtWidth { PT_1, PT_2, PT_4, PT_WORD, PT_WIDTHS } PtWidth;

typedef struct Ref {
	u32 object;
	u32 stride; /* 0 = one offset */
	i64 offset; /* 0 <= offset < stride if there is one */
	/* Nodes by width of the access (see PtWidth), or NO_NODE while nothing is stored or loaded so.
	 */
	u32 content[PT_WIDTHS], view[PT_WIDTHS];
} Ref;

/* Called for each function-like object that a call's target may be. It may add constraints. */
typedef void CallFound(void *context, u64 cookie, u32 object);

Pointers *pointers_new(bool field_blind, u64 budget, CallFound *found, void *context);
void pointers_delete(Pointers *pt);

/* size 0: unknown. blind: one cell for the whole object. callable: a target of calls. */
u32 pt_object(Pointers *pt, u64 size, bool blind, bool callable);
u32 pt_node(Pointers *pt);
/* From here on bits of addresses lead nowhere: pt_bits, pt_distance and pt_meeting do nothing. */
void pt_copies_only(Pointers *pt);
/* The ref of a number that may be any address that got lost: through it go the accesses of all
 * that the escaped node holds. See escape.c. */
void pt_set_number(Pointers *pt, u32 object, u32 escaped);
u32 pt_number(const Pointers *pt);
/* Says that no address, load, or edge will lead to the node but those given before the next wave,
 * so that it may be merged with what they come from; pt_open takes it back. */
void pt_close(Pointers *pt, u32 node);
void pt_open(Pointers *pt, u32 node);
/* NO_NODE when the address is so far outside the object that no valid program computes it. */
u32 pt_ref(Pointers *pt, u32 object, i64 offset, u64 stride);
/* What the object's bytes at offset hold from the start; in words only: parts of it do not show it.
 */
void pt_init(Pointers *pt, u32 object, i64 offset, u32 ref, bool words);

void pt_address(Pointers *pt, u32 to, u32 ref); /* to = &ref */
void pt_copy(Pointers *pt, u32 to, u32 from);
/* to = from + offset, or with a stride from + offset + any multiple of it. */
void pt_add(Pointers *pt, u32 to, u32 from, i64 offset, u64 stride);
void pt_round(Pointers *pt, u32 to, u32 from, u64 mask); /* to = from & ~mask, mask = 2^k - 1 */
void pt_or(Pointers *pt, u32 to, u32 from, u64 bits);
/* to has bits of from's addresses: any offset; numbers are left out. */
void pt_bits(Pointers *pt, u32 to, u32 from);
/* The bits of both, unless all addresses in them are of one object. */
void pt_distance(Pointers *pt, u32 to, u32 a, u32 b);
/* The bits of both, if both have addresses in them. */
void pt_meeting(Pointers *pt, u32 to, u32 a, u32 b);
void pt_load(Pointers *pt, u32 to, u32 address, PtWidth width);
void pt_store(Pointers *pt, u32 address, u32 from, PtWidth width);
void pt_memcpy(Pointers *pt, u32 to, u32 from, u64 length); /* 0 = unknown */
void pt_call(Pointers *pt, u32 target, u64 cookie);

bool pt_solve(Pointers *pt); /* !pt_gave_up */
/* The budget was used up, and objects were taken as a whole from there on. */
bool pt_gave_up(const Pointers *pt);

const RefSet *pt_set(const Pointers *pt, u32 node);
Ref pt_get(const Pointers *pt, u32 ref);
/* True if two refs of the same object may be the same address. */
bool pt_same(i64 a, u64 a_stride, i64 b, u64 b_stride);
u64 gcd64(u64 a, u64 b);

#endif
