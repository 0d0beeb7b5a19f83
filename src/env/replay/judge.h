/* judge.h: runs the program once with some calls replayed, and says whether it failed.
 *
 * What counts as failing comes from the user: exit status, output, "still running after", or a
 * command. A Trial sets the rerun up, watches the clock and asks the oracle; it leaves no process
 * and no file behind.
 */
#ifndef DRIFT_ENV_JUDGE_H
#define DRIFT_ENV_JUDGE_H

#include "env/env.h"
#include "env/replay/replay.h"

#include <regex.h>

typedef struct EnvJudge {
	const EnvLocate *options;
	const Trace *trace;
	char *dir;               /* temporary, for what the program prints */
	char *out, *err;         /* files in it */
	double ok_after;         /* 0: the program is expected to end */
	double timeout;          /* seconds for a rerun, beyond ok_after */
	double end;              /* no rerun goes on after this; 0: there is no end */
	char where;              /* of fail_on: 'o'ut, 'e'rr, 's'tatus, or 0 */
	regex_t pattern;         /* when where is 'o' or 'e' */
	bool compiled;           /* pattern holds */
	int status;              /* when where is 's' */
	bool tty_input;          /* standard input is not a file: give it nothing */
	bool terminal_input;     /* it is a terminal, and so nothing in reruns */
	OwnLimits limits;        /* of this process before */
	char *fed;               /* file with what the recorded run read from a pipe; NULL: none */
	bool fed_known;          /* fed holds */
	struct sigaction old[3]; /* what interrupts did before */
	bool watching;           /* old holds */
	bool in_place;           /* reruns happen in the real world */
	CellPlan plan;           /* of the cell for each rerun, when not in place */
	Cell cell;               /* of the rerun at hand */
	Guard guard;             /* what reruns must not do */
	Terminal terminal;       /* as it is between reruns */
} EnvJudge;

typedef struct RunVerdict {
	bool passed;
	bool alive; /* was still running at ok_after */
	bool timed_out;
	int status;   /* of the first process, as from waitpid, unless alive or timed_out */
	u32 parted;   /* call at which the run left the recording; UINT32_MAX: it did not */
	u32 replayed; /* calls answered from the recording */
} RunVerdict;

bool judge_init(EnvJudge *j, const EnvLocate *options, const Trace *trace, Err *err);
void judge_free(EnvJudge *j);
/* One rerun; seen, watch and recorder may be NULL. False if it could not be run at all. */
bool judge_run(EnvJudge *j, Script *s, const bool *replay, CallSeen *seen, CallWatch *watch,
			   Recorder *recorder, char *const *argv, RunVerdict *v, Err *err);
/* Why there are no more reruns, in words; NULL: nothing is in the way. */
const char *judge_over(const EnvJudge *j);
/* What was taken as success, in words. */
void judge_success_format(const EnvJudge *j, Buf *out);
/* The last lines that the program printed on stderr (or stdout) in the last rerun. */
void judge_last_words(const EnvJudge *j, Buf *out);

#endif
