/* random_program.c: writes a random subject for the oracle: random_program SEED [streams] > x.c
 *
 * Loops, arrays with computed indices, pointers to locals, short-circuit logic, switches and
 * helper functions over two small integers or a short string, in variables of 8 to 128 bits.
 * Defined behaviour everywhere, except that now and then a divisor may be zero. The same seed gives
 * the same program everywhere. With `streams` what it prints goes to standard output or error, by all
 * ways that lead there, and streams and descriptors change places now and then.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state; /* of the generator */
static int helpers;    /* functions that may be called so far */
static int loops;      /* loop variables so far, for their names */
static int nesting;    /* of statements; indentation */
static int streams;    /* output goes so many ways; 0: to standard output */

enum { VARIABLES = 4, MAX_NESTING = 3 };

static const char *const types[] = {
	"int",      "long",          "signed char", "unsigned char",     "short", "unsigned short",
	"unsigned", "unsigned long", "__int128",    "unsigned __int128",
};
enum { N_TYPES = sizeof types / sizeof *types };

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

/* One of the two that a pointer may lead to: they have one type. */
static const char *sibling(const char *of)
{
	return of[0] == 'a' || of[0] == 'b' ? (pick(2) ? "a" : "b") : pick(2) ? "c" : "d";
}

/* Sums and products are computed in 32, 64 or 128 bits. */
static const char *width(void)
{
	static const char *const prefix[] = {"", "", "L", "L", "W"};
	return prefix[pick(5)];
}

/* What only a wide term can be. */
static const char *large(void)
{
	static const char *const numbers[] = {"4294967296L",  "5000000035L",          "-8589934592L",
										  "12884901888L", "9223372036854775807L", "1048576"};
	return numbers[pick(6)];
}

static const char *condition(int depth);

static const char *expression(int depth)
{
	if (depth <= 0)
		return pick(3) ? variable() : text("%d", (int)pick(24) - 8);
	switch (pick(16)) {
	case 0: return text("%sADD(%s, %s)", width(), expression(depth - 1), expression(depth - 1));
	case 1: return text("%sSUB(%s, %s)", width(), expression(depth - 1), expression(depth - 1));
	case 2: return text("%sMUL(%s, %d)", width(), expression(depth - 1), (int)pick(9) - 3);
	case 3: return text("(%s / ((%s & 7) + 1))", expression(depth - 1), expression(depth - 1));
	case 4: return text("(%s %% %u)", expression(depth - 1), pick(6) + 2);
	case 5: return text("(%s & %s)", expression(depth - 1), expression(depth - 1));
	case 6: return text("(%s ^ %s)", expression(depth - 1), expression(depth - 1));
	case 7:
		return text("((unsigned%s)%s >> %u)", pick(2) ? "" : " long", expression(depth - 1),
					pick(5));
	case 8: return text("table[%s & 7]", expression(depth - 1));
	case 9:
		return text("(%s ? %s : %s)", condition(depth - 1), expression(depth - 1),
					expression(depth - 1));
	case 10:
		if (helpers)
			return text("help%u(%s, %s)", pick((unsigned)helpers), expression(depth - 1),
						expression(depth - 1));
		return variable();
	case 11: return text("(%s)%s", types[pick(N_TYPES)], variable());
	case 13: return text("%sMUL(%s, %s)", pick(2) ? "L" : "W", expression(depth - 1), large());
	case 14: return text("(%s ^ SHL(%s, %u))", variable(), variable(), pick(50));
	case 12: return text("(%s < %s)", expression(depth - 1), expression(depth - 1));
	default: return variable();
	}
}

static const char *condition(int depth)
{
	static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
	if (!pick(8))
		return text("%s %s %s", expression(depth - 1), compare[pick(6)], large());
	if (depth <= 0 || pick(3))
		return text("%s %s %s", expression(depth - 1), compare[pick(6)], expression(depth - 2));
	switch (pick(3)) {
	case 0: return text("(%s && %s)", condition(depth - 1), condition(depth - 1));
	case 1: return text("(%s || %s)", condition(depth - 1), condition(depth - 1));
	default: return text("!(%s)", condition(depth - 1));
	}
}

/* Something that decides where output goes from there on. */
static void move(void)
{
	static const char *const moves[] = {
		"fflush(stdout);",
		"fflush(NULL);",
		"{ FILE *other = stdout; stdout = stderr; stderr = other; }",
		"stderr = stdout;",
		"fflush(stdout), dup2(1, 2);",
		"dup2(2, 1);",
		"setvbuf(stdout, NULL, _IONBF, 0);",
	};
	line("%s", moves[pick(pick(3) ? 2 : sizeof moves / sizeof *moves)]);
}

/* A value as text, by a format and a cast. */
static void print(const char *format, const char *cast, const char *value)
{
	switch (streams ? pick((unsigned)streams) : 0) {
	default: line("printf(\"%s\", (%s)(%s));", format, cast, value); break;
	case 1:
	case 2:
	case 3: line("fprintf(stderr, \"%s\", (%s)(%s));", format, cast, value); break;
	case 6:
		line("fprintf(%s ? stdout : stderr, \"%s\", (%s)(%s));", condition(1), format, cast, value);
		break;
	case 8:
		line("say(%s, \"%s\", (%s)(%s));", pick(2) ? "stdout" : "stderr", format, cast, value);
		break;
	case 9: line("note(%s, %s);", pick(2) ? "stdout" : "stderr", value); break;
	case 5: line("dprintf(%d, \"%s\", (%s)(%s));", pick(2) + 1, format, cast, value); break;
	case 7: line("write(%d, \"-+\" + ((%s) & 1), 1);", pick(2) + 1, value); break;
	case 10: move(); break;
	}
}

