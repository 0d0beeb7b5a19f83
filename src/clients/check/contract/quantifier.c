/* quantifier.c: parses \forall int i; 0 <= i && i < n; a[i] == 0
 *
 * The range must bound the variable from both sides, so that evaluation terminates. It may also
 * come before ==> (\forall) or && (\exists), as in ACSL. */
#include "clients/check/contract/contract.h"

static bool is_variable(const Term *n, const char *name)
{
	return n->kind == TERM_NAME && !strcmp(n->text, name);
}

/* Whether a comparison bounds the variable from below or from above. */
static void look_bounds(const Term *n, const char *name, bool *below, bool *above)
{
	if (!n || n->kind != TERM_BINARY)
		return;
	if (!strcmp(n->text, "&&")) {
		look_bounds(n->kid[0], name, below, above);
		look_bounds(n->kid[1], name, below, above);
		return;
	}
	bool left = is_variable(n->kid[0], name), right = is_variable(n->kid[1], name);
	bool less = !strcmp(n->text, "<") || !strcmp(n->text, "<=");
	bool more = !strcmp(n->text, ">") || !strcmp(n->text, ">=");
	*above |= (less && left) || (more && right);
	*below |= (less && right) || (more && left);
}

/* Parses what follows the variable: its range and its body. */
static void take_parts(Reader *r, Term *n, bool all)
{
	n->kid[0] = parse_expression(r);
	if (lex_accept(r, ";")) {
		n->kid[1] = parse_expression(r);
		return;
	}
	Term *e = n->kid[0];
	if (!r->failed && e->kind == TERM_BINARY && !strcmp(e->text, all ? "==>" : "&&")) {
		n->kid[1] = all ? e->kid[1] : e;
		n->kid[0] = all ? e->kid[0] : e;
	} else {
		lex_fail(r, e->at,
				 all ? "a range is expected: \\forall int i; 0 <= i && i < n; ..."
					 : "a range is expected: \\exists int i; 0 <= i && i < n; ...");
	}
}

Term *parse_quantifier(Reader *r, size_t at, bool all)
{
	Term *n = term_new(r, all ? TERM_FORALL : TERM_EXISTS, at);
	bool below = false, above = false;
	lex_blanks(r);
	if (!parse_integer_type(r, &n->width, &n->is_signed)) {
		lex_fail(r, r->at, "an integer type is expected: \\%s int i; ...",
				 all ? "forall" : "exists");
		return n;
	}
	lex_blanks(r);
	if (!lex_is_name(r)) {
		lex_fail(r, r->at, "the name of a variable is expected");
		return n;
	}
	n->text = lex_name(r);
	if (!lex_expect(r, ";"))
		return n;
	take_parts(r, n, all);
	if (r->failed)
		return n;
	look_bounds(n->kid[0], n->text, &below, &above);
	if (!below || !above)
		lex_fail(r, n->kid[0]->at, "the range must bound '%s' from both sides: 0 <= %s && %s < n",
				 n->text, n->text, n->text);
	return n;
}
