/* section.h: how bitcode travels inside object files.
 *
 * drift-cc adds one section, SECTION_NAME, to every object or binary it makes. It is not
 * loaded at run time, so the native program is what it would have been. A linker
 * concatenates the sections of all objects it takes (archive members it pulls included), and
 * pads in between with zeros up to their alignment. So the content is a list of blobs, each
 * of which says how long it is:
 *
 *   0        8      12     16        24       28      32         40
 *   | magic  | form | LLVM | length  | path n | zero  | checksum | path | bitcode | zeros |
 *
 * Numbers are little-endian. The checksum covers everything but itself, so damage is found
 * before any of it reaches LLVM. Blobs are multiples of SECTION_ALIGN long.
 */
#ifndef DRIFT_SECTION_H
#define DRIFT_SECTION_H

#include "base/base.h"

#define SECTION_NAME ".drift.bc"

enum {
	SECTION_ALIGN = 16, /* of the section and of each blob's length */
	SECTION_FORM = 1,   /* version of the layout above */
};

/* One module, as it stands in a section. Points into the section's bytes. */
typedef struct SectionBlob {
	const char *path;  /* source file as the compiler was given it; not terminated */
	size_t path_len;   /* bytes */
	const u8 *bitcode; /* not aligned */
	size_t len;        /* bytes of bitcode */
	u32 llvm;          /* major version of the LLVM that wrote it */
} SectionBlob;

/* Adds one blob, padded, to out. */
void section_add(Buf *out, const char *path, const void *bitcode, size_t len, u32 llvm);

/* Reads the blob at *pos and moves *pos behind it. At the end of the section, returns true
 * with blob->bitcode NULL. False with a message (without a file name) for damage or for a
 * layout this drift does not know. */
bool section_next(const u8 *bytes, size_t n, size_t *pos, SectionBlob *blob, Err *err);

#endif
