/* binary.c: extracts the modules from files that drift-cc built. */
#include "engine/load/bitcode/parts.h"
#include "toolchain/linked.h"
#include "toolchain/object.h"
#include "toolchain/section.h"

static const char rebuild[] = "rebuild with CC=drift-cc";

/* Adds the modules of all bitcode sections of one ELF file, which is called `name` in
 * messages. */
static bool add_sections(const char *name, Span file, InputSet *out, Err *err)
{
	SpanList sections = {0};
	Err why = {0};
	bool ok = object_sections(file.at, file.len, SECTION_NAME, &sections, &why);
	for (size_t i = 0; ok && i < sections.len; i++) {
		const Span *s = &sections.at[i];
		SectionBlob blob;
		size_t pos = 0;
		while ((ok = section_next(s->at, s->len, &pos, &blob, &why)) && blob.bitcode) {
			if (blob.llvm != (u32)atoi(DRIFT_LLVM)) {
				ok = err_set(&why,
							 "its bitcode was made by LLVM %u, this drift reads LLVM " DRIFT_LLVM,
							 blob.llvm);
				break;
			}
			Buf bitcode = {0};
			buf_add(&bitcode, blob.bitcode, blob.len);
			add_module(out, blob.path, blob.path_len, bitcode);
		}
	}
	sections.len = 0;
	ok = ok && object_sections(file.at, file.len, LINKED_SECTION, &sections, &why);
	for (size_t i = 0; ok && i < sections.len; i++)
		buf_add(&out->linked, (const char *)sections.at[i].at, sections.at[i].len);
	vec_free(&sections);
	if (!ok)
		err_set(err, "%s: %s%s%s", name, why.text, strchr(why.text, ';') ? "" : "; ",
				strchr(why.text, ';') ? "" : rebuild);
	return ok;
}

static bool require_modules(const char *prog, const InputSet *out, Err *err)
{
	if (out->modules.len)
		return true;
	return err_set(err,
				   "%s: contains no bitcode: it was built without drift-cc (or stripped by "
				   "llvm-strip); %s",
				   prog, rebuild);
}

/* ---- shared libraries of the same project ---- */

/* What is known while a program's libraries are followed. */
typedef struct Libraries {
	InputSet *out;
	const char *extra; /* more directories, separated by colons, or NULL */
	StrMap seen;       /* libraries by name, loaded or not to be found */
	u32 units;         /* libraries loaded so far */
} Libraries;

static bool add_libraries(Libraries *libs, const char *path, Span file, Err *err);

/* The modules of one library, marked as such, then those of what it needs itself. */
static bool add_unit(Libraries *libs, const char *path, Span file, Err *err)
{
	InputSet *out = libs->out;
	size_t first = out->modules.len;
	if (object_kind(file.at, file.len) != FILE_ELF)
		return true;
	if (!add_sections(path, file, out, err))
		return false;
	if (out->modules.len > first)
		libs->units++;
	for (size_t i = first; i < out->modules.len; i++)
		out->modules.at[i].unit = libs->units;
	return add_libraries(libs, path, file, err);
}

/* The path of a library in one directory of a search path, where $ORIGIN stands for the
 * directory of the file that needs it. Freed by the caller. */
static char *library_path(const char *dir, size_t len, const char *origin, const char *name)
{
	static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
	for (size_t i = 0; i < countof(words); i++) {
		size_t skip = strlen(words[i]);
		if (len >= skip && !strncmp(dir, words[i], skip))
			return xasprintf("%s%.*s/%s", origin, (int)(len - skip), dir + skip, name);
	}
	return xasprintf("%.*s/%s", (int)len, dir, name);
}

/* The first file of that name along a search path, or NULL. Freed by the caller. */
static char *find_library(const char *search, const char *origin, const char *name)
{
	while (search && *search) {
		size_t len = strcspn(search, ":");
		char *path = len ? library_path(search, len, origin, name) : NULL;
		if (path && file_exists(path) && !is_directory(path))
			return path;
		free(path);
		search += len + (search[len] == ':');
	}
	return NULL;
}

/* A library without bitcode is linked again when the program is built from its bitcode. What every
 * program has is not named. */
static void link_again(InputSet *out, const char *path, const char *name)
{
	static const char *const usual[] = {"libc.so.", "libm.so.", "ld-linux"};
	for (size_t i = 0; i < countof(usual); i++)
		if (!strncmp(name, usual[i], strlen(usual[i])))
			return;
	char *full = path ? realpath(path, NULL) : NULL;
	char *word = full ? xstrdup(full) : xasprintf("-l:%s", name);
	vec_push(&out->link, arena_strdup(&out->arena, word));
	if (full) {
		char *run_path = xasprintf("-Wl,-rpath,%s", dir_of(full, &out->arena));
		vec_push(&out->link, arena_strdup(&out->arena, run_path));
		free(run_path);
	}
	free(word);
	free(full);
}

/* One library: where the binary itself, the wrapper or the user say, or beside the binary, where
 * plain makefiles put it; the system's own are not built by drift-cc. */
