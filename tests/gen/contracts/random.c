/* random.c: random.c SEED DIR [MUTATE]: a function in two versions, a contract for it, and a judge.
 *
 * DIR gets old.c, new.c with the contract, and judge.c, which knows nothing of drift: it runs both
 * versions on every input of a small domain and evaluates the clauses as C. It prints one verdict
 * for each clause, in the order of the contract: ensures and signals of a case, what the case does
 * not speak of, and at last that everything else is equal.
 *
 * With MUTATE, one number or operator of the contract is another one; judge.c then judges both
 * contracts, the one before and this one.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;

static unsigned draw(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

/* ---- expressions ---- */

/* HELP and SUM are calls of functions of the program: help(l, r), sum(s). */
enum { NUMBER, VARIABLE, BINARY, UNARY, PREV, OLD, HELP, SUM };
/* Variables: parameter, two fields, a global, the result. */
enum { A, X, Y, G, RESULT, N_VARIABLES };

typedef struct Tree {
	int kind;
	int value; /* NUMBER; VARIABLE: which */
	const char *op;
	struct Tree *l, *r;
} Tree;

static Tree *node(int kind, int value, const char *op, Tree *l, Tree *r)
{
	Tree *t = calloc(1, sizeof *t);
	*t = (Tree){kind, value, op, l, r};
	return t;
}

static const char *const arithmetic[] = {"+", "-", "*", "/", "%"};
static const char *const comparisons[] = {"<", "<=", "==", "!=", ">", ">="};
static const char *const logic[] = {"&&", "||", "==>"};

static bool may_call; /* contracts call functions; bodies do not */

/* bits of the variables that may occur */
static Tree *term(unsigned vars, int depth)
{
	if (may_call && (vars >> X & 1) && draw(6) == 0)
		return node(SUM, 0, NULL, NULL, NULL);
	if (may_call && depth > 0 && draw(5) == 0)
		return node(HELP, 0, NULL, term(vars, depth - 1), term(vars, depth - 1));
	if (depth <= 0 || draw(3) == 0) {
		if (draw(2))
			return node(NUMBER, (int)draw(7) - 3, NULL, NULL, NULL);
		for (;;) {
			int v = (int)draw(N_VARIABLES);
			if (vars >> v & 1)
				return node(VARIABLE, v, NULL, NULL, NULL);
		}
	}
	const char *op = arithmetic[draw(12) < 10 ? draw(3) : 3 + draw(2)];
	return node(BINARY, 0, op, term(vars, depth - 1), term(vars, depth - 1));
}

static Tree *condition(unsigned vars, int depth)
{
	if (depth > 0 && draw(3) == 0)
		return node(BINARY, 0, logic[draw(3)], condition(vars, depth - 1),
					condition(vars, depth - 1));
	if (depth > 0 && draw(6) == 0)
		return node(UNARY, 0, "!", condition(vars, depth - 1), NULL);
	return node(BINARY, 0, comparisons[draw(6)], term(vars, 1), term(vars, 1));
}

/* ---- programs ---- */

enum { MOST = 8 };

typedef struct Statement {
	int kind; /* 0: return, 1: x =, 2: y =, 3: g =, 4: abort, 5: exit */
	Tree *when, *value;
} Statement;

typedef struct Body {
	Statement list[MOST];
	int n;
	Tree *last;
} Body;

enum { BODY_VARS = 1 << A | 1 << X | 1 << Y | 1 << G };

static Body body(void)
{
	Body b = {0};
	b.n = 1 + (int)draw(3);
	for (int i = 0; i < b.n; i++) {
		int kind = (int)draw(10);
		b.list[i].kind = kind < 2   ? 0
						 : kind < 4 ? 1
						 : kind < 5 ? 2
						 : kind < 7 ? 3
						 : kind < 8 ? 4
						 : kind < 9 ? 5
									: 0;
		b.list[i].when =
			draw(3) || b.list[i].kind == 0 || b.list[i].kind >= 4 ? condition(BODY_VARS, 1) : NULL;
		b.list[i].value = term(BODY_VARS, 1);
	}
	b.last = term(BODY_VARS, 1);
	return b;
}

static Tree *number(int v)
{
	return node(NUMBER, v, NULL, NULL, NULL);
}

static Tree *variable(int v)
{
	return node(VARIABLE, v, NULL, NULL, NULL);
}

