/* describe.c: one line about a pair of instructions that differ, for people. */
#include "versions/changes/impl.h"

#include <ctype.h>

enum {
	TEXT_MOST = 40,   /* characters of a string literal */
	TEXT_BEFORE = 15, /* of these, before the difference */
};

/* The string literal that a constant points to, or NULL. */
static const char *literal(const View *v, const Const *c, size_t *n)
{
	SideRef r = c->type == TYPE_PTR ? ref_of(v->p, c->lo) : (SideRef){REF_NUMBER, 0, c->lo};
	const Global *g = r.kind == REF_GLOBAL ? &v->p->globals.at[r.id] : NULL;
	if (c->undef || !g || strncmp(g->name, ".str", 4) || !g->init || (u64)r.offset >= g->size)
		return NULL;
	*n = strnlen((const char *)g->init + r.offset, g->size - (u64)r.offset);
	return (const char *)g->init + r.offset;
}

static void describe_text(const char *at, size_t n, size_t from, Buf *to)
{
	size_t left = n - from;
	buf_adds(to, from ? "\"..." : "\"");
	buf_add_escaped(to, at + from, left < TEXT_MOST ? left : TEXT_MOST);
	buf_adds(to, left > TEXT_MOST ? "...\"" : "\"");
}

static void describe_const(const View *v, const Const *c, Buf *to)
{
	size_t n;
	const char *text = literal(v, c, &n);
	SideRef r = c->type == TYPE_PTR ? ref_of(v->p, c->lo) : (SideRef){REF_NUMBER, 0, c->lo};
	const Global *g = r.kind == REF_GLOBAL ? &v->p->globals.at[r.id] : NULL;
	double real;
	float single;
	if (c->undef) {
		buf_adds(to, "an undefined value");
	} else if (text) {
		describe_text(text, n, 0, to);
	} else if (g && is_private(g)) {
		buf_adds(to, "a constant with other contents");
	} else if (g) {
		buf_addf(to, "&%s", g->name);
		if (r.offset)
			buf_addf(to, " + %lld", (long long)r.offset);
	} else if (r.kind == REF_FUNCTION) {
		buf_adds(to, v->p->functions.at[r.id].source_name);
	} else if (c->type == TYPE_F64) {
		memcpy(&real, &c->lo, sizeof real);
		buf_addf(to, "%.17g", real);
	} else if (c->type == TYPE_F32) {
		memcpy(&single, &c->lo, sizeof single);
		buf_addf(to, "%.9g", (double)single);
	} else if (c->type == TYPE_PTR && !c->lo) {
		buf_adds(to, "NULL");
	} else if (c->type > 1 && c->type <= 64) {
		u32 shift = 64u - c->type;
		buf_addf(to, "%lld", (long long)((i64)(c->lo << shift) >> shift));
	} else {
		buf_addf(to, "%llu", (unsigned long long)c->lo);
	}
}

const char *ins_sign(const Ins *in)
{
	static const char *const compare[] = {
		[P_EQ] = "==",        [P_NE] = "!=",       [P_UGT] = "unsigned >", [P_UGE] = "unsigned >=",
		[P_SGT] = ">",        [P_SGE] = ">=",      [P_ULT] = "unsigned <", [P_ULE] = "unsigned <=",
		[P_SLT] = "<",        [P_SLE] = "<=",      [P_OEQ] = "float ==",   [P_OGT] = "float >",
		[P_OGE] = "float >=", [P_OLT] = "float <", [P_OLE] = "float <=",   [P_UNE] = "float !=",
	};
	const InsInfo *info = &ins_table[in->op];
	if ((in->op == I_ICMP || in->op == I_FCMP) && in->sub < countof(compare) && compare[in->sub])
		return compare[in->sub];
	return *info->sign ? info->sign : info->name;
}

/* Two constants; of long strings, where they differ. */
static void describe_consts(const View *o, const Const *a, const View *n, const Const *b, Buf *to)
{
	size_t old_len, new_len, same = 0;
	const char *old = literal(o, a, &old_len), *newer = literal(n, b, &new_len);
	if (!old || !newer) {
		describe_const(o, a, to);
		buf_adds(to, " is now ");
		describe_const(n, b, to);
		return;
	}
	while (same < old_len && same < new_len && old[same] == newer[same])
		same++;
	size_t from = same > TEXT_MOST - TEXT_BEFORE ? same - TEXT_BEFORE : 0;
	describe_text(old, old_len, from, to);
	buf_adds(to, " is now ");
	describe_text(newer, new_len, from, to);
}

