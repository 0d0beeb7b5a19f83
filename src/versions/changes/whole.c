/* whole.c: functions that only one version has.
 *
 * Each is a change of its own. On the other side its points are those of the changes that lead to
 * it: a call that was not there, a table that names it. */
#include "versions/changes/impl.h"

/* A change mentions a function that the other version lacks. */
typedef struct Mention {
	u32 draft;
	u32 function;
} Mention;

typedef struct Whole {
	ChangeMap *m;
	Side side;
	u32 *draft; /* by function: its draft, or NO_OPERAND */
	VEC(Mention) list;
	TextPairs pairs; /* once they are needed */
} Whole;

static void mention_function(Whole *w, u32 draft, u32 function)
{
	if (w->draft[function] != NO_OPERAND && w->draft[function] != draft)
		vec_push(&w->list, ((Mention){draft, function}));
}

static void mention_content(Whole *w, u32 draft, u32 global)
{
	const Program *p = w->m->half[w->side].p;
	const Global *g = &p->globals.at[global];
	for (u64 at = 0; g->init && at + 8 <= g->size; at++) {
		u64 value;
		memcpy(&value, g->init + at, 8);
		SideRef r = ref_of(p, value);
		if (r.kind == REF_FUNCTION)
			mention_function(w, draft, r.id);
	}
}

static void mention_operand(Whole *w, u32 draft, Operand o)
{
	const Program *p = w->m->half[w->side].p;
	if (o == NO_OPERAND || !operand_is_const(o))
		return;
	SideRef r = ref_of(p, p->consts.at[o & ~OPERAND_CONST].lo);
	if (r.kind == REF_FUNCTION)
		mention_function(w, draft, r.id);
	/* A global without counterpart has no change of its own. */
	if (r.kind == REF_GLOBAL && w->m->half[w->side].global[r.id] == NO_OPERAND)
		mention_content(w, draft, r.id);
}

static void mention_ins(Whole *w, u32 draft, const Function *f, const Ins *in)
{
	mention_operand(w, draft, in->a);
	mention_operand(w, draft, in->b);
	mention_operand(w, draft, in->c);
	for (u32 k = 0; in->op == I_RET && k < in->n_extra; k++)
		mention_operand(w, draft, f->extra[in->extra + k]);
	if (in->op != I_CALL)
		return;
	const Call *c = &f->calls[in->extra];
	if (c->callee != NO_OPERAND)
		mention_function(w, draft, c->callee);
	mention_operand(w, draft, c->target);
	for (u32 k = 0; k < c->n_args; k++)
		mention_operand(w, draft, c->args[k].value);
}

static void find_mentions(Whole *w)
{
	for (u32 i = 0; i < w->m->drafts.len; i++) {
		const Draft *d = &w->m->drafts.at[i];
		for (size_t k = 0; k < d->points[w->side].len; k++) {
			const ChangePoint *p = &d->points[w->side].at[k];
			const Function *f = function_of(w->m, w->side, p->function);
			if (p->kind != POINT_MARKER)
				mention_ins(w, i, f, &f->ins[p->ins]);
		}
		if (d->c.part[w->side].global != NO_OPERAND)
			mention_content(w, i, d->c.part[w->side].global);
	}
}

/* Points of the mentioning change on the other side; true when there were new ones. */
static bool take_points(Whole *w, const Mention *x)
{
	Side t = side_other(w->side);
	const Draft *from = &w->m->drafts.at[x->draft];
	Draft *to = &w->m->drafts.at[w->draft[x->function]];
	bool any = false;
	for (size_t k = 0; k < from->points[t].len; k++) {
		const ChangePoint *p = &from->points[t].at[k];
		bool known = false;
		for (size_t i = 0; i < to->points[t].len && !known; i++)
			known =
				to->points[t].at[i].function == p->function && to->points[t].at[i].ins == p->ins;
		if (!known)
			draft_point(to, t, p->function, p->ins, POINT_MARKER);
		any |= !known;
	}
	return any;
}

static void whole_lines(ChangeMap *m, Draft *d, Side s, const Function *f)
{
	Loc at = loc_of(m, s, f->loc);
	if (!at.line)
		return;
	LineRange r = {at.file, at.line, at.line};
	for (u32 i = 0; i < f->n_ins; i++) {
		Loc x = loc_of(m, s, f->ins[i].loc);
		if (x.file == at.file && x.line > r.last)
			r.last = x.line;
	}
	vec_push(&d->lines[s], r);
}

