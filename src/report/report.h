/* report.h: what an exploration found, for people and programs.
 *
 * A Report collects the paths as they are found and leaves in its directory:
 *   result.json         the interface for other programs, rewritten whole now and then
 *   tests/0001/         one directory per path: cmd, stdin, files/, out, err, status, returned
 *   tests/run.sh        runs all of them natively, in TAP
 *   native/             builds the program for that (native.c)
 * cmd is a shell line with "$PROG" for the program, to be run in its directory. status is what a
 * shell would see in $?, or words when the run ended in a way that no process can. returned is
 * there when one function was called and came back: its value, see entry_value_text.
 *
 * The report borrows program, machine, inputs and explorer from its config.
 */
#ifndef DRIFT_REPORT_H
#define DRIFT_REPORT_H

#include "input/entry.h"
#include "explore/explore.h"

typedef enum TestChoice {
	TESTS_ALL,      /* one for each path */
	TESTS_OUTCOMES, /* one for each outcome that differs from those before */
	TESTS_NONE,
} TestChoice;

typedef struct ReportConfig {
	const char *dir;         /* -o */
	const char *program;     /* as the user named it */
	const char *cflags;      /* for sources, or NULL */
	const char *name;        /* argv[0] */
	const char *entry;       /* --entry, or NULL */
	u32 bound;               /* bytes of objects for pointers, and of a harness's data */
	const Entry *entry_type; /* what entry says, also of a harness; NULL: the program has main */
	TestChoice tests;
	ConditionBy by;             /* what the cases are one each of */
	u32 outputs;                /* OUTPUT_*, unless by path */
	bool returned;              /* the value of entry is an output */
	u32 function;               /* entry, or NO_OPERAND */
	const char *const *observe; /* variables that are outputs, or NULL */
	const Program *loaded;
	Machine *machine;
	Inputs *inputs;
	Explorer *explorer; /* set before the first path */
} ReportConfig;

typedef struct Report Report;

/* Makes the directory; refuses to replace a tests/ that drift did not make. */
Report *report_new(const ReportConfig *config, Err *err);
void report_free(Report *r);
void report_set_explorer(Report *r, Explorer *x);
/* A new path, just run: its output is still in the machine. */
void report_path(Report *r, const Path *path);
/* Rewrites result.json; while running only when it was long ago. */
bool report_write(Report *r, bool running, ExploreEnd end, Err *err);
void report_print_json(Report *r, ExploreEnd end, FILE *to);
void report_summary(Report *r, ExploreEnd end, FILE *to);
/* The line that a terminal shows while it goes on. */
void report_status(Report *r, Buf *line);
bool report_found_errors(const Report *r);

/* ---- testdir.c: the parts of a test ---- */

/* Where tests are written. */
typedef struct TestPlace {
	int fd;          /* of DIR/tests */
	const char *dir; /* DIR */
	const Inputs *inputs;
} TestPlace;

/* True if tests of these inputs have a files/ directory. */
bool tests_need_files(const Inputs *in);
/* A file of the test. */
bool test_put(int dir, const char *test, const char *name, const void *bytes, size_t n, Err *err);
/* Standard input, or a file that an argument names, of a test whose directories exist. */
bool test_put_part(const TestPlace *to, const char *test, const Part *part, const Assignment *a,
				   Err *err);
/* The line for a test's cmd. */
/* What of the world a test needs that no run of it can be given: the file world, if anything. */
bool test_put_world(const TestPlace *to, const char *test, const Shape *shape, const Assignment *a,
					Err *err);
/* Values of the world that no command line can show, as a comment behind it; see explore/world.h.
 */
void test_world(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
void test_command(const Inputs *in, const Shape *shape, const Assignment *a, bool files, Buf *cmd);
/* Only the arguments, each with a blank in front. */
void test_arguments(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd);

/* How a C programmer would write the parameters of a function under --entry: n = 3, s = "ab". */
void test_call(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);
/* The same behind a command line, as a comment. */
void test_call_comment(const Inputs *in, const char *entry, const Shape *shape, const Assignment *a,
					   Buf *cmd);

/* ---- native.c ---- */

/* What builds a program natively, in a directory of its own that replaces an earlier one of
 * drift's. Of the config it needs loaded, inputs, entry_type and function. */
bool native_write(const ReportConfig *config, const char *dir, Err *err);

/* ---- outcome.c ---- */

/* What can be told of a run from outside. */
typedef struct RunOutcome {
	Outcome outcome;
	int status;
	Buf out, err; /* standard output and error */
} RunOutcome;

void outcome_take(RunOutcome *o, Machine *m, const RunResult *r);
void outcome_free(RunOutcome *o);
/* The contents of a test's status file, without newline. */
void outcome_status(const Program *p, const RunResult *r, Buf *to);
const char *outcome_name(Outcome o);

/* Output as a list of items, so that it says what the program prints on every input of the path. */
typedef struct OutItem {
	enum { OUT_BYTE, OUT_EXPR, OUT_NUMBER } kind;
	u8 byte;    /* BYTE: itself; EXPR: what it was in this run */
	Expr e;     /* EXPR: 8 bits; NUMBER: the number whose text it is */
	u32 format; /* NUMBER */
} OutItem;
typedef VEC(OutItem) OutItems;

/* Appends one piece of output of the run on input a. */
void output_items(ExprPool *pool, const OsOutput *o, const Assignment *a, OutItems *to);
/* Appends what the run on input a wrote to stream 1 or 2. */
void outcome_items(ExprPool *pool, Machine *m, int stream, const Assignment *a, OutItems *to);
/* For people: "sum {arg1 + 1}", cut beyond about limit characters. */
void items_text(ExprPool *pool, const OutItems *items, size_t limit, Buf *to);
/* The bytes on the input that values was begun with. */
void items_render(ExprPool *pool, const OutItems *items, ExprEval *values, Buf *to);
/* Equal output has equal hashes, whatever inputs showed it. */
u64 items_hash(const OutItems *items);

#endif
