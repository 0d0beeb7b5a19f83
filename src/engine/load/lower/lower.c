/* lower.c: lowers symbols and globals, and determines the order of lowering. */
#include "engine/load/lower/lower.h"

#include <dlfcn.h>
#include <llvm-c/DebugInfo.h>

#include "engine/load/layout.h"

void lower_fail(Lower *l, const char *fmt, ...)
{
	if (l->failed)
		return;
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	Buf where = {0};
	program_location(l->p, l->loc, &where);
	err_set(l->err, "%s: %s", where.at, text);
	buf_free(&where);
	l->failed = true;
}

static bool is_local(LLVMValueRef v)
{
	LLVMLinkage k = LLVMGetLinkage(v);
	return k == LLVMInternalLinkage || k == LLVMPrivateLinkage;
}

static LLVMValueRef find_in(Lower *l, LLVMModuleRef m, const char *name, bool function)
{
	LLVMValueRef v = function ? LLVMGetNamedFunction(m, name) : LLVMGetNamedGlobal(m, name);
	bool is_main = m == l->subject && !strcmp(name, "main");
	if (v && !LLVMIsDeclaration(v) && (!is_local(v) || is_main))
		return v;
	LLVMValueRef alias = LLVMGetNamedGlobalAlias(m, name, strlen(name));
	if (!alias || is_local(alias))
		return NULL;
	while (LLVMIsAGlobalAlias(alias))
		alias = LLVMAliasGetAliasee(alias);
	bool fits = function ? LLVMIsAFunction(alias) != NULL : LLVMIsAGlobalVariable(alias) != NULL;
	return fits ? alias : NULL;
}

static LLVMValueRef find_in_library(Lower *l, const char *name, bool function)
{
	Err err = {0};
	LLVMModuleRef m = library_module(l->libc, name, &err);
	if (err.text[0] && !l->failed) {
		*l->err = err;
		l->failed = true;
	}
	return m ? find_in(l, m, name, function) : NULL;
}

/* The definition that a mention of `name` means: the subject's, else the C library's. */
static LLVMValueRef find_definition(Lower *l, const char *name, bool function)
{
	LLVMValueRef v = find_in(l, l->subject, name, function);
	return v ? v : find_in_library(l, name, function);
}

/* True if the C library mentions something of its own that the subject also has under that name. */
static bool is_shadowed(Lower *l, LLVMValueRef mention, const char *name, bool function)
{
	if (LLVMGetGlobalParent(mention) == l->subject)
		return false;
	LLVMValueRef v = find_in(l, l->subject, name, function);
	return v && !(library_asks_subject(name) && LLVMGetVisibility(v) == LLVMDefaultVisibility);
}

LLVMValueRef lower_library_function(Lower *l, const char *name)
{
	return find_in_library(l, name, true);
}

LLVMValueRef lower_subject_function(Lower *l, const char *name)
{
	return find_in(l, l->subject, name, true);
}

/* "name.1" is how linking keeps a second static apart; people wrote "name". */
static const char *source_name(Lower *l, const char *name)
{
	const char *dot = strchr(name, '.');
	if (dot && dot[1] >= '0' && dot[1] <= '9')
		return arena_strndup(&l->p->arena, name, (size_t)(dot - name));
	return name;
}

