/* check.h: assertions, in a separate build.
 *
 * `make CHECK=1` builds into build-check/ with DRIFT_CHECKED. There a violated condition ends the
 * process with file, line and text. In the other builds the compiler checks the types of the same
 * text and generates no code. An assertion states what our own code promises; it never judges what
 * a user or a subject does.
 *
 *   must(condition)                        the text is the condition itself
 *   must_that(condition, "format", ...)    the text names the values
 *   if (CHECKED && every(16)) x_check(x);  an expensive check, not every time
 *   limit_of(4096, 16)                     a limit that is small in the checked build
 *
 * Functions X_check are in files named checked.c or *_checked.c, which only the checked build has.
 *
 * Small limits give a chance to bugs that need a full table, a moved vector or a cache miss. Only
 * limits that change no result may be small: both builds have the same results.
 */
#ifndef DRIFT_BASE_CHECK_H
#define DRIFT_BASE_CHECK_H

#include "base/base.h"

#ifdef DRIFT_CHECKED
enum { CHECKED = 1 };
#else
enum { CHECKED = 0 };
#endif

_Noreturn void must_failed(const char *file, int line, const char *fmt, ...) printf_like(3, 4);

#define must_that(condition, ...)                         \
	do {                                                  \
		if (CHECKED && unlikely(!(condition)))            \
			must_failed(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)
#define must(condition) must_that(condition, "%s", #condition)

#define limit_of(usual, small) (CHECKED ? (small) : (usual))

/* True the first EVERY_FIRST times that this line runs, so that short programs are checked in full,
 * and then every n-th time. */
enum { EVERY_FIRST = 32 };
#define every(n)                                         \
	({                                                   \
		static u32 reached_;                             \
		reached_++ < EVERY_FIRST || reached_ % (n) == 0; \
	})

#endif
