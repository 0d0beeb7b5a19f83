/* oracle.c: holds explorations against enumeration.
 *
 * usage: oracle SUBJECT.c SUBJECT.so [by=WHAT] [output=NAME] [target=LINE] [seed=N] [without=PART]
 *               [strict] [apart] [texts=FILE]
 *
 * The first line of the subject says its inputs, a domain of at most 2^16 or so:
 *     // inputs: int[-100,100] int[0,3] str[1] text[1]
 * (decimal arguments, argument text up to so many bytes; last, standard input up to so many, or
 * text[3:abc], of these letters alone). The shared object is the same source with main renamed to subject_main and exit to subject_exit.
 *
 * Claims: exploration is exhaustive; each input takes exactly one edge at every node of the tree
 * on its way and ends at a leaf; each path is taken by some input; what the program prints
 * natively on each input is what the path's output, evaluated on it, says, and so is its status.
 *
 * by=output: the same for partitions by output (output=stdout, stderr or exit: by one of them;
 * output=LINE:VAR: by an integer variable at a line, whose values the shared object tells
 * subject_look). by=reach: all inputs of a partition execute the line target as often; target=0
 * takes one by the seed. by=change: likewise, and where the line is executed the output is the
 * partition's. There are never more partitions by output than paths. Models are drawn at random
 * from the domain, since models near the last input hide what is missing. without=PART leaves out a
 * part of the machinery, to see that the claims then fail: potential, exits, addresses, order,
 * blocks. strict enters conditions into the tree as they come, for which their order alone has to
 * be right. texts=FILE explores nothing: it reads conditions, outputs and statuses of the cases of a
 * result.json, and holds these texts against native runs; texts that were cut, or that name arrays of
 * the subject, are counted and left out. apart runs the subject in a process of its own, for those that move descriptors.
 */
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/explore/explore.h"
#include "engine/explore/outcome.h"
#include "engine/machine/snapshot.h"
#include "texts.h"

/* One input of the domain line. */
typedef struct Dimension {
	char kind;        /* 'i'nt, 's'tr, 't'ext */
	long low, high;   /* values, or length of the text */
	char letters[32]; /* of a text; "": all bytes */
} Dimension;

/* A value of the variable that is looked at. */
typedef struct Look {
	Expr e; /* 0: the value is fixed */
	u128 value;
	u32 bits;
} Look;

/* One explored path. */
typedef struct Leaf {
	OutItems out;
	VEC(Look) looks;
	Outcome outcome;
	int status;
	Expr status_expr; /* of the status, 0 = fixed */
	u64 count;        /* executions of the target */
	ExprList set;     /* what the partition decides */
	u64 hits;         /* inputs that took it */
} Leaf;

typedef struct Oracle {
	VEC(Dimension) dims;
	ExprPool *pool;
	Inputs inputs;
	Program *program;
	Machine *machine;
	MachineRunner runner;
	Explorer *explorer;
	VEC(Leaf) leaves;
	IntMap leaf_of; /* edge -> leaf + 1 */
	int (*subject)(int, char **);
	void (*visit)(void); /* each input of the domain */
	ExprEval *eval;
	Assignment a;
	u64 inputs_seen, failures;
	ConditionBy by;
	u32 outputs;          /* OUTPUT_*: what is compared */
	bool apart;           /* native runs have a process, with descriptors of their own */
	FILE *plain_stdin;    /* which is what they have in there, and nothing was read from */
	bool strict;          /* runs must decide the same things in the same order */
	const char *variable; /* LINE:VAR that is compared instead of these, or NULL */
	VEC(u128) looked;     /* its values in the present native run */
	u32 target;           /* line, 0 = by the seed */
	u64 seed;
	const char *without;
	Condition condition;
	Static *statics;
	Machine *second; /* runs every input to count */
	MachineRunner counter;
	VEC(u64) domain;   /* values of all inputs, one after the other */
	u32 width;         /* variables of an input */
	const char *texts; /* result.json, or NULL */
	TextCases cases;   /* of it */
} Oracle;

static Oracle o;
static sigjmp_buf escape;
static volatile int ended; /* status by exit, or 256 + signal */

