/* snap.h: private to src/engine/machine: copies the state of a machine during a run.
 *
 * State consists of arrays (memory, what is known of it, objects, registers, frames), lists of
 * the run, and the process in the virtual OS. Arrays are stored in chunks. A chunk that did not
 * change is shared with the previous snapshot.
 *
 * Some actions of a run depend on the input without an expression that describes it. If such an
 * action only leaves a note, we keep it as a doubt and check it again. Whether a byte counts as
 * initialised is described by rules. If a run uses the result of a rule, that is a step of its
 * path, like a constraint: a snapshot is valid for inputs on which all steps are the same. After
 * any other such action the run takes no more snapshots (snap_over).
 */
#ifndef DRIFT_MACHINE_SNAP_H
#define DRIFT_MACHINE_SNAP_H

#include "engine/machine/machine_impl.h"

/* ---- snap/blocks.c ---- */

/* Returns false if it is too large. Adds the bytes that are not shared to *bytes. */
bool snap_blocks_take(Machine *m, SnapBlocks *to, u64 *bytes);
/* Restores bytes as they were then. Bytes with an expression get their value on the input of
 * this run. NULL: as after a reset. */
void snap_blocks_put(Machine *m, const SnapBlocks *from);
void snap_blocks_free(Machine *m, SnapBlocks *b);
void snap_blocks_end(Machine *m);
/* Requests memory as after a reset; it takes effect when a snapshot is restored, or with
 * snap_clear. Returns false if no snapshots are kept. */
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

/* Returns false if it is too large. like: the snapshot to share chunks with, or NULL. *bytes:
 * its size. */
bool snap_memory_take(Machine *m, const KeptMemory *like, KeptMemory *k, u64 *bytes);
/* Restores frames and registers, too. */
void snap_memory_put(Machine *m, const KeptMemory *k);
void snap_memory_free(Machine *m, KeptMemory *k);
/* Completes what snap_reset postponed. */
void snap_clear(Machine *m);

/* ---- snap/run.c ---- */

/* An operation that overflows on some inputs, and then leaves a note. */
typedef struct SnapDoubt {
	u32 loc;
	u32 before; /* number of other notes of the run before it */
	u8 op;      /* of the instruction */
	u8 bits;
	Expr a, b; /* operands */
} SnapDoubt;

/* The position of a run, and its results so far. */
typedef struct KeptRun {
	Thread thread; /* without frames and registers, which are in KeptMemory; pc: the next word */
	u64 executed;  /* instructions */
	bool overflows_left;
	VEC(Overflow) overflows;
	VEC(u64) overflow_ids;
	VEC(u64) provenance; /* keys and values */
	VEC(InputString) strings;
	VEC(WatchEvent) watch_events;
	VEC(u64) counts; /* of the watched blocks */
	VEC(ObservedValue) seen;
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

/* The inputs on which a byte counts as set: if the value is within bounds, `set` applies,
 * otherwise another rule. */
typedef struct SnapRule {
	Expr value;
	u64 least, most;
	bool set;
	u32 depth;     /* rules below it */
	u32 otherwise; /* the rule for other inputs, or one of SNAP_UNSET, SNAP_SET */
} SnapRule;

enum { SNAP_UNSET, SNAP_SET, SNAP_FIRST_RULE };

/* A rule that a run has used. */
typedef struct SnapLook {
	u32 before; /* constraints of the run before it */
	u32 rule;
	bool set; /* the rule's result on the run's input */
} SnapLook;

/* A byte is written or not, as r says; here is true if this run writes it. Takes the previous
 * tag of the byte; returns the new one, without an expression. */
Tag snap_written(Machine *m, Tag old, SnapRule r, bool here);
/* The run reads a byte with this tag: it uses whether the byte was set. */
void snap_looks(Machine *m, Tag tag);
/* Likewise for a byte in memory that is not readable: returns true if it is plain on this input. */
bool snap_looks_plain(Machine *m, u64 addr);
static inline bool snap_plain(Machine *m, u64 addr)
{
	return memory_is_readable(&m->mem, addr) || snap_looks_plain(m, addr);
}
/* The run uses the fact that a value is within bounds. */
void snap_within(Machine *m, Expr value, u64 least, u64 most);
/* Evaluates a rule on the input of this run. */
bool snap_is_set(Machine *m, u32 rule);
/* Returns the tag of a byte of memory on this input. */
Tag snap_tag(Machine *m, Tag tag);
void snap_rules_new(Machine *m);
void snap_rules_free(Machine *m);
/* Called if no snapshot has rules: they are dropped when the next run begins. */
void snap_rules_stale(Machine *m);
/* Returns true if no more rules can be added. */
bool snap_rules_full(const Machine *m);
/* Begins a run that has used these rules already. */
void snap_rules_begin(Machine *m, const SnapLook *looks, size_t n);

/* ---- snap/store.c ---- */

/* What a run records for its snapshots. */
typedef struct SnapNotes {
	VEC(SnapDoubt) doubts;
	U32List asked;
	VEC(SnapLook) looks;
} SnapNotes;

/* Returns the records of a run that takes snapshots, or NULL. */
SnapNotes *snap_notes(Machine *m);
/* Stops this run from taking more snapshots. */
void snap_over(Machine *m);
/* Returns the records of a run that may still take snapshots, or NULL. */
SnapNotes *snap_going_on(Machine *m);
void snap_begin(Machine *m);
void snap_end(Machine *m);
void snap_drop_all(Machine *m);
void snap_doubt(Machine *m, const SnapDoubt *d);
/* Called before a bytecode instruction at which a snapshot is or may be due. */
void snap_point(Machine *m, const Code *pc, i64 budget);
/* A snapshot may be taken before a bytecode instruction that is not executed at full speed. Most
 * are where something is decided: what runs share ends there. The number of these points of a run
 * is the same in native code: it calls this where the interpreter does, or leaves before. */
static inline void keep_state(Machine *m, const Code *pc, i64 budget, bool decides)
{
	SnapWatch *w = &m->snap;
	if (unlikely(++w->points == w->point_at ||
				 (decides && m->executed + m->slice - (u64)budget >= w->due)))
		snap_point(m, pc, budget);
}
/* Restores the latest snapshot that the input passes. Returns false if there is none. */
bool snap_resume(Machine *m, const SymInput *in, const Code **pc, i64 *budget);
void snap_free(Machine *m);
/* Returns the value of an expression on the input of this run. */
u128 snap_value(Machine *m, Expr e);
u8 snap_lazy(Machine *m, u64 addr, Tag tag); /* of a byte in memory (sym/lazy.h) */
/* Recomputes the bits of a value with a tag, on the input of this run. */
void snap_renew(Machine *m, Tag tag, u64 *lo, u64 *hi);

#endif