static u32 add_function(Lower *l, LLVMValueRef fn, const char *name)
{
	Program *p = l->p;
	u32 id = (u32)p->functions.len;
	LLVMTypeRef type = LLVMGlobalGetValueType(fn);
	bool defined = !LLVMIsDeclaration(fn);
	Function f = {.id = id, .variadic = LLVMIsFunctionVarArg(type)};
	f.name = arena_strdup(&p->arena, name);
	f.source_name = source_name(l, f.name);
	f.kind = !defined ? FN_EXTERN : LLVMGetGlobalParent(fn) == l->subject ? FN_SUBJECT : FN_LIBC;
	/* What the machine provides may be weak: natively it is not there. */
	f.weak = !defined && LLVMGetLinkage(fn) == LLVMExternalWeakLinkage &&
			 strncmp(name, "__drift_", 8) != 0;
	f.is_public = defined && LLVMGetLinkage(fn) == LLVMExternalLinkage;
	f.address = l->next_code;
	l->next_code += CODE_STEP;
	TypeList params = {0}, results = {0};
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *types = xcalloc(n + 1, sizeof *types);
	LLVMGetParamTypes(type, types);
	for (unsigned i = 0; i < n; i++)
		flatten(l, types[i], &params);
	flatten(l, LLVMGetReturnType(type), &results);
	free(types);
	f.n_params = (u32)params.len;
	f.n_results = (u32)results.len;
	f.params = arena_array(&p->arena, Type, params.len + 1);
	f.results = arena_array(&p->arena, Type, results.len + 1);
	if (params.len)
		memcpy(f.params, params.at, params.len * sizeof(Type));
	if (results.len)
		memcpy(f.results, results.at, results.len * sizeof(Type));
	vec_free(&params);
	vec_free(&results);
	LLVMMetadataRef sub = LLVMGetSubprogram(fn);
	bool outer = l->is_libc; /* a body may be under way */
	l->is_libc = f.kind == FN_LIBC;
	if (sub) {
		f.loc = location_in(l, sub, LLVMDISubprogramGetLine(sub), 0);
		f.unit = location_unit(l, sub);
	}
	l->is_libc = outer;
	vec_push(&p->functions, f);
	vec_push(&l->bodies, defined ? fn : NULL);
	u32 known;
	if (!is_local(fn) && !strmap_get(&p->by_name, name, &known))
		strmap_put(&p->by_name, name, id);
	return id;
}

/* The C library's own function, where the subject has one of that name; names mean the subject's. */
static u32 shadowed_function(Lower *l, LLVMValueRef fn, const char *name)
{
	LLVMValueRef def = find_in_library(l, name, true);
	u64 known;
	u32 id;
	if (!def && strmap_get(&l->shadowed, name, &id))
		return id;
	if (def && intmap_get(&l->functions, (u64)(uintptr_t)def, &known))
		return (u32)known - 1;
	id = add_function(l, def ? def : fn, name);
	if (def)
		intmap_put(&l->functions, (u64)(uintptr_t)def, id + 1);
	else
		strmap_put(&l->shadowed, name, id);
	return id;
}

u32 lower_function_id(Lower *l, LLVMValueRef fn)
{
	u64 known;
	if (intmap_get(&l->functions, (u64)(uintptr_t)fn, &known))
		return (u32)known - 1;
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);
	u32 id;
	if (is_local(fn)) {
		id = add_function(l, fn, name);
	} else if (is_shadowed(l, fn, name, true)) {
		id = shadowed_function(l, fn, name);
	} else if (!strmap_get(&l->p->by_name, name, &id)) {
		LLVMValueRef def = find_definition(l, name, true);
		u64 other;
		if (def && intmap_get(&l->functions, (u64)(uintptr_t)def, &other)) {
			id = (u32)other - 1;
		} else {
			id = add_function(l, def ? def : fn, name);
			if (def)
				intmap_put(&l->functions, (u64)(uintptr_t)def, id + 1);
		}
		strmap_put(&l->p->by_name, name, id);
	}
	if (l->p->functions.at[id].weak)
		l->p->functions.at[id].address = 0;
	intmap_put(&l->functions, (u64)(uintptr_t)fn, id + 1);
	return id;
}

/* Larger objects get larger red zones. */
static u64 redzone_for(u64 size)
{
	u64 zone = size / 4;
	if (zone < REDZONE)
		zone = REDZONE;
	if (zone > 1024)
		zone = 1024;
	return (zone + 15) & ~15ull;
}