static void die(const char *what, const char *detail)
{
	fprintf(stderr, "oracle: %s: %s\n", what, detail);
	exit(2);
}

/* Called by the subject in place of exit. */
void subject_exit(int status);
void subject_exit(int status)
{
	ended = status & 255;
	siglongjmp(escape, 1);
}

/* Called by the subject where the variable is looked at. */
void subject_look(__int128 value);
void subject_look(__int128 value)
{
	vec_push(&o.looked, (u128)value);
}

static void on_signal(int number)
{
	ended = 256 + number;
	siglongjmp(escape, 1);
}

/* ---- the domain ---- */

static void read_domain(const char *file)
{
	Buf text = {0};
	Err err;
	if (!file_read(file, &text, &err))
		die(file, err.text);
	static const char head[] = "// inputs:";
	if (strncmp(buf_str(&text), head, strlen(head)))
		die(file, "the first line does not say '// inputs: ...'");
	char *at = text.at + strlen(head), *end = strchr(at, '\n');
	while (at < end) {
		Dimension d = {0};
		int n = 0;
		while (*at == ' ')
			at++;
		if (sscanf(at, "int[%ld,%ld]%n", &d.low, &d.high, &n) == 2 && n)
			d.kind = 'i';
		else if (sscanf(at, "str[%ld]%n", &d.high, &n) == 1 && n)
			d.kind = 's';
		else if (sscanf(at, "text[%ld]%n", &d.high, &n) == 1 && n)
			d.kind = 't';
		else if (sscanf(at, "text[%ld:%31[a-z]]%n", &d.high, d.letters, &n) == 2 && n)
			d.kind = 't';
		else
			die(file, "bad domain");
		at += n;
		vec_push(&o.dims, d);
	}
	buf_free(&text);
}

static void make_inputs(void)
{
	static StrList words, assume, env; /* the inputs refer to them */
	static const char *input;
	Err err;
	for (size_t i = 0; i < o.dims.len; i++) {
		const Dimension *d = &o.dims.at[i];
		if (d->kind == 't') {
			input = xasprintf("@text:%ld", d->high);
			for (long k = 0; *d->letters && k < d->high; k++)
				vec_push(&assume, xasprintf("stdin.length <= %ld || stdin[%ld] in \"%s\"", k, k,
											d->letters));
			continue;
		}
		vec_push(&words,
				 d->kind == 'i' ? xasprintf("@int=%ld", d->low) : xasprintf("@str:%ld", d->high));
		if (d->kind == 'i')
			vec_push(&assume, xasprintf("arg%zu >= %ld && arg%zu <= %ld", words.len, d->low,
										words.len, d->high));
	}
	if (!inputs_words(&o.inputs, &(InputWords){.words = &words, .input = input, .env = &env}, &err))
		die("inputs", err.text);
	o.pool = expr_pool_new();
	inputs_bind(&o.inputs, o.pool);
	for (size_t i = 0; i < assume.len; i++)
		if (!inputs_assume(&o.inputs, assume.at[i], &err))
			die("assume", err.text);
}

/* ---- exploring ---- */

static void on_path(void *ctx, const Path *path)
{
	(void)ctx;
	Leaf leaf = {.outcome = path->run->result.outcome, .status = path->run->result.status};
	outcome_items(o.pool, o.machine, o.outputs & OUTPUT_STDERR ? STDERR_FILENO : STDOUT_FILENO,
				  path->input, &leaf.out);
	leaf.status_expr = (Expr)path->run->result.status_tag;
	leaf.count = machine_counted(o.machine);
	size_t n;
	const ObservedValue *seen = machine_observed(o.machine, &n);
	for (size_t i = 0; i < n; i++)
		vec_push(&leaf.looks, ((Look){(Expr)seen[i].tag, (u128)seen[i].hi << 64 | seen[i].lo,
									  type_bits(seen[i].type)}));
	for (size_t i = 0; path->set && i < path->n_set; i++)
		vec_push(&leaf.set, path->set[i].cond);
	vec_push(&o.leaves, leaf);
	if (!o.by || o.strict)
		intmap_put(&o.leaf_of, path->leaf, o.leaves.len);
}

