/* cmd_format.h: in which format a command tells its result. */
#ifndef DRIFT_CMD_FORMAT_H
#define DRIFT_CMD_FORMAT_H

#include "base/opt.h"
#include "result/result.h"

#define FORMAT_OPTIONS(X)                                                       \
	X(TEXT, format, 0, "format", "NAME", 0, 0,                                  \
	  "text (default), json, junit, sarif, github (annotations) or markdown")   \
	X(FLAG, json, 0, "json", NULL, 0, 0, "the same as --format json")           \
	X(TEXT, color, 0, "color", "WHEN", 0, 0,                                    \
	  "auto (default: on a terminal, unless NO_COLOR is set), always or never") \
	X(LIST, strip_prefix, 0, "strip-prefix", "DIR", 0, 0,                       \
	  "files below DIR are named without it (formats for other tools: this directory, too)")

typedef struct Told {
	const ResultFormat *format;
	FILE *to;  /* standard output, painted or not */
	bool text; /* for people: what is found is told at once */
} Told;

/* What --format, --json and --color ask for. */
/* strip belongs to the caller until told_end. */
bool told_choose(Told *t, const char *format, bool json, const char *color, const StrList *strip,
				 Err *err);
void told_write(const Told *t, Result *r, const StrList *strip);
void told_end(Told *t);

#endif
