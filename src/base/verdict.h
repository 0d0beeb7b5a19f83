/* verdict.h: every verdict that a command of drift reports.
 *
 * There is one table for all commands. It has the name in result.json and in the other formats, the
 * exit status, the tone (colours on a terminal and on the report page) and one sentence for
 * readers. Code compares values of the enum; verdict_parse is the only place that compares names.
 * docs/result.md has a row for each verdict; a unit test compares it with this table.
 *
 * `proof-failed` is not a verdict. It is a kind of note: a run refuted a proof, and the command
 * then reports another verdict.
 */
#ifndef DRIFT_VERDICT_H
#define DRIFT_VERDICT_H

#include "base/base.h"

/* X(ID, name, tone, exit status, sentence) */
#define VERDICTS(X)                                                                            \
	X(DIFFERENT, "different", BAD, FOUND, "The versions differ on an input.")                  \
	X(EQUIVALENT, "equivalent", GOOD, NOTHING,                                                 \
	  "The versions do the same on every input of the shape on which both end.")               \
	X(NO_DIFFERENCE, "no difference found", UNSURE, UNPROVED,                                  \
	  "No input was found on which the versions differ, and equivalence was not proved.")      \
	X(UNCONFIRMED, "unconfirmed", BAD, FOUND,                                                  \
	  "The versions differ in drift's machine, and no native run shows the difference.")       \
	X(ERRORS, "errors found", BAD, FOUND, "The program has an error on some input.")           \
	X(NO_ERRORS, "no errors found", UNSURE, NOTHING, "No explored path ends in an error.")     \
	X(HOLDS, "holds", GOOD, NOTHING, "Every clause holds on every input of the shape.")        \
	X(VIOLATED, "violated", BAD, FOUND, "An input violates a clause.")                         \
	X(NOT_SHOWN, "not shown", UNSURE, UNPROVED,                                                \
	  "No input was found that violates a clause, and not every clause was proved.")           \
	X(VACUOUS, "vacuous", UNSURE, VACUOUS,                                                     \
	  "The clause is true, but no input satisfies its premise, so it says nothing.")           \
	X(NOTHING_KNOWN, "nothing known", UNSURE, TROUBLE,                                         \
	  "The command ended before it could compare anything.")                                   \
	X(SAME, "same", UNSURE, NOTHING, "The recorded environments do not differ.")               \
	X(LOCATED, "located", BAD, FOUND, "A cause of the failure was found and confirmed.")       \
	X(NOT_FAILING, "not failing", UNSURE, NOTHING, "The program does not fail here.")          \
	X(UNSTABLE, "unstable", UNSURE, TROUBLE, "The program fails in some reruns only.")         \
	X(NOT_REPLAYED, "not replayed", UNSURE, TROUBLE,                                           \
	  "The program fails even if every recorded call is replayed.")                            \
	X(NOT_RERUN, "not rerun", UNSURE, TROUBLE, "There is no sandbox to rerun the program in.") \
	X(HELD_BACK, "held back", UNSURE, TROUBLE,                                                 \
	  "The sandbox refuses a call, or the trace lacks a result, so the cause is unknown.")     \
	X(STOPPED, "stopped", UNSURE, TROUBLE, "The search was stopped, or reached its time limit.")

typedef enum Verdict {
#define VERDICT_ID(id, name, tone, exit, sentence) VERDICT_##id,
	VERDICTS(VERDICT_ID)
#undef VERDICT_ID
		N_VERDICTS,
} Verdict;

typedef enum VerdictTone { TONE_GOOD, TONE_BAD, TONE_UNSURE } VerdictTone;

/* Options that change the exit status. */
typedef struct VerdictOptions {
	bool strict;        /* --strict: a verdict that proves nothing has its own exit status */
	bool require_proof; /* --require-proof: "no difference found" counts as a difference */
} VerdictOptions;

const char *verdict_name(Verdict v);
const char *verdict_sentence(Verdict v);
VerdictTone verdict_tone(Verdict v);
/* True if there is something to report: a difference, a violation, an error, a cause. */
bool verdict_found(Verdict v);
/* The exit status of a command with this verdict. */
int verdict_status(Verdict v, VerdictOptions options);
/* Returns false if there is no verdict of that name. */
bool verdict_parse(const char *name, Verdict *v);

#endif