/* ---- partitions ---- */

static u64 next_random(void)
{
	o.seed = o.seed * 6364136223846793005u + 1442695040888963407u;
	return o.seed >> 33;
}

static bool is_without(const char *part)
{
	return o.without && !strcmp(o.without, part);
}

/* A line of the subject that has code, by the seed. */
static void pick_target(void)
{
	VEC(u32) lines = {0};
	for (u32 i = 0; i < o.program->functions.len; i++) {
		const Function *f = &o.program->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++)
			if (o.program->locs.at[f->ins[k].loc].line)
				vec_push(&lines, o.program->locs.at[f->ins[k].loc].line);
	}
	o.target = lines.at[next_random() % lines.len];
	vec_free(&lines);
}

/* The first block of the line: partitions are by its executions. */
static void set_target(void)
{
	if (!o.target)
		pick_target();
	for (u32 i = 0; i < o.program->functions.len; i++) {
		const Function *f = &o.program->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++)
			if (o.program->locs.at[f->ins[k].loc].line == o.target && f->ins[k].op != I_PHI) {
				Target target = {i, k};
				condition_targets(&o.condition, o.machine, &target, 1);
				machine_count(o.machine, i, static_block(o.statics, i, k));
				machine_count(o.second, i, static_block(o.statics, i, k));
				return;
			}
	}
	die("target", "no code on that line");
}

static void set_condition(void)
{
	Err err;
	TrackOptions track = {.no_potential = is_without("potential"),
						  .without = is_without("exits")       ? WITHOUT_EXIT_COPIES
									 : is_without("addresses") ? WITHOUT_ADDRESSES
															   : 0};
	if (o.by == BY_PATH)
		return;
	o.statics = static_new(o.program, NULL);
	o.condition = (Condition){.by = o.by,
							  .outputs = o.outputs,
							  .s = o.statics,
							  .unordered = is_without("order"),
							  .one_block = is_without("blocks")};
	if (!machine_set_tracking(o.machine, o.statics, &track, &err))
		die("tracking", err.text);
	if (o.variable)
		condition_observe(&o.condition, o.program);
	if (o.by != BY_OUTPUT)
		set_target();
	o.runner.condition = &o.condition;
}

/* A random input of the domain that satisfies the query. */
static void draw(void *ctx, const ExprList *prefix, Expr goal, Assignment *model)
{
	size_t n = o.domain.len / o.width, start = next_random() % n;
	(void)ctx;
	for (size_t i = 0; i < n; i++) {
		memcpy(o.a.at, o.domain.at + (start + i) % n * o.width, o.width * sizeof *o.a.at);
		expr_eval_begin(o.eval, &o.a);
		bool good = expr_eval_value(o.eval, goal);
		for (size_t k = 0; good && k < prefix->len; k++)
			good = expr_eval_value(o.eval, prefix->at[k]);
		if (!good)
			continue;
		memcpy(model->at, o.a.at, o.width * sizeof *o.a.at);
		return;
	}
}

static Machine *new_machine(const char *file)
{
	Err err;
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = 1 << 24};
	Machine *m = machine_new(o.program, &config, &err);
	if (!m)
		die(file, err.text);
	machine_set_pool(m, o.pool);
	machine_keep_snapshots(m, 4 << 20);
	return m;
}

