/* observe.c: observed variables: turns FILE:LINE:VAR into instructions that observe its value.
 *
 * This is done before locals become registers, while each still has its address and its scope.
 * After the line's assignments to the variable, or at the end of the line if there are none, the
 * variable is loaded and passed to a function that does not exist. Lowering turns that call into
 * an I_OBSERVE. The observation is an ordinary load, so everything that is true of loads and
 * registers is true of it.
 */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>

#include "engine/load/lower/lower.h"

enum { MOST_PARTS = 4096, MOST_OPERANDS = 16 };

/* The variable that a FILE:LINE:VAR names. */
typedef struct Observation {
	const char *text; /* as given */
	char *file;
	u32 line;
	const char *var;
	u32 number;
	/* found on the way */
	bool known;   /* some code comes from the file */
	u32 nearest;  /* line with code after it, 0 = none */
	bool reached; /* the line has code */
	u32 points;   /* places where it is looked at */
} Observation;

/* A variable where the line is. */
typedef struct Variable {
	LLVMValueRef address;
	LLVMTypeRef type; /* NULL: its size is not known here */
} Variable;

static bool parse(const char *text, Observation *o, Err *err)
{
	const char *var = strrchr(text, ':'), *line = var;
	while (line && line > text && line[-1] != ':')
		line--;
	bool good = var && var[1] && line > text + 1 && isdigit((unsigned char)*line);
	char *end = NULL;
	unsigned long n = good ? strtoul(line, &end, 10) : 0;
	if (!good || end != var || !n || n > UINT32_MAX)
		return err_set(err, "'%s' is not a variable at a line; write FILE:LINE:VAR", text);
	o->text = text;
	o->line = (u32)n;
	o->var = var + 1;
	o->file = xstrndup(text, (size_t)(line - 1 - text));
	return true;
}

/* ---- names ---- */

static LLVMValueRef node_operand(LLVMValueRef node, unsigned k)
{
	LLVMValueRef parts[MOST_OPERANDS];
	unsigned n = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
	if (k >= n || n > MOST_OPERANDS)
		return NULL;
	LLVMGetMDNodeOperands(node, parts);
	return parts[k];
}

/* Variables have their scope and name first. */
static bool is_named(LLVMValueRef variable, const char *name)
{
	unsigned len;
	LLVMValueRef text = node_operand(variable, 1);
	const char *s = text ? LLVMGetMDString(text, &len) : NULL;
	return s && strlen(name) == len && !memcmp(s, name, len);
}

static LLVMMetadataRef scope_of(LLVMValueRef variable)
{
	LLVMValueRef scope = node_operand(variable, 0);
	return scope ? LLVMValueAsMetadata(scope) : NULL;
}

/* The scope around a block; NULL around a function. */
static LLVMMetadataRef outer_scope(LLVMContextRef c, LLVMMetadataRef scope)
{
	LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
	if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind)
		return NULL;
	LLVMValueRef outer = node_operand(LLVMMetadataAsValue(c, scope), 1);
	return outer ? LLVMValueAsMetadata(outer) : NULL;
}

static bool is_declare(LLVMValueRef i)
{
	size_t n;
	return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
		   !strcmp(LLVMGetValueName2(LLVMGetCalledValue(i), &n), "llvm.dbg.declare");
}

static LLVMTypeRef local_type(LLVMValueRef fn, LLVMValueRef address)
{
	if (LLVMIsAAllocaInst(address))
		return LLVMIsAConstantInt(LLVMGetOperand(address, 0)) ? LLVMGetAllocatedType(address)
															  : NULL;
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), k = 0;
	for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p), k++) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, k + 1, byval);
		if (p == address && a)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

static bool find_local(LLVMValueRef fn, LLVMMetadataRef scope, const char *name, Variable *v)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef variable = is_declare(i) ? LLVMGetOperand(i, 1) : NULL;
			if (!variable || !is_named(variable, name) || scope_of(variable) != scope)
				continue;
			LLVMValueRef where = node_operand(LLVMGetOperand(i, 0), 0);
			if (!where)
				continue;
			*v = (Variable){where, local_type(fn, where)};
			return true;
		}
	return false;
}

/* Global variables of one scope: a function's own, or with NULL those outside of functions, of the
 * same file first. */
