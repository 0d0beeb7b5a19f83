/* record.h: lines of fields between colons, as /etc/passwd and /etc/group have them.
 * Not seen by subjects.
 */
#ifndef DRIFT_LIBC_RECORD_H
#define DRIFT_LIBC_RECORD_H

#include <stdio.h>

/* Reads the next line that is not empty and no comment into buf, without its newline.
 * 0, ENOENT at the end, ERANGE when it does not fit (then it will be read again). */
int record_line(FILE *f, char *buf, size_t n);
/* Splits at colons, at most max fields; returns how many. */
int record_split(char *line, char *field[], int max);
/* Reads a whole decimal number; 0 if it is none. */
int record_number(const char *text, unsigned long *value);

#endif
