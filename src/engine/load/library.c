/* library.c: the subjects' C library; a program gets the parts that it mentions.
 *
 * The file is an archive of bitcode modules, normalised when it is made, after an index:
 *
 *     drift-libc 1 MEMBERS SYMBOLS
 *     SIZE NAME          a line per member; their bytes follow the index in this order
 *     MEMBER NAME        a line per symbol that the member defines
 *
 * A module is parsed when one of its symbols is first needed. Most programs need few modules,
 * and parsing all would take longer than everything else about a small program.
 */
#include "engine/load/lower/lower.h"

#include <llvm-c/BitWriter.h>

#define MAGIC "drift-libc 1 "

typedef struct Member {
	char *name;
	const char *bytes; /* in Library.file */
	size_t size;
	LLVMModuleRef module; /* NULL until it is needed; belongs to the context */
} Member;

struct Library {
	LLVMContextRef context;
	Buf file;
	VEC(Member) members;
	StrMap symbols; /* name -> member */
};

/* ---- reading ---- */

/* Reads "NUMBER TEXT\n" at *at; the text ends in place. */
static bool read_line(char **at, const char *end, size_t *number, char **text)
{
	char *newline = memchr(*at, '\n', (size_t)(end - *at));
	if (!newline)
		return false;
	*newline = 0;
	*number = strtoull(*at, text, 10);
	if (*text == *at || **text != ' ')
		return false;
	++*text;
	*at = newline + 1;
	return true;
}

static bool read_index(Library *lib)
{
	char *at = lib->file.at, *end = at + lib->file.len, *text, *rest;
	size_t members, symbols, n;
	if (lib->file.len < sizeof MAGIC || memcmp(at, MAGIC, sizeof MAGIC - 1))
		return false;
	at += sizeof MAGIC - 1;
	if (!read_line(&at, end, &members, &text))
		return false;
	symbols = strtoull(text, &rest, 10);
	if (*rest)
		return false;
	for (size_t i = 0; i < members; i++) {
		if (!read_line(&at, end, &n, &text))
			return false;
		vec_push(&lib->members, ((Member){.name = xstrdup(text), .size = n}));
	}
	for (size_t i = 0; i < symbols; i++) {
		if (!read_line(&at, end, &n, &text) || n >= members)
			return false;
		strmap_put(&lib->symbols, text, (u32)n);
	}
	for (size_t i = 0; i < members; i++) {
		Member *m = &lib->members.at[i];
		if (m->size > (size_t)(end - at))
			return false;
		m->bytes = at;
		at += m->size;
	}
	return true;
}

Library *library_open(const char *path, Err *err)
{
	Library *lib = xcalloc(1, sizeof *lib);
	lib->context = LLVMContextCreate();
	if (!file_read(path, &lib->file, NULL))
		err_set(err, "%s: drift's C library is not there; run 'make', or set DRIFT_LIBC", path);
	else if (!read_index(lib))
		err_set(err, "%s: not a C library of this drift; run 'make' again", path);
	else
		return lib;
	library_close(lib);
	return NULL;
}

LLVMContextRef library_context(const Library *lib)
{
	return lib->context;
}

LLVMModuleRef library_module(Library *lib, const char *symbol, Err *err)
{
	u32 number;
	if (!strmap_get(&lib->symbols, symbol, &number))
		return NULL;
	Member *m = &lib->members.at[number];
	if (!m->module) {
		m->module = link_parse(lib->context, m->name, m->bytes, m->size, err);
		if (m->module)
			LLVMSetIsNewDbgInfoFormat(m->module, 0);
	}
	return m->module;
}

void library_close(Library *lib)
{
	if (!lib)
		return;
	for (size_t i = 0; i < lib->members.len; i++)
		free(lib->members.at[i].name);
	vec_free(&lib->members);
	strmap_free(&lib->symbols);
	buf_free(&lib->file);
	LLVMContextDispose(lib->context); /* and all modules in it */
	free(lib);
}

/* ---- writing ---- */

typedef struct LibraryWriter {
	StrMap symbols; /* name -> member, to see who defines a name twice */
	Buf members, index, bytes;
	u32 n_members, n_symbols;
	Err *err;
} LibraryWriter;

static bool add_symbol(LibraryWriter *w, LLVMValueRef v, const char *file)
{
	LLVMLinkage k = LLVMGetLinkage(v);
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	if (LLVMIsDeclaration(v) || k == LLVMInternalLinkage || k == LLVMPrivateLinkage ||
		!strncmp(name, "llvm.", 5))
		return true;
	if (strmap_get(&w->symbols, name, NULL))
		return err_set(w->err, "%s: '%s' is defined twice in the C library", file, name);
	strmap_put(&w->symbols, name, w->n_members);
	buf_addf(&w->index, "%u %s\n", w->n_members, name);
	w->n_symbols++;
	return true;
}

static bool add_member(LibraryWriter *w, LLVMModuleRef m, const char *file)
{
	bool ok = true;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); ok && f; f = LLVMGetNextFunction(f))
		ok = add_symbol(w, f, file);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); ok && g; g = LLVMGetNextGlobal(g))
		ok = add_symbol(w, g, file);
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); ok && a; a = LLVMGetNextGlobalAlias(a))
		ok = add_symbol(w, a, file);
	if (!ok)
		return false;
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	size_t n = LLVMGetBufferSize(bitcode);
	const char *slash = strrchr(file, '/');
	buf_addf(&w->members, "%zu %s\n", n, slash ? slash + 1 : file);
	buf_add(&w->bytes, LLVMGetBufferStart(bitcode), n);
	LLVMDisposeMemoryBuffer(bitcode);
	w->n_members++;
	return true;
}

bool program_link_libc(const char *out, char *const *files, size_t n, Err *err)
{
	LLVMContextRef c = LLVMContextCreate();
	LibraryWriter w = {.err = err};
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++) {
		Buf bytes = {0};
		LLVMModuleRef m = NULL;
		ok = file_read(files[i], &bytes, err) &&
			 (m = link_parse(c, files[i], bytes.at, bytes.len, err)) &&
			 link_normalise(m, false, err) && add_member(&w, m, files[i]);
		buf_free(&bytes);
	}
	LLVMContextDispose(c);
	Buf all = {0};
	buf_addf(&all, MAGIC "%u %u\n", w.n_members, w.n_symbols);
	buf_add(&all, w.members.at, w.members.len);
	buf_add(&all, w.index.at, w.index.len);
	buf_add(&all, w.bytes.at, w.bytes.len);
	ok = ok && file_write(out, all.at, all.len, err);
	buf_free(&all);
	buf_free(&w.members);
	buf_free(&w.index);
	buf_free(&w.bytes);
	strmap_free(&w.symbols);
	return ok;
}