/* Bodies divide by what may be zero nowhere: an error of the machine is another story. */
static void no_division(Tree *t)
{
	if (!t)
		return;
	if (t->op && (*t->op == '/' || *t->op == '%'))
		t->op = "+";
	if (t->op && !strcmp(t->op, "==>"))
		t->op = "||";
	no_division(t->l);
	no_division(t->r);
}

static void clean(Body *b)
{
	for (int i = 0; i < b->n; i++) {
		no_division(b->list[i].when);
		no_division(b->list[i].value);
	}
	no_division(b->last);
}

/* ---- contracts ---- */

typedef struct Clause {
	int kind;   /* 0 requires, 1 when_ensured, 2 when_signaled, 3 ensures, 4 signals */
	int signal; /* 0 any, 1 abort, 2 exit */
	bool forbids;
	Tree *e;     /* NULL: true */
	int changes; /* ensures: 1 + variable in \changes, 0: none */
} Clause;

typedef struct Case {
	Clause list[MOST];
	int n;
} Case;

typedef struct Contract {
	Case list[3];
	int n;
} Contract;

static Tree *prev(int v)
{
	return node(PREV, 0, NULL, variable(v), NULL);
}

static Tree *old(int v)
{
	return node(OLD, 0, NULL, variable(v), NULL);
}

/* Something about NEW. */
static Tree *promise(void)
{
	static const int of[] = {RESULT, RESULT, RESULT, G, X, Y};
	int v = of[draw(6)];
	Tree *c = number((int)draw(4));
	switch (draw(6)) {
	case 0: return node(BINARY, 0, "==", variable(v), node(BINARY, 0, "+", prev(v), c));
	case 1: return node(BINARY, 0, comparisons[draw(6)], variable(v), prev(v));
	case 2:
		return node(BINARY, 0, "==", variable(v),
					v == RESULT ? c : node(BINARY, 0, "+", old(v), c));
	case 3: return node(BINARY, 0, comparisons[draw(6)], variable(v), term(1 << A, 1));
	case 4:
		return node(BINARY, 0, "==>", node(BINARY, 0, ">", prev(RESULT), number(0)),
					node(BINARY, 0, "==", variable(v), prev(v)));
	default: return condition(1u << RESULT | 1 << A | 1 << G | 1 << X, 1);
	}
}

static Case one_case(Tree *requires)
{
	Case c = {0};
	may_call = draw(2);
	if (requires || draw(4))
		c.list[c.n++] = (Clause){
			.kind = 0, .e = requires ? requires : condition(1 << A | 1 << X | 1 << Y | 1 << G, 1)};
	if (draw(3) == 0)
		c.list[c.n++] =
			(Clause){.kind = 1, .e = condition(1 << RESULT | 1 << G | 1 << X | 1 << A, 1)};
	if (draw(4) == 0)
		c.list[c.n++] = (Clause){
			.kind = 2, .signal = (int)draw(3), .e = draw(2) ? condition(1 << A | 1 << X, 0) : NULL};
	int promises = (int)draw(3);
	for (int i = 0; i < promises; i++)
		c.list[c.n++] =
			(Clause){.kind = 3, .e = promise(), .changes = draw(4) ? 0 : 1 + X + (int)draw(4)};
	int ends = draw(5) == 0 ? 1 + (int)draw(2) : 0;
	for (int i = 0; i < ends; i++)
		c.list[c.n++] = (Clause){.kind = 4,
								 .signal = (int)draw(3),
								 .forbids = draw(2),
								 .e = draw(2) ? condition(1 << A | 1 << X, 0) : NULL};
	return c;
}

/* ---- text ---- */

static const char *const names[] = {"a", "s->x", "s->y", "g", "\\result"};

static void text(const Tree *t, FILE *to)
{
	switch (t->kind) {
	case NUMBER: fprintf(to, t->value < 0 ? "(%d)" : "%d", t->value); break;
	case VARIABLE: fputs(names[t->value], to); break;
	case PREV:
	case OLD:
		fprintf(to, t->kind == PREV ? "\\prev(" : "\\old(");
		text(t->l, to);
		fputc(')', to);
		break;
	case SUM: fputs("sum(s)", to); break;
	case HELP:
		fputs("help(", to);
		text(t->l, to);
		fputs(", ", to);
		text(t->r, to);
		fputc(')', to);
		break;
	case UNARY:
		fprintf(to, "%s(", t->op);
		text(t->l, to);
		fputc(')', to);
		break;
	default:
		fputc('(', to);
		text(t->l, to);
		fprintf(to, " %s ", t->op);
		text(t->r, to);
		fputc(')', to);
	}
}

