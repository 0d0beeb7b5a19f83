/* random_program.c: writes a random subject for the oracle: random_program SEED > x.c
 *
 * Loops, arrays with computed indices, pointers to locals, short-circuit logic, switches and
 * helper functions over two small integers or a short string. Defined behaviour everywhere, except
 * that now and then a divisor may be zero. The same seed gives the same program everywhere.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state; /* of the generator */
static int helpers;    /* functions that may be called so far */
static int loops;      /* loop variables so far, for their names */
static int nesting;    /* of statements; indentation */

enum { VARIABLES = 4, MAX_NESTING = 3 };

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void line(const char *fmt, ...)
{
	for (int i = 0; i <= nesting; i++)
		putchar('\t');
	va_list ap;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

/* Expressions are text in a ring of buffers: deep enough for what one statement needs. */
static char *text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static char *text(const char *fmt, ...)
{
	static char ring[256][4096];
	static unsigned next;
	char *to = ring[next++ % 256];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(to, sizeof ring[0], fmt, ap);
	va_end(ap);
	return to;
}

static const char *variable(void)
{
	return text("%c", "abcd"[pick(VARIABLES)]);
}

static const char *condition(int depth);

static const char *expression(int depth)
{
	if (depth <= 0)
		return pick(3) ? variable() : text("%d", (int)pick(24) - 8);
	switch (pick(14)) {
	case 0: return text("ADD(%s, %s)", expression(depth - 1), expression(depth - 1));
	case 1: return text("SUB(%s, %s)", expression(depth - 1), expression(depth - 1));
	case 2: return text("MUL(%s, %d)", expression(depth - 1), (int)pick(9) - 3);
	case 3: return text("(%s / ((%s & 7) + 1))", expression(depth - 1), expression(depth - 1));
	case 4: return text("(%s %% %u)", expression(depth - 1), pick(6) + 2);
	case 5: return text("(%s & %s)", expression(depth - 1), expression(depth - 1));
	case 6: return text("(%s ^ %s)", expression(depth - 1), expression(depth - 1));
	case 7: return text("((unsigned)%s >> %u)", expression(depth - 1), pick(5));
	case 8: return text("table[%s & 7]", expression(depth - 1));
	case 9:
		return text("(%s ? %s : %s)", condition(depth - 1), expression(depth - 1),
					expression(depth - 1));
	case 10:
		if (helpers)
			return text("help%u(%s, %s)", pick((unsigned)helpers), expression(depth - 1),
						expression(depth - 1));
		return variable();
	case 11: return text("(signed char)%s", variable());
	case 12: return text("(%s < %s)", expression(depth - 1), expression(depth - 1));
	default: return variable();
	}
}

static const char *condition(int depth)
{
	static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
	if (depth <= 0 || pick(3))
		return text("%s %s %s", expression(depth - 1), compare[pick(6)], expression(depth - 2));
	switch (pick(3)) {
	case 0: return text("(%s && %s)", condition(depth - 1), condition(depth - 1));
	case 1: return text("(%s || %s)", condition(depth - 1), condition(depth - 1));
	default: return text("!(%s)", condition(depth - 1));
	}
}

static void statements(unsigned n);

static void switch_statement(void)
{
	unsigned n = pick(4) + 2;
	line("switch (%s %% %u) {", expression(1), n + 1);
	for (unsigned i = 0; i < n; i++) {
		line("case %u:", i);
		nesting++;
		statements(1);
		if (pick(4))
			line("break;");
		nesting--;
	}
	line("default: %s = %s;", variable(), expression(1));
	line("}");
}

static void block(const char *head)
{
	line("%s {", head);
	nesting++;
	statements(pick(2) + 1);
	nesting--;
}

static void statement(void)
{
	int deep = nesting >= MAX_NESTING;
	switch (pick(deep ? 6 : 10)) {
	case 0: line("table[%s & 7] = %s;", expression(1), expression(1)); break;
	case 1: line("%s = %s;", variable(), expression(2)); break;
	case 2:
		line("*(%s ? &%s : &%s) = %s;", condition(1), variable(), variable(), expression(1));
		break;
	case 3: line("printf(\"%%d\\n\", %s);", expression(2)); break;
	case 4:
		if (!pick(6))
			line("%s = %s / %s;", variable(), expression(1), variable());
		else
			line("%s = ADD(%s, %s);", variable(), variable(), expression(1));
		break;
	case 5: line("putchar('a' + (%s & 15));", expression(1)); break;
	case 6: switch_statement(); break;
	case 7: {
		int i = loops++;
		block(text("for (int i%d = 0; i%d < (%s & 3); i%d++)", i, i, expression(1), i));
		line("}");
		break;
	}
	default:
		block(text("if (%s)", condition(2)));
		if (pick(2)) {
			nesting--;
			block("\t} else");
			nesting++;
		}
		line("}");
	}
}

static void statements(unsigned n)
{
	while (n--)
		statement();
}

static void helper(void)
{
	printf("static int help%d(int a, int b)\n{\n", helpers);
	printf("\tint c = %d, d = a, table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n", (int)pick(10));
	nesting = 1;
	if (pick(2))
		line("if (%s)\n\t\t\treturn %s;", condition(2), expression(1));
	nesting = 0;
	statements(pick(2) + 1);
	printf("\t(void)table;\n\t(void)d;\n\treturn %s;\n}\n\n", expression(2));
	helpers++;
}

int main(int argc, char **argv)
{
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 12345 : 1;
	pick(2);
	int words = !pick(4);
	printf("// inputs: %s\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
		   words ? "str[1] int[-3,3]" : "int[-20,20] int[0,30]");
	printf("#define ADD(x, y) ((int)((unsigned)(x) + (unsigned)(y)))\n"
		   "#define SUB(x, y) ((int)((unsigned)(x) - (unsigned)(y)))\n"
		   "#define MUL(x, y) ((int)((unsigned)(x) * (unsigned)(y)))\n\n");
	for (unsigned n = pick(3); n; n--)
		helper();
	printf("int main(int argc, char **argv)\n{\n\tif (argc != 3)\n\t\treturn 9;\n");
	printf("\tint a = %s, b = atoi(argv[2]), c = 0, d = %u;\n",
		   words ? "(unsigned char)argv[1][0]" : "atoi(argv[1])", pick(9));
	printf("\tint table[8] = {7, 0, -2, 5, 11, 3, 1, 8};\n");
	nesting = 0;
	statements(pick(5) + 4);
	printf("\tprintf(\"%%d %%d %%d %%d %%d\\n\", a, b, c, d, table[2]);\n\treturn 0;\n}\n");
	return 0;
}
