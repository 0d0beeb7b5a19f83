/* ctype.c: reads debug information of types. LLVM's C interface has no getters for most of it,
 * so we access the operands of the nodes by position. */
#include "engine/load/ctype.h"

#include <llvm-c/DebugInfo.h>

#include "engine/load/lower/lower.h"

enum { /* tags of DWARF */
	   TAG_ARRAY = 0x01,
	   TAG_ENUM = 0x04,
	   TAG_MEMBER = 0x0d,
	   TAG_POINTER = 0x0f,
	   TAG_STRUCT = 0x13,
	   TAG_FUNCTION = 0x15,
	   TAG_TYPEDEF = 0x16,
	   TAG_UNION = 0x17,
	   TAG_BASE = 0x24,
	   TAG_CONST = 0x26,
	   TAG_VOLATILE = 0x35,
	   TAG_RESTRICT = 0x37,
	   TAG_ATOMIC = 0x47
};
/* operands */
enum { SUBPROGRAM_TYPE = 4, SUBPROGRAM_VARIABLES = 7 };
enum { LIST_OF_TYPES = 3, BASE_TYPE = 3, ELEMENTS = 4 };
enum { VARIABLE_OF = 0, VARIABLE_NAME = 1, VARIABLE_TYPE = 3, KIND_DBG = 0 };
enum { MOST_NESTED = 8, MOST_OPERANDS = 4096 };

/* A pointer whose pointee is still to be read: types may lead back to themselves. */
typedef struct Open {
	CType *pointer;
	LLVMMetadataRef to;
} Open;

typedef struct Types {
	LLVMContextRef c;
	Arena *arena;
	VEC(Open) open;
	IntMap known; /* node of a pointee -> its CType */
} Types;

static LLVMMetadataRef operand(const Types *t, LLVMMetadataRef node, unsigned k)
{
	LLVMValueRef v = LLVMMetadataAsValue(t->c, node);
	unsigned n = (unsigned)LLVMGetMDNodeNumOperands(v);
	if (k >= n || n > MOST_OPERANDS)
		return NULL;
	LLVMValueRef *all = xcalloc(n, sizeof *all);
	LLVMGetMDNodeOperands(v, all);
	LLVMMetadataRef m = all[k] ? LLVMValueAsMetadata(all[k]) : NULL;
	free(all);
	return m;
}

static unsigned n_operands(const Types *t, LLVMMetadataRef node)
{
	return node ? (unsigned)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(t->c, node)) : 0;
}

static const char *name_of(const Types *t, LLVMMetadataRef node)
{
	size_t n = 0;
	const char *name = LLVMDITypeGetName(node, &n);
	return name && n ? arena_strndup(t->arena, name, n) : "";
}

static const CType *read_type(Types *t, LLVMMetadataRef node, u32 depth);

static void add_name(const Types *t, CType *to, const char *keyword, const char *name)
{
	char *all = xasprintf("%s%s%s\n", to->names ? to->names : "\n", keyword, name);
	if (*name)
		to->names = arena_strdup(t->arena, all);
	free(all);
}

static void read_pointer(Types *t, LLVMMetadataRef node, CType *to)
{
	to->kind = CTYPE_POINTER;
	vec_push(&t->open, ((Open){to, operand(t, node, BASE_TYPE)}));
}

/* The type behind a typedef, with one name more. */
static const CType *read_alias(Types *t, LLVMMetadataRef node, u32 depth)
{
	const CType *base = read_type(t, operand(t, node, BASE_TYPE), depth);
	CType *to = arena_new(t->arena, CType);
	*to = *base;
	/* A copy of a pointer has to learn what it points to, as well. */
	for (size_t i = 0; to->kind == CTYPE_POINTER && i < t->open.len; i++)
		if (t->open.at[i].pointer == base) {
			vec_push(&t->open, ((Open){to, t->open.at[i].to}));
			break;
		}
	add_name(t, to, "", name_of(t, node));
	return to;
}

static void read_base(Types *t, LLVMMetadataRef node, CType *to)
{
	const char *name = name_of(t, node);
	bool real = strstr(name, "float") || strstr(name, "double") || strstr(name, "_Float");
	add_name(t, to, "", name);
	to->kind = real ? CTYPE_FLOAT : CTYPE_INT;
	to->is_bool = !strcmp(name, "_Bool") || !strcmp(name, "bool");
	to->is_char = strstr(name, "char") && to->size == 1;
	to->is_text = !strcmp(name, "char");
	to->is_signed = !to->is_bool && strncmp(name, "unsigned", 8) && !strstr(name, "char16") &&
					!strstr(name, "char32");
}

