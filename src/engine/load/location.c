/* location.c: source locations. */
#include "engine/load/lower/lower.h"

#include <llvm-c/DebugInfo.h>

/* A file's name, and the directory that it is relative to. */
typedef struct FileName {
	char *name, *dir;
} FileName;

/* clang takes a common start of the working directory and an absolute source path off the latter. A
 * name that does not lead there from here is the one from here, or the whole one. */
static void name_from_here(FileName *f)
{
	if (f->name[0] == '/' || !*f->dir)
		return;
	char *full = xasprintf("%s/%s", f->dir, f->name);
	char *there = realpath(full, NULL), *same = there ? realpath(f->name, NULL) : NULL;
	if (there && (!same || strcmp(same, there))) {
		char *here = realpath(".", NULL);
		size_t n = here ? strlen(here) : 0;
		bool below = n && !strncmp(full, here, n) && full[n] == '/';
		free(f->name);
		f->name = xstrdup(below ? full + n + 1 : full);
		if (below) {
			free(f->dir);
			f->dir = xstrdup(here);
		}
		free(here);
	}
	free(there);
	free(same);
	free(full);
}

/* Where a file lies, without steps that lead back: one file may be named in several ways, and two
 * files in the same way from the directories that they are compiled in. */
static void file_key(const FileName *f, Buf *to)
{
	char *full = *f->name == '/' ? xstrdup(f->name) : xasprintf("%s/%s", f->dir, f->name);
	for (const char *at = full; *at;) {
		size_t len = strcspn(at, "/");
		bool back = len == 2 && !strncmp(at, "..", 2);
		const char *last = to->len ? strrchr(buf_str(to), '/') : NULL;
		if (back && last && strcmp(last, "/.."))
			to->len = (size_t)(last - to->at);
		else if (len && !(len == 1 && *at == '.'))
			buf_addf(to, "/%.*s", (int)len, at);
		if (to->at)
			to->at[to->len] = 0;
		at += len + (at[len] == '/');
	}
	free(full);
}

static u32 file_of(Lower *l, LLVMMetadataRef file)
{
	u64 found;
	if (!file)
		return 0;
	if (intmap_get(&l->file_cache, (u64)(uintptr_t)file, &found))
		return (u32)found;
	unsigned n;
	const char *s = LLVMDIFileGetFilename(file, &n);
	FileName f = {.name = xstrndup(s, n)};
	s = LLVMDIFileGetDirectory(file, &n);
	f.dir = xstrndup(s ? s : "", s ? n : 0);
	if (l->sources && !l->is_libc)
		name_from_here(&f);
	u32 id;
	Buf key = {0};
	file_key(&f, &key);
	if (!strmap_get(&l->files, buf_str(&key), &id)) {
		id = (u32)l->p->files.len;
		vec_push(&l->p->files, arena_strdup(&l->p->arena, f.name));
		vec_push(&l->p->dirs, arena_strdup(&l->p->arena, f.dir));
		vec_push(&l->p->options, "");
		strmap_put(&l->files, buf_str(&key), id);
	}
	buf_free(&key);
	free(f.name);
	free(f.dir);
	intmap_put(&l->file_cache, (u64)(uintptr_t)file, id);
	return id;
}

u32 location_in(Lower *l, LLVMMetadataRef scope, u32 line, u32 col)
{
	u32 file = scope ? file_of(l, LLVMDIScopeGetFile(scope)) : 0;
	if (!file)
		return 0;
	Key key = KEY(file, (u64)line << 32 | col);
	u64 found;
	if (keymap_get(&l->loc_cache, key, &found))
		return (u32)found;
	vec_push(&l->p->locs, ((Loc){file, line, col}));
	keymap_put(&l->loc_cache, key, l->p->locs.len - 1);
	return (u32)(l->p->locs.len - 1);
}

static LLVMMetadataRef part_of(Lower *l, LLVMMetadataRef node, unsigned k)
{
	enum { MOST = 32 };
	LLVMContextRef c = l->is_libc ? library_context(l->libc) : l->context;
	LLVMValueRef parts[MOST], v = LLVMMetadataAsValue(c, node);
	unsigned n = (unsigned)LLVMGetMDNodeNumOperands(v);
	if (k >= n || n > MOST)
		return NULL;
	LLVMGetMDNodeOperands(v, parts);
	return parts[k] ? LLVMValueAsMetadata(parts[k]) : NULL;
}

