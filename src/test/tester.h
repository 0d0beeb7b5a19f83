/* tester.h: what the files of src/test share. */
#ifndef DRIFT_TEST_TESTER_H
#define DRIFT_TEST_TESTER_H

#include <regex.h>

#include "test/behaviour.h"
#include "native/confirm.h"
#include "test/covers.h"
#include "test/opinion.h"
#include "test/filter.h"
#include "test/pair.h"
#include "test/pattern.h"
#include "test/test.h"

/* A source line on the way from a change to the output. */
typedef struct EffectLine {
	int side;       /* the version whose line it is */
	u32 file, line; /* there */
	char *where;    /* as text */
	char *value[2]; /* of OLD and NEW; empty: none that can be shown */
	char *source;   /* text of the line */
	bool alone;     /* unchanged code that the other version did not execute */
} EffectLine;

typedef VEC(EffectLine) EffectList;

/* An input on which the versions differ, for reports. */
typedef struct Difference {
	u32 test;          /* number of its directory */
	u32 group;         /* from 1 */
	char *input;       /* command line without the program, and standard input */
	char *condition;   /* of the pair of paths it stands for */
	char *ending[2];   /* how each version ended */
	char *output[2];   /* standard output, as text with expressions */
	Buf text[2][2];    /* standard output and error of each version, as bytes */
	int status[2];     /* as $? would have it; -1 when there is none */
	char *returned[2]; /* by the function under --entry; NULL: it did not return */
	char *files;       /* names of those that were left in different states; NULL: none */
	char *unconfirmed; /* why there is no native program that could show it; NULL: it was seen */
	char *undefined;   /* what of it C leaves undefined; NULL: nothing */
	VEC(u32) changes;  /* in order of their execution */
	EffectList effect; /* how it came to the output; empty: not known */
	u64 way;           /* of the effect and the endings; 0: not known */
	u32 like;          /* group of the first difference with the same way; 0: it is the first */
	bool brief;        /* there were some of that way before: a line suffices */
	double seconds;    /* engine time until it was found */
	u64 runs;          /* until then */
} Difference;

/* One semantic change: all pairs of paths with the same two symbolic behaviours. */
typedef struct Group {
	u64 key;
	u64 pairs;      /* pairs of paths found */
	u32 difference; /* its first, or NO_OPERAND: none was confirmed */
	u32 number;     /* from 1, once it has a confirmed difference */
	u32 tries;      /* witnesses that did not show natively */
	u32 waiting;    /* witnesses that were not run natively so far */
	bool accepted;  /* by --accept: does not count */
} Group;

/* What became of a change. */
typedef struct ChangeState {
	bool reached;
	bool passed;     /* it was executed, not only the block it stands in */
	bool left;       /* the search ended without executing it */
	bool infected;   /* conditions or behaviours differed in a run that executed it */
	bool propagated; /* in a confirmed difference */
	u64 runs_to_reach;
	u32 silent_runs; /* kept for --why */
} ChangeState;

/* An input that executed changes and on which both versions did the same. */
typedef struct SilentRun {
	u32 shape;
	u8 *packed;       /* see inputs_pack */
	VEC(u32) changes; /* that it executed */
} SilentRun;

/* Watched blocks of one version and the changes that have points in them. */
typedef struct ChangeBlock {
	u32 function, block;
	u32 change;
	u32 first; /* instruction: the first point of the change in the block */
	u32 watch; /* number of the block for the machine */
} ChangeBlock;

/* What the search was spared. */
typedef struct PruneStats {
	u64 runs[N_PRUNES];      /* that were cut, by what did it */
	u64 decisions[N_PRUNES]; /* of theirs that were not looked at */
} PruneStats;

typedef struct Prune Prune;

/* Inputs made for parts of changes that no run had executed. */
typedef struct AimStats {
	u64 queries;
	u64 runs;
} AimStats;

typedef struct Aim Aim;

/* Inputs made to let an effect go further. */
typedef struct SpreadStats {
	u64 looks; /* runs that were looked at step by step */
	u64 queries;
	u64 runs;
} SpreadStats;

typedef struct Spread Spread;

typedef struct Overflows Overflows;
typedef struct Postponed Postponed;
typedef struct Units Units;
typedef struct Feed Feed;