static void read_fields(Types *t, LLVMMetadataRef node, u32 depth, CType *to)
{
	LLVMMetadataRef list = operand(t, node, ELEMENTS);
	u32 n = n_operands(t, list);
	to->fields = arena_array(t->arena, CField, n + 1);
	for (u32 i = 0; i < n; i++) {
		LLVMMetadataRef member = operand(t, list, i);
		if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER)
			continue;
		LLVMMetadataRef base = operand(t, member, BASE_TYPE);
		to->fields[to->n_fields++] =
			(CField){.name = name_of(t, member),
					 .bit = LLVMDITypeGetOffsetInBits(member),
					 .bits = LLVMDITypeGetFlags(member) & LLVMDIFlagBitField
								 ? (u32)LLVMDITypeGetSizeInBits(member)
								 : 0,
					 .type = read_type(t, base, depth)};
	}
}

/* Arrays of arrays are one after the other in the list of ranges: here all elements together. */
static void read_array(Types *t, LLVMMetadataRef node, u32 depth, CType *to)
{
	to->kind = CTYPE_ARRAY;
	to->to = read_type(t, operand(t, node, BASE_TYPE), depth);
	to->count = to->to && to->to->size ? to->size / to->to->size : 0;
}

static void read_function(Types *t, LLVMMetadataRef node, u32 depth, CType *to)
{
	LLVMMetadataRef list = operand(t, node, LIST_OF_TYPES);
	u32 n = n_operands(t, list);
	to->params = arena_array(t->arena, const CType *, n + 1);
	for (; to->n_params < n; to->n_params++)
		to->params[to->n_params] = read_type(t, operand(t, list, to->n_params), depth);
	if (list && !n) /* for LLVM, a list of void only is an empty list */
		to->params[to->n_params++] = read_type(t, NULL, depth);
}

static const CType *read_type(Types *t, LLVMMetadataRef node, u32 depth)
{
	CType *to = arena_new(t->arena, CType);
	if (!node) {
		to->kind = CTYPE_VOID;
		return to;
	}
	to->size = LLVMDITypeGetSizeInBits(node) / 8;
	if (!depth--)
		return to; /* what is nested deeper is bytes */
	switch (LLVMGetDINodeTag(node)) {
	case TAG_TYPEDEF: return read_alias(t, node, depth);
	case TAG_CONST:
	case TAG_VOLATILE:
	case TAG_RESTRICT:
	case TAG_ATOMIC: return read_type(t, operand(t, node, BASE_TYPE), depth);
	case TAG_BASE: read_base(t, node, to); break;
	case TAG_ENUM: {
		LLVMMetadataRef base = operand(t, node, BASE_TYPE);
		const CType *as = base ? read_type(t, base, depth) : NULL;
		add_name(t, to, "enum ", name_of(t, node));
		to->kind = CTYPE_INT;
		to->is_signed = as && as->is_signed;
		break;
	}
	case TAG_POINTER: read_pointer(t, node, to); break;
	case TAG_ARRAY: read_array(t, node, depth, to); break;
	case TAG_FUNCTION: read_function(t, node, depth, to); break;
	case TAG_STRUCT:
	case TAG_UNION:
		to->kind = LLVMGetDINodeTag(node) == TAG_STRUCT ? CTYPE_STRUCT : CTYPE_UNION;
		add_name(t, to, to->kind == CTYPE_STRUCT ? "struct " : "union ", name_of(t, node));
		read_fields(t, node, depth, to);
		break;
	default: break;
	}
	return to;
}

/* A type with all that its pointers lead to, each read once. */
static const CType *read_whole(Types *t, LLVMMetadataRef node)
{
	const CType *all = read_type(t, node, MOST_NESTED);
	while (t->open.len) {
		Open o = vec_pop(&t->open);
		u64 key = (u64)(uintptr_t)o.to, known;
		if (o.to && intmap_get(&t->known, key, &known)) {
			o.pointer->to = (const CType *)(uintptr_t)known;
			continue;
		}
		o.pointer->to = read_type(t, o.to, MOST_NESTED);
		if (o.to)
			intmap_put(&t->known, key, (u64)(uintptr_t)o.pointer->to);
	}
	return all;
}

/* Which parameter a variable is, from 1; 0: none. Only its text says so. */
static u32 parameter_number(const Types *t, LLVMMetadataRef variable)
{
	char *text = LLVMPrintValueToString(LLVMMetadataAsValue(t->c, variable));
	const char *at = strstr(text, "DILocalVariable(") ? strstr(text, ", arg: ") : NULL;
	u32 n = at ? (u32)strtoul(at + strlen(", arg: "), NULL, 10) : 0;
	LLVMDisposeMessage(text);
	return n;
}

static void read_names(const Types *t, LLVMMetadataRef subprogram, Program *p)
{
	LLVMMetadataRef list = operand(t, subprogram, SUBPROGRAM_VARIABLES);
	for (u32 i = 0; i < n_operands(t, list); i++) {
		LLVMMetadataRef variable = operand(t, list, i);
		u32 k = variable ? parameter_number(t, variable) : 0;
		LLVMMetadataRef name = k ? operand(t, variable, VARIABLE_NAME) : NULL;
		unsigned len = 0;
		const char *text = name ? LLVMGetMDString(LLVMMetadataAsValue(t->c, name), &len) : NULL;
		if (text && len && k < p->n_entry_types)
			p->entry_names[k] = arena_strndup(t->arena, text, len);
	}
}

