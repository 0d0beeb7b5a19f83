/* load.c: loads what the user named as a Program. */
#include <unistd.h>

#include "base/watch.h"
#include "engine/load/cache/cache.h"
#include "engine/load/bitcode/bitcode.h"
#include "engine/load/lower/lower.h"
#include "engine/load/probe.h"
#include "toolchain/ccline.h"

/* Links all modules; notes in *defines the first that defines entry, if that is not NULL. */
static LLVMModuleRef parse_all(LLVMContextRef c, const InputSet *in, const char *entry,
							   u32 *defines, Err *err)
{
	LLVMModuleRef all = NULL;
	bool found = false;
	for (size_t i = 0; i < in->modules.len; i++) {
		const InputModule *module = &in->modules.at[i];
		LLVMModuleRef m = link_parse(c, module->name, module->bitcode.at, module->bitcode.len, err);
		if (!m || (in->kind == INPUT_BITCODE && !link_verify(m, module->name, err)))
			return NULL;
		if (entry && !found && export_defines(m, entry)) {
			found = true;
			*defines = (u32)i;
		}
		if (module->unit && all)
			link_weaken(all, m);
		if (!all)
			all = m;
		else if (!link_into(all, m, module->name, err))
			return NULL;
	}
	return all;
}

/* Beside the engine (lib/drift/engine), below a directory next to the program (unit tests), or
 * where it was installed. */
static char *find_libc(void)
{
	const char *named = getenv("DRIFT_LIBC");
	if (named && *named)
		return xstrdup(named);
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n > 0) {
		self[n] = 0;
		static const char *const locations[] = {"libc.bc", "lib/drift/libc.bc"};
		for (size_t up = 0; up < countof(locations); up++) {
			char *slash = strrchr(self, '/');
			if (!slash)
				break;
			*slash = 0;
			char *path = xasprintf("%s/%s", self, locations[up]);
			if (file_exists(path))
				return path;
			free(path);
		}
	}
	return xstrdup(DRIFT_PREFIX "/lib/drift/libc.bc");
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What assembly may define is an outcome of the run. */
static bool complain_undefined(const Lower *l, const char *prog, Err *err)
{
	VEC(const char *) names = {0};
	size_t at = 0;
	for (const char *name; strmap_next(&l->undefined, &at, &name, NULL);)
		if (!assembly_mentions(l->p, name))
			vec_push(&names, name);
	if (!names.len) {
		vec_free(&names);
		return true;
	}
	qsort(names.at, names.len, sizeof *names.at, by_text);
	Buf list = {0};
	for (size_t i = 0; i < names.len && i < 8; i++)
		buf_addf(&list, "%s'%s'", i ? ", " : "", names.at[i]);
	if (names.len > 8)
		buf_addf(&list, " and %zu more", names.len - 8);
	err_set(err, "%s: undefined symbol%s %s; name all source files of the program", prog,
			names.len > 1 ? "s" : "", list.at);
	buf_free(&list);
	vec_free(&names);
	return false;
}

static void lower_free(Lower *l)
{
	intmap_free(&l->functions);
	intmap_free(&l->globals);
	intmap_free(&l->blocks);
	hintmap_free(&l->consts);
	keymap_free(&l->loc_cache);
	intmap_free(&l->file_cache);
	intmap_free(&l->values);
	intmap_free(&l->block_ids);
	intmap_free(&l->slot_of);
	intmap_free(&l->numbers);
	strmap_free(&l->shadowed);
	strmap_free(&l->files);
	strmap_free(&l->undefined);
	vec_free(&l->bodies);
	vec_free(&l->pending);
	vec_free(&l->pool);
	vec_free(&l->ins);
	vec_free(&l->block_list);
	vec_free(&l->extra);
	vec_free(&l->cases);
	vec_free(&l->calls);
	vec_free(&l->slots);
}

/* Read for this program, or for one before it. */
static Library *take_library(const LoadOptions *opts, const char *path, Err *err)
{
	Library *lib = opts->library && *opts->library ? *opts->library : library_open(path, err);
	if (opts->library)
		*opts->library = lib;
	return lib;
}

