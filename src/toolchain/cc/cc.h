/* cc.h: drift-cc, a C compiler for drift.
 *
 * configure, make and cmake run it in place of gcc or clang. Each call has two halves. The native
 * half is clang with the user's own words, and a few that make it accept what gcc accepts. The
 * bitcode half compiles the same sources to bitcode for drift's machine. Both run in parallel. Then
 * drift-cc appends the bitcode to the output of the native half, as a section that is never loaded
 * (toolchain/section.h). After that, the linker copies it along.
 *
 * The native half decides: its exit status is ours, and its messages are the only ones unless
 * bitcode is lost. Calls that make no object (-E, --version, the probes of configure) run clang directly.
 * A link records what has no bitcode (toolchain/linked.h).
 */
#ifndef DRIFT_CC_H
#define DRIFT_CC_H

#include "base/jobs.h"
#include "toolchain/ccline.h"

/* One call. */
typedef struct CcCall {
	StrList words;    /* words after the program's name, as given */
	StrList expanded; /* the same with the contents of response files */
	CcLine line;
	Arena arena;
	bool verbose; /* DRIFT_CC_VERBOSE: show both commands */
} CcCall;

/* True for a call that configure, cmake or meson makes to probe the compiler. Such calls get
 * clang's answer and no bitcode. */
bool call_is_probe(const CcCall *call);

/* Adds the words of the native half: the user's, without gcc_only ones, without link-time
 * optimisation and without -Werror, and lenient where gcc is. For a probe: the user's words and the
 * lenient ones, because the probes of autoconf 2.13 are written in the C of 1989. */
void cc_native_words(const CcCall *call, StrList *argv);

/* Replaces this process by clang. Returns only if that fails, with the exit status. */
int native_only(const CcCall *call);

/* Runs both halves; returns the exit status. */
int compile_both(CcCall *call);

/* A link of objects only. */
int link_only(const CcCall *call);

/* After a link: records in the binary what was linked into it without bitcode: these sources, other
 * objects, options of the linker. */
void record_link(const CcCall *call, const StrList *lost);

/* Our exit status for that of the native half; if a signal ended it, the same signal ends us. */
int exit_like(const Job *native);

/* Reports on standard error why there is no bitcode for a file. */
void note_lost(const char *file, const char *why, const char *consequence);

#endif
