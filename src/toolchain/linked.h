/* linked.h: what a binary has besides the bitcode of its sources.
 *
 * drift runs bitcode. The linker also takes objects that have none (of assembly, of other languages, made
 * by other compilers), and options that define or replace symbols. drift-cc records them in a section of
 * their own, so that two binaries whose bitcode is equal are not mistaken for equal ones. The section is
 * text, a line each:
 *
 *   code NAME DIGEST   an object, a member of an archive or a source without bitcode
 *   define WORD        an option that may define or replace a symbol, with digests of files that it names
 *   link WORD          another option of the linker; a shared library without bitcode, with its digest
 *
 * NAME is without directories: each version is built in a directory of its own. The digest of an object is
 * that of what it adds to a program: sections that are loaded, relocations, symbols; a debugger's are left out.
 */
#ifndef DRIFT_LINKED_H
#define DRIFT_LINKED_H

#include "toolchain/ccline.h"
#include "toolchain/object.h"

#define LINKED_SECTION ".drift.link"

/* Adds a line of that kind for an object, unless it has bitcode or adds nothing to a program. */
void linked_object(Buf *to, const char *kind, const char *name, Span object);
/* Adds lines for the files that a linker gets, and for its options. `tree` is a directory whose path is
 * left out of words, or NULL. */
void linked_line(Buf *to, const CcLine *line, const char *tree);

#endif
