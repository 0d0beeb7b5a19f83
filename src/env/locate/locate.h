/* locate.h: the search for the guilty calls, and the report about them. */
#ifndef DRIFT_ENV_LOCATE_H
#define DRIFT_ENV_LOCATE_H

#include "env/compare/envdiff.h"
#include "env/replay/judge.h"
#include "env/trace/redact.h"
#include "env/trace/remap.h"

struct JTree;

typedef struct Finding {
	u32 call;           /* the cause, index in the trace */
	bool differs;       /* true if the answers differ; if not, something else misled the search */
	int score;          /* how likely it looked before the rerun */
	u32 flip;           /* the call at which failure turned into success; often the same call */
	EnvDifference diff; /* between the answers */
	Buf there, here;    /* the call in both runs, decoded */
	Buf stack;          /* at the call, one frame per line */
	Buf missing;        /* the first part of the requested path that does not exist here */
} Finding;

typedef VEC(Finding) Findings;

/* Conversations with other programs; their calls are in Locator.base. */
typedef struct EnvTalk {
	bool *calls;    /* by call: it is one of them */
	bool searching; /* calls that a rerun newly refuses are added to the base */
	bool differed;  /* the program said something else in one */
	bool helps;     /* it works if others answer as recorded, all else being as it is here */
	bool unreached; /* it works if others answer as recorded, whatever it says to them */
} EnvTalk;

/* The state of one search. */
typedef struct Locator {
	const EnvLocate *options;
	Trace trace; /* good run */
	Script script;
	EnvJudge judge;
	char *const *argv; /* command to rerun */
	Trace bad;         /* the failing run, recorded here */
	World *bad_world;  /* NULL until bad is recorded */
	u32 reruns;
	bool *replay;    /* scratch: the set of the next rerun */
	CallList cuts;   /* prefixes to try, in numbers of calls */
	u32 *unit_end;   /* by call: last call of the unit that is replayed with it; mostly itself */
	u32 last_parted; /* call at which a rerun diverged from the recording, for the report */
	bool timed_out;  /* the last rerun exceeded its time limit, or waited in vain */
	Buf last_words;  /* last lines that the failing run printed */
	Findings findings;
	Suspects libraries; /* libraries that differ */
	Suspects suspects;  /* all differences, if the search could not confirm any */
	Buf note;           /* why there is no finding */
	PathList changed;   /* names that the recorded run changed, in order */
	bool own_user;      /* the cell has a user namespace */
	Buf no_world;       /* why no cell is available */
	Buf shared;         /* what the cell had to share with the system for the program to fail */
	bool *base;         /* by call: always replayed, because drift refuses to execute it */
	EnvTalk talk;       /* conversations that a rerun must not have */
	bool *held;         /* by call: never replayed, because bytes of its result are held back */
	u32 n_held;         /* number of these */
	bool lacks;         /* the verdict is "held back" because of these */
	Redactor *rules;    /* what is not shown; NULL: no rules beyond those of the recording */
	bool *with_base;    /* scratch: the set of the current rerun */
	double start;
} Locator;

/* Reruns the program with one set of replayed calls; *passed is the outcome. */
bool locator_try(Locator *l, const bool *replay, CallObservation *seen, CallWatch *watch,
				 const char *what, bool *passed, Err *err);

/* The same, and records the run as the program sees it; *world is NULL if there is no trace of
 * it. */
bool locator_record(Locator *l, const char *what, bool *passed, Trace *trace, World **world,
					Err *err);
/* Finds what differs between the recording and another run, except for differences that only the
 * cell causes. */
void locator_suspects(const Locator *l, const Trace *bad, const World *world, Suspects *out);
/* Tries the differences between the runs (causes.c) and adds findings to the locator. *sure is
 * false if reruns contradict each other. */
bool search_hypotheses(Locator *l, bool *located, bool *sure, Err *err);

/* ---- what the trace holds back (held.c) ---- */

/* Finds the calls that cannot be replayed. */
void held_find(Locator *l);
/* True if arguments of the recorded command are held back. */
bool held_command(const Trace *t);
/* Adds their number to a report, and applies the rules to all its texts. */
void held_json(const Locator *l, struct JTree *o);
/* Prints the report as text, with the rules applied. */
void held_text(const Locator *l, Verdict verdict, FILE *to);

/* Finds the paths and names of the recording that are others here: those of --map, and the working
 * directory, HOME, the directory of the program and the user if they do not exist here (place.c). */
bool place_find(const EnvLocate *options, const Trace *t, PathMaps *m, Err *err);
void place_print(const PathMaps *m, FILE *to);
/* "OLD=NEW" if the call of the head is the working directory, HOME or the user's name, and the two can
 * be mapped; else NULL. */
char *place_of_cause(const Trace *t, u32 call);

/* True if the kernel does not execute the program here; adds why as a finding (start.c). */
bool start_fails(Locator *l);

/* ---- the world of the reruns (plan.c) ---- */

/* Chooses the cell; returns false if none is available. */
bool plan_world(Locator *l);
/* Called if the program does not fail in the cell: shares more with the system until it fails. */
bool plan_share(Locator *l, bool *failing, Err *err);
/* Adds the calls that were refused although they worked in the recording, and those that belong to
 * them, to base; returns false if there is nothing new. */
bool plan_base(Locator *l, const CallObservation *seen);
/* Forgets the base. */
void plan_no_base(Locator *l);
/* Finds out how this system would answer the recorded calls, without running the program. The
 * result is a trace to compare with (look.c). */
void look_here(const Trace *good, const World *w, char *const envp[], Trace *out);

/* ---- the report ---- */

/* True if two calls work on the same open object, or if one changes a path that the other uses. */
bool calls_share(const World *w, u32 a, u32 b);
/* Builds the finding for a guilty call from the rerun in which it was watched. */
void finding_make(Locator *l, u32 flip, const CallObservation *seen, const CallWatch *watch,
				  Finding *out);
/* If the call fails because a limit is reached that is lower here, makes the limit the finding. */
void finding_name_limit(const Locator *l, const CallObservation *seen, Finding *f);
/* Adds the limits that are lower here, that the failing run seems to have reached, and that drift may
 * not raise: whether they are the cause cannot be tried. */
void limits_not_lifted(const Locator *l, Buf *out);
void finding_free(Finding *f);
void env_findings_free(Findings *f);

/* beside.c: adds rows of calls around the guilty one, there and here, as "beside" to an object. */
void beside_json(const Locator *l, const Finding *f, struct JTree *to);
void report_text(const Locator *l, Verdict verdict, FILE *to);
void report_json(const Locator *l, Verdict verdict, FILE *to);

#endif
