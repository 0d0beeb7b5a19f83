/* random_float.c: SEED old|new|all: two versions of a random program over floating-point numbers.
 *
 * The arguments of a version are two numbers from 0 to 39: places in a table of 40 values. The third
 * program runs both versions on all pairs and prints how many differ. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static unsigned draw(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 20) % n;
}

/* What is drawn for the change; the same for both versions. */
static int at, chosen, kind; /* number of the term; the one that is changed; how */
static bool newer, changed;

/* True where the change is made, once. */
static bool change(int of)
{
	if (!newer || changed || at < chosen || kind != of)
		return false;
	return changed = true;
}

enum { VALUES = 14 };
static const char *const values[VALUES] = {"0.0", "1.0",  "2.0", "0.5",   "-1.0", "3.25", "10.0",
										   "0.1", "-2.5", "7.0", "100.0", "1e10", "-0.0", "0.3"};

static void term(int depth);

/* A sum, difference, product or quotient; the change takes another operator, or exchanges the operands of
 * a sum or product, which changes nothing. */
static void binary(int depth)
{
	static const char ops[] = "+-*/";
	unsigned op = draw(4);
	putchar('(');
	if ((op == 0 || op == 2) && change(1)) {
		/* The first operand is drawn first, and written last. */
		FILE *out = stdout;
		char *first = NULL;
		size_t n = 0;
		stdout = open_memstream(&first, &n);
		term(depth - 1);
		fclose(stdout);
		stdout = out;
		term(depth - 1);
		printf(" %c %s", ops[op], first);
		free(first);
	} else {
		bool other = change(0);
		term(depth - 1);
		printf(" %c ", ops[other ? (op + 1) % 4 : op]);
		term(depth - 1);
	}
	putchar(')');
}

static void term(int depth)
{
	unsigned value;
	at++;
	switch (depth ? draw(10) : draw(4)) {
	case 0: printf("x"); break;
	case 1: printf("y"); break;
	case 2:
		value = draw(VALUES);
		printf("%s", values[change(2) ? (value + 1) % VALUES : value]);
		break;
	case 3: printf("a"); break;
	case 4: printf("(double)whole("), term(depth - 1), putchar(')'); break;
	case 5: printf("fabs("), term(depth - 1), putchar(')'); break;
	case 6: printf("floor("), term(depth - 1), putchar(')'); break;
	default: binary(depth); break;
	}
}

static void condition(int depth)
{
	static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
	unsigned sign = draw(6);
	bool other = change(3);
	term(depth);
	printf(" %s ", signs[other ? sign ^ 1 : sign]);
	term(0);
}

static void body(void)
{
	static const char *const formats[] = {"%g", "%.2f", "%e", "%.0f", "%a"};
	printf("\tdouble a = y;\n\ta = "); /* the term may use it */
	term(1);
	printf(";\n");
	for (unsigned k = 0, n = 1 + draw(3); k < n; k++) {
		printf("\tif (");
		condition(1);
		printf(")\n\t\ta = ");
		term(2);
		printf(";\n\telse\n\t\ta = ");
		term(1);
		printf(";\n");
	}
	printf("\tif (a != a)\n\t\tputs(\"nan\");\n\telse if (");
	condition(1);
	printf(")\n\t\tprintf(\"%s\\n\", a);\n\telse\n\t\tprintf(\"%%d\\n\", a > -1e9 && a < 1e9 ? "
		   "(int)a : 7);\n",
		   formats[draw(5)]);
}

static void version(uint64_t seed, bool is_new)
{
	state = seed * 2654435761u + 88172645463325252ull;
	newer = is_new;
	at = 0;
	changed = false;
	chosen = (int)draw(8);
	kind = (int)draw(4);
	printf("static void %s(double x, double y)\n{\n", is_new ? "newer" : "older");
	body();
	printf("}\n");
}

static void head(void)
{
	printf("#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
	printf("static int whole(float f)\n{\n\treturn f > -1e9f && f < 1e9f ? (int)f : -5;\n}\n");
	printf(
		"static const double table[40] = {0, -0.0, 1, -1, 0.5, -0.5, 2, 3, 10, 100, 0.1, 0.2, 0.3, "
		"1e10, -1e10, "
		"1e300, -1e300, 5e-324, 2.5, 3.5, 7, -7, 3.25, 6.5, 0.25, 9.75, 1.0 / 3, 2147483647, "
		"-2147483648.0, "
		"4294967296.0, 99.5, 99.99, 1e-9, 12345.678, 1e16, INFINITY, -INFINITY, NAN, 1.5, 255};\n");
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
	if (argc < 3)
		return 2;
	head();
	if (strcmp(argv[2], "all")) {
		bool is_new = !strcmp(argv[2], "new");
		version(seed, is_new);
		printf(
			"int main(int argc, char **argv)\n{\n\tif (argc < 3)\n\t\treturn 2;\n"
			"\tunsigned i = (unsigned)atoi(argv[1]), k = (unsigned)atoi(argv[2]);\n"
			"\tif (i >= 40 || k >= 40)\n\t\treturn 1;\n\t%s(table[i], table[k]);\n\treturn 0;\n}\n",
			is_new ? "newer" : "older");
		return 0;
	}
	version(seed, false);
	version(seed, true);
	printf(
		"int main(void)\n{\n\tint differ = 0;\n\tfor (int i = 0; i < 1600; i++) {\n"
		"\t\tchar *text[2] = {0};\n\t\tsize_t n[2];\n\t\tfor (int side = 0; side < 2; side++) {\n"
		"\t\t\tFILE *out = stdout;\n\t\t\tstdout = open_memstream(&text[side], &n[side]);\n"
		"\t\t\t(side ? newer : older)(table[i / 40], table[i %% 40]);\n\t\t\tfclose(stdout);\n"
		"\t\t\tstdout = out;\n\t\t}\n\t\tdiffer += strcmp(text[0], text[1]) != 0;\n"
		"\t\tfree(text[0]);\n\t\tfree(text[1]);\n\t}\n\tprintf(\"%%d\\n\", differ);\n\treturn "
		"0;\n}\n");
	return 0;
}
