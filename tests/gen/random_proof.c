/* random_proof.c SEED old|new native|drift: one version of a random function, with main.
 *
 * Each construct is written twice: as it is, and rewritten. Most rewritings keep the meaning; one in
 * `RARE` does not. With `native`, what may fail or not end is counted and checked, and main runs the
 * function on a table of inputs; with `drift` it is plain C. Both versions of a seed make the same
 * choices, so they differ only in the texts. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RARE = 16, SIZE = 1 << 14 };

typedef struct Two {
	char *of[2]; /* the text in OLD, and in NEW */
} Two;

static unsigned long long state;
static int scope; /* of these, those in scope */

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

static char *text(const char *format, ...)
{
	char *to = malloc(SIZE);
	va_list ap;
	va_start(ap, format);
	vsnprintf(to, SIZE, format, ap);
	va_end(ap);
	return to;
}

static Two expr(int depth);

static Two variable(void)
{
	static const char *const names[] = {"a", "b", "c", "n", "m"};
	unsigned k = pick(5 + (unsigned)scope + 1);
	char *is = k < 5                     ? text("%s", names[k])
			   : k < 5 + (unsigned)scope ? text("i%u", k - 5)
										 : text("%d", (int)pick(9) - 2);
	return (Two){{is, is}};
}

/* x op y, in NEW as one of several texts; the last one is wrong. */
static Two binary(int depth)
{
	Two x = expr(depth - 1), y = expr(depth - 1);
	int k = (int)pick(7) + 2, wrong = !pick(RARE);
	switch (pick(8)) {
	case 0:
		return (Two){{text("(%s + %s)", x.of[0], y.of[0]),
					  text(wrong ? "(%s - %s)" : "(%s + %s)", y.of[1], x.of[1])}};
	case 1:
		return (Two){{text("(%s - %s)", x.of[0], y.of[0]),
					  text(wrong ? "(%s + %s)" : "(%s + -%s)", x.of[1], y.of[1])}};
	case 2:
		return (Two){{text("(%s * 8)", x.of[0]), wrong
													 ? text("(short)(%s * 8)", x.of[1])
													 : text("(int)((unsigned)%s << 3)", x.of[1])}};
	case 3:
		return (Two){
			{text("(%s / 4)", x.of[0]), text(wrong ? "(%s >> 2)" : "(%s / 2 / 2)", x.of[1])}};
	case 4:
		return (Two){{text("(%s %% %d)", x.of[0], k),
					  wrong ? text("(int)((unsigned)%s %% %d)", x.of[1], k)
							: text("(%s - %s / %d * %d)", x.of[1], x.of[1], k, k)}};
	case 5:
		return (Two){
			{text("DIV(%s, %s)", x.of[0], y.of[0]), text("DIV(%s, %s)", x.of[1], y.of[1])}};
	case 6:
		return (Two){{text("(%s ^ %s)", x.of[0], y.of[0]),
					  text(wrong ? "(%s | %s)" : "(%s ^ %s)", y.of[1], x.of[1])}};
	default:
		return (Two){
			{text("twice(%s)", x.of[0]), text(wrong ? "(2 * (short)%s)" : "(2 * %s)", x.of[1])}};
	}
}

static Two condition(int depth)
{
	Two x = expr(depth), y = expr(depth);
	int wrong = !pick(RARE);
	switch (pick(3)) {
	case 0:
		return (Two){{text("%s < %s", x.of[0], y.of[0]),
					  text(wrong ? "%s >= %s" : "%s > %s", y.of[1], x.of[1])}};
	case 1:
		return (Two){{text("%s == %s", x.of[0], y.of[0]),
					  text(wrong ? "!(%s == %s)" : "!(%s != %s)", x.of[1], y.of[1])}};
	default: /* false only where the sum wraps */
		return (Two){{text("%s + 1 > %s", x.of[0], x.of[0]),
					  wrong ? text("1") : text("1 + %s > %s", x.of[1], x.of[1])}};
	}
}