static void explore(const char *file)
{
	Err err;
	const char *name = strrchr(file, '/');
	char *location = o.variable ? xasprintf("%s:%s", name ? name + 1 : file, o.variable) : NULL;
	const char *observe[] = {location};
	LoadOptions load = {.libc = getenv("DRIFT_LIBC"),
						.observe = observe,
						.n_observe = location != NULL,
						.streams = !is_without("streams") &&
								   (o.outputs == OUTPUT_STDOUT || o.outputs == OUTPUT_STDERR)};
	o.program = program_load(file, &load, &err);
	if (!o.program)
		die(file, err.text);
	o.machine = new_machine(file);
	o.second = new_machine(file);
	o.runner = (MachineRunner){.m = o.machine,
							   .in = &o.inputs,
							   .program = o.program,
							   .name = "./subject",
							   .entry = NO_OPERAND};
	o.counter = o.runner;
	o.counter.m = o.second;
	set_condition();
	Runner runner;
	machine_runner(&o.runner, &runner);
	ExploreOptions opt = {
		.order = ORDER_NEWEST, .runs = 200000, .sets = o.by != BY_PATH && !o.strict};
	ExploreEvents events = {.path = on_path};
	ExploreGuide guide = {.draw = o.by ? draw : NULL};
	ExploreEnd end;
	o.explorer = explorer_new(&o.inputs, &runner, &opt, &events, &guide);
	if (!explorer_run(o.explorer, &end, &err))
		die(file, err.text);
	if (explorer_exhaustive(o.explorer))
		return;
	o.failures++;
	size_t n;
	const Remark *list = explorer_remarks(o.explorer, &n);
	printf("# not exhaustive (end %d)\n", (int)end);
	for (size_t i = 0; i < n; i++)
		printf("# %s: %s (line %u)\n", list[i].kind, list[i].what,
			   o.program->locs.at[list[i].loc].line);
}

/* ---- enumerating ---- */

static void complain_input(const char *what)
{
	if (++o.failures > 5)
		return;
	printf("# %s; input:", what);
	for (size_t i = 0; i < o.inputs.shapes.at[0].parts.len; i++) {
		Buf b = {0}, text = {0};
		inputs_bytes(&o.inputs, &o.inputs.shapes.at[0].parts.at[i], &o.a, &b);
		buf_add_escaped(&text, buf_str(&b), b.len);
		printf(" \"%s\"", buf_str(&text));
		buf_free(&b);
		buf_free(&text);
	}
	printf("\n");
}

/* The leaf that the input leads to; NULL if an edge is missing or two are taken. */
static Leaf *follow(void)
{
	const Tree *t = explorer_tree(o.explorer);
	u32 edge = 1;
	u64 number;
	while (t->edges.at[edge].to) {
		const Node *n = &t->nodes.at[t->edges.at[edge].to];
		u32 taken = 0, count = 0;
		for (u32 e = n->first; e; e = t->edges.at[e].next)
			if (expr_eval_value(o.eval, t->edges.at[e].cond)) {
				taken = e;
				count++;
			}
		if (count != 1) {
			complain_input(count ? "two edges of a node hold" : "no edge of a node holds");
			return NULL;
		}
		edge = taken;
	}
	if (o.by && !o.strict)
		number = t->edges.at[edge].partition;
	else if (!intmap_get(&o.leaf_of, edge, &number))
		number = 0;
	if (!number) {
		complain_input("no path ends here");
		return NULL;
	}
	return &o.leaves.at[number - 1];
}

/* On its own, so that nothing of the caller lives in registers across the jump. */
static __attribute__((noinline)) void call_subject(int argc, char **argv)
{
	if (!sigsetjmp(escape, 1))
		ended = o.subject(argc, argv) & 255;
}

/* Standard input for those who read(2) it. */
static void put_descriptor(const Buf *text)
{
	static int fd = -1;
	if (fd < 0 && ((fd = memfd_create("stdin", 0)) < 0 || dup2(fd, 0) < 0))
		die("standard input", "cannot be replaced");
	if (ftruncate(fd, 0) || pwrite(fd, buf_str(text), text->len, 0) != (ssize_t)text->len)
		die("standard input", "cannot be written");
	lseek(fd, 0, SEEK_SET);
}

/* The same in a process of its own: what it does to descriptors stays there. */
static void call_apart(int argc, char **argv, char **out, size_t *len)
{
	int pipes[2][2], status;
	if (pipe(pipes[0]) || pipe(pipes[1]))
		die("pipe", strerror(errno));
	fflush(stdout); /* or the child says it again */
	pid_t child = fork();
	if (child < 0)
		die("fork", strerror(errno));
	if (!child) {
		dup2(pipes[0][1], STDOUT_FILENO);
		dup2(pipes[1][1], STDERR_FILENO);
		for (int i = 0; i < 4; i++)
			close(pipes[i / 2][i % 2]);
		stdin = o.plain_stdin;
		call_subject(argc, argv);
		exit(ended < 256 ? ended : 255);
	}
	close(pipes[0][1]);
	close(pipes[1][1]);
	int from = pipes[o.outputs & OUTPUT_STDERR ? 1 : 0][0]; /* what it says fits into a pipe */
	FILE *copy = open_memstream(out, len);
	char bytes[4096];
	for (ssize_t n; (n = read(from, bytes, sizeof bytes)) > 0;)
		fwrite(bytes, 1, (size_t)n, copy);
	fclose(copy);
	waitpid(child, &status, 0);
	ended = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
	close(pipes[0][0]);
	close(pipes[1][0]);
}

