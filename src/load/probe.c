/* probe.c: looks into bitcode. */
#include "load/probe.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include "load/lower/lower.h"

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

bool probe_link(const InputSet *in, Buf *to, Err *err)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef all = NULL;
	bool good = true;
	for (size_t i = 0; good && i < in->modules.len; i++) {
		const InputModule *module = &in->modules.at[i];
		LLVMModuleRef m = parse(c, module, err);
		LLVMValueRef own = m && i + 1 < in->modules.len ? LLVMGetNamedFunction(m, "main") : NULL;
		if (own && !LLVMIsDeclaration(own))
			LLVMSetValueName2(own, "drift_own_main", strlen("drift_own_main"));
		good = m;
		if (m && all && module->unit)
			link_weaken(all, m);
		if (m && all)
			good = link_into(all, m, module->name, err);
		else
			all = m;
	}
	if (good && all) {
		LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(all);
		buf_add(to, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
		LLVMDisposeMemoryBuffer(bytes);
	}
	LLVMContextDispose(c);
	return good && all;
}
