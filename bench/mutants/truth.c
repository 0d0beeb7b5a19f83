/* truth.c: runs the base program of a subject and all its versions on every input of the shape.
 *
 * truth SHAPE CLASSES BUILD NAME...: BUILD/NAME.so is a program as it is, BUILD/NAME.checked.so the
 * same with AddressSanitizer and UndefinedBehaviorSanitizer; the first NAME is the base.
 *
 * The checked program decides what a run does. A run that it finds proper is repeated by the plain
 * one, whose fresh stack and heap memory holds zeros where the checked one has a pattern: when
 * their results differ, the program read what it never set. Of each version one line is printed:
 *
 *   NAME differing-inputs all-inputs undefined hanging cut TAB arguments TAB standard input
 *
 * where undefined and hanging are shares of the differing ones, cut is 1 if the version was not run
 * to the end and the numbers are too small, and the rest is a witness, one without undefined
 * behaviour if there is any. The base must be clean on all inputs, otherwise there is no truth and
 * the exit status is 2.
 *
 * truth --inputs SHAPE CLASSES prints every input, for tests/oracle/conditions.c.
 */
#include "truth/truth.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MAX_PROGRAMS = 64,
	FILL = 0xaa,        /* as -ftrivial-auto-var-init=pattern fills the stack */
	MAX_REPORTS = 2000, /* of memory errors; they take long, so a version with more is cut short */
};

typedef struct Version {
	const char *name;
	Program *plain, *checked;
	long differing;       /* inputs on which it does not do what the base does */
	long undefined;       /* of these, inputs on which its behaviour is undefined */
	long reports;         /* of these, inputs on which AddressSanitizer reported something */
	long hanging;         /* of these, inputs on which it does not end */
	long defined_witness; /* number of the input in witness, or -1 */
	bool has_witness;     /* args and input are set */
	char args[2048];      /* arguments of the witness, quoted for the shell */
	char input[1024];     /* its standard input, for printf */
} Version;

typedef struct Truth {
	Shape shape;
	Version versions[MAX_PROGRAMS]; /* the base is number 0 */
	int n_versions;
	long inputs; /* so far */
	FILE *err;   /* the real standard error; reports of sanitizers are not wanted */
} Truth;

static bool same(const Outcome *a, const Outcome *b)
{
	return a->ending == b->ending && (a->ending != END_EXIT || a->status == b->status) &&
		   a->length == b->length && !memcmp(a->output, b->output, a->length);
}

static bool is_undefined(const Outcome *o)
{
	return o->ending == END_MEMORY || o->ending == END_UB || o->ending == END_UNSET;
}

/* What the version does on the input of the shape. */
static void observe(const Version *v, const Shape *shape, const Arguments *args, Outcome *to)
{
	static Outcome plain;
	program_run(v->checked, shape, args, FILL, to);
	if (is_undefined(to))
		return;
	program_run(v->plain, shape, args, 0, &plain);
	if (!same(to, &plain))
		to->ending = END_UNSET;
}

static void quote(char *to, size_t size, const char *word)
{
	size_t n = strlen(to);
	n += (size_t)snprintf(to + n, size - n, "%s'", n ? " " : "");
	for (; *word && n + 8 < size; word++) {
		if (*word == '\'')
			n += (size_t)snprintf(to + n, size - n, "'\\''");
		else
			to[n++] = *word;
	}
	to[n++] = '\'';
	to[n] = 0;
}

static void escape(char *to, size_t size, const char *from, int length)
{
	size_t n = 0;
	for (int i = 0; i < length && n + 8 < size; i++) {
		unsigned char c = (unsigned char)from[i];
		if (c == '\n')
			n += (size_t)snprintf(to + n, size - n, "\\n");
		else if (c == '\\' || c == '%')
			n += (size_t)snprintf(to + n, size - n, c == '%' ? "%%%%" : "\\\\");
		else if (c < 32 || c > 126)
			n += (size_t)snprintf(to + n, size - n, "\\%03o", c);
		else
			to[n++] = (char)c;
	}
	to[n] = 0;
}

