/* regex_parse.c: parses a pattern into a tree, under the syntax bits of regex.h. */
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

/* More trees than this, and the pattern is too big: nested intervals multiply. */
#define MAX_TREES (1 << 21)

typedef enum token_kind {
	T_CHAR,
	T_ANY,
	T_BRACKET,
	T_BACKREF,
	T_ANCHOR,
	T_CLASS, /* \w \W \s \S */
	T_OPEN,
	T_CLOSE,
	T_STAR,
	T_PLUS,
	T_OPTIONAL,
	T_OPEN_BRACE,
	T_CLOSE_BRACE,
	T_ALT,
	T_BACKSLASH, /* the last byte */
	T_END,
} token_kind;

typedef struct token {
	token_kind kind;
	rx_char c;  /* the character, of an operator as well: it may turn out to be none */
	int value;  /* group of a back-reference, AT_* of an anchor, letter of a class */
	size_t len; /* bytes */
} token;

/* Two ways to be at, or not at, the edge of a word: these become alternatives. */
#define AT_EDGE 0x100
#define AT_NO_EDGE 0x200
#define AT_WORD_FIRST (AT_PREV_NOTWORD | AT_NEXT_WORD)
#define AT_WORD_LAST (AT_PREV_WORD | AT_NEXT_NOTWORD)
#define AT_INSIDE (AT_PREV_WORD | AT_NEXT_WORD)
#define AT_OUTSIDE (AT_PREV_NOTWORD | AT_NEXT_NOTWORD)

unsigned rx_peek_byte(const rx_parse *p, size_t i)
{
	if (p->at + i >= p->len)
		return 0;
	unsigned byte = p->pat[p->at + i];
	if (p->translate)
		byte = p->translate[byte];
	return p->prog->icase ? rx_upper(byte, p->prog->utf8 && byte < 0x80) & 0xff : byte;
}

rx_char rx_pattern_char(const rx_parse *p, size_t at, size_t *len)
{
	rx_char c;
	*len = 1;
	if (p->prog->utf8)
		c = rx_decode(p->pat + at, p->len - at, p->translate, len);
	else
		c = p->translate ? p->translate[p->pat[at]] : p->pat[at];
	return p->prog->icase ? rx_upper(c, p->prog->utf8) : c;
}

rx_tree *rx_tree_new(rx_parse *p, rx_kind kind)
{
	rx_tree *t = p->n_tree < MAX_TREES ? calloc(1, sizeof *t) : NULL;
	if (!t) {
		p->error = REG_ESPACE;
		return NULL;
	}
	t->kind = kind;
	t->older = p->all;
	p->all = t;
	p->n_tree++;
	return t;
}

rx_set *rx_own_set(rx_parse *p)
{
	rx_prog *prog = p->prog;
	rx_set **bigger = realloc(prog->set, (size_t)(prog->n_set + 1) * sizeof *bigger);
	if (bigger) {
		prog->set = bigger;
		if ((bigger[prog->n_set] = rx_set_new()))
			return bigger[prog->n_set++];
	}
	p->error = REG_ESPACE;
	return NULL;
}

/* ---- tokens ---- */

static bool has(const rx_parse *p, reg_syntax_t bit)
{
	return p->syntax & bit;
}

static token anchor(token t, int value)
{
	t.kind = T_ANCHOR;
	t.value = value;
	return t;
}

/* Operators that are GNU's own. */
static token gnu_escape(const rx_parse *p, token t, unsigned letter)
{
	if (has(p, RE_NO_GNU_OPS))
		return t;
	switch (letter) {
	case '<': return anchor(t, AT_WORD_FIRST);
	case '>': return anchor(t, AT_WORD_LAST);
	case 'b': return anchor(t, AT_EDGE);
	case 'B': return anchor(t, AT_NO_EDGE);
	case '`': return anchor(t, AT_PREV_BUF);
	case '\'': return anchor(t, AT_NEXT_BUF);
	case 'w':
	case 'W':
	case 's':
	case 'S':
		t.kind = T_CLASS;
		t.value = (int)letter;
		return t;
	default: return t;
	}
}

