/* conditions.c: conditions of the differences of a result.json against native runs.
 *
 * usage: conditions SHAPE INPUTS RESULT OLD NEW MOST NAME TABLES
 *
 * SHAPE has the placeholders of the inputs: a line "stdin WORD" and a line for each argument. INPUTS has every input
 * of a small domain, one a line: its parts as hexadecimal digits, each with a blank before it, standard input last. OLD
 * and NEW are native programs, OLD.checked and NEW.checked the same with sanitizers. TABLES has the
 * contents of arrays that conditions name, as texts.h reads them.
 *
 * For each difference: every input that satisfies path_condition satisfies condition. On every input that satisfies
 * condition, OLD and NEW print different bytes or end differently, and what they print is what the texts of both
 * outputs say. If there are more than MOST such inputs, every n-th is run. Prints a line for each difference:
 *     NAME group generalised characters-before characters-after inputs-before inputs-after inputs runs failures
 * Exits with 1 if something is false. */
#include <cjson/cJSON.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/input/assume.h"
#include "texts.h"

enum { MOST_OUTPUT = 1 << 16, SECONDS = 10 };

/* What a program did. */
typedef struct Done {
	char out[MOST_OUTPUT];
	size_t len;
	int status; /* as wait has it */
} Done;

/* One difference of the result. */
typedef struct Claim {
	TextCase side[2]; /* outputs; the condition is that of the first */
	Expr path;        /* path_condition, or condition if there is none; 0: not readable */
	const char *input, *condition, *before;
	bool generalised, undefined;
	bool exits[2]; /* the version ends by itself */
	u64 n_before, n_after, runs, failures;
} Claim;

static struct {
	Inputs inputs;
	ExprPool *pool;
	ExprEval *eval;
	Assignment a;
	VEC(Claim) claims;
	VEC(char *) lines; /* inputs */
	const char *program[2], *name, *tables;
	u64 most;
} t;

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "conditions: %s\n", what);
	exit(2);
}

static char *read_all(const char *file)
{
	Buf b = {0};
	Err err;
	if (!file_read(file, &b, &err))
		die(file);
	return xstrdup(buf_str(&b));
}

/* ---- inputs ---- */

static void read_shape(const char *file)
{
	static StrList words, env;
	char *save, *text = read_all(file);
	const char *input = NULL;
	Err err;
	for (char *w = strtok_r(text, "\n", &save); w; w = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(w, "stdin ", 6))
			input = w + 6;
		else
			vec_push(&words, w);
	}
	if (!inputs_words(&t.inputs, &(InputWords){.words = &words, .input = input, .env = &env}, &err))
		die(err.text);
	t.pool = expr_pool_new();
	inputs_bind(&t.inputs, t.pool);
	t.eval = expr_eval_new(t.pool);
	assignment_init(&t.a, t.pool);
}

static size_t unhex(const char *from, size_t digits, char *to)
{
	for (size_t i = 0; i + 1 < digits; i += 2) {
		char two[3] = {from[i], from[i + 1], 0};
		to[i / 2] = (char)strtol(two, NULL, 16);
	}
	to[digits / 2] = 0;
	return digits / 2;
}

/* The parts of an input, as bytes; returns how many there are. */
typedef struct Bytes {
	char at[256];
	size_t len;
} Bytes;

static size_t split(const char *line, Bytes to[], size_t most)
{
	size_t n = 0;
	while (*line == ' ' && n < most) {
		size_t digits = strspn(++line, "0123456789abcdef");
		if (digits / 2 >= sizeof to->at)
			die("an input is too long");
		to[n].len = unhex(line, digits, to[n].at);
		n++;
		line += digits;
	}
	return n;
}

static void assign(const char *line)
{
	Bytes parts[32];
	const Shape *shape = &t.inputs.shapes.at[0];
	size_t n = split(line, parts, countof(parts)), at = 0;
	for (int pass = 0; pass < 2; pass++) /* standard input is last in a line */
		for (size_t i = 0; i < shape->parts.len && at < n; i++) {
			const Part *part = &shape->parts.at[i];
			const InputGroup *g = input_group(t.pool, part->group);
			if ((part->role == ROLE_STDIN) != pass)
				continue;
			const Bytes *b = &parts[at++];
			if (part->kind == PART_INT) {
				t.a.at[g->first] = (u32)strtol(b->at, NULL, 10);
				continue;
			}
			for (u32 k = 0; k < part->bound; k++)
				t.a.at[g->first + k] = k < b->len ? (u8)b->at[k] : 0;
			if (part->kind == PART_FILE)
				t.a.at[input_group(t.pool, g->partner)->first] = b->len;
		}
	expr_eval_begin(t.eval, &t.a);
}

/* ---- claims ---- */

static const char *member(const cJSON *one, const char *name)
{
	const cJSON *v = cJSON_GetObjectItem(one, name);
	return cJSON_IsString(v) ? v->valuestring : "";
}

static void read_difference(const cJSON *one)
{
	static const char *const roles[] = {"old", "new"};
	const Shape *shape = &t.inputs.shapes.at[0];
	Claim c = {.condition = member(one, "condition"),
			   .before = member(one, "path_condition"),
			   .input = member(one, "input"),
			   .generalised = cJSON_IsTrue(cJSON_GetObjectItem(one, "generalised")),
			   .undefined = cJSON_IsTrue(cJSON_GetObjectItem(one, "undefined"))};
	for (int i = 0; i < 2; i++) {
		const cJSON *side = cJSON_GetObjectItem(one, roles[i]);
		c.exits[i] = !strncmp(member(side, "ends"), "exit", 4);
		c.side[i] = (TextCase){.condition = xstrdup(c.condition),
							   .output = xstrdup(member(side, "output"))};
		text_case(&c.side[i], t.tables, t.pool, shape);
	}
	if (!c.generalised)
		c.before = c.condition;
	TextCase path = {.condition = xstrdup(c.before), .output = xstrdup("")};
	text_case(&path, t.tables, t.pool, shape);
	c.path = path.cond;
	vec_push(&t.claims, c);
}

