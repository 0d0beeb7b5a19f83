/* moved.c: recognises code that differs only because its lines moved.
 *
 * __LINE__ is a number that a program can print, so its users differ if lines are inserted above
 * them. All such users are one change: it keeps the points of all of them. */
#include "versions/changes/impl.h"

enum { STATEMENT_LINES = 12 };

typedef struct LineShift {
	const ChangeMap *m;
	const View *v[N_SIDES];
	u32 line[N_SIDES];
	bool any; /* a constant differs */
	bool own; /* all numbers that differ are lines of the statement */
} LineShift;

static bool is_literal(const View *v, const Const *c)
{
	SideRef r = c->type == TYPE_PTR ? ref_of(v->p, c->lo) : (SideRef){REF_NUMBER, 0, c->lo};
	return !c->undef && r.kind == REF_GLOBAL && is_private(&v->p->globals.at[r.id]);
}

/* False if two operands differ in another way than lines do. */
static bool shifted(LineShift *l, Operand o, Operand n)
{
	if (o == NO_OPERAND || n == NO_OPERAND)
		return o == n;
	if (!operand_is_const(o) || !operand_is_const(n))
		return operand_is_const(o) == operand_is_const(n);
	o &= ~OPERAND_CONST;
	n &= ~OPERAND_CONST;
	if (const_equal(l->m, o, n))
		return true;
	const Const *a = &l->v[OLD]->p->consts.at[o], *b = &l->v[NEW]->p->consts.at[n];
	l->any = true;
	if (is_literal(l->v[OLD], a) && is_literal(l->v[NEW], b)) {
		l->own = false; /* only its text could say so */
		return true;
	}
	l->own &= a->lo >= l->line[OLD] && a->lo < l->line[OLD] + STATEMENT_LINES;
	return !a->undef && !b->undef && a->type == b->type && a->type > 1 && a->type <= 64 &&
		   (u32)(b->lo - a->lo) == l->line[NEW] - l->line[OLD];
}

static bool shifted_call(LineShift *l, const Call *a, const Call *b)
{
	bool same = a->n_args == b->n_args && (a->callee == NO_OPERAND) == (b->callee == NO_OPERAND) &&
				(a->callee == NO_OPERAND || same_callee(l->m, a->callee, b->callee));
	for (u32 k = 0; same && k < a->n_args; k++)
		same = shifted(l, a->args[k].value, b->args[k].value);
	return same;
}

LineMove moved_pair(const ChangeMap *m, const View *old, const View *newer, u32 o, u32 n)
{
	const Ins *a = &old->f->ins[o], *b = &newer->f->ins[n];
	LineShift l = {.m = m, .v = {old, newer}, .own = true};
	l.line[OLD] = old->p->locs.at[a->loc].line;
	l.line[NEW] = newer->p->locs.at[b->loc].line;
	bool fits = l.line[OLD] && l.line[NEW] && l.line[OLD] != l.line[NEW] && a->op == b->op &&
				a->sub == b->sub && a->type == b->type && shifted(&l, a->a, b->a) &&
				shifted(&l, a->b, b->b) && shifted(&l, a->c, b->c);
	if (fits && a->op == I_CALL)
		fits = shifted_call(&l, &old->f->calls[a->extra], &newer->f->calls[b->extra]);
	if (fits && a->op == I_RET)
		fits = a->n_extra == b->n_extra;
	for (u32 k = 0; fits && a->op == I_RET && k < a->n_extra; k++)
		fits = shifted(&l, old->f->extra[a->extra + k], newer->f->extra[b->extra + k]);
	if (!fits || !l.any)
		return MOVE_NONE;
	return l.own ? MOVE_LINE : MOVE_MAYBE;
}

/* The edit that moved a line: the last one above it that added or deleted lines. */
static const Hunk *mover_of(const HunkList *list, u32 line)
{
	const Hunk *last = NULL;
	for (size_t i = 0; i < list->len && list->at[i].to[NEW] <= line; i++) {
		const Hunk *h = &list->at[i];
		if (h->to[OLD] - h->from[OLD] != h->to[NEW] - h->from[NEW])
			last = h;
	}
	return last;
}

const Hunk *draft_mover(ChangeMap *m, const Draft *d, SourceText **text)
{
	if (!d->lines[OLD].len || !d->lines[NEW].len)
		return NULL;
	const LineRange *o = &d->lines[OLD].at[0], *n = &d->lines[NEW].at[0];
	Loc old = {.file = o->file, .line = o->first}, newer = {.file = n->file, .line = n->first};
	if (!old.line || !newer.line || old.line == newer.line ||
		m->half[OLD].file[old.file] != newer.file || hunk_at(m, NEW, newer.file, newer.line) ||
		!lines_correspond(m, old, newer))
		return NULL;
	text[OLD] = source_text(m, OLD, old.file);
	text[NEW] = source_text(m, NEW, newer.file);
	return mover_of(text_hunks(m, text[OLD], text[NEW]), newer.line);
}

/* The place of an edit; of lines that are only in the other version, the line before. */
static const char *place_of(ChangeMap *m, Side s, const SourceText *t, const Hunk *h)
{
	u32 line = h->from[s] < h->to[s] || h->from[s] == 1 ? h->from[s] : h->from[s] - 1;
	char *text = xasprintf("%s:%u", shown_path(m, s, t->path), line);
	const char *kept = arena_strdup(&m->arena, text);
	free(text);
	return kept;
}

void say_moved(ChangeMap *m, Draft *d, const Hunk *h, SourceText *const text[], u32 n)
{
	if (h)
		for (Side s = OLD; s < N_SIDES; s++)
			d->c.edited[s] = place_of(m, s, text[s], h);
	char *what = xasprintf("lines moved, and %u place%s use%s their numbers", n, n == 1 ? "" : "s",
						   n == 1 ? "s" : "");
	d->what = arena_strdup(&m->arena, what);
	free(what);
	d->of = "__LINE__";
	d->vague = false;
	d->c.kind = CHANGE_MODIFICATION;
}
