/* format.h: the output format of a command. */
#ifndef DRIFT_CMD_FORMAT_H
#define DRIFT_CMD_FORMAT_H

#include "base/opt.h"
#include "output/result/result.h"

#define FORMAT_OPTIONS(X)                                                                    \
	X(TEXT, format, 0, "format", "NAME", 0, 0,                                               \
	  "output format: text (default), json, junit, sarif, github or markdown")               \
	X(FLAG, json, 0, "json", NULL, 0, 0, "the same as --format json")                        \
	X(TEXT, color, 0, "color", "WHEN", 0, 0,                                                 \
	  "use colours: auto (default: on a terminal, unless NO_COLOR is set), always or never") \
	X(LIST, strip_prefix, 0, "strip-prefix", "DIR", 0, 0,                                    \
	  "remove DIR from the beginning of file names in the output, but not in json")

typedef struct ResultOutput {
	const ResultFormat *format;
	FILE *to;             /* standard output, coloured or not */
	bool text;            /* true if for people: findings are printed at once */
	const StrList *strip; /* directories to strip from file names */
	const char *command;  /* of the first result that was kept; NULL: none yet */
	const char *dir;      /* its directory, or NULL */
} ResultOutput;

/* What --format, --json and --color ask for. */
/* strip belongs to the caller until output_end. With each result that is saved, a report of it is
 * left to the supervisor. */
bool output_choose(ResultOutput *t, const char *format, bool json, const char *color,
				   const StrList *strip, Err *err);
void output_write(const ResultOutput *t, Result *r, const StrList *strip); /* a part of it */
/* Prints the whole report, which is the last that the command prints, unless the time is up and the
 * supervisor does it. The command ends with this status. */
void output_report(const ResultOutput *t, Result *r, const StrList *strip, int status);
void output_end(ResultOutput *t);

#endif