/* After a backslash. */
static token escape(const rx_parse *p)
{
	token t = {.kind = T_CHAR};

	if (p->at + 1 >= p->len)
		return (token){.kind = T_BACKSLASH, .c = '\\', .len = 1};
	/* The letter is read without case folding. */
	unsigned letter = p->pat[p->at + 1];
	t.c = rx_pattern_char(p, p->at + 1, &t.len);
	/* An escaped letter is also compared without case folding: ignoring case, \a matches nothing. */
	if (t.len++ == 1)
		t.c = p->prog->utf8 && letter >= 0x80 ? t.c : letter;
	bool limited = has(p, RE_LIMITED_OPS);
	switch (letter) {
	case '|':
		if (!limited && !has(p, RE_NO_BK_VBAR))
			t.kind = T_ALT;
		return t;
	case '(':
	case ')':
		if (!has(p, RE_NO_BK_PARENS))
			t.kind = letter == '(' ? T_OPEN : T_CLOSE;
		return t;
	case '+':
	case '?':
		if (!limited && has(p, RE_BK_PLUS_QM))
			t.kind = letter == '+' ? T_PLUS : T_OPTIONAL;
		return t;
	case '{':
	case '}':
		if (has(p, RE_INTERVALS) && !has(p, RE_NO_BK_BRACES))
			t.kind = letter == '{' ? T_OPEN_BRACE : T_CLOSE_BRACE;
		return t;
	default: break;
	}
	if (letter >= '1' && letter <= '9') {
		if (!has(p, RE_NO_BK_REFS)) {
			t.kind = T_BACKREF;
			t.value = (int)letter - '1';
		}
		return t;
	}
	return gnu_escape(p, t, letter);
}

static token peek(rx_parse *p, bool caret_here);

/* '^' is an anchor at the start of something, '$' at its end, or both everywhere. */
static token caret(const rx_parse *p, token t, bool caret_here)
{
	if (!has(p, RE_CONTEXT_INDEP_ANCHORS) && !caret_here && p->at != 0)
		if (!has(p, RE_NEWLINE_ALT) || p->pat[p->at - 1] != '\n')
			return t;
	return anchor(t, AT_PREV_LINE);
}

static token dollar(rx_parse *p, token t)
{
	if (!has(p, RE_CONTEXT_INDEP_ANCHORS) && p->at + 1 != p->len) {
		p->at++;
		token next = peek(p, false);
		p->at--;
		if (next.kind != T_ALT && next.kind != T_CLOSE)
			return t;
	}
	return anchor(t, AT_NEXT_LINE);
}

/* The next token, without moving. */
static token peek(rx_parse *p, bool caret_here)
{
	token t = {.kind = T_CHAR};

	if (p->at >= p->len)
		return (token){.kind = T_END};
	t.c = rx_pattern_char(p, p->at, &t.len);
	bool limited = has(p, RE_LIMITED_OPS);
	bool on = false;
	token_kind kind = T_CHAR;
	switch (t.c) {
	case '\\': return escape(p);
	case '^': return caret(p, t, caret_here);
	case '$': return dollar(p, t);
	case '\n': on = has(p, RE_NEWLINE_ALT), kind = T_ALT; break;
	case '|': on = !limited && has(p, RE_NO_BK_VBAR), kind = T_ALT; break;
	case '*': on = true, kind = T_STAR; break;
	case '+': on = !limited && !has(p, RE_BK_PLUS_QM), kind = T_PLUS; break;
	case '?': on = !limited && !has(p, RE_BK_PLUS_QM), kind = T_OPTIONAL; break;
	case '{': on = has(p, RE_INTERVALS) && has(p, RE_NO_BK_BRACES), kind = T_OPEN_BRACE; break;
	case '}': on = has(p, RE_INTERVALS) && has(p, RE_NO_BK_BRACES), kind = T_CLOSE_BRACE; break;
	case '(': on = has(p, RE_NO_BK_PARENS), kind = T_OPEN; break;
	case ')': on = has(p, RE_NO_BK_PARENS), kind = T_CLOSE; break;
	case '[': on = true, kind = T_BRACKET; break;
	case '.': on = true, kind = T_ANY; break;
	default: break;
	}
	if (on)
		t.kind = kind;
	return t;
}