static void print_character(const char *value)
{
	switch (streams ? pick(streams > 8 ? 8 : 7) : 0) {
	default: line("putchar('a' + (%s & 15));", value); break;
	case 1:
	case 2: line("putc('a' + (%s & 15), stderr);", value); break;
	case 3: line("fputs(%s ? \"one\" : \"two\", stderr);", value); break;
	case 4: line("fputs(\"abcdefghijklmno\" + (%s & 15), stderr);", value); break;
	case 5: line("fputs(\"xyz\" + (%s & 3), %s);", value, pick(2) ? "stdout" : "stderr"); break;
	case 7:
		line("fwrite(\"abcdefghijklmnop\", 1, %s & 15, pointer[%s & 1]);", value, variable());
		break;
	}
}

static void statements(unsigned n);

static void switch_statement(void)
{
	unsigned n = pick(4) + 2;
	line("switch ((%s)(%s) %% %u) {", types[pick(N_TYPES - 2)], expression(1), n + 1);
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
	case 2: {
		const char *one = variable();
		line("*(%s ? &%s : &%s) = %s;", condition(1), one, sibling(one), expression(1));
		break;
	}
	case 3:
		if (pick(2))
			print("%d\\n", "int", expression(2));
		else
			print("%ld\\n", "long", expression(2));
		break;
	case 4:
		if (!pick(6))
			line("%s = %s / %s;", variable(), expression(1), variable());
		else
			line("%s = %sADD(%s, %s);", variable(), width(), variable(), expression(1));
		break;
	case 5: print_character(expression(1)); break;
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

/* Half of all variables are of type int. */
static const char *type(void)
{
	return types[pick(2) ? 0 : pick(N_TYPES)];
}

static void helper(void)
{
	const char *of_ab = type(), *of_cd = type();
	printf("static %s help%d(%s a, %s b)\n{\n", type(), helpers, of_ab, of_ab);
	printf("\t%s c = %d, d = a;\n", of_cd, (int)pick(10));
	printf("\tint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n");
	nesting = 1;
	if (pick(2))
		line("if (%s)\n\t\t\treturn %s;", condition(2), expression(1));
	nesting = 0;
	statements(pick(2) + 1);
	printf("\t(void)table;\n\t(void)d;\n\treturn %s;\n}\n\n", expression(2));
	helpers++;
}

static void macros(void)
{
	static const char *const kinds[][3] = {{"", "int", "unsigned"},
										   {"L", "long", "unsigned long"},
										   {"W", "__int128", "unsigned __int128"}};
	static const char *const ops[][2] = {{"ADD", "+"}, {"SUB", "-"}, {"MUL", "*"}};
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 3; i++)
			printf("#define %s%s(x, y) ((%s)((%s)(x) %s (%s)(y)))\n", kinds[k][0], ops[i][0],
				   kinds[k][1], kinds[k][2], ops[i][1], kinds[k][2]);
	printf("#define SHL(x, y) ((long)((unsigned long)(x) << (y)))\n\n");
}

/* Ways that output goes. */
static void ways(void)
{
	printf("#include <unistd.h>\n\n"
		   "static int (*say)(FILE *, const char *, ...) = fprintf;\nstatic FILE *pointer[2];\n\n"
		   "static void note(FILE *to, long value)\n{\n\tfprintf(to, \"%%ld;\", value);\n}\n\n");
}

int main(int argc, char **argv)
{
	streams = argc > 2;
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 12345 : 1;
	pick(2);
	if (streams)
		streams = pick(2) ? 6 : 12; /* those that name the stream, or all */
	int words = !pick(4),
		many = !words && !pick(3) && !streams; /* too many to be kept one by one */
	printf("// inputs: %s\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
		   words  ? "str[1] int[-3,3]"
		   : many ? "int[-100,100] int[-20,40]"
				  : "int[-20,20] int[0,30]");
	if (streams)
		ways();
	macros();
	for (unsigned n = pick(3); n; n--)
		helper();
	printf("int main(int argc, char **argv)\n{\n\tif (argc != 3)\n\t\treturn 9;\n");
	printf("\t%s a = %s, b = atoi(argv[2]);\n", type(),
		   words ? "(unsigned char)argv[1][0]" : "atoi(argv[1])");
	printf("\t%s c = 0, d = %u;\n", type(), pick(9));
	printf("\tint table[8] = {7, 0, -2, 5, 11, 3, 1, 8};\n");
	nesting = 0;
	if (streams)
		line("pointer[0] = stdout, pointer[1] = %s;", pick(2) ? "stdout" : "stderr");
	statements(pick(5) + 4);
	if (streams) {
		print("%ld\\n", "long", variable());
		printf("\treturn 0;\n}\n");
		return 0;
	}
	printf("\tprintf(\"%%ld %%ld %%ld %%ld %%d\\n\", (long)a, (long)b, (long)c, (long)d, "
		   "table[2]);\n");
	printf("\tprintf(\"%%d\\n\", (int)((__int128)a >> 64) ^ (int)((__int128)c >> 60));\n");
	printf("\treturn 0;\n}\n");
	return 0;
}
