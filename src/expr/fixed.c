/* fixed.c: inputs that a conjunction leaves one value.
 *
 * Once the length of a file is known, most of what is said about its bytes gets shorter; once a
 * byte is, it can be read together with its neighbours: stdin[0..2] == "abc".
 */
#include "expr/fixed.h"

/* A condition is in many paths, and its values are tried anew in each: large ones take too long. */
enum {
	MOST_NODES = 100, /* of a condition whose values are tried */
	SHORTEST_RUN = 2, /* bytes that are written as a string */
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

bool fixed_values(ExprPool *p, Expr e, bool negate, u32 *var, RangeSet *set)
{
	if (!fixed_small(p, e) || !only_var(p, e, var) || !expr_fits(p, e, MOST_NODES))
		return false;
	Tape *t = tape_new(p, &e, 1);
	bool few = true;
	set->n = 0;
	for (u64 v = 0; few && v <= mask64(input_width(p, *var)); v++) {
		tape_set(t, *var, v);
		if (tape_holds(t) == negate)
			continue;
		if (set->n && set->at[set->n - 1].hi + 1 == v)
			set->at[set->n - 1].hi = v;
		else if (set->n < MOST_RANGES)
			set->at[set->n++] = (Range){v, v};
		else
			few = false;
	}
	tape_free(t);
	return few;
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

static bool value_of(const Fixed *f, u32 var, u64 *value)
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
	for (; from + n < g->count && value_of(f, g->first + from + n, &v); n++)
		bytes[n] = (u8)v;
	return n;
}

/* The length of the whole input, if all of it is known. */
static bool whole(const Fixed *f, const InputGroup *g, const u8 *bytes, u32 n, u32 *length)
{
	u64 known;
	const u8 *zero = g->text ? memchr(bytes, 0, n) : NULL;
	if (zero || (g->text && n == g->count)) {
		*length = zero ? (u32)(zero - bytes) : n;
		return true;
	}
	*length = n;
	return value_of(f, input_group(f->p, g->partner)->first, &known) && known <= n &&
		   (*length = (u32)known, true);
}

static void and (Buf * out, size_t begin)
{
	if (out->len > begin)
		buf_adds(out, " && ");
}

static void write_group(const Fixed *f, const InputGroup *g, size_t begin, size_t end, Buf *out)
{
	u8 *bytes = xmalloc(g->count + 1);
	u32 length;
	u64 v;
	u32 first = run_of(f, g, 0, bytes);
	bool all = whole(f, g, bytes, first, &length);
	u32 length_var = input_group(f->p, g->partner)->first;
	if (all) {
		and(out, begin);
		buf_addf(out, "%s == ", g->name);
		fixed_quoted(out, bytes, length);
	} else if (value_of(f, length_var, &v)) {
		and(out, begin);
		buf_addf(out, "%s.length == %llu", g->name, (unsigned long long)v);
	}
	/* Behind the end nothing is left to say. */
	for (u32 at = all ? g->count : 0, n; at < g->count && out->len < end; at += n ? n : 1) {
		n = run_of(f, g, at, bytes);
		if (!n)
			continue;
		and(out, begin);
		if (n < SHORTEST_RUN) {
			print_equal(f->p, expr_var(f->p, g->first + at), bytes[0], false, end, out);
			continue;
		}
		buf_addf(out, "%s[%u..%u] == ", g->name, at, at + n - 1);
		fixed_quoted(out, bytes, n);
	}
	free(bytes);
}

void fixed_write(const Fixed *f, size_t end, Buf *out)
{
	size_t begin = out->len;
	u64 v;
	for (u32 i = 0; i < input_groups(f->p) && out->len < end; i++) {
		const InputGroup *g = input_group(f->p, i);
		if (g->kind == INPUT_BYTES) {
			write_group(f, g, begin, end, out);
		} else if (g->kind == INPUT_INT && value_of(f, g->first, &v)) {
			and(out, begin);
			print_equal(f->p, expr_var(f->p, g->first), v, false, end, out);
		}
	}
}