static bool lower_modules(Program *p, const InputSet *in, const char *prog, const LoadOptions *opts,
						  const char *libc, LLVMContextRef c, Err *err)
{
	Lower l = {.p = p, .context = c, .err = err, .sources = in->kind == INPUT_SOURCES};
	vec_push(&p->locs, ((Loc){0}));
	vec_push(&p->files, "?");
	vec_push(&p->dirs, "");
	vec_push(&p->options, "");
	l.subject = parse_all(c, in, opts->entry, &p->native.entry_source, err);
	TypedNames typed = {0}, functions = {0};
	if (l.subject && opts->entry) {
		ctype_function(l.subject, opts->entry, p);
		ctype_globals(l.subject, p, &typed);
		ctype_functions(l.subject, p, &functions);
	}
	if (l.subject && opts->native && in->kind != INPUT_SOURCES)
		export_bitcode(l.subject, opts->entry, NULL, &p->native.bitcode);
	if (l.subject) {
		asks_add(l.subject);
		frames_mark(l.subject);
	}
	if (!l.subject || !threadlocal_copy(l.subject, err) ||
		!observe_all(&l, opts->observe, opts->n_observe, err) ||
		!link_normalise(l.subject, true, err) || !(l.libc = take_library(opts, libc, err))) {
		ctype_take_globals(p, &typed);
		ctype_take_functions(p, &functions);
		lower_free(&l);
		return false;
	}
	symbols_add(l.subject, in);
	assembly_take(l.subject, buf_str(&in->linked), p);
	l.layout = LLVMGetModuleDataLayout(l.subject);
	l.builder = LLVMCreateBuilderInContext(c);
	bool ok = lower_program(&l);
	ctype_take_globals(p, &typed);
	ctype_take_functions(p, &functions);
	/* A library that is linked may define them. */
	bool must = in->kind == INPUT_SOURCES && !opts->undefined_ok && !cc_link_defines(&in->link);
	if (ok && l.undefined.len && must)
		ok = complain_undefined(&l, prog, err);
	for (size_t i = 0; ok && opts->fold && i < p->functions.len; i++)
		fold_function(p, &p->functions.at[i]);
	if (ok && opts->streams)
		streams_split(p);
	if (ok && p->start == NO_OPERAND)
		ok = err_set(err, "drift's C library has no __drift_start; run 'make' again");
	LLVMDisposeBuilder(l.builder);
	if (!opts->library)
		library_close(l.libc);
	lower_free(&l);
	return ok;
}

bool program_bitcode(const char *prog, const u8 *fill, Buf *to, InputSet *in, Err *err)
{
	InputOptions how = {0};
	u32 none;
	if (!input_load(prog, &how, in, err))
		return false;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef m = parse_all(c, in, NULL, &none, err);
	if (m)
		export_bitcode(m, NULL, fill, to);
	LLVMContextDispose(c);
	return m;
}

/* By LLVM, or as it was the last time. NULL with one line in err. */
static Program *make_program(const InputSet *in, const char *prog, const LoadOptions *opts,
							 Err *err)
{
	char *libc = opts->libc ? xstrdup(opts->libc) : find_libc();
	Digest key;
	bool kept = opts->cache && cache_key(in, opts, libc, &key);
	Program *p = kept ? cache_find(key) : NULL;
	if (!p) {
		p = xcalloc(1, sizeof *p);
		LLVMContextRef c = LLVMContextCreate();
		bool ok = lower_modules(p, in, prog, opts, libc, c, err);
		LLVMContextDispose(c); /* and all modules in it */
		if (!ok) {
			program_free(p);
			p = NULL;
		} else if (kept) {
			cache_keep(key, p);
		}
	}
	if (p && kept)
		p->key = key;
	free(libc);
	return p;
}

static Program *load_once(const char *prog, const LoadOptions *opts, bool unused, Err *err)
{
	InputSet in = {0};
	InputOptions how = {.cflags = opts->cflags,
						.native = opts->native,
						.unused = unused,
						.compiled = opts->compiled};
	StrList wanted = {0};
	if (opts->entry)
		vec_push(&wanted, opts->entry);
	bool loaded = input_load(prog, &how, &in, err) &&
				  (!opts->undefined_ok || probe_drop_programs(&in, &wanted, err));
	vec_free(&wanted);
	Program *p = loaded ? make_program(&in, prog, opts, err) : NULL;
	for (size_t i = 0; p && i < in.reads.len; i++)
		vec_push(&p->reads, arena_strdup(&p->arena, in.reads.at[i]));
	if (p && opts->native) {
		if (in.kind != INPUT_SOURCES)
			input_drop_modules(&in);
		p->native.input = xcalloc(1, sizeof in);
		*p->native.input = in;
		p->native.input->cache = opts->cache;
	} else {
		input_free(&in);
	}
	return p;
}

static bool defines(const Program *p, const char *name)
{
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT && !strcmp(p->functions.at[i].source_name, name))
			return true;
	return false;
}

bool program_is_source(const char *prog)
{
	Lang lang = lang_of_source(prog);
	return is_directory(prog) || lang == LANG_C || lang == LANG_C_DONE;
}

Program *program_load(const char *prog, const LoadOptions *opts, Err *err)
{
	stall("load");
	bool header = lang_of_source(prog) == LANG_C && lang_of_file(prog) != LANG_C;
	Program *p = load_once(prog, opts, header, err); /* no function of a header is used in it */
	if (!p || header || !opts->entry || opts->entry_maybe || defines(p, opts->entry))
		return p;
	/* The compiler leaves static functions out that nobody uses. */
	program_free(p);
	return load_once(prog, opts, true, err);
}

void program_free(Program *p)
{
	if (!p)
		return;
	arena_free(&p->arena);
	if (p->native.input)
		input_free(p->native.input);
	free(p->native.input);
	buf_free(&p->native.bitcode);
	vec_free(&p->reads);
	vec_free(&p->function_types);
	vec_free(&p->functions);
	vec_free(&p->globals);
	vec_free(&p->consts);
	vec_free(&p->locs);
	vec_free(&p->files);
	vec_free(&p->dirs);
	vec_free(&p->options);
	vec_free(&p->texts);
	vec_free(&p->mixed_from);
	vec_free(&p->mixed);
	vec_free(&p->block_addrs);
	strmap_free(&p->by_name);
	strmap_free(&p->global_by_name);
	free(p);
}