static bool add_library(Libraries *libs, const char *origin, const char *run_path, const char *name,
						Err *err)
{
	Buf file = {0};
	bool ok = true;
	if (strmap_get(&libs->seen, name, NULL))
		return true;
	strmap_put(&libs->seen, name, 1);
	char *path = find_library(getenv("LD_LIBRARY_PATH"), origin, name);
	if (!path)
		path = find_library(libs->extra, origin, name);
	if (!path)
		path = find_library(run_path, origin, name);
	if (!path)
		path = find_library("$ORIGIN", origin, name);
	size_t before = libs->out->modules.len;
	if (path && file_read(path, &file, NULL))
		ok = add_unit(libs, path, (Span){(const u8 *)file.at, file.len}, err);
	if (ok && libs->out->modules.len == before) {
		link_again(libs->out, path, name);
		if (file.len)
			linked_object(&libs->out->linked, "link", name, (Span){(const u8 *)file.at, file.len});
	}
	buf_free(&file);
	free(path);
	return ok;
}

static bool add_libraries(Libraries *libs, const char *path, Span file, Err *err)
{
	ObjectNeeds needs;
	Err why = {0};
	const char *origin = dir_of(path, &libs->out->arena);
	bool ok = object_needs(file.at, file.len, &needs, &why);
	if (!ok)
		err_set(err, "%s: %s; %s", path, why.text, rebuild);
	for (size_t i = 0; ok && i < needs.libraries.len; i++)
		ok = add_library(libs, origin, needs.run_path, needs.libraries.at[i], err);
	object_needs_free(&needs);
	return ok;
}

static bool load_elf(const char *prog, const Buf *file, const char *search, InputSet *out, Err *err)
{
	Span bytes = {(const u8 *)file->at, file->len};
	Libraries libs = {.out = out, .extra = search};
	out->kind = INPUT_BINARY;
	out->binary = arena_strdup(&out->arena, prog);
	bool ok = add_sections(prog, bytes, out, err) && require_modules(prog, out, err) &&
			  add_libraries(&libs, prog, bytes, err);
	strmap_free(&libs.seen);
	return ok;
}

bool load_binary(const char *prog, const Buf *file, InputSet *out, Err *err)
{
	return load_elf(prog, file, NULL, out, err);
}

/* ---- archives ---- */

/* A thin archive names its members relative to where it is itself. */
static bool read_thin(const char *archive, const char *member, Buf *out, Arena *arena, Err *err)
{
	Err why = {0};
	char *path =
		member[0] == '/' ? xstrdup(member) : xasprintf("%s/%s", dir_of(archive, arena), member);
	bool ok = file_read(path, out, &why);
	if (!ok)
		err_set(err, "%s: its member %s; build it anew", archive, why.text);
	free(path);
	return ok;
}

bool load_archive(const char *prog, const Buf *file, InputSet *out, Err *err)
{
	ArchiveMember m = {0};
	Err why = {0};
	size_t pos = 0;
	bool ok = true;
	out->kind = INPUT_BINARY;
	out->binary = arena_strdup(&out->arena, prog);
	while (ok) {
		if (!archive_next((const u8 *)file->at, file->len, &pos, &m, &why)) {
			ok = err_set(err, "%s: %s; build it anew", prog, why.text);
			break;
		}
		if (!m.name)
			break;
		Buf outside = {0};
		Span bytes = m.bytes;
		if (m.thin && (ok = read_thin(prog, m.name, &outside, &out->arena, err)))
			bytes = (Span){(const u8 *)outside.at, outside.len};
		char *name = xasprintf("%s(%s)", prog, m.name);
		if (ok && object_kind(bytes.at, bytes.len) == FILE_ELF) {
			ok = add_sections(name, bytes, out, err);
			linked_object(&out->linked, "code", m.name, bytes);
		}
		free(name);
		buf_free(&outside);
	}
	free(m.name);
	return ok && require_modules(prog, out, err);
}

/* ---- libtool's wrapper scripts ---- */

/* Where the script says that the libraries of the build tree are: the text between the quotes of
 * its LD_LIBRARY_PATH="...:$LD_LIBRARY_PATH", or NULL. */
static char *wrapper_library_path(const char *script)
{
	static const char start[] = "LD_LIBRARY_PATH=\"";
	for (const char *p = script; (p = strstr(p, start));) {
		p += strlen(start);
		size_t len = strcspn(p, "\"\n$");
		if (len)
			return xstrndup(p, len);
	}
	return NULL;
}

bool load_wrapper(const char *prog, const Buf *script, InputSet *out, bool *found, Err *err)
{
	*found = strstr(buf_str(script), "temporary wrapper script for") &&
			 strstr(buf_str(script), "enerated by libtool");
	if (!*found)
		return true;
	const char *slash = strrchr(prog, '/');
	const char *name = slash ? slash + 1 : prog, *dir = dir_of(prog, &out->arena);
	char *search = wrapper_library_path(buf_str(script));
	Buf file = {0};
	/* libtool links the program a second time, for use in the build tree, when it must. */
	char *real = xasprintf("%s/.libs/lt-%s", dir, name);
	if (!file_exists(real)) {
		free(real);
		real = xasprintf("%s/.libs/%s", dir, name);
	}
	bool ok = file_read(real, &file, err) && load_elf(real, &file, search, out, err);
	free(real);
	free(search);
	buf_free(&file);
	return ok;
}
