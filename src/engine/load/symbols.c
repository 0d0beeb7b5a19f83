/* symbols.c: a table of the program's exported symbols, for dlsym.
 *
 * dlsym searches a constant array of names and addresses. If the program mentions dlsym, we add
 * the array, and a function dlsym that passes it to the C library's. So analyses of taken
 * addresses, of pointers and of changed data treat it like any other table.
 *
 * The dynamic symbol table of a binary lists its exports. Sources are treated as if linked with
 * -rdynamic, and native builds that confirm results are.
 */
#include <elf.h>

#include "toolchain/object.h"
#include "engine/load/bitcode/bitcode.h"
#include "engine/load/lower/lower.h"

typedef struct SymbolTable {
	LLVMModuleRef m;
	LLVMTypeRef text;          /* pointer */
	StrMap exported;           /* by a binary */
	bool all;                  /* there is no binary */
	VEC(LLVMValueRef) entries; /* pairs of name and address */
} SymbolTable;

static bool is_mentioned(LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	return f && LLVMIsDeclaration(f);
}

static Span only_section(const Buf *file, const char *name)
{
	SpanList list = {0};
	Span s = {0};
	if (object_sections((const u8 *)file->at, file->len, name, &list, NULL) && list.len == 1)
		s = list.at[0];
	vec_free(&list);
	return s;
}

static void read_exports(SymbolTable *t, const char *binary)
{
	Buf file = {0};
	if (!file_read(binary, &file, NULL))
		return;
	Span symbols = only_section(&file, ".dynsym"), names = only_section(&file, ".dynstr");
	for (size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.len; at += sizeof(Elf64_Sym)) {
		Elf64_Sym s;
		memcpy(&s, symbols.at + at, sizeof s);
		const char *name = (const char *)names.at + s.st_name;
		if (s.st_shndx != SHN_UNDEF && s.st_name < names.len &&
			memchr(name, 0, names.len - s.st_name))
			strmap_put(&t->exported, name, 1);
	}
	buf_free(&file);
}

static bool is_exported(const SymbolTable *t, LLVMValueRef v, const char *name)
{
	LLVMLinkage k = LLVMGetLinkage(v);
	u32 unused;
	return !LLVMIsDeclaration(v) && k != LLVMInternalLinkage && k != LLVMPrivateLinkage &&
		   LLVMGetVisibility(v) == LLVMDefaultVisibility && strncmp(name, "llvm.", 5) &&
		   (t->all || strmap_get(&t->exported, name, &unused));
}

static void add(SymbolTable *t, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	if (!is_exported(t, v, name))
		return;
	LLVMContextRef c = LLVMGetModuleContext(t->m);
	LLVMValueRef text = LLVMConstStringInContext(c, name, (unsigned)n, 0);
	LLVMValueRef held = LLVMAddGlobal(t->m, LLVMTypeOf(text), "");
	LLVMSetInitializer(held, text);
	LLVMSetLinkage(held, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(held, 1);
	vec_push(&t->entries, held);
	vec_push(&t->entries, v);
}

/* void *dlsym(void *handle, const char *name) { return __drift_dlsym(handle, name, table); } */
static void define_dlsym(SymbolTable *t, LLVMValueRef table)
{
	LLVMContextRef c = LLVMGetModuleContext(t->m);
	LLVMTypeRef types[] = {t->text, t->text, t->text};
	LLVMTypeRef inner = LLVMFunctionType(t->text, types, 3, 0);
	LLVMValueRef dlsym = LLVMGetNamedFunction(t->m, "dlsym");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, dlsym, ""));
	LLVMValueRef args[] = {LLVMGetParam(dlsym, 0), LLVMGetParam(dlsym, 1), table};
	LLVMBuildRet(
		b, LLVMBuildCall2(b, inner, LLVMAddFunction(t->m, "__drift_dlsym", inner), args, 3, ""));
	LLVMDisposeBuilder(b);
	LLVMSetLinkage(dlsym, LLVMInternalLinkage); /* the C library and the table do not name it */
	/* It is not where its declaration is. */
	LLVMGlobalEraseMetadata(dlsym, LLVMGetMDKindIDInContext(c, "dbg", 3));
}

void symbols_add(LLVMModuleRef m, const InputSet *in)
{
	LLVMTypeRef pointers[2];
	pointers[0] = pointers[1] = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
	if (!is_mentioned(m, "dlsym") || LLVMGlobalGetValueType(LLVMGetNamedFunction(m, "dlsym")) !=
										 LLVMFunctionType(pointers[0], pointers, 2, 0))
		return;
	LLVMContextRef c = LLVMGetModuleContext(m);
	SymbolTable t = {
		.m = m, .text = LLVMPointerTypeInContext(c, 0), .all = in->kind != INPUT_BINARY};
	if (!t.all)
		read_exports(&t, in->binary);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		add(&t, f);
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
		add(&t, a);
	LLVMValueRef last = LLVMGetLastGlobal(m); /* texts of names come behind it */
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = g == last ? NULL : LLVMGetNextGlobal(g))
		add(&t, g);
	vec_push(&t.entries, LLVMConstNull(t.text));
	vec_push(&t.entries, LLVMConstNull(t.text));
	LLVMValueRef table = LLVMConstArray(t.text, t.entries.at, (unsigned)t.entries.len);
	LLVMValueRef held = LLVMAddGlobal(m, LLVMTypeOf(table), "__drift_symbols");
	LLVMSetInitializer(held, table);
	LLVMSetGlobalConstant(held, 1);
	define_dlsym(&t, held);
	vec_free(&t.entries);
	strmap_free(&t.exported);
}