/* Where a global is declared, as far as there is debug information. */
static u32 global_location(Lower *l, LLVMValueRef g, u32 *unit)
{
	size_t n;
	u32 loc = 0;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
	for (unsigned i = 0; i < n && !loc; i++) {
		LLVMMetadataRef e = LLVMValueMetadataEntriesGetMetadata(all, i);
		if (LLVMGetMetadataKind(e) != LLVMDIGlobalVariableExpressionMetadataKind)
			continue;
		LLVMMetadataRef var = LLVMDIGlobalVariableExpressionGetVariable(e);
		loc = location_in(l, LLVMDIVariableGetFile(var), LLVMDIVariableGetLine(var), 0);
		*unit = location_unit(l, LLVMDIVariableGetScope(var));
	}
	LLVMDisposeValueMetadataEntries(all);
	return loc;
}

/* Bytes of an element of an array; 0: it is none, or has several dimensions, for which one index says
 * nothing. */
static u32 element_size(const Lower *l, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
		return 0;
	type = LLVMGetElementType(type);
	bool several = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
	u64 size = !several && LLVMTypeIsSized(type) ? LLVMABISizeOfType(l->layout, type) : 0;
	return size <= UINT32_MAX ? (u32)size : 0;
}

static u32 add_global(Lower *l, LLVMValueRef g, const char *name)
{
	Program *p = l->p;
	LLVMTypeRef type = LLVMGlobalGetValueType(g);
	Global out = {.name = arena_strdup(&p->arena, name), .constant = LLVMIsGlobalConstant(g)};
	bool sized = LLVMTypeIsSized(type); /* not where only its name is declared */
	out.absent = LLVMIsDeclaration(g);
	out.size = sized ? LLVMABISizeOfType(l->layout, type) : 1;
	out.element = element_size(l, type);
	out.align = LLVMGetAlignment(g);
	if (!out.align && sized)
		out.align = LLVMABIAlignmentOfType(l->layout, type);
	out.subject = LLVMGetGlobalParent(g) == l->subject;
	bool outer = l->is_libc; /* a body may be under way */
	l->is_libc = !out.subject;
	out.loc = global_location(l, g, &out.unit);
	l->is_libc = outer;
	u64 align = out.align < 16 ? 16 : out.align;
	u64 at = (l->next_global + align - 1) & ~(align - 1);
	at |= align; /* no more aligned than it has to be: who relies on more is seen */
	out.address = at;
	l->next_global = (at + out.size + redzone_for(out.size) + 15) & ~15ull;
	vec_push(&p->globals, out);
	u32 id = (u32)p->globals.len - 1;
	vec_push(&l->pending, ((PendingGlobal){id, g}));
	u32 known;
	if (!is_local(g) && !strmap_get(&p->global_by_name, name, &known))
		strmap_put(&p->global_by_name, name, id);
	return id;
}

u64 lower_global_address(Lower *l, LLVMValueRef g)
{
	u64 known;
	if (intmap_get(&l->globals, (u64)(uintptr_t)g, &known))
		return known == UINT64_MAX ? 0 : l->p->globals.at[known - 1].address;
	size_t n;
	const char *name = LLVMGetValueName2(g, &n);
	u32 id;
	if (is_local(g)) {
		id = add_global(l, g, name);
	} else if (is_shadowed(l, g, name, false)) {
		LLVMValueRef def = find_in_library(l, name, false);
		if (def && intmap_get(&l->globals, (u64)(uintptr_t)def, &known)) {
			id = (u32)known - 1;
		} else {
			id = add_global(l, def ? def : g, name);
			intmap_put(&l->globals, (u64)(uintptr_t)(def ? def : g), id + 1);
		}
	} else if (!strmap_get(&l->p->global_by_name, name, &id)) {
		LLVMValueRef def = find_definition(l, name, false);
		u64 other;
		if (!def && LLVMGetLinkage(g) == LLVMExternalWeakLinkage) {
			intmap_put(&l->globals, (u64)(uintptr_t)g, UINT64_MAX);
			return 0;
		}
		if (!def) {
			strmap_put(&l->undefined, name, 1);
			def = g;
		}
		if (intmap_get(&l->globals, (u64)(uintptr_t)def, &other))
			id = (u32)other - 1;
		else
			id = add_global(l, def, name);
		intmap_put(&l->globals, (u64)(uintptr_t)def, id + 1);
		strmap_put(&l->p->global_by_name, name, id);
	}
	intmap_put(&l->globals, (u64)(uintptr_t)g, id + 1);
	return l->p->globals.at[id].address;
}