static bool find_global(Lower *l, LLVMMetadataRef scope, LLVMMetadataRef file, const char *name,
						Variable *v)
{
	unsigned dbg = LLVMGetMDKindIDInContext(l->context, "dbg", 3);
	bool found = false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(l->subject); g; g = LLVMGetNextGlobal(g)) {
		size_t n;
		LLVMValueMetadataEntry *list = LLVMGlobalCopyAllMetadata(g, &n);
		for (unsigned k = 0; k < n; k++) {
			if (LLVMValueMetadataEntriesGetKind(list, k) != dbg)
				continue;
			LLVMMetadataRef both = LLVMValueMetadataEntriesGetMetadata(list, k);
			LLVMValueRef variable = node_operand(LLVMMetadataAsValue(l->context, both), 0);
			if (!variable || !is_named(variable, name))
				continue;
			LLVMMetadataRef own = scope_of(variable);
			bool outside = own && LLVMGetMetadataKind(own) == LLVMDICompileUnitMetadataKind;
			LLVMValueRef its = node_operand(variable, 2);
			bool same = its && LLVMValueAsMetadata(its) == file;
			LLVMLinkage kind = LLVMGetLinkage(g);
			bool hidden = kind == LLVMInternalLinkage || kind == LLVMPrivateLinkage;
			if (scope ? own != scope : !outside || (!same && (hidden || found)))
				continue;
			*v = (Variable){g, LLVMGlobalGetValueType(g)};
			found = true;
		}
		LLVMDisposeValueMetadataEntries(list);
	}
	return found;
}

static bool find_variable(Lower *l, LLVMValueRef fn, LLVMMetadataRef at, const char *name,
						  Variable *v)
{
	LLVMMetadataRef scope = LLVMDILocationGetScope(at);
	LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
	for (; scope; scope = outer_scope(l->context, scope))
		if (find_local(fn, scope, name, v) || find_global(l, scope, file, name, v))
			return true;
	return find_global(l, NULL, file, name, v);
}

/* ---- places ---- */

static bool is_at(Lower *l, Observation *o, LLVMValueRef i)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
	u32 location = location_of(l, at);
	const Loc *loc = &l->p->locs.at[location];
	if (!at || !loc->line || is_declare(i) || !program_file_is(l->p->files.at[loc->file], o->file))
		return false;
	o->known = true;
	if (loc->line > o->line && (!o->nearest || loc->line < o->nearest))
		o->nearest = loc->line;
	return loc->line == o->line;
}

/* A store into the variable or a part of it. */
static bool assigns(LLVMValueRef i, LLVMValueRef variable)
{
	if (!LLVMIsAStoreInst(i))
		return false;
	LLVMValueRef to = LLVMGetOperand(i, 1);
	while (to != variable &&
		   (LLVMIsAGetElementPtrInst(to) || LLVMIsABitCastInst(to) || LLVMIsAConstantExpr(to)))
		to = LLVMGetOperand(to, 0);
	return to == variable;
}

/* True if the next store at the line, in the same block, sets another part of a variable that has
 * parts: an initialiser is one assignment. */
static bool sets_more(Lower *l, Observation *o, LLVMValueRef i, const Variable *v)
{
	if (!v->type || scalar_type(v->type) != TYPE_VOID)
		return false;
	for (LLVMValueRef next = LLVMGetNextInstruction(i); next; next = LLVMGetNextInstruction(next)) {
		if (LLVMIsAStoreInst(next) && is_at(l, o, next))
			return assigns(next, v->address) && LLVMGetOperand(next, 1) != LLVMGetOperand(i, 1);
		if (LLVMIsACallInst(next) && !is_declare(next) && !is_at(l, o, next))
			return false;
	}
	return false;
}

/* The line's last instruction in the block, after which it can be looked at. */
static LLVMValueRef last_at(Lower *l, Observation *o, LLVMBasicBlockRef b)
{
	LLVMValueRef last = NULL;
	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
		if (is_at(l, o, i))
			last = i;
	return last;
}

/* True if the block goes on with the line. */
static bool goes_on(Lower *l, Observation *o, LLVMBasicBlockRef b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	if (!end || !is_at(l, o, end))
		return false;
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
		LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(end, k));
		while (first && is_declare(first))
			first = LLVMGetNextInstruction(first);
		if (first && is_at(l, o, first))
			return true;
	}
	return false;
}

/* ---- looking ---- */

typedef struct Looker {
	Lower *l;
	LLVMBuilderRef b;
	u32 number, part; /* of the observation and the next scalar in it */
} Looker;

static void look_scalar(Looker *k, LLVMTypeRef type, LLVMValueRef from)
{
	char *type_name = LLVMPrintTypeToString(type);
	char *name = xasprintf(OBSERVE_MARKER "%u.%u.%s", k->number, k->part++, type_name);
	LLVMDisposeMessage(type_name);
	LLVMTypeRef fn_type = LLVMFunctionType(LLVMVoidTypeInContext(k->l->context), &type, 1, 0);
	LLVMValueRef fn = LLVMGetNamedFunction(k->l->subject, name);
	if (!fn)
		fn = LLVMAddFunction(k->l->subject, name, fn_type);
	LLVMValueRef value = LLVMBuildLoad2(k->b, type, from, "");
	LLVMBuildCall2(k->b, fn_type, fn, &value, 1, "");
	free(name);
}

