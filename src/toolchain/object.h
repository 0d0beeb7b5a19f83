/* object.h: the parts of ELF files and archives that drift needs.
 *
 * Reading works on bytes in memory, trusts nothing in them and copies every header before use
 * (archive members are not aligned). Appending never moves a byte that the linker wrote: the new
 * section, a longer copy of the name table and a new section table go behind the old end. The file
 * header is rewritten last, so an interruption leaves the old file valid. We do not use libelf,
 * because it changes the layout of a file when a section is added.
 *
 * Only 64-bit little-endian x86-64 files are accepted, since drift's machine runs no others.
 */
#ifndef DRIFT_OBJECT_H
#define DRIFT_OBJECT_H

#include "base/base.h"

/* Bytes that somebody else owns. */
typedef struct Span {
	const u8 *at;
	size_t len;
} Span;

typedef VEC(Span) SpanList;

typedef enum FileKind {
	FILE_OTHER,
	FILE_EMPTY,
	FILE_ELF,
	FILE_ARCHIVE, /* ar, including thin archives */
	FILE_BITCODE, /* LLVM bitcode, with or without its wrapper */
	FILE_SCRIPT,  /* starts with #! */
	FILE_TEXT,    /* no NUL in the first bytes */
} FileKind;

FileKind object_kind(const u8 *bytes, size_t n);

/* Collects the content of all sections called name, in file order. Returns false with a message
 * (without the file's name) if the file is not an x86-64 ELF file or its section table does not fit
 * in it. */
bool object_sections(const u8 *bytes, size_t n, const char *name, SpanList *out, Err *err);

/* What the dynamic linker would read from an executable or shared library. */
typedef struct ObjectNeeds {
	VEC(char *) libraries; /* DT_NEEDED, in order */
	char *run_path;        /* DT_RUNPATH, else DT_RPATH, else NULL */
} ObjectNeeds;

bool object_needs(const u8 *bytes, size_t n, ObjectNeeds *out, Err *err);
void object_needs_free(ObjectNeeds *needs);

/* One member of an archive. */
typedef struct ArchiveMember {
	char *name; /* malloced, freed by the next call or by the caller at the end */
	Span bytes; /* in an ordinary archive */
	bool thin;  /* the content is the file called name, next to the archive */
} ArchiveMember;

/* Moves to the member at *pos (start with 0; skips symbol and name tables). At the end, returns
 * true with member->name NULL. */
bool archive_next(const u8 *bytes, size_t n, size_t *pos, ArchiveMember *member, Err *err);

/* Adds a section that is not loaded to the ELF file at path. */
bool object_append(const char *path, const char *name, const void *content, size_t len,
				   size_t align, Err *err);

#endif
