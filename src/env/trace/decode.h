/* decode.h: formats calls as text.
 *
 * A structure is turned into a list of named fields once. Printing a call and comparing two results
 * both use this list.
 */
#ifndef DRIFT_ENV_DECODE_H
#define DRIFT_ENV_DECODE_H

#include "env/trace/calls.h"

typedef struct Field {
	const char *name; /* constant */
	char value[96];
} Field;

typedef struct Fields {
	Field at[48];
	size_t len;
} Fields;

/* Fields of a structure; none when the bytes are too few or the kind has no decoder. */
void struct_fields(StructKind kind, const u8 *bytes, size_t n, Fields *out);
/* Adds a socket address as 127.0.0.1:80, [::1]:80, unix:/run/x, or hexadecimal bytes. */
void address_format(Buf *b, const u8 *bytes, size_t n);
enum { FIRST_GIVEN_PORT = 32768 }; /* the kernel assigns ports from this one on */
/* The port of an internet address; 0 for other addresses. */
u16 address_port(const u8 *bytes, size_t n);
/* Adds "ENOENT (No such file or directory)" for a result of -2. */
void errno_format(Buf *b, i64 ret);
bool is_error(i64 ret);

/* Returns a name for the object that descriptor fd refers to at a call; NULL: unknown. */
typedef const char *(*FdName)(void *user, u32 call, int fd);

typedef struct Decode {
	FdName fd_name;   /* may be NULL */
	void *user;       /* for fd_name */
	size_t max_bytes; /* of a string or buffer to show */
} Decode;

/* Adds the whole line in strace's format: name(arguments) = result. */
void call_format(Buf *b, const Decode *d, const TraceCall *c, u32 index);
/* Adds the result only: "3", "-1 ENOENT (...)", "?". */
void env_result_format(Buf *b, const TraceCall *c);
/* Adds the call without its result: name(arguments). */
void call_format_head(Buf *b, const Decode *d, const TraceCall *c, u32 index);
/* One line about a pseudo-call: 'variable TZ=UTC'. */
void pseudo_format(Buf *b, const TraceCall *c);

#endif