/* Words of a recorded command line that can change the code: macros, the language, the machine. */
static void code_options(const char *line, size_t n, Buf *to)
{
	const char *end = line + n;
	bool value = false; /* the word is the value of -D or -U */
	for (const char *at = line; at < end;) {
		size_t k = strcspn(at, " ");
		k = k < (size_t)(end - at) ? k : (size_t)(end - at);
		bool macro = k >= 2 && (!strncmp(at, "-D", 2) || !strncmp(at, "-U", 2));
		bool other = (!strncmp(at, "-f", 2) && !memmem(at, k, "prefix-map", 10)) ||
					 !strncmp(at, "-m", 2) || !strncmp(at, "-std", 4);
		if (value || macro || (k > 2 && other))
			buf_addf(to, "%s%.*s", to->len && !value ? " " : "", (int)k, at);
		value = macro && k == 2;
		at += k + (at + k < end);
	}
}

/* Keeps the options that a source was compiled with, if debug information has them. */
static void keep_options(Lower *l, LLVMMetadataRef unit, u32 file)
{
	enum { FLAGS_OF = 2 };
	if (l->is_libc || *l->p->options.at[file])
		return;
	LLVMMetadataRef flags = part_of(l, unit, FLAGS_OF);
	unsigned n = 0;
	const char *line = flags ? LLVMGetMDString(LLVMMetadataAsValue(l->context, flags), &n) : NULL;
	Buf text = {0};
	if (line)
		code_options(line, n, &text);
	if (text.len)
		l->p->options.at[file] = arena_strdup(&l->p->arena, buf_str(&text));
	buf_free(&text);
}

u32 location_unit(Lower *l, LLVMMetadataRef scope)
{
	enum { SCOPE_OF = 1, UNIT_OF = 5, MOST_SCOPES = 64 };
	for (int i = 0; scope && i < MOST_SCOPES; i++) {
		LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
		if (kind == LLVMDICompileUnitMetadataKind) {
			u32 file = file_of(l, LLVMDIScopeGetFile(scope));
			keep_options(l, scope, file);
			return file;
		}
		if (kind != LLVMDISubprogramMetadataKind && kind != LLVMDILexicalBlockMetadataKind)
			return 0;
		scope = part_of(l, scope, kind == LLVMDISubprogramMetadataKind ? UNIT_OF : SCOPE_OF);
	}
	return 0;
}

u32 location_of(Lower *l, LLVMMetadataRef location)
{
	if (!location)
		return 0;
	return location_in(l, LLVMDILocationGetScope(location), LLVMDILocationGetLine(location),
					   LLVMDILocationGetColumn(location));
}

bool program_file_is(const char *known, const char *wanted)
{
	size_t n = strlen(known), k = strlen(wanted);
	if (k > n || strcmp(known + n - k, wanted))
		return false;
	return k == n || known[n - k - 1] == '/';
}

void program_location(const Program *p, u32 loc, Buf *to)
{
	const Loc *at = &p->locs.at[loc];
	if (!loc || !at->file) {
		buf_adds(to, "?");
		return;
	}
	buf_addf(to, "%s:%u", p->files.at[at->file], at->line);
	if (at->col)
		buf_addf(to, ":%u", at->col);
}

const char *program_native_file(const Program *p, u32 function, const Global *g)
{
	u32 file = p->locs.at[g->loc].file;
	if (file == p->locs.at[p->functions.at[function].loc].file)
		return "call.c";
	const char *path = p->files.at[file], *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

char *program_path(const Program *p, u32 file)
{
	const char *dir = p->dirs.at[file], *name = p->files.at[file];
	/* What lies under that name here may be another version's. */
	return *dir && *name != '/' ? xasprintf("%s/%s", dir, name) : xstrdup(name);
}

void program_source(const Program *p, u32 at, Buf *to)
{
	program_line(p, p->locs.at[at].file, p->locs.at[at].line, to);
}

void program_line(const Program *p, u32 file, u32 number, Buf *to)
{
	enum { MOST = 60 }; /* characters of a line */
	Buf whole = {0};
	program_whole_line(p, file, number, &whole);
	buf_add(to, buf_str(&whole), whole.len < MOST ? whole.len : MOST);
	buf_free(&whole);
}

void program_whole_line(const Program *p, u32 file, u32 number, Buf *to)
{
	Buf text = {0};
	Err ignored;
	char *full = program_path(p, file);
	if (number && file_read(full, &text, &ignored)) {
		const char *line = buf_str(&text);
		for (u32 n = 1; n < number && line; n++) {
			line = strchr(line, '\n');
			line = line ? line + 1 : NULL;
		}
		line = line ? line + strspn(line, " \t") : "";
		buf_add(to, line, strcspn(line, "\r\n"));
	}
	buf_free(&text);
	free(full);
}