struct Tester {
	TestConfig config;
	ExprPool *pool;
	Machine *machine[2];
	PairRunner pair;
	Explorer *explorer;
	Solver *solver; /* for differences; the explorer has its own */
	ChangeMap *map;
	Static *statics[2];
	VEC(ChangeBlock) blocks[2];
	VEC(ChangeState) changes;
	Prune *prune;          /* NULL: everything is explored */
	VEC(SilentRun) silent; /* for --why */
	Machine *tracer[2];    /* of why.c; NULL: none so far */
	u64 tracer_steps[2];   /* that they record */
	u32 reach_epoch;       /* changes reached so far */
	VEC(u32) executed;     /* changes of the latest run, in order */
	Distance *distance[2]; /* to the changes of reach_epoch `measured`; NULL: not asked for */
	u32 measured;
	Feed *feed;     /* what decides on the branches before a change; NULL: not looked at so far */
	Aim *aim;       /* inputs for what is not executed; NULL: none */
	Spread *spread; /* inputs that let effects go further; NULL: none */
	Overflows *overflows;  /* of one version only; NULL: not looked for */
	bool carrying;         /* the latest run has an effect that was asked for */
	VEC(bool) from_change; /* by node: the run that brought it executed a change */
	VEC(bool) carried;     /* by node: it had an effect that was asked for */
	bool tired;            /* of the effect: see spread_tired */
	Covers covers;         /* of the verdict */
	Opinion opinion;       /* of another kind on it */
	VEC(bool) parting;     /* by node: only NEW decides it */
	IntMap old_decided;    /* keys of what OLD decided in a run, + 1 */
	u64 old_decided_run;   /* its number */
	Behaviour now[2];      /* of the latest run that was looked at */
	VEC(Difference) differences;
	VEC(Group) groups;
	IntMap group_of;          /* key -> position */
	u32 semantic;             /* groups with a difference that is reported */
	u32 unproved;             /* of these, unconfirmed */
	u32 open_tries;           /* of open.c */
	VEC(Postponed) postponed; /* differences that wait for their confirmation */
	VEC(regex_t) ignore;
	VEC(Pattern *) automata; /* of these; NULL: not understood */
	Filter filter;           /* of these */
	Confirmer *confirmer;    /* NULL: not needed so far */
	double confirm_seconds;
	u64 refuted;         /* differences that did not show natively */
	u64 unconfirmable;   /* could not be run natively */
	Err confirm_trouble; /* why */
	u64 unknown;         /* comparisons that the solver gave up on, or that were too large */
	u64 filtered;        /* pairs of paths whose difference may be ignored on every input or not */
	u64 compared;        /* pairs of paths */
	u64 solved;          /* of these, by the solver */
	Assignment start;    /* of the first shape: what witnesses are to stay near to */
	Assignment witness;  /* scratch */
	bool must_show;      /* of shape_witness: the difference must not be one that is ignored */
	ExprEval *eval;
	ExprList conditions; /* scratch */
	int tests_fd;
	u32 tests;
	bool files;                  /* tests have a files/ directory */
	char *scratch;               /* directory for native programs */
	char *build_log;             /* file for what compilers say of those that cannot be built */
	char *native[2];             /* DIR/native/old and new, with --entry */
	char *name;                  /* argv[0] */
	double begin, written, cost; /* times: start, latest result.json; what that took */
	bool enough;                 /* --stop-after is reached */
	ExploreEnd end;
	bool ended;
	double seconds; /* all of it, once it has ended */
	Units *units;   /* with --entry: what it leaves behind; NULL: none */
	bool same_code; /* no code changed: nothing was run */
	Err trouble;    /* first trouble with writing */
	Buf line;       /* scratch: status line */
};

/* tester.c */
/* Where a version is entered, for its Static. */
void tester_roots(const Tester *t, int side, StaticOptions *options);
/* Runs an input in both versions and takes their behaviours. */
void tester_observe(Tester *t, u32 shape, const Assignment *a);
/* What the function under --entry returned in the latest run, for a behaviour. */
void tester_returned(const Tester *t, int side, Behaviour *b);
/* True if the latest run of either version was cut by the end of the budget: it says nothing. */
bool tester_cut(const Tester *t);
double tester_engine_seconds(const Tester *t);
/* True if every pair of paths was found and compared. */
bool tester_exhaustive(const Tester *t);

/* json.c */
typedef void NoteFn(void *ctx, const char *kind, const char *what, const char *where, u64 count,
					bool incomplete);
/* result.json but for what the command found. */
struct cJSON;
struct cJSON *tester_json(Tester *t, const char *command);
/* What has to be said about the result. */
void tester_notes(Tester *t, void *ctx, NoteFn *fn);

/* world.c: what the verdict hangs on besides the inputs, in lines of their own. */
void world_summary(const Tester *t, FILE *to);
struct cJSON *tester_world_json(const Tester *t);

/* world_native.c */
/* A difference that does not show natively may need what no native run can be given; says what. */
bool world_hides(const Tester *t, u32 shape, const Assignment *a, Err *err);

bool world_is_input(const Shape *s);
/* As confirm, in the world that the input says. */
Confirmation world_confirm(Tester *t, const Shape *s, const Assignment *a, NativeInput *in,
						   Err *err);

