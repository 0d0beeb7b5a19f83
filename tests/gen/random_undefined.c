/* random_undefined.c: writes a random program on memory that is set in part:
 * random_undefined SEED [carries|registers] > x.c
 *
 * Structs of bit fields and members with padding, unions, arrays and scalars are set in part,
 * copied, passed by value, returned, and combined by operators. Each test is on a line of its
 * own (TEST), and nothing else depends on a test. So the lines on which a test depends on an
 * undefined bit can be compared: those that MemorySanitizer reports, those that drift notes, and
 * those whose outcome is different for different contents of the memory (RAW, with -DFILL).
 * With `carries`, undefined bits are also added, subtracted and multiplied. With `registers`, no address
 * is taken, so that LLVM makes registers of all variables, and values meet where branches join: variables are
 * set on some branches, in loops, and declared again in each round. The same seed gives the same program
 * everywhere.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STRUCTS = 3, /* types with bit fields */
	MOST_FIELDS = 8,
	SCALARS = 6, /* variables */
	STATEMENTS = 40,
};

typedef struct Field {
	int is_signed;
	unsigned width; /* bits */
	int is_member;  /* not a bit field */
} Field;

static uint64_t state; /* of the generator */
static Field fields[STRUCTS][MOST_FIELDS];
static unsigned n_fields[STRUCTS];
static int carries;    /* arithmetic on undefined bits */
static int registers;  /* no variable is in memory */
static unsigned loops; /* around the statement; also the names of their counters */

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void line(const char *fmt, ...)
{
	for (unsigned i = 0; i <= loops; i++)
		putchar('\t');
	va_list ap;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

/* ---- types ---- */

static void make_struct(unsigned s)
{
	static const unsigned widths[] = {8, 16, 32, 64};
	n_fields[s] = 3 + pick(MOST_FIELDS - 2);
	printf("struct s%u {\n", s);
	for (unsigned i = 0; i < n_fields[s]; i++) {
		Field *f = &fields[s][i];
		f->is_member = pick(4) == 0;
		f->is_signed = pick(3) == 0;
		f->width = f->is_member ? widths[pick(4)] : 1 + pick(pick(3) ? 9 : 25);
		if (f->is_member)
			printf("\t%sint%u_t f%u;\n", f->is_signed ? "" : "u", f->width, i);
		else
			printf("\t%s f%u : %u;\n", f->is_signed ? "int" : "unsigned", i, f->width);
	}
	printf("};\n");
	printf("union u%u {\n\tstruct s%u s;\n\tuint8_t b[sizeof(struct s%u)];\n\tuint32_t w;\n};\n", s,
		   s, s);
}

static void make_functions(unsigned s)
{
	printf("static NOINLINE unsigned get%u(struct s%u s)\n{\n\treturn s.f%u;\n}\n", s, s,
		   pick(n_fields[s]));
	printf("static NOINLINE struct s%u set%u(struct s%u s, unsigned v)\n{\n\ts.f%u = v;\n"
		   "\treturn s;\n}\n",
		   s, s, s, pick(n_fields[s]));
	printf("static NOINLINE void put%u(struct s%u *s, unsigned v)\n{\n\ts->f%u = v;\n}\n", s, s,
		   pick(n_fields[s]));
}

/* ---- expressions ---- */

static void expression(unsigned depth);

/* Of a program without addresses. */
static void register_leaf(void)
{
	unsigned s = pick(STRUCTS);
	switch (pick(6)) {
	case 0: printf("in[%u]", pick(4)); break;
	case 1: printf("%#xu", pick(2) ? pick(256) : pick(1u << 31)); break;
	case 2: printf("x%u.f%u", s, pick(n_fields[s])); break;
	case 3:
		if (loops) {
			printf("w%u", pick(loops));
			break;
		}
		/* fall through */
	default: printf("v%u", pick(SCALARS)); break;
	}
}

static void leaf(void)
{
	unsigned s = pick(STRUCTS);
	if (registers) {
		register_leaf();
		return;
	}
	switch (pick(9)) {
	case 0: printf("in[%u]", pick(4)); break;
	case 1: printf("%#xu", pick(2) ? pick(256) : pick(1u << 31)); break;
	case 2:
	case 3: printf("x%u.f%u", s, pick(n_fields[s])); break;
	case 4: printf("p%u->f%u", s, pick(n_fields[s])); break;
	case 5: printf("u%u.%s", s, pick(2) ? "w" : "b[0]"); break;
	case 6: printf("get%u(%s%u)", s, pick(2) ? "x" : "*p", s); break;
	case 7:
		if (pick(3))
			printf("a[%u]", pick(8));
		else
			printf("a[in[%u] & 7]", pick(4));
		break;
	default: printf("v%u", pick(SCALARS)); break;
	}
}

static void operation(unsigned depth)
{
	static const char *const ops[] = {"&", "&", "|", "^", "+", "-"};
	putchar('(');
	expression(depth - 1);
	printf(" %s ", ops[pick(carries ? 6 : 4)]);
	expression(depth - 1);
	putchar(')');
}

static void expression(unsigned depth)
{
	static const char *const casts[] = {"uint8_t",  "int8_t",  "uint16_t", "int16_t",
										"uint32_t", "int32_t", "uint64_t", "int64_t"};
	if (!depth) {
		leaf();
		return;
	}
	switch (pick(9)) {
	case 0:
		printf("(uint32_t)(");
		expression(depth - 1);
		printf(") %s %u", pick(2) ? ">>" : "<<", pick(32));
		break;
	case 1:
		printf("(~(uint32_t)");
		leaf();
		putchar(')');
		break;
	case 2:
		printf("(%s)(", casts[pick(8)]);
		expression(depth - 1);
		putchar(')');
		break;
	case 3:
		printf("((uint32_t)(");
		expression(depth - 1);
		printf(") & %#xu)", pick(2) ? 1u << pick(32) : pick(1u << 31));
		break;
	case 4:
		printf("__builtin_bswap32((uint32_t)(");
		expression(depth - 1);
		printf("))");
		break;
	case 5:
		printf("((uint32_t)(");
		expression(depth - 1);
		printf(") * %uu)", carries ? 1 + pick(12) : 1u << pick(12));
		break;
	default: operation(depth); break;
	}
}

static void condition(void)
{
	static const char *const relations[] = {"==", "!=", "<", ">", "<=", ">="};
	switch (pick(5)) {
	case 0: expression(2); break;
	case 1: printf("!("), expression(1), printf(")"); break;
	case 2:
		printf("(int32_t)(");
		expression(1);
		printf(") %s (int32_t)(", relations[pick(6)]);
		expression(1);
		printf(")");
		break;
	default:
		printf("(uint32_t)(");
		expression(1);
		printf(") %s %#xu", relations[pick(6)], pick(2) ? pick(16) : pick(1u << 31));
		break;
	}
}

/* ---- statements ---- */

static void indent(void)
{
	for (unsigned i = 0; i <= loops; i++)
		putchar('\t');
}

static void assign(void)
{
	unsigned s = pick(STRUCTS);
	indent();
	switch (pick(6)) {
	case 0: printf("v%u = ", pick(SCALARS)); break;
	case 1:
		if (pick(2))
			printf("a[%u] = ", pick(8));
		else
			printf("a[in[%u] & 7] = ", pick(4));
		break;
	case 2: printf("p%u->f%u = ", s, pick(n_fields[s])); break;
	case 3: printf("v%u %s= ", pick(SCALARS), pick(2) ? "|" : "&"); break;
	default: printf("x%u.f%u = ", s, pick(n_fields[s])); break;
	}
	expression(pick(3));
	printf(";\n");
}

static void test(void)
{
	indent();
	printf("TEST(");
	condition();
	printf(");\n");
}

static void copy(void)
{
	unsigned s = pick(STRUCTS);
	switch (pick(9)) {
	case 0: line("*p%u = x%u;", s, s); break;
	case 1: line("x%u = *p%u;", s, s); break;
	case 2: line("u%u.s = x%u;", s, s); break;
	case 3: line("x%u = u%u.s;", s, s); break;
	case 4: line("memcpy(a, &x%u, LESS(sizeof a, sizeof x%u));", s, s); break;
	case 5: line("memcpy(&x%u, a, LESS(sizeof a, sizeof x%u) - %u);", s, s, pick(2)); break;
	case 6: line("u%u.b[in[%u] & 1] = in[%u] & %u;", s, pick(4), pick(4), pick(256)); break;
	case 7: line("x%u = set%u(x%u, %u);", s, s, s, pick(99)); break;
	default: line("put%u(p%u, v%u);", s, s, pick(SCALARS)); break;
	}
}

/* "v3 = ", or a variable of a loop, or a member. */
static void register_target(void)
{
	unsigned s = pick(STRUCTS);
	if (loops && pick(3))
		printf("w%u = ", pick(loops));
	else if (pick(3))
		printf("v%u = ", pick(SCALARS));
	else
		printf("x%u.f%u = ", s, pick(n_fields[s]));
}

static void register_assign(void)
{
	indent();
	switch (pick(5)) {
	case 0:
		register_target();
		printf("in[%u] & %u ? ", pick(4), 1u << pick(8));
		register_leaf();
		printf(" : ");
		register_leaf();
		break;
	case 1: {
		unsigned s = pick(STRUCTS);
		printf("%s y%u = x%u, x%u = y%u", pick(2) ? "if (in[0] & 1)" : "", s, s, s, s);
		break;
	}
	case 2:
		printf("if (in[%u] & %u)\n", pick(4), 1u << pick(8));
		loops++, indent(), loops--;
		register_target();
		expression(pick(2));
		printf(";\n");
		indent();
		printf("else\n");
		loops++, indent(), loops--;
		register_target();
		expression(pick(2));
		break;
	default:
		printf("if (in[%u] & %u) ", pick(4), 1u << pick(8));
		register_target();
		expression(pick(2));
		break;
	}
	printf(";\n");
}

static void register_statement(void)
{
	static const char *const types[] = {"uint32_t", "int32_t", "uint64_t", "uint8_t", "uint16_t"};
	unsigned kind = pick(12);
	if (kind < 5) {
		register_assign();
	} else if (kind == 5 && loops < 2) {
		line("for (unsigned i%u = 0; i%u < %u; i%u++) {", loops, loops, 2 + pick(4), loops);
		loops++;
		line("%s w%u; RAW(w%u);", types[pick(5)], loops - 1, loops - 1);
		line("if (%s(i%u & %u)) w%u = in[%u];", pick(2) ? "!" : "", loops - 1, 1 + pick(3),
			 loops - 1, pick(4));
		for (unsigned n = 2 + pick(5); n; n--)
			register_statement();
		loops--;
		line("}");
	} else if (kind == 6) {
		indent();
		register_target();
		expression(pick(3));
		printf(";\n");
	} else {
		test();
	}
}

static void statement(void)
{
	if (registers) {
		register_statement();
		return;
	}
	unsigned kind = pick(12);
	if (kind < 4) {
		assign();
	} else if (kind < 6) {
		copy();
	} else if (kind == 6 && loops < 2) {
		line("for (unsigned i%u = 0; i%u < %u; i%u++) {", loops, loops, 2 + pick(4), loops);
		loops++;
		line("a[(i%u + %u) & 7] = v%u >> i%u;", loops - 1, pick(8), pick(SCALARS), loops - 1);
		for (unsigned n = 1 + pick(3); n; n--)
			statement();
		loops--;
		line("}");
	} else {
		test();
	}
}

static void begin(void)
{
	static const char text[] = "#include <stdint.h>\n"
							   "#include <stdio.h>\n"
							   "#include <stdlib.h>\n"
							   "#include <string.h>\n"
							   "#include <unistd.h>\n\n"
							   "#define NOINLINE __attribute__((noinline))\n"
							   "#define LESS(x, y) ((x) < (y) ? (x) : (y))\n"
							   "#ifdef FILL\n"
							   "static unsigned kind, k;\n"
							   "static NOINLINE void fill(void *p, size_t n)\n"
							   "{\n"
							   "\tfor (unsigned char *c = p; n; n--, c++) {\n"
							   "\t\tk = k * 1103515245u + 12345;\n"
							   "\t\t*c = kind == 0 ? 0 : kind == 1 ? 255 : k >> 16;\n"
							   "\t}\n"
							   "}\n"
							   "#define BEGIN() kind = k = argc > 1 ? (unsigned)atoi(argv[1]) : 0\n"
							   "#define RAW(x) fill(&(x), sizeof(x))\n"
							   "#define TEST(e) printf(\"%d %d\\n\", __LINE__, (e) ? 1 : 0)\n"
							   "#else\n"
							   "static NOINLINE void hit(void)\n"
							   "{\n"
							   "}\n"
							   "#define BEGIN() (void)argc, (void)argv\n"
							   "#define RAW(x) (void)&(x)\n"
							   "#define TEST(e) if (e) hit()\n"
							   "#endif\n\n";
	fputs(text, stdout);
}

static void body(void)
{
	static const char *const types[] = {"uint32_t", "uint32_t", "int32_t",
										"uint64_t", "uint8_t",  "uint16_t"};
	printf("\nint main(int argc, char **argv)\n{\n");
	line("BEGIN();");
	line("unsigned char in[4] = {0};");
	if (!registers) {
		line("uint32_t a[8];");
		line("RAW(a);");
	}
	for (unsigned i = 0; i < SCALARS; i++)
		line("%s v%u; RAW(v%u);", types[i], i, i);
	for (unsigned i = 0; i < STRUCTS; i++) {
		line("struct s%u x%u; RAW(x%u);", i, i, i);
		if (registers) {
			line("struct s%u y%u; RAW(y%u);", i, i, i);
			continue;
		}
		line("struct s%u *p%u = malloc(sizeof *p%u); RAW(*p%u);", i, i, i, i);
		line("union u%u u%u; RAW(u%u);", i, i, i);
	}
	line("if (read(0, in, sizeof in) < 0)\n\t\treturn 1;");
	for (unsigned i = 0; i < STRUCTS; i++)
		for (unsigned k = 0; k < n_fields[i]; k++)
			if (pick(3))
				line("x%u.f%u = %u;", i, k, pick(3000));
	for (unsigned i = 0; i < SCALARS; i++)
		if (pick(3))
			line("v%u = in[%u] * %uu + %u;", i, pick(4), pick(99), pick(99));
	for (unsigned i = 0; i < STATEMENTS; i++)
		statement();
	printf("\treturn 0;\n}\n");
}

int main(int argc, char **argv)
{
	carries = argc > 2 && !strcmp(argv[2], "carries");
	registers = argc > 2 && !strcmp(argv[2], "registers");
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 99 : 0;
	pick(2);
	begin();
	for (unsigned s = 0; s < STRUCTS; s++)
		make_struct(s);
	for (unsigned s = 0; s < STRUCTS; s++)
		make_functions(s);
	body();
	return 0;
}