/* The first pair of operands that are constants and not equal. */
static bool describe_operands(const ChangeMap *m, const View *o, const View *n, const Operand *a,
							  const Operand *b, u32 count, Buf *to)
{
	for (u32 k = 0; k < count; k++) {
		bool x = operand_is_const(a[k]), y = operand_is_const(b[k]);
		if (!x || !y || const_equal(m, a[k] & ~OPERAND_CONST, b[k] & ~OPERAND_CONST))
			continue;
		describe_consts(o, &o->p->consts.at[a[k] & ~OPERAND_CONST], n,
						&n->p->consts.at[b[k] & ~OPERAND_CONST], to);
		return true;
	}
	return false;
}

static void callee_text(const View *v, const Call *c, Buf *to)
{
	if (c->callee == NO_OPERAND)
		buf_adds(to, "a function pointer");
	else
		buf_adds(to, v->p->functions.at[c->callee].source_name);
}

/* Two functions of one name: of two files, say. */
static bool same_name(const View *o, const Call *a, const View *n, const Call *b)
{
	bool none = a->callee == NO_OPERAND || b->callee == NO_OPERAND;
	return none ? a->callee == b->callee
				: !strcmp(o->p->functions.at[a->callee].source_name,
						  n->p->functions.at[b->callee].source_name);
}

static bool describe_call(const ChangeMap *m, const View *o, const View *n, const Call *a,
						  const Call *b, Buf *to)
{
	bool same = a->callee == b->callee && a->callee == NO_OPERAND;
	if (a->callee != NO_OPERAND && b->callee != NO_OPERAND)
		same = m->half[OLD].body[a->callee].other == b->callee;
	if (!same) {
		buf_adds(to, "call of ");
		callee_text(o, a, to);
		buf_adds(to, " is now of ");
		callee_text(n, b, to);
		return !same_name(o, a, n, b);
	}
	if (a->n_args != b->n_args) {
		callee_text(n, b, to);
		buf_addf(to, " takes %u arguments instead of %u", b->n_args, a->n_args);
		return true;
	}
	for (u32 k = 0; k < a->n_args; k++)
		if (describe_operands(m, o, n, &a->args[k].value, &b->args[k].value, 1, to))
			return true;
	buf_adds(to, "other arguments for ");
	callee_text(n, b, to);
	return false;
}

/* An operator of C, not the name of an instruction. */
static bool is_sign(const Ins *in)
{
	return !isupper((u8)*ins_sign(in));
}

/* "0 is now 0": widths or signs differ, not what is read. */
static bool says_nothing(const char *text)
{
	const char *mid = strstr(text, " is now ");
	size_t n = mid ? (size_t)(mid - text) : 0;
	return mid && strlen(mid + 8) == n && !strncmp(text, mid + 8, n);
}

bool describe_pair(const ChangeMap *m, const View *o, const View *n, const Ins *a, const Ins *b,
				   Buf *to)
{
	Operand x[] = {a->a, a->b, a->c}, y[] = {b->a, b->b, b->c};
	if (a->op == I_CALL && b->op == I_CALL) {
		return describe_call(m, o, n, &o->f->calls[a->extra], &n->f->calls[b->extra], to);
	}
	if (a->op != b->op || (a->sub != b->sub && a->op != I_MOV)) {
		bool signs = is_sign(a) && is_sign(b) && strcmp(ins_sign(a), ins_sign(b));
		if (signs)
			buf_addf(to, "%s is now %s", ins_sign(a), ins_sign(b));
		else
			buf_adds(to, "other code");
		return signs;
	}
	if (describe_operands(m, o, n, x, y, 3, to))
		return !says_nothing(buf_str(to));
	if (a->op == I_RET && a->n_extra == b->n_extra &&
		describe_operands(m, o, n, o->f->extra + a->extra, n->f->extra + b->extra, a->n_extra, to))
		return !says_nothing(buf_str(to));
	if (a->op == I_SLOT)
		buf_addf(to, "%s has %llu bytes instead of %llu",
				 n->f->slots[b->imm].name ? n->f->slots[b->imm].name : "a local",
				 (unsigned long long)n->f->slots[b->imm].size,
				 (unsigned long long)o->f->slots[a->imm].size);
	else
		buf_adds(to, "other code");
	return a->op == I_SLOT;
}