/* Runs the subject natively; its output goes to *out. */
static void run_native(char **out, size_t *len)
{
	const Shape *shape = &o.inputs.shapes.at[0];
	char *argv[16] = {(char *)(uintptr_t) "./subject"};
	Buf words[16] = {0};
	int argc = 1;
	FILE *old_out = stdout, *old_in = stdin;
	o.plain_stdin = stdin;
	inputs_load(&o.inputs, 0, &o.a);
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		inputs_bytes(&o.inputs, part, &o.a, &words[i]);
		if (part->role == ROLE_STDIN) {
			put_descriptor(&words[i]);
			stdin =
				words[i].len ? fmemopen(words[i].at, words[i].len, "r") : fopen("/dev/null", "r");
		} else {
			argv[argc++] = (char *)(uintptr_t)buf_str(&words[i]);
		}
	}
	o.looked.len = 0;
	if (o.apart) {
		call_apart(argc, argv, out, len);
	} else {
		stdout = open_memstream(out, len);
		call_subject(argc, argv);
		fclose(stdout);
		stdout = old_out;
	}
	if (stdin != old_in)
		fclose(stdin);
	stdin = old_in;
	for (size_t i = 0; i < countof(words); i++)
		buf_free(&words[i]);
}

/* Each input is in exactly one partition, and the tree knows which. */
static void check_sets(const Leaf *leaf)
{
	u32 count = 0;
	bool own = false;
	for (size_t i = 0; i < o.leaves.len; i++) {
		const ExprList *set = &o.leaves.at[i].set;
		bool in = true;
		for (size_t k = 0; in && k < set->len; k++)
			in = expr_eval_value(o.eval, set->at[k]);
		count += in;
		own = own || (in && leaf == &o.leaves.at[i]);
	}
	if (count != 1 || !own)
		complain_input(count > 1 ? "in several partitions" : "in no partition, or another one");
}

/* The variable had the values that the partition says, each time. */
static void check_looks(const Leaf *leaf)
{
	bool same = leaf->looks.len == o.looked.len;
	for (size_t i = 0; same && i < o.looked.len; i++) {
		const Look *l = &leaf->looks.at[i];
		u128 value = l->e ? expr_eval_value(o.eval, l->e) : l->value;
		same = !((value ^ o.looked.at[i]) << (128 - l->bits));
	}
	if (!same)
		complain_input("other values of the variable");
}

static void check_input(void)
{
	o.inputs_seen++;
	expr_eval_begin(o.eval, &o.a);
	Leaf *leaf = follow();
	if (!leaf)
		return;
	leaf->hits++;
	if (o.by && !o.strict)
		check_sets(leaf);
	if (o.by == BY_REACH || o.by == BY_CHANGE) {
		PathRun run = {0};
		Runner runner;
		machine_runner(&o.counter, &runner);
		runner.run(runner.ctx, 0, &o.a, &run);
		if (machine_counted(o.second) != leaf->count)
			complain_input("other executions of the target");
		if (o.by == BY_REACH || !leaf->count)
			return;
		expr_eval_begin(o.eval, &o.a);
	}
	if (leaf->outcome != RAN_EXIT && leaf->outcome != RAN_SIGNAL)
		return; /* natively undefined */
	char *out = NULL;
	size_t len = 0;
	run_native(&out, &len);
	Buf expected = {0};
	items_render(o.pool, &leaf->out, o.eval, &expected);
	int status = leaf->outcome == RAN_EXIT ? leaf->status : 256 + leaf->status;
	if (leaf->outcome == RAN_EXIT && leaf->status_expr)
		status = (int)(expr_eval_value(o.eval, leaf->status_expr) & 255);
	if (o.outputs & OUTPUT_STATUS && ended != status)
		complain_input("other status");
	else if (o.variable)
		check_looks(leaf);
	else if (o.outputs & (OUTPUT_STDOUT | OUTPUT_STDERR) && status < 256 &&
			 (len != expected.len || memcmp(out, buf_str(&expected), len)))
		complain_input("other output");
	buf_free(&expected);
	free(out);
}

