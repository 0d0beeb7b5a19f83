/* locate.h: the search for the guilty calls, and what is told about them. */
#ifndef DRIFT_ENV_LOCATE_H
#define DRIFT_ENV_LOCATE_H

#include "env/compare/envdiff.h"
#include "env/replay/judge.h"

typedef struct Finding {
	u32 call;           /* the cause, index in the trace */
	bool differs;       /* the answers do; if not, the search was misled by something else */
	int score;          /* how likely it looked before it was tried */
	u32 flip;           /* the call at which failure turned into success; often the same */
	EnvDifference diff; /* between the answers */
	Buf there, here;    /* the call as it went, decoded */
	Buf stack;          /* at the call, one frame per line */
	Buf missing;        /* path that does not exist here, the first part of the one asked for */
} Finding;

typedef VEC(Finding) Findings;

/* All that one search knows. */
typedef struct Locator {
	const EnvLocate *options;
	Trace trace; /* good run */
	Script script;
	EnvJudge judge;
	char *const *argv; /* what is rerun */
	Trace bad;         /* the failing run, recorded here */
	World *bad_world;  /* NULL until there is one */
	u32 reruns;
	bool *replay;    /* scratch: the set of the next rerun */
	CallList cuts;   /* prefixes to try, in numbers of calls */
	u32 *unit_end;   /* by call: last call of what it is replayed together with; mostly itself */
	u32 last_parted; /* call at which a rerun left the recording, for the report */
	bool timed_out;  /* the last rerun ran into the bound, or waited in vain */
	Buf last_words;  /* of the failing run */
	Findings findings;
	Suspects libraries; /* that differ */
	Suspects suspects;  /* all differences, when the search could not confirm any */
	Buf note;           /* why there is no finding */
	PathList changed;   /* names that the recorded run changed, in order */
	bool own_user;      /* the world has a user namespace */
	Buf no_world;       /* why there is none to rerun it in */
	Buf shared;         /* what had to be shared with the system for it to fail */
	bool *base;         /* by call: replayed always, since it is held back */
	bool *with_base;    /* scratch: the set of the rerun at hand */
	double start;
} Locator;

/* One rerun of a set; *passed says how it went. */
bool locator_try(Locator *l, const bool *replay, CallSeen *seen, CallWatch *watch, const char *what,
				 bool *passed, Err *err);

/* The same, recorded as the program sees it; *world is NULL if there is no trace of it. */
bool locator_record(Locator *l, const char *what, bool *passed, Trace *trace, World **world,
					Err *err);
/* What differs between the recording and another run, but for what only the world of the reruns made
 * different. */
void locator_suspects(const Locator *l, const Trace *bad, const World *world, Suspects *out);
/* Tries what differs between the runs (causes.c); findings, if any, are in the locator. sure is
 * false if reruns contradict each other. */
bool search_hypotheses(Locator *l, bool *located, bool *sure, Err *err);

/* ---- the world of the reruns (plan.c) ---- */

/* Decides on it; false if there is none to be had. */
bool plan_world(Locator *l);
/* It does not fail there: shares what it was kept from until it does. */
bool plan_share(Locator *l, bool *failing, Err *err);
/* Puts the calls that were held back, and what belongs to them, into base; false if there are none.
 */
bool plan_base(Locator *l, const CallSeen *seen);
/* What this system would answer to the recorded questions, found out without running the program:
 * a trace to compare with (look.c). */
void look_here(const Trace *good, const World *w, char *const envp[], Trace *out);

/* ---- what is told ---- */

/* Whether two calls are about the same open thing, or one about a path that the other changes. */
bool calls_share(const World *w, u32 a, u32 b);
/* Builds the finding for a guilty call from the rerun in which it was watched. */
void finding_make(Locator *l, u32 flip, const CallSeen *seen, const CallWatch *watch, Finding *out);
void finding_free(Finding *f);
void findings_free(Findings *f);

struct cJSON;
/* beside.c: rows of calls around the guilty one, there and here, as "beside" of an object. */
void beside_json(const Locator *l, const Finding *f, struct cJSON *to);
void report_text(const Locator *l, EnvVerdict verdict, FILE *to);
void report_json(const Locator *l, EnvVerdict verdict, FILE *to);

#endif