static token fetch(rx_parse *p, bool caret_here)
{
	token t = peek(p, caret_here);
	p->at += t.len;
	return t;
}

/* ---- trees ---- */

static rx_tree *fail_with(rx_parse *p, reg_errcode_t error)
{
	p->error = error;
	return NULL;
}

/* Puts b behind a; either may be empty. */
static rx_tree *cat(rx_parse *p, rx_tree *a, rx_tree *b)
{
	if (!a || !b)
		return a ? a : b;
	if (a->kind != RX_CAT) {
		rx_tree *t = rx_tree_new(p, RX_CAT);
		if (!t)
			return NULL;
		t->left = t->right = a;
		a = t;
	}
	a->right->sibling = b;
	a->right = b;
	return a;
}

static rx_tree *alt(rx_parse *p, rx_tree *left, rx_tree *right)
{
	rx_tree *t = rx_tree_new(p, RX_ALT);
	if (t) {
		t->left = left;
		t->right = right;
	}
	return t;
}

/* The optional mark is not copied: glibc reads it only in the original, and the group after a last
 * empty round depends on it. */
static rx_tree *copy(rx_parse *p, const rx_tree *from)
{
	rx_tree *t = rx_tree_new(p, from->kind);
	if (!t)
		return NULL;
	t->c = from->c;
	t->value = from->value;
	t->set = from->set;
	if (from->kind == RX_CAT) {
		rx_tree **to = &t->left;
		for (const rx_tree *child = from->left; child; child = child->sibling) {
			if (!(*to = copy(p, child)))
				return NULL;
			t->right = *to;
			to = &(*to)->sibling;
		}
		return t;
	}
	if (from->left && !(t->left = copy(p, from->left)))
		return NULL;
	if (from->right && !(t->right = copy(p, from->right)))
		return NULL;
	return t;
}

/* x{low,high}, high -1 for no limit: x x ... x then x* or (((x)?x)?x)? as glibc nests it. */
static rx_tree *repeat(rx_parse *p, rx_tree *x, int low, int high)
{
	rx_tree *before = NULL;

	if (!x || high == 0)
		return NULL;
	if (low > 0) {
		before = x;
		for (int i = 1; i < low; i++)
			if (!(x = copy(p, x)) || !(before = cat(p, before, x)))
				return NULL;
		if (low == high)
			return before;
		if (!(x = copy(p, x)))
			return NULL;
	}
	if (x->kind == RX_GROUP)
		x->optional = true;
	rx_tree *t = rx_tree_new(p, high < 0 ? RX_STAR : RX_ALT);
	if (!t)
		return NULL;
	t->left = x;
	for (int i = low + 2; i <= high; i++) {
		if (!(x = copy(p, x)) || !(t = cat(p, t, x)) || !(t = alt(p, t, NULL)))
			return NULL;
	}
	return cat(p, before, t);
}

static rx_tree *parse_alternatives(rx_parse *p, token *t, int nest);

/* A number in braces: -1 for none, -2 for nonsense. Stops at ',' or the closing brace. */
static int number(rx_parse *p, token *t)
{
	int n = -1;
	for (;;) {
		*t = fetch(p, false);
		if (t->kind == T_END)
			return -2;
		if (t->kind == T_CLOSE_BRACE || t->c == ',')
			return n;
		if (t->kind != T_CHAR || t->c < '0' || t->c > '9' || n == -2)
			n = -2;
		else
			n = n == -1 ? (int)t->c - '0' : n * 10 + (int)t->c - '0';
		if (n > RE_DUP_MAX)
			n = RE_DUP_MAX + 1;
	}
}

