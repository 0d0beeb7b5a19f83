/* assume.c: assumptions: C expressions over the inputs.
 *
 * arg1 is the number of an @int, arg1[0] a byte of a text as unsigned char (0 past its
 * end), arg1.length its length. Evaluation is three-valued: while an input is being put together
 * some of it is unknown, and an assumption that is false already cuts the enumeration short.
 */
#include "truth.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum NodeKind { N_CONST, N_NUMBER, N_BYTE, N_LENGTH, N_NOT, N_NEG, N_BINARY } NodeKind;

struct Node {
	NodeKind kind;
	long long value; /* CONST: itself; BYTE: the index */
	int part;        /* NUMBER, BYTE, LENGTH: which input */
	char op[3];      /* BINARY */
	Node *a, *b;     /* operands */
};

typedef struct Reader {
	const Shape *shape;
	const char *text, *at;
} Reader;

static Node *binary(Reader *r, size_t level);

static _Noreturn void wrong(const Reader *r, const char *what)
{
	fprintf(stderr, "truth: --assume '%s': column %d: %s\n", r->text, (int)(r->at - r->text) + 1,
			what);
	exit(2);
}

static Node *make(NodeKind kind, long long value, int part, Node *a, Node *b)
{
	Node *n = calloc(1, sizeof *n);
	if (!n)
		abort();
	*n = (Node){.kind = kind, .value = value, .part = part, .a = a, .b = b};
	return n;
}

static bool take(Reader *r, const char *op)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
	size_t n = strlen(op);
	if (strncmp(r->at, op, n))
		return false;
	if (n == 1 && strchr("<>!=", *op) && r->at[1] == '=')
		return false;
	r->at += n;
	return true;
}

static Node *character(Reader *r)
{
	static const char letters[] = "ntr0\\'\"", values[] = "\n\t\r\0\\'\"";
	int c = (unsigned char)*r->at++;
	if (c == '\\') {
		const char *found = *r->at ? strchr(letters, *r->at++) : NULL;
		if (!found)
			wrong(r, "unknown escape");
		c = values[found - letters];
	}
	if (!take(r, "'"))
		wrong(r, "quote expected");
	return make(N_CONST, c, 0, NULL, NULL);
}

static Node *input(Reader *r)
{
	const char *begin = r->at;
	while (isalnum((unsigned char)*r->at))
		r->at++;
	size_t n = (size_t)(r->at - begin);
	for (int i = 0; i < r->shape->n_parts; i++) {
		const Part *part = &r->shape->parts[i];
		if (strlen(part->name) != n || memcmp(part->name, begin, n))
			continue;
		if (part->kind == PART_INT)
			return make(N_NUMBER, 0, i, NULL, NULL);
		if (take(r, ".length"))
			return make(N_LENGTH, 0, i, NULL, NULL);
		if (!take(r, "["))
			wrong(r, "this input is text");
		char *end;
		long long index = strtoll(r->at, &end, 10);
		r->at = end;
		if (!take(r, "]") || index < 0)
			wrong(r, "index expected");
		return make(N_BYTE, index, i, NULL, NULL);
	}
	r->at = begin;
	wrong(r, "no such input");
}

static Node *unary(Reader *r)
{
	if (take(r, "!"))
		return make(N_NOT, 0, 0, unary(r), NULL);
	if (take(r, "-"))
		return make(N_NEG, 0, 0, unary(r), NULL);
	if (take(r, "(")) {
		Node *n = binary(r, 0);
		if (!take(r, ")"))
			wrong(r, "')' expected");
		return n;
	}
	if (take(r, "'"))
		return character(r);
	if (isdigit((unsigned char)*r->at)) {
		char *end;
		long long v = strtoll(r->at, &end, 0);
		r->at = end;
		return make(N_CONST, v, 0, NULL, NULL);
	}
	if (isalpha((unsigned char)*r->at))
		return input(r);
	wrong(r, "not understood");
}

