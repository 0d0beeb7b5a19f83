/* fixed.c: finds inputs to which a conjunction leaves one value.
 *
 * Once the length of a file is known, most conditions on its bytes get shorter. Once a byte is
 * known, it can be read together with its neighbours: stdin[0..2] == "abc".
 */
#include "engine/expr/simple/fixed.h"

/* A condition that was made for the text at hand has its values tried anew: large ones take too
 * long. */
enum {
	MOST_NODES = 100,     /* of a condition whose values are tried */
	SHORTEST_RUN = 2,     /* bytes that are written as a string */
	MOST_KNOWN = 1 << 16, /* conditions whose values are remembered */
};

void fixed_init(Fixed *f, ExprPool *p)
{
	*f = (Fixed){.p = p, .n = input_vars(p)};
	f->map = xcalloc(f->n + 1, sizeof *f->map);
}

void fixed_free(Fixed *f)
{
	free(f->map);
}

void fixed_apply(const Fixed *f, ExprList *conds)
{
	expr_substitute_all(f->p, conds->at, conds->len, f->map, f->n);
}

static bool only_var(const ExprPool *p, Expr e, u32 *var)
{
	VarSet s = expr_vars(p, e);
	const VarSetNode *n = &p->sets.at[s];
	if (!s || n->level || (n->bits & (n->bits - 1)))
		return false;
	*var = n->word * 64 + __builtin_ctzll(n->bits);
	return true;
}

bool fixed_small(const ExprPool *p, Expr e)
{
	u32 var;
	return only_var(p, e, &var) && input_width(p, var) <= 8;
}

static SmallSet try_values(ExprPool *p, Expr e, u32 var)
{
	SmallSet found = {{0}};
	Tape *t = tape_new(p, &e, 1);
	for (u64 v = 0; v <= mask64(input_width(p, var)); v++) {
		tape_set(t, var, v);
		found.word[v / 64] |= (u64)tape_holds(t) << v % 64;
	}
	tape_free(t);
	return found;
}

/* Paths share most of their conditions. below: those that stay when this text is done. */
static SmallSet values_of(ExprPool *p, Expr e, u32 var, u32 below)
{
	TermMemo *m = &p->terms;
	u64 number;
	if (e >= below)
		return try_values(p, e, var);
	if (intmap_get(&m->values_of, e, &number))
		return m->values.at[number];
	if (m->values.len == MOST_KNOWN)
		term_memo_free(m);
	SmallSet found = try_values(p, e, var);
	intmap_put(&m->values_of, e, m->values.len);
	vec_push(&m->values, found);
	m->newest = e > m->newest ? e : m->newest;
	return found;
}

bool fixed_values(ExprPool *p, Expr e, bool negate, u32 below, u32 *var, RangeSet *set)
{
	if (!fixed_small(p, e) || !only_var(p, e, var) || !expr_fits(p, e, MOST_NODES))
		return false;
	SmallSet found = values_of(p, e, *var, below);
	set->n = 0;
	for (u64 v = 0; v <= mask64(input_width(p, *var)); v++) {
		if ((bool)(found.word[v / 64] >> v % 64 & 1) == negate)
			continue;
		if (set->n && set->at[set->n - 1].hi + 1 == v)
			set->at[set->n - 1].hi = v;
		else if (set->n < MOST_RANGES)
			set->at[set->n++] = (Range){v, v};
		else
			return false;
	}
	return true;
}

/* ---- writing ---- */

void fixed_quoted(Buf *out, const u8 *at, u32 n)
{
	static const char special[] = "\n\t\r\\\"", letters[] = "ntr\\\"";
	buf_addc(out, '"');
	for (u32 i = 0; i < n; i++) {
		const char *found = at[i] ? strchr(special, at[i]) : NULL;
		if (found)
			buf_addf(out, "\\%c", letters[found - special]);
		else if (at[i] >= ' ' && at[i] < 127)
			buf_addc(out, (char)at[i]);
		else
			buf_addf(out, "\\%03o", at[i]);
	}
	buf_addc(out, '"');
}

