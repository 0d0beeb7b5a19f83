/* make.c: creates the program of --call.
 *
 *   DIR/call.c                  main, compiled behind the source of the first function it calls
 *   DIR/compile_commands.json   that and all other sources, unchanged
 *   DIR/program.bc              instead of the database, if there are no sources */
#include "cli/call/call.h"

#include <cjson/cJSON.h>
#include <unistd.h>

#include "toolchain/ccline.h"
#include "engine/load/probe.h"

static const char head[] = "#include <stdio.h>\n"
						   "#include <stdlib.h>\n"
						   "#include <string.h>\n"
						   "#pragma clang diagnostic ignored \"-Weverything\"\n"
						   "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n"
						   "static char **drift_argv;\n"
						   "struct drift_file {\n"
						   "	unsigned char *bytes;\n"
						   "	size_t length;\n"
						   "};\n"
						   "static __inline__ int drift_int(const char *text)\n"
						   "{\n"
						   "	return (int)strtol(text, NULL, 10);\n"
						   "}\n"
						   "static __inline__ double drift_double(const char *text)\n"
						   "{\n"
						   "	return strtod(text, NULL);\n"
						   "}\n"
						   "static __inline__ float drift_float(const char *text)\n"
						   "{\n"
						   "	return strtof(text, NULL);\n"
						   "}\n"
						   "/* The file that an argument names, in a block of its exact size. */\n"
						   "static __inline__ struct drift_file *drift_open(int number)\n"
						   "{\n"
						   "	static struct drift_file files[32];\n"
						   "	static unsigned char buffer[65536];\n"
						   "	struct drift_file *it = &files[number];\n"
						   "	FILE *f = it->bytes ? NULL : fopen(drift_argv[number], \"rb\");\n"
						   "	if (f) {\n"
						   "		it->length = fread(buffer, 1, sizeof buffer, f);\n"
						   "		it->bytes = malloc(it->length ? it->length : 1);\n"
						   "		it->bytes += !it->length; /* nothing may be read of it */\n"
						   "		memcpy(it->bytes, buffer, it->length);\n"
						   "		fclose(f);\n"
						   "	}\n"
						   "	return it;\n"
						   "}\n"
						   "static __inline__ void *drift_bytes(int number)\n"
						   "{\n"
						   "	return drift_open(number)->bytes;\n"
						   "}\n"
						   "static __inline__ size_t drift_length(int number)\n"
						   "{\n"
						   "	return drift_open(number)->length;\n"
						   "}\n";

