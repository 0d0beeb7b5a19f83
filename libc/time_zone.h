/* time_zone.h: the two forms of a time zone: a POSIX rule text, and a TZif file whose last part is
 * such a text. */
#ifndef DRIFT_LIBC_TIME_ZONE_H
#define DRIFT_LIBC_TIME_ZONE_H

#include <stddef.h>
#include "time_impl.h"

#define ZONE_NAME 16

/* When, in any year, one kind of time begins. */
struct zone_change {
	enum { JULIAN0, JULIAN1, MONTH_WEEK_DAY } kind;
	int month, week, day; /* day alone for the first two kinds */
	long seconds;         /* of local time, may be negative or beyond the day */
};

/* A zone text such as CET-1CEST,M3.5.0,M10.5.0/3. */
struct zone_rule {
	char name[2][ZONE_NAME];      /* standard, daylight */
	long offset[2];               /* seconds east of Greenwich */
	struct zone_change change[2]; /* to daylight, back to standard */
};

/* One line of a file's table of local time types. */
struct zone_type {
	long offset; /* seconds east of Greenwich */
	int dst;
	const char *name; /* inside the file's own memory */
};

/* A TZif file, read. */
struct zone_file {
	size_t count;      /* of transitions */
	int64_t *when;     /* ascending */
	unsigned char *to; /* the type from when[i] on */
	size_t type_count;
	struct zone_type *types;
	char *names;  /* all abbreviations */
	int has_rule; /* rule is valid, for times from the last transition on */
	struct zone_rule rule;
};

/* Parses text as glibc does: an error ends parsing, and what was parsed before is kept. Returns 0
 * if nothing could be parsed. */
int __drift_zone_parse(const char *text, struct zone_rule *out);
struct zone_moment __drift_zone_rule_at(const struct zone_rule *rule, time_t t);

/* Reads zone file name (absolute, or below the zoneinfo directory). Returns 0 if there is none. */
int __drift_zone_read(const char *name, struct zone_file *out);
void __drift_zone_free(struct zone_file *file);
struct zone_moment __drift_zone_file_at(const struct zone_file *file, time_t t);

#endif