static void body_text(const Body *b, FILE *to)
{
	static const char *const targets[] = {NULL, "s->x", "s->y", "g"};
	for (int i = 0; i < b->n; i++) {
		const Statement *s = &b->list[i];
		fputc('\t', to);
		if (s->when) {
			fputs("if (", to);
			text(s->when, to);
			fputs(")\n\t\t", to);
		}
		if (s->kind >= 4) {
			fputs(s->kind == 4 ? "abort();\n" : "exit(3);\n", to);
			continue;
		}
		if (s->kind == 0)
			fputs("return ", to);
		else
			fprintf(to, "%s = ", targets[s->kind]);
		text(s->value, to);
		fputs(";\n", to);
	}
	fputs("\treturn ", to);
	text(b->last, to);
	fputs(";\n", to);
}

static void clause_text(const Clause *c, FILE *to)
{
	static const char *const kinds[] = {"requires", "when_ensured", "when_signaled", "ensures",
										"signals"};
	static const char *const ends[] = {"any", "abort", "exit"};
	fprintf(to, "  @   %s ", kinds[c->kind]);
	if (c->kind == 2 || c->kind == 4)
		fprintf(to, "(%s) ", ends[c->signal]);
	if (c->forbids)
		fputs("false", to);
	else if (c->e)
		text(c->e, to);
	else if (c->kind != 2 && c->kind != 4)
		fputs("true", to);
	if (c->changes)
		fprintf(to, " && \\changes(%s)", names[c->changes - 1]);
	fputs(";\n", to);
}

static void contract_text(const Contract *c, FILE *to)
{
	for (int i = 0; i < c->n; i++) {
		fputs(i ? "  @ also changed_behavior\n" : "/*@ changed_behavior\n", to);
		for (int k = 0; k < c->list[i].n; k++)
			clause_text(&c->list[i].list[k], to);
	}
	fputs("  @*/\n", to);
}

/* What contracts call. */
static const char helpers[] = "int help(int n, int k)\n{\n"
							  "	int r = 0;\n"
							  "	for (int i = 0; i < 3 && i < n; i++)\n		r += i == k ? 5 : 1;\n"
							  "	return n < 0 ? k - r : r;\n}\n"
							  "int sum(const struct st *s)\n{\n"
							  "	return s->y ? s->x + s->y : -s->x;\n}\n";

static const char head[] =
	"#include <stdlib.h>\nstruct st { int x; signed char y; };\nint g = 2;\n";

static void version(const char *dir, const char *name, const Contract *c, const Body *b)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *to = fopen(path, "w");
	if (!to)
		exit(2);
	fputs(head, to);
	fputs(helpers, to);
	if (c)
		contract_text(c, to);
	fputs("int f(struct st *s, int a)\n{\n", to);
	body_text(b, to);
	fputs("}\n", to);
	fclose(to);
}

/* ---- the judge ---- */

/* C for a tree in a state: b before, o OLD, n NEW. */
static void judged(const Tree *t, char where, FILE *to)
{
	static const char *const fields[] = {"in.a", "x", "y", "g", "result"};
	switch (t->kind) {
	case NUMBER: fprintf(to, "(%d)", t->value); break;
	case VARIABLE:
		if (t->value == A)
			fputs("before.a", to);
		else if (t->value == RESULT)
			fprintf(to, "RESULT(%s)", where == 'o' ? "old" : "newer");
		else
			fprintf(to, "%s.%s",
					where == 'b'   ? "before"
					: where == 'o' ? "old"
								   : "newer",
					fields[t->value]);
		break;
	case SUM:
		fprintf(to, "SUM(%s)", where == 'b' ? "before" : where == 'o' ? "old" : "newer");
		break;
	case HELP:
		fputs("help(", to);
		judged(t->l, where, to);
		fputs(", ", to);
		judged(t->r, where, to);
		fputc(')', to);
		break;
	case PREV: judged(t->l, 'o', to); break;
	case OLD: judged(t->l, 'b', to); break;
	case UNARY:
		fputs("!(", to);
		judged(t->l, where, to);
		fputc(')', to);
		break;
	default:
		if (!strcmp(t->op, "/") || !strcmp(t->op, "%")) {
			fprintf(to, "%s(", *t->op == '/' ? "DIVIDE" : "REST");
			judged(t->l, where, to);
			fputs(", ", to);
			judged(t->r, where, to);
			fputc(')', to);
			return;
		}
		fputs(!strcmp(t->op, "==>") ? "(!(" : "((", to);
		judged(t->l, where, to);
		fprintf(to, ") %s (", !strcmp(t->op, "==>") ? "||" : t->op);
		judged(t->r, where, to);
		fputs("))", to);
	}
}