static const char showing[] =
	"/* A text in quotes; as a part of something with its length. */\n"
	"static __inline__ void drift_text(const char *text, int inside)\n"
	"{\n"
	"	if (!text) {\n"
	"		fputs(\"null\", stdout);\n"
	"		return;\n"
	"	}\n"
	"	if (inside)\n"
	"		printf(\"%d \", (int)strlen(text));\n"
	"	printf(\"\\\"%s\\\"\", text);\n"
	"}\n"
	"/* strnlen, which no standard of C has. */\n"
	"static __inline__ unsigned long drift_length_in(const char *text, unsigned long size)\n"
	"{\n"
	"	const char *zero = memchr(text, 0, size);\n"
	"	return zero ? (unsigned long)(zero - text) : size;\n"
	"}\n"
	"static __inline__ void drift_chars(const char *text, unsigned long size)\n"
	"{\n"
	"	unsigned long n = drift_length_in(text, size);\n"
	"	printf(\"%d \\\"\", (int)n);\n"
	"	fwrite(text, 1, n, stdout);\n"
	"	fputs(\"\\\"\", stdout);\n"
	"}\n"
	"/* Functions that nobody defines record what their arguments lead to, as far as it is set: "
	"the\n"
	"   machine knows. Natively nobody does. */\n"
	"extern unsigned long __drift_defined(const void *, unsigned long) __attribute__((weak));\n"
	"static __inline__ unsigned long drift_set(const void *p, unsigned long most)\n"
	"{\n"
	"	return __drift_defined ? __drift_defined(p, most) : most;\n"
	"}\n"
	"static __inline__ void drift_peek_text(const char *text, unsigned long most)\n"
	"{\n"
	"	unsigned long n = text ? drift_set(text, most) : 0;\n"
	"	if (!n) {\n"
	"		fputs(text ? \"unset\" : \"null\", stdout);\n"
	"		return;\n"
	"	}\n"
	"	drift_chars(text, n);\n"
	"	if (drift_length_in(text, n) == n)\n"
	"		fputs(\"...\", stdout);\n"
	"}\n"
	"static __inline__ void drift_peek_bytes(const unsigned char *at, unsigned long most)\n"
	"{\n"
	"	unsigned long n = drift_set(at, most);\n"
	"	unsigned long i;\n"
	"	for (i = 0; i < n; i++)\n"
	"		printf(\" %d\", at[i]);\n"
	"	if (!n)\n"
	"		fputs(\" unset\", stdout);\n"
	"}\n"
	"static __inline__ unsigned long long drift_bits(const char *at, unsigned long bit, int bits)\n"
	"{\n"
	"	unsigned long long value = 0;\n"
	"	int i;\n"
	"	for (i = 0; i < bits; i++)\n"
	"		value |= (unsigned long long)(at[(bit + i) / 8] >> (bit + i) % 8 & 1) << i;\n"
	"	return value;\n"
	"}\n"
	"/* Objects that one value has shown. */\n"
	"struct drift_seen {\n"
	"	int n;\n"
	"	const char *at[64];\n"
	"	void (*by[64])(const char *, struct drift_seen *);\n"
	"};\n"
	"/* A struct behind a pointer; each object once. */\n"
	"static __inline__ void drift_follow(const char *at, void (*show)(const char *, struct "
	"drift_seen "
	"*),\n"
	"								struct drift_seen *seen)\n"
	"{\n"
	"	int i;\n"
	"	if (!at) {\n"
	"		fputs(\"null\", stdout);\n"
	"		return;\n"
	"	}\n"
	"	for (i = 0; i < seen->n; i++)\n"
	"		if (seen->at[i] == at && seen->by[i] == show) {\n"
	"			printf(\"object %d\", i + 1);\n"
	"			return;\n"
	"		}\n"
	"	if (seen->n == 64) {\n"
	"		fputs(\"...\", stdout);\n"
	"		return;\n"
	"	}\n"
	"	seen->by[seen->n] = show;\n"
	"	seen->at[seen->n++] = at;\n"
	"	show(at, seen);\n"
	"}\n";

/* State while the program is created. */
typedef struct Making {
	LibraryCall *c;
	const char *prog;
	InputSet in;
	VEC(StrMap) functions; /* that each module defines */
	u32 behind;            /* module that the call is compiled with */
	const char *dir;
	char *file;            /* DIR/call.c */
	StrList more;          /* options for it, beside those of the source */
	CallDeclared prologue; /* lines that declare what it calls, where that is needed */
	bool has_main;         /* one of the user's own files has it */
	Arena arena;
} Making;

static char *keep(Making *m, char *text)
{
	char *kept = arena_strdup(&m->arena, text);
	free(text);
	return kept;
}

/* ---- what defines the functions ---- */

static bool defines(const InputModule *module, const char *name)
{
	StrMap names = {0};
	Err ignored;
	bool found = probe_functions(module, &names, &ignored) && strmap_get(&names, name, NULL);
	strmap_free(&names);
	return found;
}

/* Records the functions that the modules define; each is parsed once. */
static void note_functions(Making *m)
{
	Err ignored;
	for (u32 i = 0; i < m->in.modules.len; i++) {
		StrMap names = {0};
		probe_functions(&m->in.modules.at[i], &names, &ignored);
		vec_push(&m->functions, names);
	}
}

static bool module_defines(const Making *m, u32 i, const char *name)
{
	return strmap_get(&m->functions.at[i], name, NULL);
}