/* The types of a function's result and parameters; *subprogram is what else is known of it. */
static LLVMMetadataRef types_of(Types *t, LLVMModuleRef m, const char *function,
								LLVMMetadataRef *subprogram)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, function);
	*subprogram = f ? LLVMGetSubprogram(f) : NULL;
	LLVMMetadataRef type = *subprogram ? operand(t, *subprogram, SUBPROGRAM_TYPE) : NULL;
	return type ? operand(t, type, LIST_OF_TYPES) : NULL;
}

const CType *ctype_parameter(LLVMModuleRef m, const char *function, u32 k, Arena *arena)
{
	Types t = {.c = LLVMGetModuleContext(m), .arena = arena};
	LLVMMetadataRef subprogram, list = types_of(&t, m, function, &subprogram);
	const CType *type = k < n_operands(&t, list) ? read_whole(&t, operand(&t, list, k)) : NULL;
	vec_free(&t.open);
	intmap_free(&t.known);
	return type;
}

void ctype_function(LLVMModuleRef m, const char *function, Program *p)
{
	Types t = {.c = LLVMGetModuleContext(m), .arena = &p->arena};
	LLVMMetadataRef subprogram, list = types_of(&t, m, function, &subprogram);
	u32 n = n_operands(&t, list);
	p->entry_types = arena_array(&p->arena, const CType *, n + 1);
	p->entry_names = arena_array(&p->arena, const char *, n + 1);
	for (u32 i = 0; i < n; i++)
		p->entry_types[p->n_entry_types++] = read_whole(&t, operand(&t, list, i));
	/* void f(void) has one type, none, which LLVM's C interface shows as an empty list. */
	if (subprogram && !n)
		p->entry_types[p->n_entry_types++] = read_whole(&t, NULL);
	if (n)
		read_names(&t, subprogram, p);
	vec_free(&t.open);
	intmap_free(&t.known);
}

/* What debug information says of a variable's type; NULL: nothing. */
static LLVMMetadataRef variable_type(Types *t, LLVMValueRef g)
{
	size_t n = 0;
	LLVMMetadataRef found = NULL;
	LLVMValueMetadataEntry *list = LLVMGlobalCopyAllMetadata(g, &n);
	for (unsigned i = 0; i < n && !found; i++)
		if (LLVMValueMetadataEntriesGetKind(list, i) == KIND_DBG)
			found = LLVMValueMetadataEntriesGetMetadata(list, i);
	LLVMDisposeValueMetadataEntries(list);
	LLVMMetadataRef variable = found ? operand(t, found, VARIABLE_OF) : NULL;
	return variable ? operand(t, variable, VARIABLE_TYPE) : NULL;
}

void ctype_globals(LLVMModuleRef m, Program *p, TypedNames *out)
{
	Types t = {.c = LLVMGetModuleContext(m), .arena = &p->arena};
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
		size_t n;
		const char *name = LLVMGetValueName2(g, &n);
		LLVMMetadataRef type = variable_type(&t, g);
		if (!type || !n)
			continue;
		strmap_put(&out->names, name, (u32)out->types.len);
		vec_push(&out->types, read_whole(&t, type));
	}
	vec_free(&t.open);
	intmap_free(&t.known);
}

void ctype_functions(LLVMModuleRef m, Program *p, TypedNames *out)
{
	Types t = {.c = LLVMGetModuleContext(m), .arena = &p->arena};
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		size_t n;
		const char *name = LLVMGetValueName2(f, &n);
		LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
		LLVMMetadataRef type = subprogram ? operand(&t, subprogram, SUBPROGRAM_TYPE) : NULL;
		if (!type || !n)
			continue;
		strmap_put(&out->names, name, (u32)out->types.len);
		vec_push(&out->types, read_whole(&t, type));
	}
	vec_free(&t.open);
	intmap_free(&t.known);
}

void ctype_take_functions(Program *p, TypedNames *from)
{
	u32 at;
	for (size_t i = 0; from->types.len && i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		bool known = f->kind == FN_SUBJECT && strmap_get(&from->names, f->name, &at);
		vec_push(&p->function_types, known ? from->types.at[at] : NULL);
	}
	strmap_free(&from->names);
	vec_free(&from->types);
}

const CType *ctype_variable(LLVMModuleRef m, const char *name, Arena *arena)
{
	Types t = {.c = LLVMGetModuleContext(m), .arena = arena};
	LLVMValueRef g = LLVMGetNamedGlobal(m, name);
	LLVMMetadataRef node = g ? variable_type(&t, g) : NULL;
	const CType *type = node ? read_whole(&t, node) : NULL;
	vec_free(&t.open);
	intmap_free(&t.known);
	return type;
}

void ctype_take_globals(Program *p, TypedNames *from)
{
	u32 at;
	for (size_t i = 0; i < p->globals.len; i++)
		if (p->globals.at[i].subject && strmap_get(&from->names, p->globals.at[i].name, &at))
			p->globals.at[i].type = from->types.at[at];
	strmap_free(&from->names);
	vec_free(&from->types);
}
