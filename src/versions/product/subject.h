/* subject.h: one loaded version of a program, and the machines created from it.
 *
 * A Subject has the loaded program, its entry point and the limits of its runs. It creates
 * machines, each for a purpose. Machines are set up only here, so that no two of them run one
 * version in different ways. Static analyses (Static) are created on demand, once for each set of
 * options.
 *
 * A subject knows nothing of other versions. The command that fills it in owns program, texts and
 * pool, and keeps them until subject_free. The caller owns the machines it asked for. */
#ifndef DRIFT_SUBJECT_H
#define DRIFT_SUBJECT_H

#include "engine/explore/explore.h"

/* Kinds of static analysis. */
typedef enum StaticKind {
	STATIC_FLOW,    /* flow, and calls without points-to: cheap */
	STATIC_FULL,    /* everything */
	STATIC_CAREFUL, /* everything, and every access may fail */
	STATIC_NEAR,    /* paths to a location; points-to with a small budget */
	N_STATIC_KINDS
} StaticKind;

typedef struct Subject {
	const char *version; /* as the user named it */
	const char *cflags;  /* for its sources, or NULL */
	const char *given;   /* the part of these that the user gave; NULL: none */
	const char *name;    /* argv[0] */
	Program *program;
	u32 entry;                 /* function to call instead of main, or NO_OPERAND */
	u32 call;                  /* which of Shape.calls is its own */
	bool harness;              /* true if it is LLVMFuzzerTestOneInput */
	OsStream streams;          /* of its runs: OS_STREAM_CAPTURE, or those of the host */
	i64 clock;                 /* when runs begin, in seconds since 1970; 0 = OS_CLOCK_START */
	u64 limit_insns;           /* of a run; 0 = none */
	u64 start_insns;           /* before the input matters: see StartPart */
	u64 limit_mem;             /* bytes; 0 = 4 GiB */
	double limit_time;         /* seconds; 0 = none */
	const char *const *native; /* functions of the host that may be called; NULL-terminated */
	bool from_start;           /* true if every run starts from the beginning: no snapshots */
	CompileMode compile;       /* which functions become native code */
	NativeCode *native_code;   /* of its machines; NULL: everything is interpreted */
	ExprPool *pool;            /* of symbolic runs; NULL: there are none */
	Static *statics[N_STATIC_KINDS]; /* NULL: not created yet */
} Subject;

/* Default limits of a run. */
#define SUBJECT_INSNS (20ull << 20)
#define SUBJECT_MEM (1ull << 30)
/* Unless the user sets a limit, so many instructions before the input matters are free. */
#define SUBJECT_START (16 * SUBJECT_INSNS)

/* Frees what the subject created; not what the command gave. */
void subject_free(Subject *s);
/* Returns the Static of that kind; the subject owns it. */
Static *subject_static(Subject *s, StaticKind kind);
/* Returns any Static that has the flow. */
Static *subject_flow(Subject *s);
/* Creates a Static with the caller's options and the subject's entry point. */
Static *subject_static_new(const Subject *s, StaticOptions options);

/* ---- uses.c ---- */

/* Globals whose addresses occur in code. */
typedef struct GlobalUses {
	const Program *p;
	/* By global: true if reachable code uses it. Stores count as well: the previous value is
	 * observable if one version stores and the other does not. */
	bool *read;
	bool *written; /* by global: true if some code may write it */
	bool returned; /* true if returning its address counts as reading it */
} GlobalUses;
void global_uses_add(GlobalUses *u, const Function *f, const Ins *in, bool reached);
/* Returns the global that contains an address; NO_OPERAND: none. */
u32 global_at(const Program *p, u64 address);

/* reads.c: finds the globals that the function under --entry may read or set; read has one entry
 * for each global. */
void subject_reads(Subject *s, bool *read);
/* True if it, or a function that it passes the parameter to, compares the parameter of the compiled function with null. */
bool subject_tests_null(const Subject *s, u32 param);

/* What a machine is for. */
typedef enum MachinePurpose {
	MACHINE_PLAIN,    /* runs and constraints */
	MACHINE_TRACKING, /* values track their dependences */
	MACHINE_TRACING,  /* every step is recorded */
	MACHINE_LOOKING,  /* its state can be inspected during a run */
	MACHINE_CHECKING, /* likewise, and nothing makes a run faster: for certificates */
} MachinePurpose;

typedef struct MachineOptions {
	MachinePurpose purpose;
	u64 limit_insns;    /* of a run, if less than the subject's; 0: the subject's */
	u64 steps;          /* TRACING: most steps that are recorded */
	StaticKind tracked; /* TRACKING: the analysis that dependences use */
	bool inside;        /* TRACKING: also records branches that do not depend on the input */
	bool arguments;     /* TRACKING: also records what calls of the C library were given */
	Budget *budget;     /* ends runs; NULL: no budget */
} MachineOptions;

/* Returns NULL if the machine could not be created. */
Machine *subject_machine(Subject *s, const MachineOptions *options, Err *err);
/* Wraps a machine of the subject as a runner of inputs. */
void subject_runner(const Subject *s, Machine *m, Inputs *in, MachineRunner *out);
/* Does both; the caller may free *out even if it fails. */
bool subject_start(Subject *s, Inputs *in, const MachineOptions *options, MachineRunner *out,
				   Err *err);
void subject_stop(MachineRunner *r); /* also frees its machine */

#endif
