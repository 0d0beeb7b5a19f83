/* machine_impl.h: private to src/engine/machine: the Machine, and everything that its files
 * share.
 *
 * A Machine is one program in memory and the results of its runs. Its parts have headers of
 * their own, which this one includes: the running thread (thread.h), calls (call.h), memory
 * accesses (access.h), instructions on the generic path (exec.h), symbolic state (sym/state.h),
 * observers (observe.h), questions to the world (asks.h), snapshots (snap/watch.h) and the end
 * of a run (report.h). The Machine owns all of them, and its Os. Fields live as long as the
 * Machine unless their comment says that they belong to this run.
 */
#ifndef DRIFT_MACHINE_IMPL_H
#define DRIFT_MACHINE_IMPL_H

#include "engine/machine/access.h"
#include "engine/machine/asks.h"
#include "engine/machine/call.h"
#include "engine/machine/exec.h"
#include "engine/machine/machine.h"
#include "engine/machine/memory.h"
#include "engine/machine/observe.h"
#include "engine/machine/report.h"
#include "engine/machine/snap/watch.h"
#include "engine/machine/sym/state.h"
#include "engine/machine/symbolic.h"
#include "engine/machine/thread.h"

/* Blocks that runs execute. */
typedef struct BlockCounts {
	u32 fresh;       /* executed for the first time in this run */
	U32List counted; /* functions of which executions are counted: see machine_count_hits */
} BlockCounts;

/* Where a run ended. */
typedef struct ErrorPlace {
	u32 loc;              /* RunResult.loc */
	const char *function; /* RunResult.function */
} ErrorPlace;

struct Machine {
	const Program *p;           /* the program */
	Memory mem;                 /* the subject's memory */
	Os *os;                     /* answers system calls */
	MachineConfig config;       /* limits and streams */
	FnCode *fns;                /* by function number */
	Extern *externs;            /* by function number */
	Thread thread;              /* the running thread */
	VEC(StackNode) stacks;      /* call stacks of all runs, as one tree */
	CallSite site;              /* the current call */
	Value results[MAX_RESULTS]; /* results of the call that has just returned */
	u32 n_results;              /* number of results */

	ExprPool *pool;              /* NULL: no expressions */
	VEC(Constraint) constraints; /* of this run, in order */
	bool keep_overflows;         /* true if overflows are to be kept */
	VEC(Overflow) overflows;     /* of this run */
	IntMap overflow_ids;         /* location << 32 | condition of each */
	bool overflows_left;         /* true if there are more */
	OpMemos memo;                /* cache of the latest operations */
	SymLazies lazy;              /* bytes whose expression is made on demand */
	IntMap provenance;           /* address expression -> address of the object it belongs to */
	HeldFacts facts;             /* truth values that are known */
	size_t facts_read;           /* constraints that facts contains */
	VarSet settled;              /* variables to which the constraints leave one value */
	VEC(Settled) settled_by;     /* likewise, with tracking */
	VEC(InputFile) input_files;  /* whose length is an input; of this run */
	VEC(InputString) strings;    /* Object.ref of an OBJ_ARGS is one more than the index; 0: none */
	InputReading reading;        /* of input files */
	BlockCounts blocks;          /* executed by runs */
	VEC(Watched) watched;        /* blocks */
	VEC(WatchEvent) watch_events; /* of this run */
	VEC(ObservedValue) seen;      /* of this run */
	WorldInput world;             /* answers of the world that are inputs */
	u32 fault_calls[N_FAULTS];    /* calls of this run so far that could have failed */
	u64 faults[N_FAULTS];         /* calls that failed, in all runs */
	VEC(WorldAsk) asks;           /* of all runs */
	u32 asks_named;               /* number of these with a name */
	Value exit_value;             /* argument of exit, with its tag */
	struct Track *track;          /* NULL: no dependences */
	StepTrace *trace;             /* NULL: steps are not recorded */
	struct State *state;          /* NULL: the run is not inspected */

	bool checked;            /* see observe/check.c */
	bool ended;              /* true if the run is over; the next five fields are as in RunResult */
	Outcome outcome;         /* see RunResult */
	int status;              /* likewise */
	ErrorKind error;         /* likewise */
	ErrorPlace error_at;     /* see there */
	Buf report;              /* text for people */
	u64 errno_address;       /* address of the C library's errno, 0 if there is none */
	u64 slice, executed;     /* instructions: current slice, before it */
	double deadline;         /* of this run, in seconds; 0: none */
	struct Budget *budget;   /* budget of everything, or NULL */
	bool cut;                /* true if it is exhausted */
	VEC(Note) notes;         /* of this run */
	KeyMap note_ids;         /* kind, text and location -> index into notes */
	StrMap allowed;          /* --native */
	struct Tasks *tasks;     /* tasks/tasks.h; NULL: one process with one thread */
	SnapWatch snap;          /* when snapshots are taken */
	struct NativeTier *tier; /* NULL: everything is interpreted */
};

/* machine.c */
/* Called when the budget is used up: checks the limits and sets the next budget. Returns false
 * if the run has ended, or if another task continues at Thread.resume. */
bool machine_poll(Machine *m, i64 *budget);
/* Makes the bytecode of the function if it has none. */
void machine_make_code(Machine *m, FnCode *fc);
void machine_begin(Machine *m);
void machine_call_main(Machine *m, u32 argc, u64 argv, u64 envp);
/* Calls the function with the arguments of m->site from outside, until it returns. */
void machine_enter(Machine *m, u32 function);
void machine_result(Machine *m, RunResult *result);
void machine_drop_notes(Machine *m);

/* Returns true if both are in one object, as far as that can be checked quickly. */
static inline bool address_same(const Machine *m, u64 a, u64 b)
{
	u32 id = memory_object(&m->mem, a);
	return id && id == memory_object(&m->mem, b) && id != UINT32_MAX &&
		   m->mem.objects.at[id].kind != OBJ_FRAME;
}
/* Returns true if free may be called with it: malloc made it, or a caller passed it that may
 * have got it from malloc. */
static inline bool is_block(const Object *o)
{
	return o->kind == OBJ_HEAP || o->given;
}

#endif
