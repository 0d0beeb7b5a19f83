/* base.h: the foundation of every other folder.
 *
 * It has integer names, memory that cannot fail, arenas, growable arrays and text, hash maps, and
 * the one way to report errors: a function that can fail returns false (or NULL) and fills an Err.
 * Only the commands in src/cli print it and exit.
 *
 * Ownership: the caller of *_init, or the receiver of a Buf or vector, frees it with the matching
 * *_free. Memory from an Arena belongs to the arena.
 */
#ifndef DRIFT_BASE_H
#define DRIFT_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef unsigned __int128 u128;
typedef __int128 i128;

#include "base/hash.h"

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define countof(a) (sizeof(a) / sizeof((a)[0]))
#define printf_like(f, a) __attribute__((format(printf, f, a)))

/* Exit codes of every drift command, as in diff(1). */
enum {
	EXIT_SAME = 0,      /* nothing found, or the job is done */
	EXIT_DIFFERENT = 1, /* a difference, or an error in the subject */
	EXIT_TROUBLE = 2,   /* bad usage, bad input, unsupported */
	EXIT_UNPROVED = 3,  /* with --strict: nothing found and nothing proved; verify: Z3 gave up */
};

/* ---- errors ---- */

typedef struct Err {
	char text[4096]; /* one message, no trailing newline; "" if there is no error */
} Err;

/* Fills err (which may be NULL) and returns false, so that a failing function
 * can end with `return err_set(err, ...)`. */
bool err_set(Err *err, const char *fmt, ...) printf_like(2, 3);

/* ---- functions that end the process (fail.c); all other code returns an Err ---- */

/* Called if memory or address space of so many bytes is not available: exit status 2. */
_Noreturn void out_of_memory(size_t bytes);
/* Called if an invariant is violated: a defect of drift. Prints the text and aborts. */
_Noreturn void internal_error(const char *fmt, ...) printf_like(1, 2);

/* ---- memory that cannot fail: out of memory ends the process ---- */

void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
FILE *xmemstream(char **text, size_t *n); /* open_memstream */
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) printf_like(1, 2);

/* ---- vectors: three fields and two macros ---- */

#define VEC(T)      \
	struct {        \
		T *at;      \
		size_t len; \
		size_t cap; \
	}

void *vec_grow(void *at, size_t *cap, size_t need, size_t elem);

#define vec_reserve(v, n)                                                                  \
	((n) > (v)->cap ? (void)((v)->at = vec_grow((v)->at, &(v)->cap, (n), sizeof *(v)->at)) \
					: (void)0)
/* The same, but an empty vector gets room for exactly n elements: for vectors that do not grow. */
#define vec_fit(v, n)             \
	((v)->cap ? vec_reserve(v, n) \
			  : (void)((v)->at = (n) ? xmalloc((n) * sizeof *(v)->at) : NULL, (v)->cap = (n)))
#define vec_push(v, x) (vec_reserve((v), (v)->len + 1), (void)((v)->at[(v)->len++] = (x)))
/* Adds n elements from an array, which must not be the vector's own. */
#define vec_append(v, from, n)                                                       \
	((void)sizeof((v)->at - (from)), vec_reserve((v), (v)->len + (n)),               \
	 (void)((n) ? memcpy((v)->at + (v)->len, (from), (n) * sizeof *(v)->at) : NULL), \
	 (void)((v)->len += (n)))
#define vec_pop(v) ((v)->at[--(v)->len])
#define vec_last(v) ((v)->at[(v)->len - 1])
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->len = (v)->cap = 0)

typedef VEC(u32) U32List;

/* ---- arenas: many allocations, one release ---- */

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
	ArenaBlock *block; /* newest block, linked to older ones */
	size_t used;       /* bytes used in it */
} Arena;

typedef struct ArenaMark {
	ArenaBlock *block;
	size_t used;
} ArenaMark;

void *arena_alloc(Arena *a, size_t size); /* 16-byte aligned, zeroed */
char *arena_strdup(Arena *a, const char *s);
char *arena_strndup(Arena *a, const char *s, size_t n);
ArenaMark arena_mark(const Arena *a);
void arena_release(Arena *a, ArenaMark mark); /* frees all allocations after mark */
void arena_free(Arena *a);

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* ---- Buf: text or bytes that grow; always NUL-terminated past len ---- */

typedef struct Buf {
	char *at;   /* NULL only while empty */
	size_t len; /* without the NUL */
	size_t cap;
} Buf;

void buf_room(Buf *b, size_t n); /* reserves exactly n more bytes */
void buf_add(Buf *b, const void *bytes, size_t n);
void buf_adds(Buf *b, const char *s);
void buf_addc(Buf *b, char c);
void buf_addf(Buf *b, const char *fmt, ...) printf_like(2, 3);
void buf_vaddf(Buf *b, const char *fmt, va_list ap);
void buf_reset(Buf *b); /* empties, keeps the memory */
void buf_free(Buf *b);
const char *buf_str(const Buf *b); /* never NULL */
bool buf_same(const Buf *a, const Buf *b);