/* columns.c */
enum { COLUMN = 36 }; /* characters of a text beside another */
/* Two texts side by side; nothing if they are the same. */
void print_beside(const Buf *old, const Buf *newer, const char *what, FILE *to);

/* compare.c */
/* Behaviours in t->now, of the run on input: finds, confirms and keeps a difference. conds is the
 * condition of the pair of paths. */
void compare_pair(Tester *t, u32 shape, const Assignment *input, ExprList *conds);
/* An input in t->witness, near to input, on which all of conds and differs hold; a solver that
 * gives up is counted. */
bool find_witness(Tester *t, u32 shape, const Assignment *input, ExprList *conds, Expr differs);
/* Whether all of conds and goal hold on an input. */
bool conditions_hold(Tester *t, const ExprList *conds, Expr goal, const Assignment *a);
/* Any such input, into out. */
SolveResult solve_near(Tester *t, u32 shape, const Assignment *input, ExprList *conds, Expr goal,
					   Assignment *out);
/* Shapes the witness: nearer to the start, simpler, but still on the pair of paths and differing;
 * with shows, in what --ignore leaves of the behaviours in t->now. */
void shape_witness(Tester *t, u32 shape, const ExprList *conds, Expr differs, bool shows,
				   Assignment *a);
/* A difference was found, and the versions observed on it; whether it is reported is up to the
 * native programs. */
void report_difference(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr differs);
/* Behaviours in t->now differ on input a, whatever the search says of its path: keeps the
 * difference if it shows natively. */
void compare_found(Tester *t, u32 shape, const Assignment *a, ExprList *conds);
Group *group_of_key(Tester *t, u64 key); /* NULL: there is none */
/* Marks the groups of the accepted tests. */
void accept_tests(Tester *t);

/* open.c: pairs of runs of which the machine knows only one end. */
bool open_pair(const Tester *t); /* the one in t->now is such a pair */
/* Whether it is to be tried natively. */
bool open_try(Tester *t);
/* What was seen natively becomes the end that the machine does not know. */
bool open_take_native(Tester *t, Difference *d, Err *err);
/* An overflow of one version only was found on t->witness and counts: keeps it as a difference,
 * unless the behaviours, which are in t->now, are one that is known. */
void compare_overflow(Tester *t, u32 shape, const ExprList *conds, Expr goal);

/* overflow.c: inputs on which one version overflows and the other does not. */
void overflows_prepare(Tester *t);
void overflows_after_path(Tester *t, u32 shape, const Assignment *input, const ExprList *conds);
/* When the search is done. */
void overflows_ask(Tester *t);
/* One was found, or it could not be answered whether there is one. */
bool overflows_matter(const Tester *t);
/* With --undefined=count: what was not answered keeps the result from being complete. */
bool overflows_open(const Tester *t);
/* Those that were found, in one line. */
void overflows_say(const Tester *t, const char *before, FILE *to);
void overflows_notes(const Tester *t, void *ctx, NoteFn *fn);
struct cJSON *overflows_json(const Tester *t);
void overflows_free(Tester *t);

/* postpone.c */
/* True if the next difference has to wait for its native confirmation. */
bool postpone_now(const Tester *t);
void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs);
/* Confirms some of what waits; all of it, until the time is up. */
void postponed_some(Tester *t);
void postponed_all(Tester *t);
void postponed_free(Tester *t);

/* units.c: what a function under --entry leaves behind. */
void units_prepare(Tester *t);
/* Of the latest run, if both versions returned; else NULL. Not to be dropped. */
Left *units_left(const Tester *t);
/* Globals of OLD that a function may change, with their counterparts. */
typedef VEC(u32) NumberList;
const NumberList *units_globals(const Tester *t);
bool units_coincide(const Tester *t); /* see coincide.c */
/* Something that counts was met and not compared; told once. */
void units_unseen(Tester *t, const char *what);
/* A limit kept something from being compared: there is no proof. */
void units_limit(Tester *t);
bool units_limited(const Tester *t);
/* All that was not compared, in order. */
void units_not_compared(const Tester *t, void *ctx, void (*fn)(void *ctx, const char *what));
/* First contents of globals changed: what is left behind may show them though no instruction read
 * them. */
bool units_data_changed(const Tester *t);
void units_forget(Tester *t);

/* changes.c */
bool changes_prepare(Tester *t, Err *err);
/* The points of all changes as targets of a condition. */
void changes_targets(Tester *t, int side, Condition *c);
void changes_after_run(Tester *t);
/* The versions did not do the same in the latest run. */
void changes_infected(Tester *t);
void changes_free(Tester *t);

/* executed.c: changes that runs came to, and not only to their blocks. */
void executed_after_run(Tester *t);
/* Once the search is over: reached is what was executed. */
void executed_settle(Tester *t);
void executed_free(Tester *t);

