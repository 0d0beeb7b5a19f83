/* cc.h: drift-cc, a C compiler for drift.
 *
 * It is run in gcc's or clang's place by configure, make and cmake. Each call has two halves:
 * the native half is clang with the user's own words (and a few that make it take what gcc
 * takes), the bitcode half compiles the same sources to what drift's machine runs. Both run
 * side by side; then the bitcode is appended to what the native half made, as a section
 * that is never loaded (base/section.h). From there on the linker carries it.
 *
 * The native half rules: its exit status is ours, its messages are the only ones unless
 * bitcode is lost, and calls from which no object comes (-E, --version, plain links, the probes of
 * configure) become clang at once.
 */
#ifndef DRIFT_CC_H
#define DRIFT_CC_H

#include "base/ccline.h"

/* One call. */
typedef struct CcCall {
	StrList words;    /* behind the program's name, as given */
	StrList expanded; /* the same with response files read */
	CcLine line;
	Arena arena;
	bool verbose; /* DRIFT_CC_VERBOSE: show both commands */
} CcCall;

/* True for a call by which configure, cmake or meson ask what the compiler can do. Such
 * calls get clang's answer and are not worth bitcode. */
bool call_is_probe(const CcCall *call);

/* The words of the native half: the user's, without gcc_only ones, without link-time
 * optimisation and without -Werror, and lenient where gcc is. Of a probe: the user's, and lenient:
 * those of autoconf 2.13 are written in the C of 1989. */
void native_words(const CcCall *call, StrList *argv);

/* Replaces this process by clang. Returns only if that fails, with the exit status. */
int native_only(const CcCall *call);

/* Runs both halves; returns the exit status. */
int compile_both(CcCall *call);

/* Says on standard error why there is no bitcode for a file. */
void note_lost(const char *file, const char *why, const char *consequence);

#endif
