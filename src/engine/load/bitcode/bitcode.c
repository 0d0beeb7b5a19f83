/* bitcode.c: distinguishes the kinds of programs. */
#include "engine/load/bitcode/parts.h"
#include "toolchain/object.h"

#include <errno.h>
#include <sys/stat.h>

void add_module(InputSet *set, const char *name, size_t name_len, Buf bitcode)
{
	InputModule m = {.name = xstrndup(name, name_len), .bitcode = bitcode};
	vec_push(&set->modules, m);
}

const char *dir_of(const char *path, Arena *arena)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return ".";
	return slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}

void input_drop_modules(InputSet *set)
{
	for (size_t i = 0; i < set->modules.len; i++) {
		free(set->modules.at[i].name);
		buf_free(&set->modules.at[i].bitcode);
	}
	vec_free(&set->modules);
}

void input_free(InputSet *set)
{
	input_drop_modules(set);
	for (size_t i = 0; i < set->sources.len; i++) {
		vec_free(&set->sources.at[i].flags);
		vec_free(&set->sources.at[i].unseen);
	}
	vec_free(&set->sources);
	vec_free(&set->link);
	vec_free(&set->reads);
	buf_free(&set->linked);
	arena_free(&set->arena);
	*set = (InputSet){0};
}

static bool load_bitcode(const char *prog, Buf *file, InputSet *out)
{
	out->kind = INPUT_BITCODE;
	out->binary = arena_strdup(&out->arena, prog);
	add_module(out, prog, strlen(prog), *file);
	*file = (Buf){0};
	return true;
}

/* A file that is not C source: its first bytes say what it is. */
static bool load_file(const char *prog, Buf *file, InputSet *out, Err *err)
{
	static const char wanted[] = "name a .c or .h file, a directory of .c files, a .bc or .ll "
								 "file, or a binary built by drift-cc";
	bool ir = lang_of_file(prog) == LANG_IR, found;
	switch (object_kind((const u8 *)file->at, file->len)) {
	case FILE_EMPTY: return err_set(err, "%s: the file is empty; %s", prog, wanted);
	case FILE_ELF: return load_binary(prog, file, out, err);
	case FILE_ARCHIVE: return load_archive(prog, file, out, err);
	case FILE_BITCODE: return load_bitcode(prog, file, out);
	case FILE_SCRIPT:
		if (!load_wrapper(prog, file, out, &found, err))
			return false;
		return found || err_set(err, "%s: a script, not a program; %s", prog, wanted);
	case FILE_TEXT:
		if (ir)
			return load_bitcode(prog, file, out);
		return err_set(err, "%s: a text file, not a program; %s", prog, wanted);
	case FILE_OTHER: break;
	}
	if (ir)
		return err_set(err, "%s: not LLVM bitcode; make it with clang-" DRIFT_LLVM " -emit-llvm -c",
					   prog);
	return err_set(err, "%s: not a program that drift can read; %s", prog, wanted);
}

bool input_load(const char *prog, const InputOptions *opts, InputSet *out, Err *err)
{
	struct stat st;
	*out = (InputSet){0};
	if (stat(prog, &st) != 0)
		return err_set(err, "%s: %s", prog, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return load_sources(prog, true, opts, out, err);
	if (!S_ISREG(st.st_mode))
		return err_set(err, "%s: not a regular file; name a file or a directory", prog);
	switch (lang_of_source(prog)) {
	case LANG_C:
	case LANG_C_DONE: return load_sources(prog, false, opts, out, err);
	case LANG_CXX: return err_set(err, "%s: C++ is not supported; drift reads C", prog);
	case LANG_ASM: return err_set(err, "%s: assembly is not supported; drift reads C", prog);
	default: break;
	}
	Buf file = {0};
	bool ok = file_read(prog, &file, err) && load_file(prog, &file, out, err);
	buf_free(&file);
	return ok;
}
