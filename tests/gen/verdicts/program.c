/* program.c: what stands around the blocks: inputs, ways to show a value, ways to call a block. */
#include <string.h>

#include "pair.h"

/* Where the inputs come from: what drift is told, and how a program reads them into a and b. */
typedef struct Form {
	const char *read;    /* statements of main */
	const char *options; /* of drift, one a line */
	const char *line;    /* one input, for printf with two numbers; see enumerate.c */
	int as, bs;          /* values of the two numbers */
	char first;          /* added to them if they are letters */
} Form;

static const Form forms[] = {
	{"long a = atol(argv[1]), b = a * 3 & 7;", "--assume\narg1>=0&&arg1<=15\n--\n@int\n", "%d", 16,
	 1, 0},
	{"long a = atol(argv[1]), b = atol(argv[2]);",
	 "--assume\narg1>=0&&arg1<=7&&arg2>=0&&arg2<=7\n--\n@int\n@int\n", "%d %d", 8, 8, 0},
	{"long a = argv[1][0] & 7, b = argv[1][0] ? argv[1][1] & 7 : 0;",
	 "--assume\narg1.length==2&&arg1[0]>='a'&&arg1[0]<='h'&&arg1[1]>='a'&&arg1[1]<='d'\n--\n@str:2="
	 "aa\n",
	 "%c%c", 8, 4, 'a'},
	{"const char *size = getenv(\"SIZE\");\n\tlong a = size ? atol(size) : 0, b = a * 5 & 7;",
	 "--env\nSIZE=@int\n--assume\nenv.SIZE>=0&&env.SIZE<=15\n--\n", "$SIZE=%d", 16, 1, 0},
	{"long a = getchar() & 7, b = getchar() & 7;",
	 "--stdin\n@text:2=aa\n--assume\nstdin.length==2&&stdin[0]>='a'&&stdin[0]<='h'&&stdin[1]>='a'&&"
	 "stdin[1]<='d'\n--\n",
	 "<%c%c", 8, 4, 'a'},
};
static const Form wide_form = {
	"long a = atol(argv[1]), b = atol(argv[2]);", "--\n@int\n@int\n", "%d %d", 0, 0, 0};
enum { FORMS = sizeof forms / sizeof forms[0] };

static const Form *form_of(const Pair *p)
{
	uint64_t state = p->seed;
	return p->wide ? &wide_form : &forms[random_pick(&state, FORMS)];
}

/* What show does with a value; and what main does at the end. */
static const struct {
	const char *show, *end;
} shows[] = {
	{"printf(\"%ld\\n\", v);", ""},
	{"printf(\"%ld\\n\", v);", ""},
	{"total = total * 31 + (unsigned long)v;", "printf(\"%lu\\n\", total);"},
	{"total ^= (unsigned long)v;", "return (int)(total & 63);"},
	{"puts(v > 9 ? \"more\" : \"less\");", ""},
	{"fprintf(stderr, \"%lx\\n\", (unsigned long)v);", ""},
	{"FILE *f = fopen(\"log\", \"a\"); if (f) { fprintf(f, \"%ld\\n\", v); fclose(f); }", ""},
	{"if (v & 2) puts(\"two\");", ""},
	{"if (total++ < 3) printf(\"%ld \", v);", "puts(\".\");"},
};
enum { SHOWS = sizeof shows / sizeof shows[0] };

static void write_run(Use *u, bool mutated, FILE *to)
{
	use_begin(u);
	use_write(u, u->block->decls, mutated, to);
	fprintf(to,
			"static void run%u(int x, int y, long a, long b)\n{\n\t(void)x, (void)y, (void)a, "
			"(void)b;\n",
			u->id);
	use_write(u, u->block->body, mutated, to);
	fprintf(to, "}\n\n");
}

/* One call of a block: under a condition, in a loop, or by pointer. */
static void write_call(const Pair *p, unsigned i, uint64_t *state, FILE *to)
{
	const char *args = p->uses[i].block->wide ? "x, y, a, b" : "x, y, x, y";
	unsigned n = random_pick(state, 8);
	switch (random_pick(state, 5)) {
	case 0: fprintf(to, "if (x != %u)\n\t\trun%u(%s);\n", n, i, args); break;
	case 1: fprintf(to, "for (int i = 0; i < 2; i++)\n\t\trun%u(%s);\n", i, args); break;
	case 2: fprintf(to, "(y == %u ? run%u : run%u)(x, y, x, y);\n", n, p->count - 1 - i, i); break;
	default: fprintf(to, "run%u(%s);\n", i, args);
	}
}

/* The calls of the blocks, one after the other or by a table; behind the guard, if there is one, the changed one or
 * all of them. */
static void write_calls(const Pair *p, uint64_t *state, FILE *to)
{
	bool all = random_pick(state, 2);
	if (random_pick(state, 6) == 0 && !p->wide && !p->guarded) {
		fprintf(to, "\tvoid (*steps[])(int, int, long, long) = {");
		for (unsigned i = 0; i < p->count; i++)
			fprintf(to, "%srun%u", i ? ", " : "", i);
		fprintf(to, "};\n\tfor (int i = 0; i < %u; i++)\n\t\tsteps[i](x, y, x, y);\n", p->count);
		return;
	}
	for (unsigned i = 0; i < p->count; i++) {
		fputc('\t', to);
		if (p->guarded && (all || i == p->changed)) {
			fprintf(to, "if (");
			guard_write(&p->guard, to);
			fprintf(to, ")\n\t\t");
		}
		write_call(p, i, state, to);
	}
}

