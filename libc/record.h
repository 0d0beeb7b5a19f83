/* record.h: lines of fields between colons, as in /etc/passwd and /etc/group. Not visible to
 * subjects. */
#ifndef DRIFT_LIBC_RECORD_H
#define DRIFT_LIBC_RECORD_H

#include <stdio.h>

/* Reads the next line that is neither empty nor a comment into buf, without its newline. Returns 0,
 * ENOENT at the end, or ERANGE if it does not fit (it will then be read again). */
int record_line(FILE *f, char *buf, size_t n);
/* Splits at colons, at most max fields; returns how many. */
int record_split(char *line, char *field[], int max);
/* Parses a whole decimal number; returns 0 if it is none. */
int record_number(const char *text, unsigned long *value);

#endif
