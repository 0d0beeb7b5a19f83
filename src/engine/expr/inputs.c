/* inputs.c: the named input variables and assignments to them. */
#include "engine/expr/pool.h"

static u32 add_group(ExprPool *p, const char *name, InputKind kind, unsigned width, u32 count)
{
	InputGroup g = {.name = xstrdup(name),
					.kind = kind,
					.width = width,
					.first = p->var_group.len,
					.count = count,
					.partner = p->groups.len,
					.is_signed = width > 8};
	for (u32 i = 0; i < count; i++)
		vec_push(&p->var_group, (u32)p->groups.len);
	vec_push(&p->groups, g);
	return p->groups.len - 1;
}

u32 input_int(ExprPool *p, const char *name, unsigned width)
{
	return add_group(p, name, INPUT_INT, width, 1);
}

u32 input_bytes(ExprPool *p, const char *name, u32 count)
{
	u32 bytes = add_group(p, name, INPUT_BYTES, 8, count);
	u32 length = add_group(p, name, INPUT_LENGTH, 32, 1);
	p->groups.at[bytes].partner = length;
	p->groups.at[length].partner = bytes;
	return bytes;
}

void input_sign(ExprPool *p, u32 group, bool is_signed)
{
	p->groups.at[group].is_signed = is_signed;
}

void input_float(ExprPool *p, u32 group)
{
	p->groups.at[group].is_float = true;
}

void input_limit(ExprPool *p, u32 var, u64 high)
{
	Expr e = expr_var(p, var);
	p->nodes[e].info = expr_info_range(input_width(p, var), 0, high);
}

void input_ends_with_zero(ExprPool *p, u32 group)
{
	p->groups.at[group].text = true;
}

u32 input_groups(const ExprPool *p)
{
	return p->groups.len;
}

const InputGroup *input_group(const ExprPool *p, u32 group)
{
	return &p->groups.at[group];
}

bool input_find(const ExprPool *p, InputKind kind, const char *name, u32 *group)
{
	for (u32 i = 0; i < p->groups.len; i++)
		if (p->groups.at[i].kind == kind && !strcmp(p->groups.at[i].name, name)) {
			*group = i;
			return true;
		}
	return false;
}

u32 input_vars(const ExprPool *p)
{
	return p->var_group.len;
}

const InputGroup *input_of(const ExprPool *p, u32 var)
{
	return &p->groups.at[p->var_group.at[var]];
}

unsigned input_width(const ExprPool *p, u32 var)
{
	return input_of(p, var)->width;
}

void input_name(const ExprPool *p, u32 var, Buf *out)
{
	const InputGroup *g = input_of(p, var);
	buf_adds(out, g->name);
	if (g->kind == INPUT_BYTES)
		buf_addf(out, "[%u]", var - g->first);
	else if (g->kind == INPUT_LENGTH)
		buf_adds(out, ".length");
}

/* ---- assignments ---- */

void assignment_init(Assignment *a, const ExprPool *p)
{
	a->n = input_vars(p);
	a->at = xcalloc(a->n + 1, sizeof *a->at);
}

void assignment_copy(Assignment *to, const Assignment *from)
{
	if (to == from)
		return;
	if (to->n != from->n || !to->at) {
		to->at = xrealloc(to->at, (from->n + 1) * sizeof *to->at);
		to->n = from->n;
	}
	memcpy(to->at, from->at, from->n * sizeof *to->at);
}

void assignment_free(Assignment *a)
{
	free(a->at);
	a->at = NULL;
	a->n = 0;
}