static Two expr(int depth)
{
	if (depth <= 0 || !pick(4))
		return variable();
	if (!pick(5)) {
		Two x = expr(depth - 1);
		int safe = (int)pick(4);
		const char *f = safe ? "AT(%s & 7)" : "AT(%s)";
		return (Two){{text(f, x.of[0]), text(f, x.of[1])}};
	}
	return binary(depth);
}

static Two block(int depth, int most);

static const char *target(void)
{
	static const char *const names[] = {"a", "b", "c"};
	return names[pick(3)];
}

/* A loop, in NEW with another form. */
static Two loop(int depth)
{
	int i = scope, form = (int)pick(4), wrong = !pick(RARE);
	char *bound = pick(2) ? text("n") : text("(m & 15)");
	const char *less = wrong ? "<=" : "<";
	scope++;
	Two body = block(depth - 1, 2);
	scope--;
	const char *v = target();
	int k = (int)pick(6) + 2;
	char *old = text("for (int i%d = 0; i%d < %s; i%d++) { STEP; %s %s ^= i%d * %d; }\n", i, i,
					 bound, i, body.of[0], v, i, k);
	char *new;
	if (form == 0)
		new = text("{ int i%d = 0; while (i%d %s %s) { STEP; %s %s ^= i%d * %d; i%d += 1; } }\n", i,
				   i, less, bound, body.of[1], v, i, k, i);
	else if (form == 1)
		new = text(
			"for (int i%d = 0, t%d = 0; i%d %s %s; i%d++, t%d += %d) { STEP; %s %s ^= t%d; }\n", i,
			i, i, less, bound, i, i, k, body.of[1], v, i);
	else if (form == 2)
		new = text("if (0 %s %s) { int i%d = 0; do { STEP; %s %s ^= %d * i%d; i%d++; } while (i%d "
				   "< %s); }\n",
				   less, bound, i, body.of[1], v, k, i, i, i, bound);
	else
		new = text("for (int i%d = 0; %s > i%d; ++i%d) { STEP; %s %s = i%d * %d ^ %s; }\n", i,
				   bound, i, i, body.of[1], v, i, wrong ? k + 1 : k, v);
	return (Two){{old, new}};
}

static Two stores(void)
{
	Two x = expr(1), y = expr(1), v = expr(1), w = expr(1);
	int wrong = !pick(RARE / 8);
	char *o = text("AT(%s & 7) = %s;\n", x.of[0], v.of[0]),
		 *p = text("AT(%s & 7) = %s;\n", y.of[0], w.of[0]);
	char *n = text("AT(%s & 7) = %s;\n", x.of[1], v.of[1]),
		 *q = text("AT(%s & 7) = %s;\n", y.of[1], w.of[1]);
	return (Two){{text("%s%s", o, p), wrong ? text("%s%s", q, n) : text("%s%s", n, q)}};
}

/* What a compiler might drop or move, and drift must not; or nothing. */
static Two trap(void)
{
	Two x = expr(1), y = expr(1);
	char *none = text(";\n");
	const char *v = target();
	switch (pick(5)) {
	case 0: return (Two){{none, text("dead = AT(%s);\n", x.of[1])}};
	case 1:
		return (Two){
			{none, text("for (unsigned u = 1; u != (unsigned)%s * 2u; u += 2) STEP;\n", x.of[1])}};
	case 2:
		return (Two){{text("if (%s != 0) %s = DIV(%s, %s);\n", x.of[0], v, y.of[0], x.of[0]),
					  text("%s = DIV(%s, %s);\n", v, y.of[1], x.of[1])}};
	case 3:
		return (Two){{text("if ((unsigned)%s < 8u) %s += AT(%s);\n", x.of[0], v, x.of[0]),
					  text("if (%s < 8) %s += AT(%s);\n", x.of[1], v, x.of[1])}};
	default:
		return (Two){{text("say(%s); say(%s);\n", x.of[0], y.of[0]),
					  text("say(%s); say(%s);\n", y.of[1], x.of[1])}};
	}
}

