/* cmd_sources.h: options that say where the sources of programs are that were built. */
#ifndef DRIFT_CMD_SOURCES_H
#define DRIFT_CMD_SOURCES_H

#include "base/opt.h"
#include "blame/tree.h"

#define SOURCE_TREE_OPTIONS(X)                                                                 \
	X(TEXT, old_sources, 0, "old-sources", "DIR", 0, 0,                                        \
	  "where programs that drift-cc built come from: the tree of OLD, without what was built") \
	X(TEXT, new_sources, 0, "new-sources", "DIR", 0, 0, "the tree of NEW")                     \
	X(TEXT, build, 0, "build", "CMD", 0, 0,                                                    \
	  "what builds the program in such a tree (default: make CC=drift-cc)")                    \
	X(TEXT, program, 0, "program", "PATH", 0, 0,                                               \
	  "where it is then, below the tree (default: as NEW lies below its tree)")

/* What these options say; newer is NEW. False with one line in err: they do not go together. */
bool source_trees(const SourceTrees *given, const char *newer, SourceTrees *to, Arena *arena,
				  Err *err);

#endif