/* A program for --entry; its main is for the native truth only. */
static void write_entry(Pair *p, bool mutated, FILE *to)
{
	Use *u = &p->uses[0];
	use_begin(u);
	use_write(u, u->block->decls, mutated, to);
	fprintf(to, "#ifdef TRUTH\nint main(int argc, char **argv)\n{\n\t(void)argc;\n"
				"\tlong a = atol(argv[1]);\n\tint x = (int)a;\n\t(void)x;\n");
	use_write(u, u->block->body, mutated, to);
	fprintf(to, "\treturn 0;\n}\n#endif\n");
}

static void write_main(const Pair *p, unsigned show, uint64_t *state, FILE *to)
{
	fprintf(to, "int main(int argc, char **argv)\n{\n\t(void)argc, (void)argv;\n\t%s\n",
			form_of(p)->read);
	if (p->guarded)
		fprintf(to, "\tunsigned g = (unsigned)atol(argv[argc - 1]);\n");
	fprintf(to, "\tint x = (int)(a & 15), y = (int)(b & 7);\n");
	write_calls(p, state, to);
	fprintf(to, "\t%s\n\treturn 0;\n}\n", shows[show].end);
}

static const char *unit_type(const Pair *p)
{
	static const char *const types[] = {"long",          "int",   "unsigned",
										"unsigned char", "short", "long"};
	uint64_t state = p->seed + 2;
	return types[random_pick(&state, sizeof types / sizeof types[0])];
}

/* A function of two numbers; its main is for the native truth only. */
static void write_unit(const Pair *p, unsigned show, uint64_t *state, FILE *to)
{
	static const char *const results[] = {"total", "total & 63", "x + 1", "0",
										  "total + (unsigned)y"};
	const char *type = unit_type(p);
	fprintf(to,
			"%s unit(int n, unsigned g)\n{\n\t(void)g;\n\tint x = n & 15, y = n * 5 & 7;\n"
			"\tlong a = x, b = y;\n\t(void)a, (void)b;\n",
			type);
	write_calls(p, state, to);
	if (strncmp(shows[show].end, "return", 6) != 0)
		fprintf(to, "\t%s\n", shows[show].end);
	fprintf(to, "\treturn (%s)(%s);\n}\n", type, results[random_pick(state, 5)]);
	fprintf(to,
			"#ifdef TRUTH\nint main(int argc, char **argv)\n{\n\t(void)argc;\n"
			"\t%s r = unit(atoi(argv[1]), (unsigned)atol(argv[2]));\n"
			"\tfflush(stdout);\n\tprintf(\"=> %%ld\\n\", (long)r);\n\treturn 0;\n}\n#endif\n",
			type);
}

void program_write(Pair *p, bool mutated, FILE *to)
{
	fprintf(to, "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n");
	if (p->shape == SHAPE_ENTRY) {
		write_entry(p, mutated, to);
		return;
	}
	uint64_t state = p->seed + 1;
	unsigned show = random_pick(&state, SHOWS);
	fprintf(to,
			"static unsigned long total;\nstatic void show(long v)\n{\n\t(void)v, "
			"(void)total;\n\t%s\n}\n\n",
			shows[show].show);
	for (unsigned i = 0; i < p->count; i++)
		write_run(&p->uses[i], mutated && i == p->changed, to);
	if (p->shape == SHAPE_UNIT)
		write_unit(p, show, &state, to);
	else
		write_main(p, show, &state, to);
}

void program_options(const Pair *p, FILE *to)
{
	const Block *b = p->uses[0].block;
	switch (p->shape) {
	case SHAPE_MAIN: fprintf(to, "%s%s", form_of(p)->options, p->guarded ? "@int\n" : ""); break;
	case SHAPE_UNIT:
		fprintf(to, "--entry\n%s unit(int n, unsigned g)\n--assume\nn>=0&&n<=15\n", unit_type(p));
		break;
	case SHAPE_ENTRY:
		fprintf(to, "--entry\n%s\n", b->named ? "f" : b->entry);
		if (!b->wide)
			fprintf(to, "--assume\nn>=0&&n<=15\n");
		if (b->text)
			fprintf(to, "--bound\n4\n");
	}
}

/* An input, for one world and one number of the guard. */
static void write_input(const Pair *p, const Form *f, int a, int b, int world, uint32_t g, FILE *to)
{
	if (world)
		fprintf(to, "%%%d ", world);
	fprintf(to, f->line, f->first + a, f->first + b);
	if (p->guarded || p->shape == SHAPE_UNIT)
		fprintf(to, " %d", (int)g);
	fputc('\n', to);
}

static void write_all(const Pair *p, const Form *f, FILE *to)
{
	int worlds = p->uses[p->changed].block->world ? WORLDS : 1;
	for (int world = 0; world < worlds; world++)
		for (int a = 0; a < f->as; a++)
			for (int b = 0; b < f->bs; b++) {
				write_input(p, f, a, b, world, p->guard.key, to);
				if (p->guarded)
					write_input(p, f, a, b, world, p->guard.key + 1, to);
			}
}

void program_inputs(Pair *p, FILE *to)
{
	if (!p->wide) {
		write_all(p, p->shape == SHAPE_MAIN ? form_of(p) : &forms[0], to);
		return;
	}
	for (unsigned i = 0; i < p->count; i++)
		for (unsigned k = 0; k < MAX_TRIES && p->uses[i].block->tries[k]; k++) {
			use_begin(&p->uses[i]);
			use_write(&p->uses[i], p->uses[i].block->tries[k], false, to);
			fputc('\n', to);
		}
	static const int some[] = {
		0, 1, 2, 5, 7, 8, -1, 12, 255, 256, -128, 32767, 65536, 2147483647, -2147483647 - 1};
	enum { SOME = sizeof some / sizeof some[0] };
	for (unsigned i = 0; i < SOME; i++)
		for (unsigned k = 0; k < SOME; k++)
			fprintf(to, "%d %d\n", some[i], some[k]);
}
