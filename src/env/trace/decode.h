/* decode.h: calls as text.
 *
 * Structures are turned into lists of named fields once; printing a call and telling two results
 * apart both work on these.
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
enum { FIRST_GIVEN_PORT = 32768 }; /* ports from there on the kernel gives out by itself */
/* The port of an internet address; 0 for others. */
u16 address_port(const u8 *bytes, size_t n);
/* Adds "ENOENT (No such file or directory)" for a result of -2. */
void errno_format(Buf *b, i64 ret);
bool is_error(i64 ret);

/* What a descriptor number stands for at a call; NULL: not known. */
typedef const char *(*FdName)(void *user, u32 call, int fd);

typedef struct Decode {
	FdName fd_name;   /* may be NULL */
	void *user;       /* for fd_name */
	size_t max_bytes; /* of a string or buffer to show */
} Decode;

/* Adds the whole line as strace has it: name(arguments) = result. */
void call_format(Buf *b, const Decode *d, const TraceCall *c, u32 index);
/* The result alone: "3", "-1 ENOENT (...)", "?". */
void result_format(Buf *b, const TraceCall *c);
/* Without the result: name(arguments). */
void call_format_head(Buf *b, const Decode *d, const TraceCall *c, u32 index);
/* One line about a pseudo-call: 'variable TZ=UTC'. */
void pseudo_format(Buf *b, const TraceCall *c);

#endif