/* covers.c: what the verdict covers. */
void covers_prepare(Tester *t);
/* Something for one of the lists of the result; what is there already is not added again. */
void covers_add(Tester *t, const char *text);
void covers_after_run(Tester *t);
/* Once the search is over. */
void covers_settle(Tester *t);
u32 covers_executed(const Tester *t); /* changes */
/* Why `equivalent` says nothing here; false: it does, or is not the verdict. */
bool covers_vacuous(const Tester *t, Buf *to);
/* The verdict `equivalent` as a sentence. */
void covers_sentence(const Tester *t, Buf *to);
void covers_print(const Tester *t, FILE *to);
struct cJSON;
void covers_json(const Tester *t, struct cJSON *root);
void covers_free(Tester *t);

/* opinion.c */
/* The condition of the latest run is cut. */
void opinion_cut(Tester *t, const Constraint *const list[2], const PairCut *all,
				 const PairCut *kept);
/* Attacks the claim that there is no difference. */
void opinion_run(Tester *t);
/* Runs an input, if it is new, and judges it; false: that is enough. */
bool opinion_try(Tester *t, u32 shape, Assignment *a);
/* As solve, counted. */
SolveResult opinion_solve(Tester *t, Solver *s, const ExprList *conds, Expr goal,
						  const Assignment *near, Assignment *model);
/* Of the latest run, on input a: is there another input of its path on which outputs differ? */
void opinion_ask(Tester *t, u32 shape, const Assignment *a);
bool opinion_goes_on(const Tester *t);
bool opinion_holds(const Tester *t); /* nothing was found against the claim */
void opinion_free(Tester *t);

/* prune.c */
void prune_prepare(Tester *t);
PruneStats prune_stats(const Tester *t);
/* Why what was left out cannot be relied on; NULL: it can. */
const char *prune_withdrawn(const Tester *t);
void prune_free(Tester *t);

/* why.c */
struct Why;
/* Keeps the input of the latest run for --why if it executed a change without effect. */
void why_consider(Tester *t, u32 shape, const Assignment *input);
/* Explains one such run for each change that was reached; w is NULL where there was none. False:
 * a machine could not be had. */
bool why_each(Tester *t, void *ctx,
			  void (*fn)(void *ctx, Tester *t, u32 change, const struct Why *w), Err *err);
void why_forget(Tester *t);
/* why_print.c: for why_each; ctx is a list of JSON. */
void why_add_json(void *ctx, Tester *t, u32 change, const struct Why *w);

/* effect.c */
/* The way from a change to the output on an input that shows it, line by line. */
void effect_find(Tester *t, u32 shape, const Assignment *a, EffectList *to);
/* The same for differences whose effect takes the same lines and whose versions end in the same
 * ways; 0: not known. */
u64 effect_way(const Difference *d);
void effect_print(const EffectList *list, FILE *to);
void effect_free(EffectList *list);

/* order.c */
void order_prepare(Tester *t);
/* After a path: a change may have been reached. */
void order_update(Tester *t);
void order_free(Tester *t);

/* feed.c */
/* After a run: true if other functions than before feed branches that keep changes from being
 * executed. */
bool feed_update(Tester *t);
bool feed_has(const Tester *t, int side, u32 function);
void feed_free(Tester *t);

/* aim.c */
void aim_prepare(Tester *t);
void aim_after_path(Tester *t, const Path *path);
/* The next input; false: none, the queue is to go on. */
bool aim_propose(Tester *t, u32 *shape, Assignment *a);
AimStats aim_stats(const Tester *t);
void aim_free(Tester *t);

/* spread.c: inputs on which the effect of a change goes further than it did in a run. */
void spread_prepare(Tester *t);
/* Sets carrying. */
void spread_after_run(Tester *t);
/* A path whose behaviours are in t->now. */
void spread_after_path(Tester *t, const Path *path);
/* The next input; false: none. */
bool spread_propose(Tester *t, u32 *shape, Assignment *a);
/* Its coverage is that of runs with an effect that was asked for; NULL: there is none. */
Machine *spread_carrier(const Tester *t);
/* Whether the effect had its runs: they do not come first any more. */
bool spread_tired(const Tester *t);
SpreadStats spread_stats(const Tester *t);
void spread_free(Tester *t);

/* result.c */
bool tests_begin(Tester *t, Err *err);
/* Writes tests/NNNN for the difference. */
bool difference_write(Tester *t, Difference *d, u32 shape, const Assignment *a, Err *err);
/* Its outputs and endings once more. */
bool difference_rewrite(Tester *t, const Difference *d, Err *err);
void difference_print(Tester *t, const Difference *d, FILE *to);
void difference_free(Difference *d);

#endif
