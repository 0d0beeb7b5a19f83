/* probe.c: inspects bitcode. */
#include "engine/load/probe.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include "toolchain/ccline.h"
#include "engine/load/lower/lower.h"

static LLVMModuleRef parse(LLVMContextRef c, const InputModule *m, Err *err)
{
	return link_parse(c, m->name, m->bitcode.at, m->bitcode.len, err);
}

bool probe_functions(const InputModule *m, StrMap *to, Err *err)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, err);
	for (LLVMValueRef f = module ? LLVMGetFirstFunction(module) : NULL; f;
		 f = LLVMGetNextFunction(f)) {
		size_t n;
		if (!LLVMIsDeclaration(f))
			strmap_put(to, LLVMGetValueName2(f, &n), 1);
	}
	LLVMContextDispose(c);
	return module;
}

const CType *probe_variable(const InputModule *m, const char *name, Arena *arena)
{
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	const CType *type = module ? ctype_variable(module, name, arena) : NULL;
	LLVMContextDispose(c);
	return type;
}

const CType *probe_parameter(const InputModule *m, const char *function, u32 k, Arena *arena)
{
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	const CType *type = module ? ctype_parameter(module, function, k, arena) : NULL;
	LLVMContextDispose(c);
	return type;
}

u32 probe_signature(const InputModule *m, const char *function, const CType ***types,
					const char ***names, Arena *arena)
{
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	Program p = {.arena = *arena};
	if (module)
		ctype_function(module, function, &p);
	LLVMContextDispose(c);
	*arena = p.arena;
	*types = p.entry_types;
	*names = p.entry_names;
	return p.n_entry_types;
}

void probe_types(const InputModule *m, ProbedFunctions *out, Arena *arena)
{
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	Program p = {.arena = *arena};
	TypedNames all = {0};
	if (module)
		ctype_functions(module, &p, &all);
	out->names = all.names;
	vec_append(&out->types, all.types.at, all.types.len);
	vec_free(&all.types);
	LLVMContextDispose(c);
	*arena = p.arena;
}

bool probe_source(const InputModule *m, const char *function, Buf *path)
{
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	LLVMValueRef f = module ? LLVMGetNamedFunction(module, function) : NULL;
	LLVMMetadataRef sub = f ? LLVMGetSubprogram(f) : NULL;
	LLVMMetadataRef file = sub ? LLVMDIScopeGetFile(sub) : NULL;
	if (file) {
		unsigned n = 0, k = 0;
		const char *name = LLVMDIFileGetFilename(file, &n);
		const char *dir = LLVMDIFileGetDirectory(file, &k);
		if (n && *name != '/' && k)
			buf_addf(path, "%.*s/", (int)k, dir);
		buf_add(path, name, n);
	}
	LLVMContextDispose(c);
	return file;
}

/* ---- how it was compiled ---- */

/* Options for the preprocessor, and which of them name a file or directory. */
static const struct {
	const char *name;
	bool path;
} options[] = {{"-isystem", true},
			   {"-iquote", true},
			   {"-idirafter", true},
			   {"-include", true},
			   {"-imacros", true},
			   {"-I", true},
			   {"-D", false},
			   {"-U", false},
			   {"-std=", false},
			   {"-fshort-enums", false},
			   {"-funsigned-char", false}};

static void add_option(const char *name, const char *value, bool path, const char *dir, StrList *to,
					   Arena *arena)
{
	bool joins = path && *value != '/' && dir;
	char *whole = xasprintf("%s/%s", dir ? dir : "", value);
	/* A header of -include may also be found along the way. */
	joins = joins && (strncmp(name, "-i", 2) || !strcmp(name, "-isystem") || file_exists(whole));
	vec_push(to, arena_strdup(arena, name));
	vec_push(to, arena_strdup(arena, joins ? whole : value));
	free(whole);
}

static void take_options(const StrList *words, const char *dir, StrList *to, Arena *arena)
{
	for (size_t i = 0; i < words->len; i++)
		for (size_t k = 0; k < countof(options); k++) {
			const char *word = words->at[i], *name = options[k].name;
			size_t n = strlen(name);
			if (strncmp(word, name, n))
				continue;
			bool two = n == 2 || options[k].path; /* a value follows, at once or as the next word */
			if (!two)
				vec_push(to, arena_strdup(arena, word));
			else if (word[n])
				add_option(name, word + n, options[k].path, dir, to, arena);
			else if (i + 1 < words->len)
				add_option(name, words->at[++i], options[k].path, dir, to, arena);
			break;
		}
}