static void whole_function(ChangeMap *m, Side s, const Function *f)
{
	Draft *d = draft_new(m, s == NEW ? CHANGE_ADDITION : CHANGE_DELETION);
	d->c.part[s].function = f->id;
	d->what = "the whole function";
	d->whole = true;
	for (u32 i = 0; i < f->n_ins; i++)
		draft_point(d, s, f->id, i, POINT_CODE);
	whole_lines(m, d, s, f);
}

static void marker_lines(ChangeMap *m, Draft *d, Side t)
{
	for (size_t k = 0; k < d->points[t].len; k++) {
		const ChangePoint *p = &d->points[t].at[k];
		Loc at = loc_of(m, t, function_of(m, t, p->function)->ins[p->ins].loc);
		if (at.line)
			draft_line(d, t, at);
	}
}

/* True if other sources have the function in both versions. */
static bool is_elsewhere_too(const Whole *w, const Function *f)
{
	const Program *p = w->m->half[w->side].p;
	for (u32 g = 0; f->loc && g < p->functions.len; g++)
		if (g != f->id && p->functions.at[g].loc == f->loc &&
			w->m->half[w->side].body[g].other != NO_OPERAND &&
			!strcmp(p->functions.at[g].source_name, f->source_name))
			return true;
	return false;
}

/* True if both versions have the text of a function: it is one of the system's headers, or none of
 * its lines was edited. */
static bool has_text_in_both(Whole *w, const Function *f, const LineRange *r)
{
	SourceText *t = source_text(w->m, w->side, r->file);
	if (!is_own(t->path))
		return true;
	if (!w->pairs.len)
		source_pairs(w->m, &w->pairs);
	for (size_t i = 0; f->loc && i < w->pairs.len; i++) {
		const TextPair *p = &w->pairs.at[i];
		if (p->text[w->side] != t || !p->text[side_other(w->side)] || !text_lines(t))
			continue;
		const HunkList *list = text_hunks(w->m, p->text[OLD], p->text[NEW]);
		for (size_t k = 0; k < list->len; k++)
			if (list->at[k].from[w->side] <= r->last && list->at[k].to[w->side] > r->first)
				return false;
		return true;
	}
	return false;
}

/* True if nobody edited a function that only one version has: the other does not use it. */
static bool is_instance(Whole *w, const Draft *d, const Function *f)
{
	return is_elsewhere_too(w, f) ||
		   (d->lines[w->side].len && has_text_in_both(w, f, &d->lines[w->side].at[0]));
}

/* Those belong to the change that calls them, or ceased to; a function that one version has anew is
 * such a change, if no other is. */
static void join_instances(Whole *w)
{
	for (int whole = 0; whole < 2; whole++)
		for (size_t k = 0; k < w->list.len; k++) {
			const Mention *x = &w->list.at[k];
			u32 mine = w->draft[x->function], root = x->draft;
			Draft *d = &w->m->drafts.at[mine];
			while (w->m->drafts.at[root].into)
				root = w->m->drafts.at[root].into - 1;
			if (!d->into && root != mine && w->m->drafts.at[x->draft].whole == (whole == 1) &&
				is_instance(w, d, function_of(w->m, w->side, x->function)))
				d->into = root + 1;
		}
}

void whole_functions(ChangeMap *m)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 n = (u32)m->half[s].p->functions.len, before = (u32)m->drafts.len;
		Whole w = {.m = m, .side = s, .draft = xmalloc((n + 1) * sizeof(u32))};
		for (u32 f = 0; f < n; f++) {
			w.draft[f] = NO_OPERAND;
			if (!is_compared(function_of(m, s, f)) || m->half[s].body[f].other != NO_OPERAND)
				continue;
			w.draft[f] = (u32)m->drafts.len;
			whole_function(m, s, function_of(m, s, f));
		}
		if (m->drafts.len > before)
			find_mentions(&w);
		join_instances(&w);
		for (bool any = true; any;) {
			any = false;
			for (size_t k = 0; k < w.list.len; k++)
				any |= take_points(&w, &w.list.at[k]);
		}
		for (u32 i = before; i < m->drafts.len; i++)
			marker_lines(m, &m->drafts.at[i], side_other(s));
		vec_free(&w.list);
		vec_free(&w.pairs);
		free(w.draft);
	}
}
