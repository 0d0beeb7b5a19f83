/* entries.h: reading /etc/passwd or /etc/group entry by entry, for pwd.c and grp.c.
 *
 * The two files have the same functions for different structs. The includer defines the macros and
 * declares the functions below; all calls are direct, so that an analysis of a subject sees which
 * function is called. Not seen by subjects.
 *
 *   ENTRY        the struct
 *   ENTRY_FILE   path of the file
 *   ENTRY_ROOM   bytes of the buffer for functions that return their own memory
 *   entry_parse  fills an entry from a line in buf[0..n): 1, 0: the line is no entry, -1: no room
 *   entry_is     true if the entry has the name or, if that is NULL, the id
 */
#ifndef DRIFT_LIBC_ENTRIES_H
#define DRIFT_LIBC_ENTRIES_H

#include <stdio.h>
#include "record.h"
#include "sys.h"

static int entry_parse(char *buf, size_t n, ENTRY *e);
static int entry_is(const ENTRY *e, const char *name, unsigned id);

static FILE *entries;   /* the file for entry_next, or NULL */
static ENTRY own_entry; /* what functions without _r return */
static char own_line[ENTRY_ROOM];

/* The next entry of a file: 0, or ENOENT at the end, or ERANGE if the buffer is too small. */
static int entry_read(FILE *f, ENTRY *e, char *buf, size_t n, ENTRY **result)
{
	*result = NULL;
	for (;;) {
		long at = ftell(f);
		int r = record_line(f, buf, n);
		if (r)
			return r;
		r = entry_parse(buf, n, e);
		if (r < 0) {
			fseek(f, at, SEEK_SET);
			return ERANGE;
		}
		if (r > 0) {
			*result = e;
			return 0;
		}
	}
}

/* The first entry with the name or, if that is NULL, the id. A missing file has no entries. */
static int entry_find(const char *name, unsigned id, ENTRY *e, char *buf, size_t n, ENTRY **result)
{
	int saved = errno, r;
	FILE *f = fopen(ENTRY_FILE, "re");

	*result = NULL;
	if (!f) {
		r = errno == ENOENT ? 0 : errno;
		errno = saved;
		return r;
	}
	while ((r = entry_read(f, e, buf, n, result)) == 0)
		if (entry_is(e, name, id))
			break;
	fclose(f);
	errno = saved;
	if (r == 0)
		return 0;
	*result = NULL;
	return r == ENOENT ? 0 : (errno = r);
}

static ENTRY *entry_find_own(const char *name, unsigned id)
{
	ENTRY *result;
	entry_find(name, id, &own_entry, own_line, sizeof own_line, &result);
	return result;
}

static ENTRY *entry_read_own(FILE *f)
{
	ENTRY *result;
	int r = entry_read(f, &own_entry, own_line, sizeof own_line, &result);
	if (r && r != ENOENT)
		errno = r;
	return result;
}

static void entry_rewind(void)
{
	if (entries)
		rewind(entries);
}

static void entry_end(void)
{
	if (entries)
		fclose(entries);
	entries = NULL;
}

static int entry_next(ENTRY *e, char *buf, size_t n, ENTRY **result)
{
	*result = NULL;
	if (!entries && !(entries = fopen(ENTRY_FILE, "re")))
		return errno;
	return entry_read(entries, e, buf, n, result);
}

static ENTRY *entry_next_own(void)
{
	ENTRY *result;
	entry_next(&own_entry, own_line, sizeof own_line, &result);
	return result;
}

#endif