/* The only readable case that the input is of; NULL: none, or more than one. */
static TextCase *case_of(void)
{
	TextCase *found = NULL;
	bool unread = false;
	for (size_t i = 0; i < o.cases.len; i++) {
		TextCase *c = &o.cases.at[i];
		unread |= !c->cond;
		if (!c->cond || !expr_eval_value(o.eval, c->cond))
			continue;
		if (found)
			complain_input("in two cases");
		found = c;
	}
	if (!found && !unread)
		complain_input("in no case");
	return found && found->readable && found->exits ? found : NULL;
}

/* What the texts of the input's case say is what the subject does. */
static void check_text(void)
{
	o.inputs_seen++;
	expr_eval_begin(o.eval, &o.a);
	TextCase *c = case_of();
	char *out = NULL;
	size_t len = 0;
	if (!c)
		return;
	run_native(&out, &len);
	Buf expected = {0};
	items_render(o.pool, &c->items, o.eval, &expected);
	u64 status = c->status_expr ? (u64)expr_eval_value(o.eval, c->status_expr) : (u64)c->number;
	bool same =
		(u64)ended == status && len == expected.len && !memcmp(out, buf_str(&expected), len);
	c->hits++;
	if (!same && !c->wrong++) {
		printf("# %s => %s (%s)\n", c->condition, c->output, c->status ? c->status : "-");
		printf("# native: %.*s (%d)\n", (int)len, out, ended);
		complain_input("other than the text says");
	}
	buf_free(&expected);
	free(out);
}

static int tell_texts(const char *subject)
{
	u64 read = 0, wrong = 0, unread = 0, idle = 0;
	for (size_t i = 0; i < o.cases.len; i++) {
		const TextCase *c = &o.cases.at[i];
		wrong += c->wrong > 0;
		read += c->readable && c->exits;
		unread += !c->readable;
		idle += c->readable && c->exits && !c->hits;
		if (!c->readable)
			printf("# not read: %s => %s\n", c->condition, c->output);
	}
	printf("%s: %llu inputs, %llu texts, %llu wrong, %llu not read, %llu of no input\n", subject,
		   (unsigned long long)o.inputs_seen, (unsigned long long)read, (unsigned long long)wrong,
		   (unsigned long long)unread, (unsigned long long)idle);
	return o.failures != 0;
}

static void enumerate(size_t part, size_t dim);

/* All canonical contents of a text, from byte k on. */
static void enumerate_text(size_t part, size_t dim, u32 k, bool is_file)
{
	const Dimension *d = &o.dims.at[dim];
	const InputGroup *g = input_group(o.pool, o.inputs.shapes.at[0].parts.at[part].group);
	u64 *length = &o.a.at[input_group(o.pool, g->partner)->first];
	if (is_file)
		*length = k;
	enumerate(part + 1, dim + 1);
	if (k == d->high)
		return;
	for (u32 c = is_file ? 0 : 1; c < 256; c++) {
		if (*d->letters && !strchr(d->letters, (int)(c ? c : ' ')))
			continue;
		o.a.at[g->first + k] = c;
		enumerate_text(part, dim, k + 1, is_file);
	}
	o.a.at[g->first + k] = 0;
	if (is_file)
		*length = k;
}

static void enumerate(size_t part, size_t dim)
{
	if (dim == o.dims.len) {
		o.visit();
		return;
	}
	const Dimension *d = &o.dims.at[dim];
	if (d->kind != 'i') {
		enumerate_text(part, dim, 0, d->kind == 't');
		return;
	}
	const InputGroup *g = input_group(o.pool, o.inputs.shapes.at[0].parts.at[part].group);
	for (long v = d->low; v <= d->high; v++) {
		o.a.at[g->first] = (u32)v;
		enumerate(part + 1, dim + 1);
	}
}

