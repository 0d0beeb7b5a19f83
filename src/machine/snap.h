/* snap.h: private to src/machine: the state of a machine in the midst of a run, copied.
 *
 * State is arrays (memory, what is known of it, objects, registers, frames), lists of the run, and
 * the process in the virtual OS. Arrays are kept in chunks; a chunk that is as it was in the
 * snapshot before is shared with it.
 *
 * Some things that a run has done depend on the input without an expression to say so. What only
 * leaves a note is kept as a doubt and asked again. Whether a byte counts as set has rules, and what a
 * run makes use of is a step of its way, as a constraint is: a snapshot serves inputs on which all
 * steps are the same. After anything else the run takes no more snapshots (snap_over).
 */
#ifndef DRIFT_MACHINE_SNAP_H
#define DRIFT_MACHINE_SNAP_H

#include "machine/machine_impl.h"

/* ---- snap/blocks.c ---- */

/* False: it is too much. *bytes grows by what it takes that others do not. */
bool snap_blocks_take(Machine *m, SnapBlocks *to, u64 *bytes);
/* Bytes are as they were then, or, if they have an expression, as on the input of this run, and what is
 * known of them is, too. NULL: as after a reset. */
void snap_blocks_put(Machine *m, const SnapBlocks *from);
void snap_blocks_free(Machine *m, SnapBlocks *b);
void snap_blocks_end(Machine *m);
/* Memory is to be as after a reset. It will be, once one is put back, or with snap_clear. False: no
 * snapshots are kept. */
bool snap_reset(Machine *m);

/* ---- snap/memory.c ---- */

enum { SNAP_CHUNK = 256 }; /* bytes that are shared or copied together */

struct SnapChunk {
	SnapChunk *next; /* of those that are spare */
	u32 refs;
	u32 n; /* bytes */
	u8 at[SNAP_CHUNK];
};

/* An array beside memory, or the part of it that is in use. */
typedef VEC(SnapChunk *) KeptRange;

typedef enum RangeKey {
	RANGE_OBJECTS,
	RANGE_REGISTERS,
	RANGE_FRAMES,
	N_RANGES,
} RangeKey;

typedef struct KeptMemory {
	SnapBlocks blocks;
	KeptRange ranges[N_RANGES];
	u64 range_bytes[N_RANGES];
	VEC(u64) dirty; /* pages of globals */
	U32List queues; /* number, length, ids; for each that is not empty */
	u64 heap_next, stack_next, heap_used, quarantine_bytes;
	bool guarded;
	u64 tag_low[3], tag_high[3]; /* Memory.tag_range */
} KeptMemory;

/* False: it is too much. like: what chunks are shared with, or NULL. *bytes: what it takes. */
bool snap_memory_take(Machine *m, const KeptMemory *like, KeptMemory *k, u64 *bytes);
/* Frames and registers are as they were, too. */
void snap_memory_put(Machine *m, const KeptMemory *k);
void snap_memory_free(Machine *m, KeptMemory *k);
/* What snap_reset left to be done. */
void snap_clear(Machine *m);

/* ---- snap/run.c ---- */

/* An operation that overflows for some inputs: then it leaves a note. */
typedef struct SnapDoubt {
	u32 loc;
	u32 before; /* other notes of the run before it */
	u8 op;      /* of the instruction */
	u8 bits;
	Expr a, b; /* operands */
} SnapDoubt;

/* Where a run was, and what it had said. */
typedef struct KeptRun {
	const Code *pc;
	u64 executed; /* instructions */
	u64 stack_told;
	u32 depth, serial;
	bool overflows_left;
	U32List dynamic;
	VEC(Overflow) overflows;
	VEC(u64) overflow_ids;
	VEC(u64) provenance; /* keys and values */
	VEC(InputString) strings;
	VEC(WatchEvent) watch_events;
	VEC(u64) counts; /* of the watched blocks */
	VEC(Seen) seen;
	VEC(Note) notes; /* but for those of doubts; texts are their own */
	VEC(SnapDoubt) doubts;
	U32List asked; /* numbers of WorldAsk */
} KeptRun;

