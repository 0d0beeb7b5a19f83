/* drift.h: what the subjects' C library asks of the machine.
 *
 * The library is ordinary C compiled to bitcode against the host's glibc headers. Everything
 * it cannot do in C it asks of the machine through these functions. They are few so
 * that the library can also be built natively on a thin shim and tested against glibc.
 *
 * Written for symbolic execution: one range test per character class, no tables indexed by
 * data, no word-at-a-time tricks, no early cleverness. Plain loops: the machine itself runs
 * strlen, strcmp, memchr and friends at full speed when the bytes are concrete.
 */
#ifndef DRIFT_LIBC_H
#define DRIFT_LIBC_H

#include <stddef.h>
#include <stdint.h>

/* The kernel: Linux x86-64 call numbers and conventions, -errno on failure.
 * In the machine this is the virtual OS. A third argument of fstat says that neither times nor
 * owner are looked at. */
long __drift_syscall(long nr, long a, long b, long c, long d, long e, long f);

/* A number that the kernel does not have: the variable of that name was looked for and is not set.
 * The machine only notes it. */
#define DRIFT_SYS_UNSET 0x64726966
/* Likewise: an address is shown as a number, or how the heap is laid out. */
#define DRIFT_SYS_ADDRESS 0x64726967
/* Likewise: something else of the world is looked at, one of DRIFT_ASK_*. */
#define DRIFT_SYS_ASK 0x64726969
enum { DRIFT_ASK_VARIABLES, DRIFT_ASK_PROCESSOR, DRIFT_ASK_DESCRIPTORS, DRIFT_ASK_STREAMS };
/* One argument more of openat, lseek, clock_gettime and tgkill: the number of the descriptor, where a
 * stream is, what is below a second, whether the signal is ignored does not leave the library. */
#define DRIFT_INSIDE 0x64726968

/* The heap. Every block is an object of its own with red zones; never returns NULL except
 * when size > PTRDIFF_MAX or failures are asked for. Contents are uninitialised
 * unless zero is set. align is a power of two >= 1. */
void *__drift_alloc(size_t size, size_t align, int zero);
/* Ends the run with an error if p is not the start of a live heap block. NULL is fine. */
void __drift_free(void *p);
/* Size of the live heap block that starts at p, as it was asked for. */
size_t __drift_alloc_size(const void *p);
/* Makes the live heap block at p as long as size, where it is; up to 16 bytes more fit. Its size
 * after that. */
size_t __drift_alloc_grow(void *p, size_t size);

/* How printf writes an integer. */
struct drift_number {
	unsigned base;
	int is_signed, upper;
	int plus, space, alt, zero, left; /* flags */
	int width, precision;             /* 0 and -1 when not given */
};
/* Writes the text of a value that is known only as an expression, without looking at its digits.
 * The length in this run; -1 when the value is concrete, -2 when the text is longer than cap:
 * convert it then. *counted is the length as the program may see it. pin: the length is decided
 * now, since text in memory has things after it. */
int __drift_number_text(char *buf, size_t cap, uintmax_t value, const struct drift_number *how,
						int pin, size_t *counted);
/* 1 if s is all of such a text: its value, and its end. 0 otherwise. */
int __drift_text_number(const char *s, int base, uint64_t *value, char **end);

/* value, decided now if the input decides it: the rest of the run knows it as a number, and other
 * inputs are other paths. For what is computed in floating point, where expressions end anyway:
 * long arithmetic on digits that are still open would only make them huge first. */
long __drift_settle(long value);

/* Constructors and destructors of the program, in order; made by the loader. */
void __drift_run_ctors(int argc, char **argv, char **envp);
void __drift_run_dtors(void);

/* Ends the run as unsupported: one line that names what was asked for. */
_Noreturn void __drift_unsupported(const char *what);

#endif