u64 lower_block_address(Lower *l, LLVMValueRef fn, LLVMBasicBlockRef block)
{
	u64 address;
	if (intmap_get(&l->blocks, (u64)(uintptr_t)block, &address))
		return address;
	address = l->next_block;
	l->next_block += CODE_STEP;
	intmap_put(&l->blocks, (u64)(uintptr_t)block, address);
	u32 number = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && b != block;
		 b = LLVMGetNextBasicBlock(b))
		number++;
	vec_push(&l->p->block_addrs, (u64)lower_function_id(l, fn) << 32 | number);
	return address;
}

static bool fill_globals(Lower *l)
{
	for (size_t i = 0; i < l->pending.len && !l->failed; i++) {
		LLVMValueRef v = LLVMGetInitializer(l->pending.at[i].value);
		Global *g = &l->p->globals.at[l->pending.at[i].global];
		g->zero = !v || LLVMIsNull(v) || LLVMIsUndef(v);
		if (g->zero)
			continue;
		u8 *bytes = arena_alloc(&l->p->arena, g->size + 16);
		const_bytes(l, v, bytes); /* may add globals and functions */
		l->p->globals.at[l->pending.at[i].global].init = bytes;
	}
	l->pending.len = 0;
	return !l->failed;
}

/* Everything the subject defines, then whatever that needs, until nothing new is mentioned. */
static bool lower_all(Lower *l)
{
	size_t done = 0;
	while (!l->failed && (done < l->bodies.len || l->pending.len)) {
		for (; done < l->bodies.len && !l->failed; done++)
			if (l->bodies.at[done])
				lower_body(l, (u32)done, l->bodies.at[done]);
		fill_globals(l);
	}
	return !l->failed;
}

static void name_undefined(Lower *l)
{
	for (size_t i = 0; i < l->p->functions.len; i++) {
		const Function *f = &l->p->functions.at[i];
		if (f->kind == FN_EXTERN && !f->weak && strncmp(f->name, "__drift_", 8) &&
			!dlsym(RTLD_DEFAULT, f->name))
			strmap_put(&l->undefined, f->name, 1);
	}
}

bool lower_program(Lower *l)
{
	Program *p = l->p;
	l->next_code = CODE_FUNCTIONS;
	l->next_block = CODE_BLOCKS;
	l->next_global = GLOBALS_BASE + 4096;
	p->main = p->start = NO_OPERAND;
	for (LLVMValueRef f = LLVMGetFirstFunction(l->subject); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			lower_function_id(l, f);
	for (LLVMValueRef g = LLVMGetFirstGlobal(l->subject); g; g = LLVMGetNextGlobal(g)) {
		size_t n;
		if (!LLVMIsDeclaration(g) && strncmp(LLVMGetValueName2(g, &n), "llvm.", 5))
			lower_global_address(l, g);
	}
	LLVMValueRef start = find_definition(l, "__drift_start", true);
	if (start)
		p->start = lower_function_id(l, start);
	LLVMValueRef end = find_definition(l, "__drift_entry_end", true); /* see machine_run_entry */
	if (end)
		lower_function_id(l, end);
	if (!lower_all(l))
		return false;
	lower_ctors(l, "llvm.global_ctors", "__drift_run_ctors", false);
	lower_ctors(l, "llvm.global_dtors", "__drift_run_dtors", true);
	if (!lower_all(l))
		return false;
	strmap_get(&p->by_name, "main", &p->main);
	if (p->main != NO_OPERAND && p->functions.at[p->main].kind != FN_SUBJECT)
		p->main = NO_OPERAND;
	p->globals_end = l->next_global;
	p->code_end = l->next_block;
	name_undefined(l);
	return true;
}