static void read_result(const char *file)
{
	cJSON *all = cJSON_Parse(read_all(file));
	const cJSON *one;
	if (!all)
		die(file);
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(all, "differences")) read_difference(one);
}

/* ---- native runs ---- */

static void child(const char *program, Bytes parts[], size_t n_args, const int in[2],
				  const int out[2])
{
	char *argv[34] = {(char *)program};
	for (size_t i = 0; i < n_args; i++)
		argv[i + 1] = parts[i].at;
	dup2(in[0], 0);
	dup2(out[1], 1);
	if (!freopen("/dev/null", "w", stderr))
		_exit(99);
	close(in[1]);
	close(out[0]);
	alarm(SECONDS);
	execv(program, argv);
	_exit(98);
}

static void run(const char *program, const char *line, Done *done)
{
	Bytes parts[32];
	const Shape *shape = &t.inputs.shapes.at[0];
	size_t n = split(line, parts, countof(parts));
	bool input = shape->parts.len && vec_last(&shape->parts).role == ROLE_STDIN;
	for (size_t i = 0; i < shape->parts.len; i++)
		input |= shape->parts.at[i].role == ROLE_STDIN;
	int in[2], out[2];
	ssize_t got;
	if (pipe(in) || pipe(out))
		die("pipe");
	pid_t pid = fork();
	if (pid == 0)
		child(program, parts, n - input, in, out);
	close(in[0]);
	close(out[1]);
	if (input && write(in[1], parts[n - 1].at, parts[n - 1].len) < 0)
		signal(SIGPIPE, SIG_IGN);
	close(in[1]);
	done->len = 0;
	while ((got = read(out[0], done->out + done->len, MOST_OUTPUT - done->len)) > 0)
		done->len += (size_t)got;
	close(out[0]);
	waitpid(pid, &done->status, 0);
}

static bool prints(const TextCase *c, const Done *done)
{
	Buf text = {0};
	items_render(t.pool, &c->items, t.eval, &text);
	bool same = text.len == done->len && !memcmp(buf_str(&text), done->out, text.len);
	buf_free(&text);
	return same;
}

static void complain_of(Claim *c, const char *line, const char *what)
{
	if (c->failures++ == 0)
		printf("# %s: input%s: %s: %s\n", t.name, line, what, c->condition);
}

/* What both programs do on an input of the condition, which is assigned. */
static void judge_runs(Claim *c, const char *line)
{
	static Done done[2];
	char path[4096];
	bool plain = c->exits[0] && c->exits[1] && !c->undefined;
	c->runs++;
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s%s", t.program[i], plain ? "" : ".checked");
		run(path, line, &done[i]);
	}
	if (done[0].status == done[1].status && done[0].len == done[1].len &&
		!memcmp(done[0].out, done[1].out, done[0].len))
		complain_of(c, line, "the versions do the same");
	for (int i = 0; i < 2; i++)
		if (c->exits[i] && plain && c->side[i].readable && !prints(&c->side[i], &done[i]))
			complain_of(c, line,
						i ? "NEW does not print what its text says"
						  : "OLD does not print what its text says");
}

static void judge(Claim *c)
{
	Expr cond = c->side[0].cond;
	U32List inside = {0};
	for (u32 i = 0; cond && i < t.lines.len; i++) {
		assign(t.lines.at[i]);
		bool before = c->path && expr_eval_value(t.eval, c->path),
			 after = expr_eval_value(t.eval, cond);
		c->n_before += before;
		c->n_after += after;
		if (before && !after)
			complain_of(c, t.lines.at[i],
						"the generalised condition excludes an input of the path");
		if (after)
			vec_push(&inside, i);
	}
	size_t step = inside.len > t.most ? inside.len / t.most : 1;
	for (size_t i = 0; i < inside.len; i += step) {
		assign(t.lines.at[inside.at[i]]);
		judge_runs(c, t.lines.at[inside.at[i]]);
	}
	vec_free(&inside);
}

int main(int argc, char **argv)
{
	if (argc != 9)
		die("usage: conditions SHAPE INPUTS RESULT OLD NEW MOST NAME TABLES");
	read_shape(argv[1]);
	char *save, *text = read_all(argv[2]);
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		vec_push(&t.lines, line);
	t.program[0] = argv[4];
	t.program[1] = argv[5];
	t.most = strtoull(argv[6], NULL, 10);
	t.name = argv[7];
	t.tables = read_all(argv[8]);
	signal(SIGPIPE, SIG_IGN);
	read_result(argv[3]);
	u64 failures = 0;
	for (size_t i = 0; i < t.claims.len; i++) {
		Claim *c = &t.claims.at[i];
		bool readable = c->side[0].cond && c->path;
		if (readable)
			judge(c);
		printf("%s %zu %s %zu %zu %llu %llu %zu %llu %llu\n", t.name, i + 1,
			   !readable        ? "unread"
			   : c->generalised ? "general"
								: "path",
			   strlen(c->before), strlen(c->condition), (unsigned long long)c->n_before,
			   (unsigned long long)c->n_after, t.lines.len, (unsigned long long)c->runs,
			   (unsigned long long)c->failures);
		failures += c->failures;
	}
	return failures != 0;
}
