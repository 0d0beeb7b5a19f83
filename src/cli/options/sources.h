/* sources.h: options that name the sources of built programs. */
#ifndef DRIFT_CMD_SOURCES_H
#define DRIFT_CMD_SOURCES_H

#include "base/opt.h"
#include "clients/blame/tree.h"

#define SOURCE_TREE_OPTIONS(X)                                                               \
	X(TEXT, old_sources, 0, "old-sources", "DIR", 0, 0,                                      \
	  "if OLD is a drift-cc binary: the source tree that it was built from")                 \
	X(TEXT, new_sources, 0, "new-sources", "DIR", 0, 0,                                      \
	  "if NEW is a drift-cc binary: the source tree that it was built from")                 \
	X(TEXT, build, 0, "build", "CMD", 0, 0,                                                  \
	  "with --old-sources: the command that builds the program (default: make CC=drift-cc)") \
	X(TEXT, program, 0, "program", "PATH", 0, 0,                                             \
	  "with --old-sources: where the build puts the program, as a path in the source tree "  \
	  "(default: the path of NEW in --new-sources)")

/* Returns what these options say; newer is NEW. Returns false with one line in err if they
 * contradict each other. */
bool source_trees(const SourceTrees *given, const char *newer, SourceTrees *to, Arena *arena,
				  Err *err);

#endif
