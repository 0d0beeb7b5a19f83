/* file.h: the file result.json, for the engine and for the process that supervises it.
 *
 * Only this module writes the file. It is written whole under another name and then renamed. So a
 * reader finds the former result or the new one, whichever process is killed when. The engine
 * writes it during a search (result_save). If the engine had to be killed, the supervisor only
 * corrects why it ended (result_file_end). */
#ifndef DRIFT_RESULT_FILE_H
#define DRIFT_RESULT_FILE_H

#include "base/verdict.h"

enum {
	RESULT_FORMAT = 1
}; /* version of result.json; it grows if the meaning of a key changes, not with new keys */

/* X(ID, name in result.json, words): what ended the search. */
#define RESULT_ENDS(X)                                                   \
	X(DONE, "done", "")                                                  \
	X(TIME, "time", "drift reached its time limit (--time)")             \
	X(RUNS, "runs", "drift reached its limit of runs (--runs)")          \
	X(STOPPED, "stopped", "drift was stopped")                           \
	X(MEMORY, "memory", "drift reached its memory limit (--memory)")     \
	X(ENOUGH, "enough", "drift found enough differences (--stop-after)") \
	X(RUNNING, "running", "") /* it goes on */                           \
	X(KILLED, "killed", "drift's search process died")

typedef enum ResultEnd {
#define RESULT_END_ID(id, name, words) RESULT_##id,
	RESULT_ENDS(RESULT_END_ID)
#undef RESULT_END_ID
		RESULT_N_ENDS,
} ResultEnd;

const char *result_end_name(ResultEnd e);
/* Returns the words if a budget was used up; "" otherwise. */
const char *result_end_words(ResultEnd e);

/* Creates the directory if it is missing. */
bool result_file_write(const char *dir, const char *text, Err *err);

/* Identifies one writing of the file; zeros if there is no file. */
typedef struct ResultStamp {
	u64 inode;
	u64 changed; /* nanoseconds since 1970 */
} ResultStamp;

ResultStamp result_stamp(const char *dir);

/* A search that had to be killed. */
typedef struct ResultLeft {
	const char *dir;   /* of result.json */
	ResultStamp older; /* of the file that existed before the search */
	const char *first; /* the result of a search that has found nothing yet */
	long pid;          /* of the engine: its unfinished file is removed */
} ResultLeft;

/* Writes the last result of the search, or the first if it wrote none, with this end. *verdict is
 * its verdict; VERDICT_NOTHING_KNOWN if there is neither. Returns false with an error if the file
 * cannot be written. */
bool result_file_end(const ResultLeft *left, ResultEnd end, Verdict *verdict, Err *err);
/* Call if the engine failed: a result of this search must not say that it is running. */
bool result_file_trouble(const ResultLeft *left, Err *err);

#endif