/* Reads the braces after '{'. Returns false on an error, and when the brace turns out to be an
 * ordinary character (then p->error is not set and *t is that character). */
static bool interval(rx_parse *p, token *t, int *low, int *high)
{
	size_t begin = p->at;
	token brace = *t;

	*high = 0;
	*low = number(p, t);
	if (*low == -1) {
		if (t->kind != T_CHAR || t->c != ',') {
			p->error = REG_BADBR;
			return false;
		}
		*low = 0;
	}
	if (*low != -2)
		*high = t->kind == T_CLOSE_BRACE           ? *low
				: t->kind == T_CHAR && t->c == ',' ? number(p, t)
												   : -2;
	if (*low == -2 || *high == -2) {
		if (!has(p, RE_INVALID_INTERVAL_ORD)) {
			p->error = t->kind == T_END ? REG_EBRACE : REG_BADBR;
			return false;
		}
		p->at = begin;
		*t = brace;
		t->kind = T_CHAR;
		return false;
	}
	if ((*high != -1 && *low > *high) || t->kind != T_CLOSE_BRACE)
		p->error = REG_BADBR;
	else if ((*high == -1 ? *low : *high) > RE_DUP_MAX)
		p->error = REG_ESIZE;
	return !p->error;
}

static bool is_repeat(token_kind kind)
{
	return kind == T_STAR || kind == T_PLUS || kind == T_OPTIONAL || kind == T_OPEN_BRACE;
}

/* All repetition operators that follow x; *t is the first of them. */
static rx_tree *parse_repeats(rx_parse *p, rx_tree *x, token *t)
{
	while (is_repeat(t->kind)) {
		int low = t->kind == T_PLUS ? 1 : 0;
		int high = t->kind == T_OPTIONAL ? 1 : -1;
		if (t->kind == T_OPEN_BRACE && !interval(p, t, &low, &high)) {
			if (p->error)
				return NULL;
		} else {
			*t = fetch(p, false);
			x = repeat(p, x, low, high);
			if (p->error)
				return NULL;
		}
		if (has(p, RE_CONTEXT_INVALID_DUP) && (t->kind == T_STAR || t->kind == T_OPEN_BRACE))
			return fail_with(p, REG_BADRPT);
	}
	return x;
}

static rx_tree *parse_group(rx_parse *p, token *t, int nest)
{
	int group = p->prog->n_group++;
	rx_tree *body = NULL;

	*t = fetch(p, true);
	if (t->kind != T_CLOSE) {
		body = parse_alternatives(p, t, nest);
		if (!p->error && t->kind != T_CLOSE)
			p->error = REG_EPAREN;
		if (p->error)
			return NULL;
	}
	if (group < 9)
		p->completed |= 1u << group;
	rx_tree *tree = rx_tree_new(p, RX_GROUP);
	if (tree) {
		tree->value = group;
		tree->left = body;
	}
	return tree;
}

/* \w \W \s \S */
static rx_tree *class_tree(rx_parse *p, int letter)
{
	rx_draft draft = {.set = rx_own_set(p)};
	rx_tree *tree = rx_tree_new(p, RX_SET);
	bool word = letter == 'w' || letter == 'W';

	if (!draft.set || !tree)
		return NULL;
	tree->set = draft.set;
	rx_draft_class(&draft, word ? "alnum" : "space", p->prog->utf8, p->translate);
	if (word)
		rx_draft_add(&draft, '_');
	if (!rx_draft_finish(&draft, letter == 'W' || letter == 'S', p->prog->utf8))
		p->error = REG_ESPACE;
	return tree;
}

static rx_tree *anchor_tree(rx_parse *p, int value)
{
	p->prog->has_anchor = true;
	if (value == AT_EDGE || value == AT_NO_EDGE) {
		bool edge = value == AT_EDGE;
		rx_tree *left = anchor_tree(p, edge ? AT_WORD_FIRST : AT_INSIDE);
		rx_tree *right = anchor_tree(p, edge ? AT_WORD_LAST : AT_OUTSIDE);
		return alt(p, left, right);
	}
	rx_tree *tree = rx_tree_new(p, RX_ANCHOR);
	if (tree)
		tree->value = value;
	return tree;
}