static void keep_input(void)
{
	for (u32 i = 0; i < o.width; i++)
		vec_push(&o.domain, o.a.at[i]);
}

static void read_option(const char *word)
{
	if (!strncmp(word, "by=", 3) && condition_parse(word + 3, &o.by))
		return;
	if (!strcmp(word, "output=stdout"))
		o.outputs = OUTPUT_STDOUT;
	else if (!strcmp(word, "output=stderr"))
		o.outputs = OUTPUT_STDERR;
	else if (!strcmp(word, "apart"))
		o.apart = true;
	else if (!strcmp(word, "output=exit"))
		o.outputs = OUTPUT_STATUS;
	else if (!strncmp(word, "output=", 7) && strchr(word, ':')) {
		o.outputs = 0;
		o.variable = word + 7;
	} else if (!strncmp(word, "target=", 7))
		o.target = (u32)strtoul(word + 7, NULL, 10);
	else if (!strncmp(word, "texts=", 6))
		o.texts = word + 6;
	else if (!strcmp(word, "strict"))
		o.strict = true;
	else if (!strncmp(word, "seed=", 5))
		o.seed = strtoull(word + 5, NULL, 10);
	else if (!strncmp(word, "without=", 8))
		o.without = word + 8;
	else
		die("unknown option", word);
}

/* Paths of the subject, for comparison. */
static u64 count_paths(void)
{
	Runner runner;
	ExploreOptions opt = {.order = ORDER_NEWEST, .runs = 200000};
	ExploreEnd end;
	Err err;
	machine_runner(&o.counter, &runner);
	Explorer *x = explorer_new(&o.inputs, &runner, &opt, NULL, NULL);
	if (!explorer_run(x, &end, &err))
		die("paths", err.text);
	u64 n = explorer_stats(x)->paths;
	explorer_free(x);
	return n;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		die("usage", "oracle SUBJECT.c SUBJECT.so [by=WHAT] ...");
	o.outputs = OUTPUT_STDOUT | OUTPUT_STATUS;
	o.seed = 1;
	for (int i = 3; i < argc; i++)
		read_option(argv[i]);
	read_domain(argv[1]);
	make_inputs();
	o.eval = expr_eval_new(o.pool);
	assignment_init(&o.a, o.pool);
	o.width = o.a.n;
	o.visit = keep_input;
	enumerate(0, 0);
	if (o.texts)
		texts_read(o.texts, argv[1], o.pool, &o.inputs.shapes.at[0], &o.cases);
	else
		explore(argv[1]);
	void *so = dlopen(argv[2], RTLD_NOW);
	if (!so)
		die(argv[2], dlerror());
	o.subject = (int (*)(int, char **))(uintptr_t)dlsym(so, "subject_main");
	if (!o.subject)
		die(argv[2], "no subject_main");
	static const int signals[] = {SIGFPE, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP};
	for (size_t i = 0; i < countof(signals); i++) {
		struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
		sigaction(signals[i], &act, NULL);
	}
	memset(o.a.at, 0, o.width * sizeof *o.a.at);
	o.visit = o.texts ? check_text : check_input;
	enumerate(0, 0);
	if (o.texts)
		return tell_texts(argv[1]);
	if (o.by == BY_OUTPUT && count_paths() < o.leaves.len) {
		printf("# more partitions than paths\n");
		o.failures++;
	}
	for (size_t i = 0; i < o.leaves.len; i++)
		if (!o.leaves.at[i].hits) {
			printf("# path %zu is taken by no input\n", i + 1);
			o.failures++;
		}
	printf("%s%s%s: %llu inputs, %zu paths, %llu failures\n", argv[1], o.variable ? ":" : "",
		   o.variable ? o.variable : "", (unsigned long long)o.inputs_seen, o.leaves.len,
		   (unsigned long long)o.failures);
	return o.failures != 0;
}