static char where_of(const Clause *c)
{
	return c->kind == 0 ? 'b' : c->kind < 3 ? 'o' : 'n';
}

static void truth(const Clause *c, FILE *to)
{
	fputs("HOLDS(", to);
	if (c->forbids)
		fputs("0", to);
	else if (c->e)
		judged(c->e, where_of(c), to);
	else
		fputs("1", to);
	fputs(")", to);
}

/* Variables of NEW that a tree speaks of, as bits. */
static unsigned spoken(const Tree *t)
{
	if (!t || t->kind == PREV || t->kind == OLD)
		return 0;
	return (t->kind == VARIABLE ? 1u << t->value
			: t->kind == SUM    ? 1u << X | 1u << Y
								: 0) |
		   spoken(t->l) | spoken(t->r);
}

static bool has(const Case *c, int kind, bool forbidding)
{
	for (int i = 0; i < c->n; i++)
		if (c->list[i].kind == kind && (forbidding || !c->list[i].forbids))
			return true;
	return false;
}

/* Clauses about an end that is not normal: one names it, and those that do hold. */
static void ends(const Case *c, int kind, const char *who, FILE *to)
{
	fputs("((0", to);
	for (int i = 0; i < c->n; i++)
		if (c->list[i].kind == kind && !c->list[i].forbids)
			fprintf(to, " || NAMED(%s, %d)", who, c->list[i].signal);
	fputs(")", to);
	for (int i = 0; i < c->n; i++)
		if (c->list[i].kind == kind && !c->list[i].forbids) {
			fprintf(to, " && (!NAMED(%s, %d) || ", who, c->list[i].signal);
			truth(&c->list[i], to);
			fputs(")", to);
		}
	fputs(")", to);
}

static void premise(const Case *c, int number, int set, FILE *to)
{
	fprintf(to, "\tint p%d_%d = 1", set, number);
	for (int i = 0; i < c->n; i++)
		if (c->list[i].kind == 0) {
			fputs(" && ", to);
			truth(&c->list[i], to);
		}
	fputs(" && (old.normal ? ", to);
	if (has(c, 1, true) || !has(c, 2, true)) {
		fputs("1", to);
		for (int i = 0; i < c->n; i++)
			if (c->list[i].kind == 1) {
				fputs(" && ", to);
				truth(&c->list[i], to);
			}
	} else {
		fputs("0", to);
	}
	fputs(" : ", to);
	if (has(c, 2, true))
		ends(c, 2, "old", to);
	else
		fputs(has(c, 1, true) ? "0" : "1", to);
	fputs(");\n", to);
}

static void judge_contract(const Contract *c, int set, FILE *to)
{
	int rule = 0;
	for (int i = 0; i < c->n; i++)
		premise(&c->list[i], i, set, to);
	fprintf(to, "\tunsigned free%d = 0, asks%d = 0;\n", set, set);
	for (int i = 0; i < c->n; i++) {
		unsigned all = 0;
		for (int k = 0; k < c->list[i].n; k++) {
			const Clause *one = &c->list[i].list[k];
			if (one->kind >= 3 && !one->forbids)
				all |= spoken(one->e) | (one->changes ? 1u << (one->changes - 1) : 0);
		}
		fprintf(to, "\tfree%d |= p%d_%d ? %uu : 0;\n", set, set, i, all);
		/* How NEW ends is said by the case; or it must not end as OLD did. */
		fprintf(to, "\tasks%d |= p%d_%d && (%d", set, set, i,
				has(&c->list[i], 3, true) || has(&c->list[i], 4, false));
		for (int k = 0; k < c->list[i].n; k++)
			if (c->list[i].list[k].forbids)
				fprintf(to, " || NAMED(old, %d)", c->list[i].list[k].signal);
		fputs(");\n", to);
	}
	for (int i = 0; i < c->n; i++) {
		const Case *k = &c->list[i];
		bool ensures = has(k, 3, true), signals = has(k, 4, false);
		for (int j = 0; j < k->n; j++) {
			const Clause *one = &k->list[j];
			if (one->kind < 3)
				continue;
			fprintf(to, "\tjudge(%d, %d, %d, p%d_%d, ", set, rule++, i, set, i);
			if (one->kind == 3) {
				fputs("newer.normal ? !", to);
				truth(one, to);
				fprintf(to, " : %d", !signals);
			} else if (one->forbids) {
				fprintf(to, "NAMED(newer, %d)", one->signal);
			} else {
				fprintf(to, "newer.normal ? %d : (NAMED(newer, %d) && !", !ensures, one->signal);
				truth(one, to);
				fputs(") || !(0", to);
				for (int o = 0; o < k->n; o++)
					if (k->list[o].kind == 4 && !k->list[o].forbids)
						fprintf(to, " || NAMED(newer, %d)", k->list[o].signal);
				fputs(")", to);
			}
			fputs(");\n", to);
		}
		fprintf(to, "\tjudge(%d, %d, %d, p%d_%d, frame(free%d, asks%d));\n", set, rule++, i, set, i,
				set, set);
	}
	fprintf(to, "\tjudge(%d, %d, -1, !(0", set, rule);
	for (int i = 0; i < c->n; i++)
		fprintf(to, " || p%d_%d", set, i);
	fputs("), differ());\n", to);
}

