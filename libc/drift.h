/* drift.h: the functions of the machine that the subjects' C library calls.
 *
 * The library is ordinary C compiled to bitcode against the host's glibc headers. For everything
 * that it cannot do in C, it calls the machine through these functions. They are few, so that the
 * library can also be built natively on a thin shim and tested against glibc.
 *
 * It is written for symbolic execution: one range test per character class, no tables indexed by
 * data, no word-at-a-time tricks. Its loops are simple: the machine itself runs strlen, strcmp,
 * memchr and friends at full speed when the bytes are concrete.
 */
#ifndef DRIFT_LIBC_H
#define DRIFT_LIBC_H

#include <stddef.h>
#include <stdint.h>

/* The kernel: Linux x86-64 call numbers and conventions, -errno on failure. In the machine this is
 * the virtual OS. A third argument of fstat says that the caller reads neither times nor owner. */
long __drift_syscall(long nr, long a, long b, long c, long d, long e, long f);

/* A number that no kernel uses: the program looked for the variable of that name, which is not set.
 * The machine only notes it. */
#define DRIFT_SYS_UNSET 0x64726966
/* Likewise: the program sees an address as a number, or the layout of the heap. */
#define DRIFT_SYS_ADDRESS 0x64726967
/* Likewise: the program reads something else of its environment, one of DRIFT_ASK_*. */
#define DRIFT_SYS_ASK 0x64726969
/* DRIFT_ASK_STREAMS has the descriptor as its argument. */
enum {
	DRIFT_ASK_VARIABLES,
	DRIFT_ASK_PROCESSOR,
	DRIFT_ASK_DESCRIPTORS,
	DRIFT_ASK_STREAMS,
	DRIFT_ASK_NAME,
	DRIFT_ASK_SET_ID,
	DRIFT_ASK_CHILD
};
/* An extra argument of openat, lseek, read, ioctl, clock_gettime and tgkill. It says that part of the result
 * does not leave the library: the number of the descriptor, the position of the stream, how much was
 * read at once, the settings of a terminal, the
 * fraction of a second, or whether the signal is ignored. */
#define DRIFT_INSIDE 0x64726968

/* The heap. Every block is a separate object with red zones. Returns NULL only if size >
 * PTRDIFF_MAX or if allocation failures are enabled. Contents are uninitialised unless zero is set.
 * align is a power of two >= 1. */
void *__drift_alloc(size_t size, size_t align, int zero);
/* Ends the run with an error if p is not the start of a live heap block. p may be NULL. */
void __drift_free(void *p);
/* Size of the live heap block that starts at p, as requested. */
size_t __drift_alloc_size(const void *p);
/* Grows the live heap block at p in place to `size`, by at most 16 bytes. Returns its new size. */
size_t __drift_alloc_grow(void *p, size_t size);

/* How printf writes an integer, or a double. */
struct drift_number {
	unsigned base;
	int is_signed, upper;
	int plus, space, alt, zero, left; /* flags */
	int width, precision;             /* 0 and -1 if not given */
	int conv; /* e, f, g or a: the value is the bits of a double; 0: integer */
};
/* Writes the text of a value that is known only as an expression, without deciding its digits.
 * Returns the length in this run; -1 if the value is concrete, or -2 if the text is longer than
 * cap: the caller then converts it. *counted is the length that the program may see. pin: the
 * length is decided now, because other text follows in memory. */
int __drift_number_text(char *buf, size_t cap, uintmax_t value, const struct drift_number *how,
						int pin, size_t *counted);
/* Returns 1 if the whole of s is such a text, with its value and end; otherwise 0. */
int __drift_text_number(const char *s, int base, uint64_t *value, char **end);

/* The same for a float or double that is the shortest text of a number of that type, or an integer that it holds exactly. */
int __drift_text_float(const char *s, int bits, void *value, char **end);

/* Returns value and decides it now if it depends on the input: the rest of the run treats it as a
 * number, and other values are other paths. It is used where long arithmetic on undecided digits would make
 * huge expressions. */
long __drift_settle(long value);

/* Returns how many bytes from p on can be read and are initialised, up to most. For functions that
 * record what they are called with: a pointer may lead to memory that its callee is to fill. */
size_t __drift_defined(const void *p, size_t most);

/* Runs the constructors and destructors of the program, in order; the loader makes these
 * functions. */
void __drift_run_ctors(int argc, char **argv, char **envp);
void __drift_run_dtors(void);

/* Makes a process or a thread, which continues after this call with the result 0; its creator gets the
 * number of the new one. The child of DRIFT_VFORK has the memory of its parent. self: what the variable
 * __drift_self is in a new thread, which has the registers of its creator, and its memory. */
enum { DRIFT_FORK, DRIFT_VFORK, DRIFT_THREAD };
long __drift_clone(int kind, void *self);

/* Ends the run as unsupported, with one line that names the unsupported function. */
_Noreturn void __drift_unsupported(const char *what);

#endif