/* Adds s quoted so that a POSIX shell reads it back as one word. */
void buf_add_shell(Buf *b, const char *s);
/* Adds n bytes as a C string literal without the quotes. */
void buf_add_escaped(Buf *b, const void *bytes, size_t n);
/* Reads the escape sequence after a backslash as in C and moves *at behind it. Returns a negative
 * number if it is no valid escape or no byte. */
int escape_read(const char **at);

/* ---- maps ---- */

/* Strings to 32-bit numbers. Keys are copied. */
typedef struct StrMap {
	struct StrMapSlot *slots;
	size_t len;
	size_t cap; /* power of two, or 0 */
} StrMap;

bool strmap_get(const StrMap *m, const char *key, u32 *value);
void strmap_put(StrMap *m, const char *key, u32 value); /* replaces */
/* Iterates over all entries, in no particular order; *at starts at 0. */
bool strmap_next(const StrMap *m, size_t *at, const char **key, u32 *value);
void strmap_free(StrMap *m);

/* 64-bit keys (not 0) to 64-bit values. */
typedef struct IntMap {
	u64 *keys; /* 0 = free slot */
	u64 *values;
	size_t len;
	size_t cap; /* power of two, or 0 */
} IntMap;

bool intmap_get(const IntMap *m, u64 key, u64 *value);
void intmap_put(IntMap *m, u64 key, u64 value); /* replaces */
/* The number of a key, as keymap_number. */
u64 intmap_number(IntMap *m, u64 key);
void intmap_clear(IntMap *m);
void intmap_free(IntMap *m);

/* Hashes to 32-bit numbers of what may have them. It finds candidates in a list of the caller, who
 * compares each with what he looks for. */
typedef struct HintMap {
	struct HintMapSlot *slots;
	size_t len;
	size_t cap; /* power of two, or 0 */
} HintMap;

/* Sets *candidate to the next number with this hash, if there is one; *at starts at 0. */
bool hintmap_next(const HintMap *m, Hash hash, size_t *at, u32 *candidate);
void hintmap_add(HintMap *m, Hash hash, u32 candidate);
void hintmap_clear(HintMap *m);
void hintmap_free(HintMap *m);

/* A key of any bytes, for as long as these are there. */
typedef struct Key {
	const void *at;
	size_t n;
} Key;

/* The key of some numbers, for the rest of the block. */
#define KEY(...) ((Key){(const u64[]){__VA_ARGS__}, sizeof((const u64[]){__VA_ARGS__})})
/* The key of a variable's bytes: an array, or a struct that has no padding. */
#define KEY_OF(x) ((Key){&(x), sizeof(x)})
/* Add a part to the bytes of a key. Other parts make other bytes. */
void key_number(Buf *to, u64 x);
void key_text(Buf *to, const char *s); /* NULL is not "" */
static inline Key buf_key(const Buf *b)
{
	return (Key){buf_str(b), b->len};
}

/* Keys of any bytes to 64-bit values. Keys are copied, and compared whole. */
typedef struct KeyMap {
	struct KeyMapSlot *slots;
	size_t len;
	size_t cap; /* power of two, or 0 */
	Arena keys; /* the bytes of the keys */
} KeyMap;

bool keymap_get(const KeyMap *m, Key key, u64 *value);
void keymap_put(KeyMap *m, Key key, u64 value); /* replaces */
/* The number of a key: a new key gets the number of keys that are there then, from 1. A sequence has
 * a number that nothing else has if each step takes the number of (number so far, next part). The
 * map has no other values. */
u64 keymap_number(KeyMap *m, Key key);
void keymap_clear(KeyMap *m);
void keymap_free(KeyMap *m);

/* ---- files and processes ---- */

/* Reads a whole file ("-" is not special). */
bool file_read(const char *path, Buf *out, Err *err);
/* Read or write all n bytes, in as many calls as that takes; return false if that fails. */
bool fd_read(int fd, void *to, size_t n);
bool fd_write(int fd, const void *from, size_t n);
/* Writes to a temporary file and renames it, so that no reader sees half a file. */
bool file_write(const char *path, const void *bytes, size_t n, Err *err);
/* The same with mode 0600. It replaces what the name meant, also a link. */
bool file_write_private(const char *path, const void *bytes, size_t n, Err *err);
/* The name under which a process writes a file before it renames it; the caller frees it. */
char *file_new_name(const char *path, long pid);
bool dir_make(const char *path, Err *err); /* like mkdir -p */
bool file_exists(const char *path);
bool is_directory(const char *path);
/* Removes a file or a whole directory tree; succeeds if there is none. */
bool tree_remove(const char *path, Err *err);
/* Removes all that is in an open directory; shown is its path, for messages. */
bool dir_clear(int fd, const char *shown, Err *err);
/* A new directory under $TMPDIR (base/scratch.h); the caller removes and frees it. */
char *temp_dir(Err *err);

/* Runs argv[0] with argv and waits. Captures output into each of out and errout that is not NULL.
 * Returns false only if the program could not be started. *status is as from waitpid. */
bool run_command(char *const argv[], Buf *out, Buf *errout, int *status, Err *err);

double now_seconds(void); /* monotonic */

#endif