static const char judge_head[] =
	"#include <setjmp.h>\n#include <stdio.h>\n#include <string.h>\n"
	"struct st { int x; signed char y; };\n"
	"typedef struct { int a, x, y, g, result, normal, end; } State;\n"
	"static State before, old, newer;\n"
	"#define SUM(s) sum(&(struct st){s.x, (signed char)s.y})\n"
	"static jmp_buf end;\n"
	"#define abort() longjmp(end, 1)\n"
	"#define exit(n) longjmp(end, 2)\n"
	"#define NAMED(s, kind) (!s.normal && (kind == 0 || s.end == kind))\n"
	"static int undefined;\n"
	"static int lost(void) { undefined = 1; return 0; }\n"
	"#define RESULT(s) (s.normal ? s.result : lost())\n"
	"static int divide(int a, int b, int rest) { return b == 0 ? lost() : rest ? a % b : a / b; }\n"
	"#define DIVIDE(a, b) divide(a, b, 0)\n"
	"#define REST(a, b) divide(a, b, 1)\n"
	"#define HOLDS(e) (undefined = 0, (e) && !undefined)\n";

static const char judge_tail[] =
	"static int broken[2][40], met[2][40], of[2][40], n[2];\n"
	"static void judge(int set, int rule, int one, int premise, int wrong)\n"
	"{\n"
	"	n[set] = rule + 1;\n"
	"	of[set][rule] = one;\n"
	"	broken[set][rule] |= premise && wrong;\n"
	"	met[set][rule] |= premise;\n"
	"}\n"
	"static int differ(void)\n"
	"{\n"
	"	if (old.end != newer.end || !old.normal)\n"
	"		return old.end != newer.end;\n"
	"	return old.result != newer.result || old.x != newer.x || old.y != newer.y || old.g != "
	"newer.g;\n"
	"}\n"
	"static int frame(unsigned free, unsigned asks)\n"
	"{\n"
	"	if (!old.normal || !newer.normal)\n"
	"		return asks ? 0 : differ();\n"
	"	return (!(free >> 4 & 1) && old.result != newer.result) || (!(free >> 1 & 1) && old.x != "
	"newer.x) ||\n"
	"		   (!(free >> 2 & 1) && old.y != newer.y) || (!(free >> 3 & 1) && old.g != newer.g);\n"
	"}\n";

static void judge_run(FILE *to)
{
	for (int side = 0; side < 2; side++)
		fprintf(to,
				"static void run_%s(void)\n{\n"
				"	State *to = &%s;\n"
				"	static struct st s;\n"
				"	static volatile int r;\n"
				"	s = (struct st){before.x, (signed char)before.y};\n"
				"	g = before.g;\n"
				"	to->normal = 0;\n"
				"	if (!(to->end = setjmp(end))) {\n"
				"		r = %s(&s, before.a);\n"
				"		to->result = r;\n"
				"		to->normal = 1;\n"
				"	}\n"
				"	to->x = s.x;\n	to->y = s.y;\n	to->g = g;\n}\n",
				side ? "new" : "old", side ? "newer" : "old", side ? "f_new" : "f_old");
}

