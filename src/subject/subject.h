/* subject.h: one loaded version of a program, and the machines that are made of it.
 *
 * Whoever works on a version gets a Subject: what was loaded, where it is entered, what its runs
 * may use up. From it come machines, each for a purpose; how a machine is set up is said here and
 * nowhere else, so that no two of them run one version in different ways. What is known of its code
 * without running it (Static) is made when it is first asked for, once for each set of options.
 *
 * A subject knows nothing of other versions. The command that fills it in owns program, texts and
 * pool, and keeps them until subject_free; machines belong to who asked for them.
 */
#ifndef DRIFT_SUBJECT_H
#define DRIFT_SUBJECT_H

#include "explore/explore.h"

/* What a Static is asked for. */
typedef enum StaticKind {
	STATIC_FLOW,    /* flow, and calls without points-to: cheap */
	STATIC_FULL,    /* everything */
	STATIC_CAREFUL, /* everything, and every access may fail */
	STATIC_NEAR,    /* ways to a place; points-to with a small budget */
	N_STATIC_KINDS
} StaticKind;

typedef struct Subject {
	const char *version; /* as the user named it */
	const char *cflags;  /* for its sources, or NULL */
	const char *given;   /* of these, what the user gave; NULL: none */
	const char *name;    /* argv[0] */
	Program *program;
	u32 entry;                       /* function to call instead of main, or NO_OPERAND */
	u32 call;                        /* which of Shape.calls is its own */
	bool harness;                    /* it is LLVMFuzzerTestOneInput */
	OsStream streams;                /* of its runs: OS_STREAM_CAPTURE, or those of the host */
	u64 limit_insns;                 /* of a run; 0 = none */
	u64 limit_mem;                   /* bytes; 0 = 4 GiB */
	double limit_time;               /* seconds; 0 = none */
	const char *const *native;       /* functions of the host that may be called; NULL-terminated */
	bool from_start;                 /* every run begins at the beginning: no snapshots */
	ExprPool *pool;                  /* of symbolic runs; NULL: there are none */
	Static *statics[N_STATIC_KINDS]; /* NULL: not asked for so far */
} Subject;

/* Limits of a run where the user gives none. */
#define SUBJECT_INSNS (20ull << 20)
#define SUBJECT_MEM (1ull << 30)

/* Drops what was made on the way; not what the command gave. */
void subject_free(Subject *s);
/* A Static of that kind; it belongs to the subject. */
Static *subject_static(Subject *s, StaticKind kind);
/* Whatever Static there is that knows the flow. */
Static *subject_flow(Subject *s);
/* A Static with options of the caller's own, which are told where the subject is entered. */
Static *subject_static_new(const Subject *s, StaticOptions options);

/* ---- uses.c ---- */

/* Variables whose addresses stand in code. */
typedef struct GlobalUses {
	const Program *p;
	/* By global: code that is reached has it. Storing to it counts as well: what was there before is
	 * seen where one version stores and the other does not. */
	bool *read;
	bool *written; /* by global: some code may write it */
	bool returned; /* to return where it is counts as reading it */
} GlobalUses;
void global_uses_add(GlobalUses *u, const Function *f, const Ins *in, bool reached);
/* The variable of the program in which an address lies; NO_OPERAND: none. */
u32 global_at(const Program *p, u64 address);

/* reads.c: which variables the function under --entry may read or set: read has one entry for each
 * global. */
void subject_reads(Subject *s, bool *read);
/* Whether it holds a parameter, of those that the compiled function has, against null. */
bool subject_tests_null(const Subject *s, u32 param);

/* What a machine is for. */
typedef enum MachinePurpose {
	MACHINE_PLAIN,    /* runs and their constraints */
	MACHINE_TRACKING, /* values know what they depend on */
	MACHINE_TRACING,  /* every step is recorded */
	MACHINE_LOOKING,  /* its state can be looked into in the midst of a run */
} MachinePurpose;

typedef struct MachineWish {
	MachinePurpose purpose;
	u64 limit_insns;    /* of a run, where it is less than the subject's; 0: the subject's */
	u64 steps;          /* TRACING: that are recorded */
	StaticKind tracked; /* TRACKING: by what dependences are found */
	bool inside;        /* TRACKING: branches are recorded, also those that hang on no input */
	Budget *budget;     /* runs end with it; NULL: none */
} MachineWish;

/* NULL: it could not be had. */
Machine *subject_machine(Subject *s, const MachineWish *wish, Err *err);
/* A machine of the subject as a runner of inputs. */
void subject_runner(const Subject *s, Machine *m, Inputs *in, MachineRunner *out);
/* Both at once; *out may be freed in any case. */
bool subject_start(Subject *s, Inputs *in, const MachineWish *wish, MachineRunner *out, Err *err);
void subject_stop(MachineRunner *r); /* frees its machine, too */

#endif