/* Loosest first; longer spellings before their beginnings. */
static const char *const levels[][5] = {
	{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"},
};

static Node *binary(Reader *r, size_t level)
{
	if (level == sizeof levels / sizeof levels[0])
		return unary(r);
	Node *a = binary(r, level + 1);
	for (;;) {
		const char *op = NULL;
		for (int i = 0; !op && levels[level][i]; i++)
			if (take(r, levels[level][i]))
				op = levels[level][i];
		if (!op)
			return a;
		a = make(N_BINARY, 0, 0, a, binary(r, level + 1));
		strcpy(a->op, op);
	}
}

static void add_conjuncts(Shape *shape, Node *n)
{
	if (n->kind == N_BINARY && !strcmp(n->op, "&&")) {
		add_conjuncts(shape, n->a);
		add_conjuncts(shape, n->b);
		return;
	}
	if (shape->n_conjuncts == MAX_CONJUNCTS) {
		fprintf(stderr, "truth: too many assumptions\n");
		exit(2);
	}
	shape->conjuncts[shape->n_conjuncts++] = n;
}

void assume_add(Shape *shape, const char *text)
{
	Reader r = {shape, text, text};
	Node *n = binary(&r, 0);
	if (take(&r, ""), *r.at)
		wrong(&r, "end expected");
	add_conjuncts(shape, n);
}

/* ---- evaluation ---- */

typedef struct Value {
	bool known;
	long long v;
} Value;

static Value eval(const Shape *shape, const Node *n);

static Value known(long long v)
{
	return (Value){true, v};
}

static Value compute(const char *op, Value a, Value b)
{
	bool both = a.known && b.known;
	if (!strcmp(op, "&&"))
		return (a.known && !a.v) || (b.known && !b.v) ? known(0) : (Value){both, 1};
	if (!strcmp(op, "||"))
		return (a.known && a.v) || (b.known && b.v) ? known(1) : (Value){both, 0};
	if (!both)
		return (Value){false, 0};
	switch (op[0]) {
	case '=': return known(a.v == b.v);
	case '!': return known(a.v != b.v);
	case '<': return known(op[1] ? a.v <= b.v : a.v < b.v);
	case '>': return known(op[1] ? a.v >= b.v : a.v > b.v);
	case '+': return known(a.v + b.v);
	case '-': return known(a.v - b.v);
	case '*': return known(a.v * b.v);
	case '/': return known(b.v ? a.v / b.v : 0);
	default: return known(b.v ? a.v % b.v : 0);
	}
}

static Value eval(const Shape *shape, const Node *n)
{
	const Part *part = &shape->parts[n->part];
	switch (n->kind) {
	case N_CONST: return known(n->value);
	case N_NUMBER: return (Value){part->known, part->number};
	case N_LENGTH: return (Value){part->known, part->length};
	case N_BYTE:
		if (part->known && n->value >= part->length)
			return known(0);
		if (!part->known || n->value >= part->n_known)
			return (Value){false, 0};
		return known((unsigned char)part->text[n->value]);
	case N_NOT: {
		Value a = eval(shape, n->a);
		return (Value){a.known, !a.v};
	}
	case N_NEG: {
		Value a = eval(shape, n->a);
		return (Value){a.known, -a.v};
	}
	case N_BINARY: break;
	}
	return compute(n->op, eval(shape, n->a), eval(shape, n->b));
}

bool assume_possible(const Shape *shape)
{
	for (int i = 0; i < shape->n_conjuncts; i++) {
		Value v = eval(shape, shape->conjuncts[i]);
		if (v.known && !v.v)
			return false;
	}
	return true;
}

/* A constant the parts have no share in; all parts are unknown when this is asked. */
static void narrow(Shape *shape, const Node *number, const char *op, const Node *bound, bool turned)
{
	Value c = eval(shape, bound);
	if (number->kind != N_NUMBER || !c.known)
		return;
	Part *part = &shape->parts[number->part];
	bool less = (op[0] == '<') != turned, equal = op[0] == '=';
	if (op[0] != '<' && op[0] != '>' && !equal)
		return;
	long long limit = equal || op[1] ? c.v : less ? c.v - 1 : c.v + 1;
	if ((less || equal) && limit < part->high)
		part->high = limit;
	if ((!less || equal) && limit > part->low)
		part->low = limit;
}

void assume_bounds(Shape *shape)
{
	for (int i = 0; i < shape->n_conjuncts; i++) {
		const Node *n = shape->conjuncts[i];
		if (n->kind != N_BINARY)
			continue;
		narrow(shape, n->a, n->op, n->b, false);
		narrow(shape, n->b, n->op, n->a, true);
	}
}
