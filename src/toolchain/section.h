/* section.h: how bitcode is stored inside object files.
 *
 * drift-cc adds one section, SECTION_NAME, to every object or binary it makes. The section is not
 * loaded at run time, so the native program does not change. A linker concatenates the sections of
 * all objects it takes (including archive members that it pulls in), and pads them with zeros up to
 * their alignment. So the content is a list of blobs, each with its length:
 *
 *   0        8      12     16        24       28      32         40
 *   | magic  | form | LLVM | length  | path n | zero  | checksum | path | bitcode | zeros |
 *
 * Numbers are little-endian. The checksum covers everything except itself, so damage is found
 * before any of it reaches LLVM. The length of a blob is a multiple of SECTION_ALIGN.
 */
#ifndef DRIFT_SECTION_H
#define DRIFT_SECTION_H

#include "base/base.h"

#define SECTION_NAME ".drift.bc"

enum {
	SECTION_ALIGN = 16, /* of the section and of each blob's length */
	SECTION_FORM = 1,   /* version of the layout above */
};

/* One module in a section. Points into the section's bytes. */
typedef struct SectionBlob {
	const char *path;  /* source file as passed to the compiler; not NUL-terminated */
	size_t path_len;   /* bytes */
	const u8 *bitcode; /* not aligned */
	size_t len;        /* bytes of bitcode */
	u32 llvm;          /* major version of the LLVM that wrote it */
} SectionBlob;

/* Adds one blob, padded, to out. */
void section_add(Buf *out, const char *path, const void *bitcode, size_t len, u32 llvm);

/* Reads the blob at *pos and moves *pos behind it. At the end of the section, returns true with
 * blob->bitcode NULL. Returns false with a message (without a file name) if the section is damaged
 * or has an unknown layout. */
bool section_next(const u8 *bytes, size_t n, size_t *pos, SectionBlob *blob, Err *err);

#endif
