/* cache.c: the cache key of a loaded program, and access to its cached image. */
#include "engine/load/cache/cache.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include "engine/load/cache/checksum.h"
#include "engine/load/cache/image.h"
#include "engine/load/cache/store.h"
#include "toolchain/ccline.h"

enum { FORM = 2 }; /* of images; the build id distinguishes layouts of structures */

/* ---- which drift this is ---- */

/* Adds the build id of the program itself, which comes first; 1: found. */
static int add_build(struct dl_phdr_info *info, size_t size, void *to)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		if (part->p_type != PT_NOTE)
			continue;
		const u8 *at = (const u8 *)(uintptr_t)(info->dlpi_addr + part->p_vaddr);
		const u8 *end = at + part->p_memsz;
		while (at + sizeof(ElfW(Nhdr)) <= end) {
			ElfW(Nhdr) note;
			memcpy(&note, at, sizeof note);
			const u8 *name = at + sizeof note, *id = name + (note.n_namesz + 3) / 4 * 4;
			if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(name, "GNU", 4)) {
				digest_add(to, id, note.n_descsz);
				return 1;
			}
			at = id + (note.n_descsz + 3) / 4 * 4;
		}
	}
	return -1;
}

bool cache_build(Digest *to)
{
	return dl_iterate_phdr(add_build, to) == 1;
}

/* ---- the key ---- */

static void add_number(Digest *d, u64 n)
{
	digest_add(d, &n, sizeof n);
}

static void add_options(Digest *d, const LoadOptions *o)
{
	bool flags[] = {o->fold, o->undefined_ok, o->native, o->entry_maybe, o->streams};
	digest_add(d, flags, sizeof flags);
	digest_text(d, o->entry);
	add_number(d, o->n_observe);
	for (u32 i = 0; i < o->n_observe; i++)
		digest_text(d, o->observe[i]);
}

static bool add_file(Digest *d, const char *path)
{
	Buf file = {0};
	bool good = file_read(path, &file, NULL);
	digest_add(d, file.at, file.len);
	buf_free(&file);
	return good;
}

/* The C library is a part of drift, as the build is: a checksum tells its editions apart. */
static bool add_libc(Digest *d, const char *path)
{
	Buf file = {0};
	bool good = file_read(path, &file, NULL);
	Checksum sum = checksum_of(file.at, file.len);
	digest_add(d, &sum, sizeof sum);
	buf_free(&file);
	return good;
}

bool cache_key(const InputSet *in, const LoadOptions *opts, const char *libc, Digest *key)
{
	Digest d = {0};
	add_number(&d, FORM);
	if (!cache_build(&d) || !add_libc(&d, libc))
		return false;
	add_options(&d, opts);
	add_number(&d, in->kind);
	add_number(&d, cc_link_defines(&in->link)); /* else undefined symbols were refused */
	if (in->kind == INPUT_SOURCES) {
		char *cwd = realpath(".", NULL); /* names of files are looked at from here */
		digest_text(&d, cwd);
		free(cwd);
	} else if (in->binary && !add_file(&d, in->binary)) { /* which says what it exports */
		return false;
	}
	digest_text(&d, buf_str(&in->linked));
	add_number(&d, in->modules.len);
	for (size_t i = 0; i < in->modules.len; i++) {
		const InputModule *m = &in->modules.at[i];
		digest_text(&d, m->name);
		add_number(&d, m->unit);
		digest_add(&d, m->bitcode.at, m->bitcode.len);
	}
	*key = d;
	return true;
}

/* ---- images ---- */

Program *cache_find(Digest key)
{
	size_t n;
	Program *p = xcalloc(1, sizeof *p);
	const u8 *bytes = store_read("program", key, &p->arena, &n);
	if (bytes && image_read(bytes, n, p))
		return p;
	program_free(p);
	return NULL;
}

void cache_keep(Digest key, const Program *p)
{
	Buf image = {0};
	image_write(p, &image);
	store_write("program", key, image.at, image.len);
	buf_free(&image);
}