static void judge_program(const char *dir, const Body b[2], const Contract *c, int sets)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/judge.c", dir);
	FILE *to = fopen(path, "w");
	if (!to)
		exit(2);
	fputs(judge_head, to);
	fputs("static int g = 2;\n", to);
	fputs(helpers, to);
	for (int side = 0; side < 2; side++) {
		fprintf(to, "static int %s(struct st *s, int a)\n{\n\t(void)s, (void)a;\n",
				side ? "f_new" : "f_old");
		body_text(&b[side], to);
		fputs("}\n", to);
	}
	judge_run(to);
	fputs(judge_tail, to);
	fputs("static void one(void)\n{\n", to);
	for (int i = 0; i < sets; i++)
		judge_contract(&c[i], i, to);
	fputs("}\n"
		  "int main(int argc, char **argv)\n{\n"
		  "	/* What g is before: as at the start, zero, or any of a few. */\n"
		  "	int vary = argc > 1 && *argv[1] == 'v', first = argc > 1 && *argv[1] != 'i' ? 0 : 2;\n"
		  "	for (before.a = -3; before.a <= 3; before.a++)\n"
		  "		for (before.x = -2; before.x <= 2; before.x++)\n"
		  "			for (before.y = 0; before.y <= 1; before.y++)\n"
		  "				for (int k = vary ? -1 : first; k <= (vary ? 3 : first); k++) {\n"
		  "					before.g = k;\n"
		  "					run_old();\n					run_new();\n					"
		  "one();\n		"
		  "		}\n",
		  to);
	fprintf(to,
			"	for (int set = 0; set < %d; set++)\n"
			"		for (int i = 0; i < n[set]; i++)\n"
			"			puts(broken[set][i] ? \"violated\" : of[set][i] < 0 || met[set][i] ? "
			"\"holds\" : \"vacuous\");\n"
			"	return 0;\n}\n",
			sets);
	fclose(to);
}

/* ---- mutation ---- */

static int count(const Tree *t)
{
	return !t ? 0 : (t->kind == NUMBER || t->kind == BINARY) + count(t->l) + count(t->r);
}

static bool mutate(Tree *t, int *at)
{
	if (!t)
		return false;
	if ((t->kind == NUMBER || t->kind == BINARY) && (*at)-- == 0) {
		const char *const *list = t->kind == NUMBER         ? NULL
								  : strchr("+-*/%", *t->op) ? arithmetic
								  : *t->op == '&' || *t->op == '|' || !strcmp(t->op, "==>")
									  ? logic
									  : comparisons;
		if (!list)
			t->value += draw(2) ? 1 : -1;
		const char *before = t->op;
		while (list && t->op == before)
			t->op = list[draw(list == arithmetic ? 3 : list == logic ? 3 : 6)];
		return true;
	}
	return mutate(t->l, at) || mutate(t->r, at);
}

static Tree *copy(const Tree *t)
{
	return t ? node(t->kind, t->value, t->op, copy(t->l), copy(t->r)) : NULL;
}

/* The contract with one thing changed. */
static Contract mutated(const Contract *c)
{
	Contract m = *c;
	int all = 0;
	for (int i = 0; i < m.n; i++)
		for (int k = 0; k < m.list[i].n; k++) {
			m.list[i].list[k].e = copy(c->list[i].list[k].e);
			all += count(m.list[i].list[k].e);
		}
	int at = all ? (int)draw((unsigned)all) : 0;
	for (int i = 0; i < m.n; i++)
		for (int k = 0; k < m.list[i].n; k++)
			if (mutate(m.list[i].list[k].e, &at))
				return m;
	return m;
}

/* NEW is OLD with an intended change, and the contract says it; or all is random. */
int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
	for (int i = 0; i < 8; i++)
		draw(2);
	Body b[2];
	Contract c[2] = {0};
	b[0] = body();
	clean(&b[0]);
	b[1] = b[0];
	Tree *when = condition(1 << A | 1 << X, 1);
	no_division(when);
	if (draw(3)) {
		Statement extra = {.kind = (int)draw(5), .when = when, .value = term(BODY_VARS, 1)};
		if (draw(2))
			extra = (Statement){
				.kind = 0,
				.when = when,
				.value = node(BINARY, 0, "+", copy(b[0].last), number(1 + (int)draw(2)))};
		b[1].list[b[1].n++] = extra;
	} else {
		b[1] = body();
	}
	clean(&b[1]);
	c[0].n = 1 + (draw(3) == 0);
	for (int i = 0; i < c[0].n; i++)
		c[0].list[i] = one_case(!i && draw(3) ? when : NULL);
	int sets = 1;
	if (argc > 3) {
		c[1] = mutated(&c[0]);
		sets = 2;
	}
	version(argv[2], "old.c", NULL, &b[0]);
	version(argv[2], "new.c", &c[sets - 1], &b[1]);
	judge_program(argv[2], b, c, sets);
	return 0;
}
