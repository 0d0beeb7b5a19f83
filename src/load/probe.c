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