static bool find_first(Making *m)
{
	for (size_t k = 0; k < m->c->names.len; k++)
		for (u32 i = 0; i < m->functions.len; i++)
			if (module_defines(m, i, m->c->names.at[k])) {
				m->behind = i;
				return true;
			}
	return false;
}

static bool find_unused(Making *m, const InputSet *in)
{
	for (size_t k = 0; k < m->c->names.len; k++)
		for (u32 i = 0; i < in->modules.len; i++)
			if (defines(&in->modules.at[i], m->c->names.at[k])) {
				m->behind = i;
				return true;
			}
	return false;
}

/* Also looks for unused static functions. */
static bool find_source(Making *m, const char *cflags, Err *err)
{
	InputOptions all = {.cflags = cflags, .native = true, .unused = true};
	InputSet again = {0};
	note_functions(m);
	if (find_first(m))
		return true;
	bool found = m->in.kind == INPUT_SOURCES && input_load(m->prog, &all, &again, err) &&
				 probe_drop_programs(&again, &m->c->names, err) && find_unused(m, &again);
	input_free(&again);
	return found || m->c->files.len ||
		   (m->c->wrap.function
				? err_set(err, "%s: there is no function '%s'", m->prog, m->c->wrap.function)
				: err_set(err, "%s: defines none of the functions in --call '%s'", m->prog,
						  buf_str(&m->c->text)));
}

/* ---- declarations, where there is no source to compile behind ---- */