static void keep_witness(Version *v, const Shape *shape)
{
	v->has_witness = true;
	v->args[0] = v->input[0] = 0;
	for (int i = 0; i < shape->n_args; i++) {
		if (shape->parts[i].kind == PART_INT)
			snprintf(v->args + strlen(v->args), sizeof v->args - strlen(v->args), "%s%s",
					 i ? " " : "", shape->parts[i].text);
		else
			quote(v->args, sizeof v->args, shape->parts[i].text);
	}
	if (shape->n_parts > shape->n_args) {
		const Part *part = &shape->parts[shape->n_args];
		escape(v->input, sizeof v->input, part->text, part->length);
	}
}

static void on_input(void *data)
{
	static Outcome base, other;
	Truth *t = data;
	t->inputs++;
	Arguments args;
	program_arguments(&t->shape, &args);
	observe(&t->versions[0], &t->shape, &args, &base);
	if (base.ending != END_EXIT) {
		keep_witness(&t->versions[0], &t->shape);
		fprintf(t->err, "truth: the base program goes wrong (%d) on %s <'%s'\n", (int)base.ending,
				t->versions[0].args, t->versions[0].input);
		exit(2);
	}
	for (int i = 1; i < t->n_versions; i++) {
		Version *v = &t->versions[i];
		if (v->reports >= MAX_REPORTS)
			continue;
		observe(v, &t->shape, &args, &other);
		if (same(&base, &other))
			continue;
		bool defined = !is_undefined(&other);
		v->differing++;
		v->undefined += !defined;
		v->reports += other.ending == END_MEMORY;
		v->hanging += other.ending == END_HANG;
		if (!v->has_witness || (defined && v->defined_witness < 0))
			keep_witness(v, &t->shape);
		if (defined && v->defined_witness < 0)
			v->defined_witness = t->inputs;
	}
	program_free_arguments(&args);
}

static void load(Truth *t, const char *build, const char *name)
{
	char path[4096];
	Version *v = &t->versions[t->n_versions++];
	v->name = name;
	v->defined_witness = -1;
	snprintf(path, sizeof path, "%s/%s.so", build, name);
	v->plain = program_load(path);
	snprintf(path, sizeof path, "%s/%s.checked.so", build, name);
	v->checked = program_load(path);
}

/* Prints an input: its parts as hexadecimal digits, standard input last. */
static void list_input(void *data)
{
	const Shape *shape = data;
	for (int i = 0; i < shape->n_parts; i++) {
		const Part *part = &shape->parts[i];
		size_t n = part->kind == PART_INT ? strlen(part->text) : (size_t)part->length;
		putchar(' ');
		for (size_t k = 0; k < n; k++)
			printf("%02x", (unsigned char)part->text[k]);
	}
	putchar('\n');
}

static int list_inputs(const char *file, const char *classes)
{
	static Shape shape;
	int section = 0;
	shape_read(&shape, file);
	for (; shape_read_classes(&shape, classes, section); section++)
		shape_enumerate(&shape, list_input, &shape);
	if (!section)
		shape_enumerate(&shape, list_input, &shape);
	return 0;
}

int main(int argc, char **argv)
{
	static Truth truth;
	if (argc == 4 && !strcmp(argv[1], "--inputs"))
		return list_inputs(argv[2], argv[3]);
	if (argc < 6 || argc - 4 > MAX_PROGRAMS) {
		fprintf(stderr, "usage: truth SHAPE CLASSES BUILD BASE VERSION...\n");
		return 2;
	}
	shape_read(&truth.shape, argv[1]);
	for (int i = 4; i < argc; i++)
		load(&truth, argv[3], argv[i]);
	truth.err = fdopen(dup(2), "w");
	int nowhere = open("/dev/null", O_WRONLY);
	if (!truth.err || nowhere < 0 || dup2(nowhere, 2) < 0)
		return 2;
	setvbuf(truth.err, NULL, _IONBF, 0);
	capture_init();
	int section = 0;
	while (shape_read_classes(&truth.shape, argv[2], section)) {
		shape_enumerate(&truth.shape, on_input, &truth);
		section++;
	}
	if (!section)
		shape_enumerate(&truth.shape, on_input, &truth);
	for (int i = 1; i < truth.n_versions; i++) {
		const Version *v = &truth.versions[i];
		printf("%s %ld %ld %ld %ld %d\t%s\t%s\n", v->name, v->differing, truth.inputs, v->undefined,
			   v->hanging, v->reports >= MAX_REPORTS, v->args, v->input);
	}
	return truth.inputs ? 0 : 2;
}