void probe_options(const InputModule *m, StrList *to, Arena *arena)
{
	enum { UNIT_FILE = 0, UNIT_FLAGS = 2 }; /* operands */
	Err ignored;
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef module = parse(c, m, &ignored);
	LLVMValueRef unit = NULL, parts[16];
	if (module && LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") == 1)
		LLVMGetNamedMetadataOperands(module, "llvm.dbg.cu", &unit);
	if (unit && (unsigned)LLVMGetMDNodeNumOperands(unit) <= countof(parts)) {
		LLVMGetMDNodeOperands(unit, parts);
		unsigned n = 0, k = 0;
		const char *text = parts[UNIT_FLAGS] ? LLVMGetMDString(parts[UNIT_FLAGS], &n) : NULL;
		const char *dir = LLVMDIFileGetDirectory(LLVMValueAsMetadata(parts[UNIT_FILE]), &k);
		StrList words = {0};
		if (text && split_words(arena_strndup(arena, text, n), &words, arena))
			take_options(&words, k ? arena_strndup(arena, dir, k) : NULL, to, arena);
		vec_free(&words);
	}
	LLVMContextDispose(c);
}

/* ---- programs beside a library ---- */

static void drop_module(InputSet *in, size_t i)
{
	free(in->modules.at[i].name);
	buf_free(&in->modules.at[i].bitcode);
	for (size_t k = i; k + 1 < in->modules.len; k++)
		in->modules.at[k] = in->modules.at[k + 1];
	in->modules.len--;
	if (i >= in->sources.len)
		return;
	vec_free(&in->sources.at[i].flags);
	for (size_t k = i; k + 1 < in->sources.len; k++)
		in->sources.at[k] = in->sources.at[k + 1];
	in->sources.len--;
}

bool probe_drop_programs(InputSet *in, const StrList *wanted, Err *err)
{
	bool *program = xcalloc(in->modules.len + 1, sizeof *program), good = true;
	u32 mains = 0;
	for (size_t i = 0;
		 good && in->kind == INPUT_SOURCES && in->modules.len > 1 && i < in->modules.len; i++) {
		StrMap names = {0};
		good = probe_functions(&in->modules.at[i], &names, err);
		mains += program[i] = strmap_get(&names, "main", NULL);
		for (size_t k = 0; k < wanted->len; k++)
			program[i] &= !strmap_get(&names, wanted->at[k], NULL);
		strmap_free(&names);
	}
	for (size_t i = in->modules.len; good && mains > 1 && i--;)
		if (program[i] && in->modules.len > 1)
			drop_module(in, i);
	free(program);
	return good;
}

/* ---- what nobody defines ---- */

enum { NAME_FUNCTION = 1, NAME_DATA, NAME_DEFINED };

static void note_name(StrMap *names, LLVMValueRef v, u32 kind)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	u32 known = 0;
	strmap_get(names, name, &known);
	if (!LLVMIsDeclaration(v))
		strmap_put(names, name, NAME_DEFINED);
	else if (!known && strncmp(name, "llvm.", 5) && LLVMGetFirstUse(v))
		strmap_put(names, name, kind);
}

bool probe_missing(const InputSet *in, StrList *functions, StrList *data, Arena *arena, Err *err)
{
	LLVMContextRef c = LLVMContextCreate();
	StrMap names = {0};
	bool good = true;
	for (size_t i = 0; good && i < in->modules.len; i++) {
		LLVMModuleRef m = parse(c, &in->modules.at[i], err);
		good = m;
		for (LLVMValueRef f = m ? LLVMGetFirstFunction(m) : NULL; f; f = LLVMGetNextFunction(f))
			note_name(&names, f, NAME_FUNCTION);
		for (LLVMValueRef g = m ? LLVMGetFirstGlobal(m) : NULL; g; g = LLVMGetNextGlobal(g))
			note_name(&names, g, NAME_DATA);
		for (LLVMValueRef a = m ? LLVMGetFirstGlobalAlias(m) : NULL; a;
			 a = LLVMGetNextGlobalAlias(a))
			note_name(&names, a, NAME_DATA);
	}
	size_t at = 0;
	u32 kind;
	for (const char *name; strmap_next(&names, &at, &name, &kind);)
		if (kind != NAME_DEFINED)
			vec_push(kind == NAME_FUNCTION ? functions : data, arena_strdup(arena, name));
	strmap_free(&names);
	LLVMContextDispose(c);
	return good;
}

/* How many modules define a function: static ones only, unless *open. */
static u32 count_static(const LLVMModuleRef *modules, size_t n, const char *name, bool *open)
{
	u32 count = 0;
	for (size_t i = 0; i < n; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(modules[i], name);
		bool defined = f && !LLVMIsDeclaration(f);
		*open |= defined && LLVMGetLinkage(f) != LLVMInternalLinkage;
		count += defined;
	}
	return count;
}

/* The last module may call static functions of the others. */
static void open_static(const LLVMModuleRef *modules, size_t n)
{
	LLVMModuleRef own = modules[n - 1];
	for (LLVMValueRef f = LLVMGetFirstFunction(own); f; f = LLVMGetNextFunction(f)) {
		size_t length;
		const char *name = LLVMGetValueName2(f, &length);
		bool open = false;
		u32 count = LLVMIsDeclaration(f) ? count_static(modules, n - 1, name, &open) : 0;
		for (size_t i = 0; count == 1 && !open && i + 1 < n; i++) {
			LLVMValueRef it = LLVMGetNamedFunction(modules[i], name);
			if (it && !LLVMIsDeclaration(it))
				LLVMSetLinkage(it, LLVMExternalLinkage);
		}
	}
}

bool probe_link(const InputSet *in, Buf *to, Err *err)
{
	LLVMContextRef c = LLVMContextCreate();
	VEC(LLVMModuleRef) modules = {0};
	LLVMModuleRef all = NULL;
	bool good = true;
	for (size_t i = 0; good && i < in->modules.len; i++) {
		vec_push(&modules, parse(c, &in->modules.at[i], err));
		good = modules.at[i];
	}
	if (good && modules.len)
		open_static(modules.at, modules.len);
	for (size_t i = 0; good && i < in->modules.len; i++) {
		const InputModule *module = &in->modules.at[i];
		LLVMModuleRef m = modules.at[i];
		LLVMValueRef own = i + 1 < in->modules.len ? LLVMGetNamedFunction(m, "main") : NULL;
		if (own && !LLVMIsDeclaration(own))
			LLVMSetValueName2(own, "drift_own_main", strlen("drift_own_main"));
		if (all && module->unit)
			link_weaken(all, m);
		if (all)
			good = link_into(all, m, module->name, err);
		else
			all = m;
	}
	if (good && all) {
		LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(all);
		buf_add(to, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
		LLVMDisposeMemoryBuffer(bytes);
	}
	vec_free(&modules);
	LLVMContextDispose(c);
	return good && all;
}