static void add_include_dir(Making *m, const char *path)
{
	const char *slash = strrchr(path, '/');
	vec_push(&m->more,
			 keep(m, xasprintf("-I%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".")));
}

/* Of what drift-cc built: the source says what it includes. */
static bool declare_binary(Making *m, Err *err)
{
	Err ignored;
	StrMap seen = {0};
	for (size_t k = 0; k < m->c->names.len; k++)
		for (u32 i = 0; i < m->in.modules.len; i++) {
			Buf path = {0}, text = {0};
			if (module_defines(m, i, m->c->names.at[k]) &&
				probe_source(&m->in.modules.at[i], m->c->names.at[k], &path) &&
				!strmap_get(&seen, buf_str(&path), NULL) &&
				file_read(buf_str(&path), &text, &ignored)) {
				strmap_put(&seen, buf_str(&path), 1);
				if (!m->prologue.text.len)
					probe_options(&m->in.modules.at[i], &m->more, &m->arena);
				add_include_dir(m, buf_str(&path));
				call_declare(buf_str(&path), buf_str(&text), false, &m->prologue);
			}
			buf_free(&text);
			buf_free(&path);
		}
	strmap_free(&seen);
	(void)err;
	return true;
}

/* Of sources: what those include that define other functions of the call. */
static void declare_others(Making *m)
{
	Err ignored;
	for (u32 i = 0; i < m->in.modules.len; i++)
		for (size_t k = 0; i != m->behind && k < m->c->names.len; k++) {
			const InputSource *s = &m->in.sources.at[i];
			Buf text = {0};
			if (!module_defines(m, i, m->c->names.at[k]))
				continue;
			char *path =
				s->dir && *s->path != '/' ? xasprintf("%s/%s", s->dir, s->path) : xstrdup(s->path);
			if (file_read(path, &text, &ignored)) {
				add_include_dir(m, path);
				call_declare(path, buf_str(&text), true, &m->prologue);
			}
			free(path);
			buf_free(&text);
			break;
		}
}

/* ---- call.c ---- */

static void add_files(const Making *m, Buf *to)
{
	for (size_t i = 0; i < m->c->files.len; i++)
		buf_addf(to, "#include \"%s\"\n", m->c->files.at[i]);
}

static void begin_text(const Making *m, Buf *to)
{
	buf_adds(to, "/* call.c: made by drift. */\n#undef main\n");
	buf_adds(to, buf_str(&m->prologue.text));
	buf_adds(to, head);
	add_files(m, to);
}

static bool compile(Making *m, const Buf *text, InputModule *out, Err *err)
{
	static const InputSource none;
	bool sources = m->in.kind == INPUT_SOURCES;
	return file_write(m->file, text->at, text->len, err) &&
		   input_compile(sources ? &m->in.sources.at[m->behind] : &none, m->file, &m->more, out,
						 err);
}

/* The type of the last value: what a variable of that type has in the debug information. */
static bool find_type(Making *m, const CType **type, Err *err)
{
	InputModule probe = {0};
	Buf text = {0};
	begin_text(m, &text);
	for (size_t i = 1; i <= m->c->stubs.len; i++)
		buf_addf(&text, "void drift_stub%zu(void);\n", i);
	buf_adds(&text, "void drift_probe(void)\n{\n");
	buf_addf(&text, "%s", buf_str(&m->c->body));
	buf_addf(&text,
			 "\tstatic __typeof__(%s) *drift_last;\n\tdrift_argv = (char **)&drift_last;\n}\n",
			 buf_str(&m->c->last));
	bool good = compile(m, &text, &probe, err);
	*type = good ? probe_variable(&probe, "drift_probe.drift_last", &m->arena) : NULL;
	if (good && (!*type || !(*type)->to))
		good = err_set(err, "--call: the type of '%s' is not known", buf_str(&m->c->last));
	free(probe.name);
	buf_free(&probe.bitcode);
	buf_free(&text);
	return good;
}

/* Finds the types of the functions that @fn replaces. */
static bool find_stubs(Making *m, Err *err)
{
	for (size_t k = 0; k < m->c->stubs.len; k++) {
		CallStub *stub = &m->c->stubs.at[k];
		if (stub->missing)
			continue;
		stub->type = NULL;
		for (u32 i = 0; i < m->in.modules.len && !stub->type; i++)
			stub->type =
				probe_parameter(&m->in.modules.at[i], stub->function, stub->parameter, &m->arena);
		if (stub->type && stub->type->kind == CTYPE_POINTER)
			stub->type = stub->type->to;
		if (!stub->type || !stub->type->n_params)
			return err_set(err,
						   "--call: parameter %u of %s is no function that debug information "
						   "describes: @fn has no type",
						   stub->parameter, stub->function);
	}
	return true;
}

static bool main_text(Making *m, const CType *type, Buf *to, Err *err)
{
	LibraryCall *c = m->c;
	Buf functions = {0}, statement = {0};
	const char *last = buf_str(&c->last);
	bool shows = type && type->kind != CTYPE_VOID;
	begin_text(m, to);
	call_missing_tell(c);
	if (!call_show(shows ? type : NULL, c, &functions, &statement, err))
		return false;
	if (shows || functions.len)
		buf_adds(to, showing);
	buf_adds(to, buf_str(&functions));
	buf_addf(to,
			 "int main(int argc, char **argv)\n{\n\tif (argc != %zu) {\n"
			 "\t\tfputs(\"wrong number of arguments\\n\", stderr);\n\t\treturn 125;\n\t}\n"
			 "\tdrift_argv = argv;\n",
			 c->words.len + 1);
	call_missing_before(c, to);
	buf_adds(to, buf_str(&c->body));
	if (type && !shows)
		buf_addf(to, "\t%s;\n", last);
	else if (type && type->kind == CTYPE_ARRAY)
		buf_addf(to, "\tconst char *drift_value = (const char *)(%s);\n", last);
	else if (type)
		buf_addf(to,
				 "\t__typeof__(%s) drift_it = %s;\n"
				 "\tconst char *drift_value = (const char *)&drift_it;\n",
				 last, last);
	buf_addf(to, "%s\treturn 0;\n}\n", buf_str(&statement));
	buf_free(&functions);
	buf_free(&statement);
	return true;
}

/* True if FILE.c is a program already, or a fuzzing harness. */
static bool look_at_files(Making *m, Err *err)
{
	static const char fuzz[] = "LLVMFuzzerTestOneInput";
	InputModule module = {0};
	Buf text = {0};
	LibraryCall *c = m->c;
	if (!c->files.len || c->text.len || c->last.len || c->wrap.function)
		return true;
	begin_text(m, &text);
	bool good = compile(m, &text, &module, err);
	m->has_main = good && defines(&module, "main");
	if (good && !m->has_main && defines(&module, fuzz)) {
		buf_addf(&c->last, "%s(drift_bytes(1), drift_length(1))", fuzz);
		vec_push(&c->words, "@text:16");
		buf_addf(&c->shown, "%s(\1\1)", fuzz);
	} else if (good && !m->has_main) {
		good = err_set(err, "%s: neither 'main' nor '%s'; say with a second --call what to call",
					   c->files.at[0], fuzz);
	}
	free(module.name);
	buf_free(&module.bitcode);
	buf_free(&text);
	return good;
}

/* A function around the one under --entry. */
static bool wrapper_text(Making *m, bool declares, Buf *to, Err *err)
{
	m->c->wrap.declares = declares;
	buf_reset(to);
	begin_text(m, to);
	buf_adds(to, showing);
	return call_wrapper(m->c, &m->in.modules.at[m->behind], to, err);
}

/* Of what was built, no header may declare the function. */
static bool declared(Making *m, const Buf *text)
{
	InputModule module = {0};
	Err ignored;
	bool good = m->in.kind == INPUT_SOURCES || compile(m, text, &module, &ignored);
	free(module.name);
	buf_free(&module.bitcode);
	return good;
}

/* call.c as it is to be, and its module. */
static bool make_text(Making *m, InputModule *out, Err *err)
{
	const CType *type = NULL;
	Buf text = {0};
	Err first = {0};
	bool good = look_at_files(m, err) && (m->c->wrap.function || find_stubs(m, err));
	if (good && m->c->last.len && !find_type(m, &type, &first)) {
		if (m->in.kind == INPUT_SOURCES)
			declare_others(m);
		if (!m->prologue.text.len || !find_type(m, &type, err))
			good = err_set(err, "%s", first.text);
	}
	if (good && m->has_main) {
		begin_text(m, &text);
	} else if (good && m->c->wrap.function) {
		good = wrapper_text(m, false, &text, err) &&
			   (declared(m, &text) || wrapper_text(m, true, &text, err));
	} else if (good) {
		call_unseen(m->c, "memory other than the value (--call)");
		good = main_text(m, type ? type->to : NULL, &text, err);
	}
	/* Of sources, it is compiled with the others. */
	if (good && m->in.kind == INPUT_SOURCES)
		good = file_write(m->file, text.at, text.len, err);
	else
		good = good && compile(m, &text, out, err);
	buf_free(&text);
	return good;
}

/* ---- the program ---- */

static void add_command(Making *m, u32 i, const char *cwd, cJSON *list)
{
	const InputSource *s = &m->in.sources.at[i];
	const char *file = i == m->behind ? m->file : s->path;
	cJSON *entry = cJSON_CreateObject(), *words = cJSON_AddArrayToObject(entry, "arguments");
	char *dir = s->dir && *s->dir == '/' ? xstrdup(s->dir)
				: s->dir                 ? xasprintf("%s/%s", cwd, s->dir)
										 : xstrdup(cwd);
	cJSON_AddItemToArray(words, cJSON_CreateString("cc"));
	for (size_t k = 0; k < s->flags.len; k++)
		cJSON_AddItemToArray(words, cJSON_CreateString(s->flags.at[k]));
	for (size_t k = 0; i == m->behind && k < m->more.len; k++)
		cJSON_AddItemToArray(words, cJSON_CreateString(m->more.at[k]));
	if (i != m->behind && module_defines(m, i, "main"))
		cJSON_AddItemToArray(words, cJSON_CreateString("-Dmain=drift_own_main"));
	for (size_t k = 0; k < m->in.link.len && i == m->behind; k++)
		cJSON_AddItemToArray(words, cJSON_CreateString(m->in.link.at[k]));
	cJSON_AddItemToArray(words, cJSON_CreateString("-c"));
	cJSON_AddItemToArray(words, cJSON_CreateString(file));
	cJSON_AddStringToObject(entry, "directory", dir);
	cJSON_AddStringToObject(entry, "file", file);
	cJSON_AddItemToArray(list, entry);
	free(dir);
}

static bool write_database(Making *m, Err *err)
{
	char *cwd = realpath(".", NULL), *path = xasprintf("%s/compile_commands.json", m->dir);
	cJSON *list = cJSON_CreateArray();
	add_command(m, m->behind, cwd, list);
	for (u32 i = 0; i < m->in.sources.len; i++)
		if (i != m->behind)
			add_command(m, i, cwd, list);
	char *text = cJSON_Print(list);
	bool good = file_write(path, text, strlen(text), err);
	cJSON_Delete(list);
	free(text);
	free(path);
	free(cwd);
	return good;
}

static bool write_bitcode(Making *m, InputModule *own, const char *path, Err *err)
{
	Buf all = {0};
	vec_push(&m->in.modules, *own);
	*own = (InputModule){0};
	bool good = probe_link(&m->in, &all, err) && file_write(path, all.at, all.len, err);
	buf_free(&all);
	return good;
}

/* Options for call.c beside those that its source has. */
static bool more_options(Making *m, const char *cflags, Err *err)
{
	if (m->in.kind != INPUT_SOURCES)
		return split_words(cflags ? cflags : "", &m->more, &m->arena) && declare_binary(m, err);
	const InputSource *s = &m->in.sources.at[m->behind];
	if (module_defines(m, m->behind, "main"))
		vec_push(&m->more, "-Dmain=drift_own_main");
	add_include_dir(m, s->path);
	vec_push(&m->more, "-include");
	vec_push(&m->more, s->path);
	return true;
}

static bool make(Making *m, const char *cflags, char **path, Err *err)
{
	InputOptions how = {.cflags = cflags, .native = true, .unused = m->c->wrap.function != NULL};
	InputModule own = {0};
	if (!input_load(m->prog, &how, &m->in, err) ||
		!probe_drop_programs(&m->in, &m->c->names, err) || !find_source(m, cflags, err) ||
		!more_options(m, cflags, err) || !make_text(m, &own, err))
		return false;
	bool sources = m->in.kind == INPUT_SOURCES;
	*path = sources ? xstrdup(m->dir) : xasprintf("%s/program.bc", m->dir);
	bool good = sources ? write_database(m, err) : write_bitcode(m, &own, *path, err);
	free(own.name);
	buf_free(&own.bitcode);
	return good;
}

/* True if a directory is not empty, and drift did not make a call program there. */
static bool is_foreign(const char *dir)
{
	if (!file_exists(dir) || rmdir(dir) == 0)
		return false;
	char *file = xasprintf("%s/call.c", dir);
	Buf text = {0};
	Err ignored;
	bool own = file_read(file, &text, &ignored) && strstr(buf_str(&text), "made by drift. */");
	buf_free(&text);
	free(file);
	return !own;
}

bool call_make(LibraryCall *c, const char *prog, const char *cflags, const char *dir, char **path,
			   Err *err)
{
	Making m = {.c = c, .prog = prog};
	*path = NULL;
	if (is_foreign(dir))
		return err_set(err, "%s exists and is not drift's; choose another -o", dir);
	if (!tree_remove(dir, err) || !dir_make(dir, err))
		return false;
	char *whole = realpath(dir, NULL);
	m.dir = whole;
	m.file = whole ? xasprintf("%s/call.c", whole) : NULL;
	bool good = whole && make(&m, cflags, path, err);
	input_free(&m.in);
	for (size_t i = 0; i < m.functions.len; i++)
		strmap_free(&m.functions.at[i]);
	vec_free(&m.functions);
	vec_free(&m.more);
	call_declared_free(&m.prologue);
	arena_free(&m.arena);
	free(m.file);
	free(whole);
	return good;
}