static Two statement(int depth)
{
	const char *v = target();
	if (!pick(RARE))
		return trap();
	switch (pick(depth > 0 ? 7 : 4)) {
	case 0:
	case 1: {
		Two x = expr(2);
		return (Two){{text("%s = %s;\n", v, x.of[0]), text("%s = %s;\n", v, x.of[1])}};
	}
	case 2: return stores();
	case 3: {
		Two x = expr(1);
		return (Two){{text("say(%s);\n", x.of[0]), text("say(%s);\n", x.of[1])}};
	}
	case 4:
	case 5: {
		Two c = condition(1), x = block(depth - 1, 2), y = block(depth - 1, 2);
		return (Two){{text("if (%s) { %s } else { %s }\n", c.of[0], x.of[0], y.of[0]),
					  text("if (!(%s)) { %s } else { %s }\n", c.of[1], y.of[1], x.of[1])}};
	}
	default: return loop(depth);
	}
}

static Two block(int depth, int most)
{
	Two all = {{text(""), text("")}};
	for (int n = 1 + (int)pick((unsigned)most); n > 0; n--) {
		Two s = statement(depth);
		for (int k = 0; k < 2; k++)
			all.of[k] = text("%s%s", all.of[k], s.of[k]);
	}
	return all;
}

static const char native[] =
	"#include <setjmp.h>\nstatic jmp_buf out; static int steps;\n"
	"static int *at(int *p, int i) { if (i < 0 || i > 7) longjmp(out, 2); return p + i; }\n"
	"static int quotient(int x, int y) { if (!y || (y == -1 && x == -2147483647 - 1)) longjmp(out, "
	"3); return x / y; }\n"
	"#define AT(i) (*at(p, i))\n#define DIV(x, y) quotient(x, y)\n"
	"#define STEP do { if (++steps > 300000) longjmp(out, 4); } while (0)\n";

static const char native_main[] =
	"int main(void)\n{\n"
	"static const int v[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, -1, -2, -7, -8, -100, 1000, "
	"2147483647, -2147483647 - 1};\n"
	"enum { N = sizeof v / sizeof *v };\n"
	"for (volatile int x = 0; x < N; x++) for (volatile int y = 0; y < N; y++) {\n"
	"for (int k = 0; k < 8; k++) buf[k] = k * 3 - 5;\nsteps = 0;\n"
	"int end = setjmp(out); if (!end) printf(\"=%d\", f(v[x], v[y], buf)); else printf(\"!%d\", "
	"end);\n"
	"if (!end) for (int k = 0; k < 8; k++) printf(\" %d\", buf[k]);\nprintf(\"\\n\"); }\nreturn "
	"0;\n}\n";

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	state = strtoull(argv[1], NULL, 10) * 2654435761u + 99;
	pick(2), pick(2);
	int of = !strcmp(argv[2], "new"), run = !strcmp(argv[3], "native");
	Two body = block(2, 4), result = expr(2);
	printf("#include <stdio.h>\n#include <stdlib.h>\n%s",
		   run ? native : "#define AT(i) (p[i])\n#define DIV(x, y) ((x) / (y))\n#define STEP\n");
	printf("static int buf[8]; int dead;\nstatic void say(int x) { printf(\"%%d \", x); }\n");
	printf("static int twice(int x) { return x + x; }\n");
	printf("static int f(int n, int m, int *p)\n{\nint a = 1, b = n, c = m;\n%sreturn %s;\n}\n",
		   body.of[of], result.of[of]);
	fputs(run ? native_main
			  : "int main(int argc, char **argv) { if (argc > 2) printf(\"%d\\n\", "
				"f(atoi(argv[1]), atoi(argv[2]), buf)); return twice(0); }\n",
		  stdout);
	return 0;
}