static rx_tree *leaf(rx_parse *p, rx_kind kind, const token *t)
{
	rx_tree *tree = rx_tree_new(p, kind);
	if (tree) {
		tree->c = t->c;
		tree->value = t->value;
	}
	return tree;
}

static rx_tree *backref(rx_parse *p, const token *t)
{
	if (!(p->completed >> t->value & 1))
		return fail_with(p, REG_ESUBREG);
	p->prog->used_refs |= 1u << t->value;
	p->prog->has_backref = true;
	return leaf(p, RX_BACKREF, t);
}

/* A repetition with nothing before it is an error, nothing, or a literal; the syntax bits
 * decide. */
static bool stray_repeat(rx_parse *p, const token *t)
{
	if ((t->kind == T_OPEN_BRACE && has(p, RE_CONTEXT_INVALID_DUP)) ||
		has(p, RE_CONTEXT_INVALID_OPS)) {
		p->error = REG_BADRPT;
		return false;
	}
	return !has(p, RE_CONTEXT_INDEP_OPS);
}

/* Parses one element with its repetitions. NULL is the empty tree unless p->error is set. */
static rx_tree *parse_expression(rx_parse *p, token *t, int nest)
{
	rx_tree *tree;

	while (is_repeat(t->kind) && !stray_repeat(p, t)) {
		if (p->error)
			return NULL;
		*t = fetch(p, false);
	}
	switch (t->kind) {
	case T_OPEN: tree = parse_group(p, t, nest + 1); break;
	case T_BRACKET: tree = rx_parse_bracket(p); break;
	case T_BACKREF: tree = backref(p, t); break;
	case T_ANY: tree = leaf(p, RX_ANY, t); break;
	case T_CLASS: tree = class_tree(p, t->value); break;
	case T_ANCHOR:
		/* An anchor cannot be repeated: in "^*" the star is a literal, or an error. */
		tree = anchor_tree(p, t->value);
		*t = fetch(p, false);
		return tree;
	case T_ALT:
	case T_END: return NULL;
	case T_BACKSLASH: return fail_with(p, REG_EESCAPE);
	case T_CLOSE:
		if (!has(p, RE_UNMATCHED_RIGHT_PAREN_ORD))
			return fail_with(p, REG_ERPAREN);
		tree = leaf(p, RX_CHAR, t);
		break;
	default: tree = leaf(p, RX_CHAR, t); break;
	}
	if (p->error)
		return NULL;
	*t = fetch(p, false);
	return parse_repeats(p, tree, t);
}

static bool branch_ends(const token *t, int nest)
{
	return t->kind == T_ALT || t->kind == T_END || (nest > 0 && t->kind == T_CLOSE);
}

static rx_tree *parse_branch(rx_parse *p, token *t, int nest)
{
	rx_tree *tree = parse_expression(p, t, nest);
	while (!p->error && !branch_ends(t, nest))
		tree = cat(p, tree, parse_expression(p, t, nest));
	return tree;
}

/* A back-reference cannot refer to a group of another alternative. */
static rx_tree *parse_alternatives(rx_parse *p, token *t, int nest)
{
	unsigned before = p->completed;
	rx_tree *tree = parse_branch(p, t, nest);

	while (!p->error && t->kind == T_ALT) {
		rx_tree *branch = NULL;
		*t = fetch(p, true);
		if (!branch_ends(t, nest)) {
			unsigned done = p->completed;
			p->completed = before;
			branch = parse_branch(p, t, nest);
			p->completed |= done;
		}
		if (!p->error)
			tree = alt(p, tree, branch);
	}
	return tree;
}

rx_tree *rx_parse_pattern(rx_parse *p)
{
	token t = fetch(p, true);
	return parse_alternatives(p, &t, 0);
}