bool fixed_value(const Fixed *f, u32 var, u64 *value)
{
	if (!f->map[var])
		return false;
	*value = const64(nd(f->p, f->map[var]));
	return true;
}

/* Known bytes of a group from one on. */
static u32 run_of(const Fixed *f, const InputGroup *g, u32 from, u8 *bytes)
{
	u32 n = 0;
	u64 v;
	for (; from + n < g->count && fixed_value(f, g->first + from + n, &v); n++)
		bytes[n] = (u8)v;
	return n;
}

/* The length of the whole input, if all of it is known. */
static bool whole(const Fixed *f, const InputGroup *g, const TextLength *text, u32 n, u32 *length)
{
	u64 known;
	*length = text->least;
	if (g->text)
		return text->exact && n >= text->least;
	return fixed_value(f, input_group(f->p, g->partner)->first, &known) && known <= n &&
		   (*length = (u32)known, true);
}

static void and (Buf * out, size_t begin)
{
	if (out->len > begin)
		buf_adds(out, " && ");
}

/* What is known of the length; the bytes are not all known. */
static void write_length(const Fixed *f, const InputGroup *g, const TextLength *text, size_t begin,
						 Buf *out)
{
	u64 v = text->least;
	bool exact = text->exact;
	if (!g->text)
		exact = fixed_value(f, input_group(f->p, g->partner)->first, &v);
	if (!exact && !v)
		return;
	and(out, begin);
	if (v == 1 && !exact)
		buf_addf(out, "%s != \"\"", g->name);
	else
		buf_addf(out, "%s.length %s %llu", g->name, exact ? "==" : ">=", (unsigned long long)v);
}

static void write_run(const Fixed *f, const InputGroup *g, u32 at, const u8 *bytes, u32 n,
					  size_t end, Buf *out)
{
	if (n < SHORTEST_RUN) {
		print_equal(f->p, expr_var(f->p, g->first + at), bytes[0], false, end, out);
		return;
	}
	/* Behind the end of a file there are zeros, too. */
	if (at || !bytes[n - 1] || f->p->basic)
		buf_addf(out, "%s[%u..%u] == ", g->name, at, at + n - 1);
	else
		buf_addf(out, "%s starts with ", g->name);
	fixed_quoted(out, bytes, n);
}

static void write_group(const Fixed *f, const InputGroup *g, const TextLength *text, size_t begin,
						size_t end, Buf *out)
{
	u8 *bytes = xmalloc(g->count + 1);
	u32 length, most = text->exact ? text->least : g->count;
	u32 first = run_of(f, g, 0, bytes);
	bool all = whole(f, g, text, first, &length);
	if (all) {
		and(out, begin);
		buf_addf(out, "%s == ", g->name);
		fixed_quoted(out, bytes, length);
	} else {
		write_length(f, g, text, begin, out);
	}
	/* Behind the end nothing is left to say. */
	for (u32 at = all ? most : 0, n; at < most && out->len < end; at += n ? n : 1) {
		n = run_of(f, g, at, bytes);
		n = n > most - at ? most - at : n;
		if (!n)
			continue;
		and(out, begin);
		write_run(f, g, at, bytes, n, end, out);
	}
	free(bytes);
}

void fixed_write(const Fixed *f, const TextLength *lengths, size_t end, Buf *out)
{
	size_t begin = out->len;
	u64 v;
	for (u32 i = 0; i < input_groups(f->p) && out->len < end; i++) {
		const InputGroup *g = input_group(f->p, i);
		if (g->kind == INPUT_BYTES) {
			write_group(f, g, &lengths[i], begin, end, out);
		} else if (g->kind == INPUT_INT && fixed_value(f, g->first, &v)) {
			and(out, begin);
			print_equal(f->p, expr_var(f->p, g->first), v, false, end, out);
		}
	}
}