static bool look(Looker *k, LLVMTypeRef type, LLVMValueRef from)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (scalar_type(type) != TYPE_VOID) {
		look_scalar(k, type, from);
		return k->part <= MOST_PARTS;
	}
	unsigned n = kind == LLVMArrayTypeKind    ? (unsigned)LLVMGetArrayLength2(type)
				 : kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
											  : 0;
	LLVMTypeRef index = LLVMInt32TypeInContext(k->l->context);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef at[2] = {LLVMConstInt(index, 0, 0), LLVMConstInt(index, i, 0)};
		LLVMTypeRef part = kind == LLVMArrayTypeKind ? LLVMGetElementType(type)
													 : LLVMStructGetTypeAtIndex(type, i);
		if (!look(k, part, LLVMBuildInBoundsGEP2(k->b, type, from, at, 2, "")))
			return false;
	}
	return n > 0;
}

/* Looks at the variable after the instruction; before it if it ends its block. */
static bool look_after(Lower *l, Observation *o, LLVMBuilderRef b, LLVMValueRef i,
					   const Variable *v, Err *err)
{
	if (!v->type)
		return err_set(err, "%s: the size of '%s' is not known before the program runs", o->text,
					   o->var);
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
	LLVMPositionBuilderBefore(b, LLVMIsATerminatorInst(i) ? i : LLVMGetNextInstruction(i));
	LLVMSetCurrentDebugLocation2(b, at);
	Looker k = {.l = l, .b = b, .number = o->number};
	if (!look(&k, v->type, v->address))
		return err_set(err, "%s: '%s' is too large, or of a type that drift cannot observe",
					   o->text, o->var);
	o->points++;
	return true;
}

/* Before anything is put into the function: where to look, and at what. */
typedef struct Point {
	LLVMValueRef after;
	Variable variable;
} Point;

typedef VEC(Point) PointList;

static bool points_in(Lower *l, Observation *o, LLVMValueRef fn, PointList *out, Err *err)
{
	PointList ends = {0};
	size_t before = out->len;
	bool in_scope = true;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef last = last_at(l, o, b);
		if (!last)
			continue;
		o->reached = true;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			Variable v;
			if (!is_at(l, o, i))
				continue;
			bool found = find_variable(l, fn, LLVMInstructionGetDebugLoc(i), o->var, &v);
			in_scope = in_scope && (found || i != last);
			if (found && assigns(i, v.address) && !sets_more(l, o, i, &v))
				vec_push(out, ((Point){i, v}));
			if (found && i == last && !goes_on(l, o, b))
				vec_push(&ends, ((Point){i, v}));
		}
	}
	for (size_t k = 0; out->len == before && k < ends.len; k++)
		vec_push(out, ends.at[k]);
	vec_free(&ends);
	if (in_scope || out->len > before)
		return true;
	return err_set(err, "%s: no variable '%s' is in scope there", o->text, o->var);
}

static bool observe(Lower *l, Observation *o, LLVMBuilderRef b, Err *err)
{
	PointList points = {0};
	bool good = true;
	for (LLVMValueRef f = LLVMGetFirstFunction(l->subject); f && good; f = LLVMGetNextFunction(f)) {
		points.len = 0;
		good = points_in(l, o, f, &points, err);
		for (size_t k = 0; k < points.len && good; k++)
			good = look_after(l, o, b, points.at[k].after, &points.at[k].variable, err);
	}
	vec_free(&points);
	if (!good)
		return false;
	if (!o->known)
		return err_set(err, "%s: no code of the program comes from that file", o->text);
	if (!o->reached && o->nearest)
		return err_set(err, "%s: there is no code on that line; the next is on line %u", o->text,
					   o->nearest);
	if (!o->reached)
		return err_set(err, "%s: there is no code on that line or after it", o->text);
	if (!o->points)
		return err_set(err, "%s: '%s' cannot be looked at there", o->text, o->var);
	return true;
}

bool observe_all(Lower *l, const char *const *texts, u32 n, Err *err)
{
	LLVMSetIsNewDbgInfoFormat(l->subject, 0);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
	bool good = true;
	for (u32 k = 0; k < n && good; k++) {
		Observation o = {.number = k};
		good = parse(texts[k], &o, err) && observe(l, &o, b, err);
		free(o.file);
	}
	LLVMDisposeBuilder(b);
	return good;
}

bool observe_marker(const char *name, u32 *number, u32 *part)
{
	if (strncmp(name, OBSERVE_MARKER, strlen(OBSERVE_MARKER)))
		return false;
	char *end;
	*number = (u32)strtoul(name + strlen(OBSERVE_MARKER), &end, 10);
	*part = (u32)strtoul(end + 1, NULL, 10);
	return true;
}
