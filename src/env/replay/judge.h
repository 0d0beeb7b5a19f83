/* judge.h: runs the program once with some calls replayed, and decides whether it failed.
 *
 * The user defines failure: by exit status, output, "still running after", or a command. A trial
 * sets up the rerun, watches the clock and asks the oracle. It leaves no process and no file
 * behind.
 */
#ifndef DRIFT_ENV_JUDGE_H
#define DRIFT_ENV_JUDGE_H

#include "base/scratch.h"
#include "env/env.h"
#include "env/replay/output.h"
#include "env/replay/drain.h"
#include "env/replay/replay.h"
#include "env/trace/redact.h"

#include <regex.h>

typedef struct EnvJudge {
	const EnvLocate *options;
	const Trace *trace;
	Scratch scratch;     /* drift's own files: only for its user */
	char *dir;           /* below it: the part that reruns see */
	char *out, *err;     /* files in that: the output of the program */
	double ok_after;     /* 0: the program is expected to end */
	double timeout;      /* seconds for a rerun, beyond ok_after */
	double end;          /* time at which every rerun ends; 0: no limit */
	char where;          /* of fail_on: 'o'ut, 'e'rr, 's'tatus, 'x' for output, or 0 */
	regex_t pattern;     /* when where is 'o' or 'e' */
	bool compiled;       /* pattern is valid */
	int status;          /* when where is 's' */
	bool tty_input;      /* standard input is not a file: reruns get empty input */
	bool terminal_input; /* standard input is a terminal, so reruns get empty input */
	OwnLimits limits;    /* of this process, before drift changed them */
	char *fed;      /* file with the bytes that the recorded run read from a pipe; NULL: none */
	bool fed_known; /* fed is valid */
	struct sigaction old[3]; /* earlier actions of the interrupt signals */
	bool watching;           /* old is valid */
	bool in_place;           /* reruns happen in the real world */
	EnvSandboxPlan plan;     /* of the cell for each rerun, if not in place */
	EnvSandbox cell;         /* of the current rerun */
	Guard guard;             /* what reruns must not do */
	const bool *foreign;     /* as in EnvRerun; NULL: none */
	bool strict;             /* as in EnvRerun */
	Drain drain[3];          /* of standard output and error in the current rerun */
	Terminal terminal;       /* its state between reruns */
} EnvJudge;

typedef struct RunVerdict {
	bool passed;
	bool alive; /* was still running at ok_after */
	bool timed_out;
	int status;    /* of the first process, as from waitpid, unless alive or timed_out */
	u32 parted;    /* call at which the run diverged from the recording; UINT32_MAX: it did not */
	u32 replayed;  /* number of calls answered from the recording */
	bool differed; /* the program said something else to another program */
} RunVerdict;

bool judge_init(EnvJudge *j, const EnvLocate *options, const Trace *trace, Err *err);
void judge_free(EnvJudge *j);
/* Runs the program once; seen, watch and recorder may be NULL. Returns false if it could not be run
 * at all. */
bool judge_run(EnvJudge *j, Script *s, const bool *replay, CallObservation *seen, CallWatch *watch,
			   Recorder *recorder, char *const *argv, RunVerdict *v, Err *err);
/* True if the last rerun printed what the recorded run printed, as far as the trace has it. */
bool judge_same_output(const EnvJudge *j, const Script *s);
/* The reason why there are no more reruns, as text; NULL: there is none. */
const char *judge_over(const EnvJudge *j);
/* Writes the definition of success as text to out. */
void judge_success_format(const EnvJudge *j, Buf *out);
/* Writes the last lines that the program printed on stderr (or stdout) in the last rerun to out.
 * rules: what is not shown; may be NULL. */
void judge_last_words(const EnvJudge *j, const Redactor *rules, Buf *out);

#endif