void snap_run_take(Machine *m, const Code *pc, i64 budget, KeptRun *k);
void snap_run_put(Machine *m, const KeptRun *k);
void snap_run_free(KeptRun *k);
u64 snap_run_bytes(const KeptRun *k);

/* sym/overflow.c: whether a note is of a doubt; a doubt on values of this input. */
bool sym_overflow_note(const Note *n);
void sym_overflow_again(Machine *m, const SnapDoubt *d, u128 a, u128 b);

/* ---- snap/set.c ---- */

/* For which inputs a byte counts as set: as `set` says where the value is within bounds, else as
 * another rule does. */
typedef struct SnapRule {
	Expr value;
	u64 least, most;
	bool set;
	u32 depth;     /* rules below it */
	u32 otherwise; /* the rule for other inputs, or one of SNAP_UNSET, SNAP_SET */
} SnapRule;

enum { SNAP_UNSET, SNAP_SET, SNAP_FIRST_RULE };

/* A rule of which a run has made use. */
typedef struct SnapLook {
	u32 before; /* constraints of the run before it */
	u32 rule;
	bool set; /* what it says of the run's input */
} SnapLook;

/* A byte is written, or not, as r says; here: in this run it is. Its tag before; the result is its tag
 * now, without an expression. */
Tag snap_written(Machine *m, Tag old, SnapRule r, bool here);
/* The run looks at a byte with this tag: whether it was set is made use of. */
void snap_looks(Machine *m, Tag tag);
/* The same of a byte in memory that is not readable: whether it is plain on this input. */
bool snap_looks_plain(Machine *m, u64 addr);
static inline bool snap_plain(Machine *m, u64 addr)
{
	return memory_is_readable(&m->mem, addr) || snap_looks_plain(m, addr);
}
/* The run makes use of it that a value is within bounds. */
void snap_within(Machine *m, Expr value, u64 least, u64 most);
/* What a rule says of the input of this run. */
bool snap_is_set(Machine *m, u32 rule);
/* The tag of a byte of memory on this input. */
Tag snap_tag(Machine *m, Tag tag);
void snap_rules_new(Machine *m);
void snap_rules_free(Machine *m);
/* No snapshot has any: when the next run begins there are none. */
void snap_rules_stale(Machine *m);
/* There is no room for more. */
bool snap_rules_full(const Machine *m);
/* A run begins; it has looked at these already. */
void snap_rules_begin(Machine *m, const SnapLook *looks, size_t n);

/* ---- snap/store.c ---- */

/* What a run notes for its snapshots. */
typedef struct SnapNotes {
	VEC(SnapDoubt) doubts;
	U32List asked;
	VEC(SnapLook) looks;
} SnapNotes;

/* The notes of a run that takes snapshots, or NULL. */
SnapNotes *snap_notes(Machine *m);
/* This run takes no more. */
void snap_over(Machine *m);
/* The notes of a run that may still take some, or NULL. */
SnapNotes *snap_going_on(Machine *m);
void snap_begin(Machine *m);
void snap_end(Machine *m);
void snap_drop_all(Machine *m);
void snap_doubt(Machine *m, const SnapDoubt *d);
/* A word is about to be executed at which one is to be taken, or it is asked whether. */
void snap_point(Machine *m, const Code *pc, i64 budget);
/* Goes to the latest snapshot that the input passes; false: there is none. */
bool snap_resume(Machine *m, const SymInput *in, const Code **pc, i64 *budget);
void snap_free(Machine *m);
/* Value of an expression on the input of this run. */
u128 snap_value(Machine *m, Expr e);
u8 snap_lazy(Machine *m, u64 addr, Tag tag); /* of a byte in memory (sym/lazy.h) */
/* The bits of a value with a tag, on the input of this run. */
void snap_renew(Machine *m, Tag tag, u64 *lo, u64 *hi);

#endif
