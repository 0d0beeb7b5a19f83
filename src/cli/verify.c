/* verify.c: drift verify: checks a certificate of the verdict `equivalent`. */
#include "cli/pair.h"

#include "versions/verify/verify.h"

static const double QUESTION = 60; /* seconds of work that Z3 has for one question */

#define VERIFY_OPTIONS(X)                                                                          \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                     \
	  "give up on a question to Z3 after about TIME (default 60s). drift counts steps of Z3, not " \
	  "seconds")                                                                                   \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print the answer as JSON")                               \
	CACHE_OPTION(X)                                                                                \
	PAIR_SOURCE_OPTIONS(X)

typedef struct VerifyCommand {
	VERIFY_OPTIONS(OPT_FIELD)
} VerifyCommand;

#define OPT_STRUCT VerifyCommand
static const OptSpec verify_specs[] = {VERIFY_OPTIONS(OPT_ROW)};
#undef OPT_STRUCT

const OptCommand verify_command_spec = {
	.name = "verify",
	.args = "CERTIFICATE OLD NEW [options]",
	.summary = "Check a certificate that 'drift test --certificate' wrote for the verdict "
			   "'equivalent'. drift\n"
			   "derives every statement of it again, without the search: it runs both versions on "
			   "one input of\n"
			   "each pair of paths, and asks Z3 whether these paths cover all inputs and whether "
			   "both versions\n"
			   "do the same on them. Give OLD, NEW and the compiler options as for 'drift test'. "
			   "All other\n"
			   "options are in the certificate.\n"
			   "\n"
			   "Exit status: 0 verified, 1 refuted, 2 the command failed, 3 Z3 gave up.",
	.example =
		"  drift test --certificate proof old.c new.c -- @int; drift verify proof old.c new.c",
	.specs = verify_specs,
	.n_specs = countof(verify_specs),
};

/* Options that a certificate may have: those that decide what the verdict means. None of them starts
 * another program or calls the host. */
#define CERTIFIED_OPTIONS(X)                                        \
	X(TEXT, input, 0, "stdin", "INPUT", 0, 0, "")                   \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0, "")                  \
	X(LIST, file, 0, "file", "NAME=CONTENTS", 0, 0, "")             \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0, "")                  \
	X(TEXT, vary, 0, "vary", "KINDS", 0, 0, "")                     \
	X(TEXT, faults, 0, "faults", "KINDS", 0, 0, "")                 \
	X(LIST, call, 0, "call", "EXPR", 0, 0, "")                      \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0, "")                \
	X(TEXT, null, 0, "null", "WHICH", 0, 0, "")                     \
	X(NUM, bound, 0, "bound", "N", 1, 65536, "")                    \
	X(NUM, depth, 0, "depth", "N", 1, 64, "")                       \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX, "")    \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 4096, INT64_MAX, "") \
	X(FLAG, fold, 0, "fold", NULL, 0, 0, "")                        \
	X(TEXT, output, 0, "output", "WHAT", 0, 0, "")                  \
	X(TEXT, undefined, 0, "undefined", "HOW", 0, 0, "")             \
	X(TEXT, clock, 0, "clock", "DATE", 0, 0, "")

#define OPT_STRUCT PairCommand
static const OptSpec certified_specs[] = {CERTIFIED_OPTIONS(OPT_ROW)};
static const OptCommand certified_spec = {
	.name = "verify", .specs = certified_specs, .n_specs = countof(certified_specs)};

/* A check from the command line to its answer. */
typedef struct VerifyJob {
	VerifyCommand o;
	StrList operands; /* the certificate, OLD, NEW */
	Buf text;         /* of the certificate */
	Certificate c;
	PairJob pair;
	bool begun; /* true if pair must be ended */
	VerifyFigures figures;
	Buf why; /* of the answer */
} VerifyJob;

static bool parse_certified(VerifyJob *job, Err *err)
{
	const Certificate *c = &job->c;
	VEC(char *) words = {0};
	StrList none = {0};
	vec_push(&words, (char *)(uintptr_t) "verify");
	vec_append(&words, c->options.at, c->options.len);
	job->pair = (PairJob){.o = {.time = 0, .builds = -1, .grow = -1}};
	job->begun = true;
	bool good =
		opt_parse(&certified_spec, &job->pair.o, (int)words.len, words.at, &none, NULL, err);
	if (good && none.len)
		good = err_set(err, "the certificate has an option with a wrong form: %s", none.at[0]);
	vec_free(&words);
	vec_free(&none);
	return good;
}

static bool begin(VerifyJob *job, const char **tree, Err *err)
{
	if (!file_read(job->operands.at[0], &job->text, err))
		return false;
	if (strlen(buf_str(&job->text)) != job->text.len)
		return err_set(err, "%s is no certificate: it has a zero byte", job->operands.at[0]);
	if (!certificate_read_head(&job->c, buf_str(&job->text), tree, err) ||
		!parse_certified(job, err))
		return false;
	PairCommand *o = &job->pair.o;
	o->cflags = job->o.cflags;
	o->old_cflags = job->o.old_cflags;
	o->new_cflags = job->o.new_cflags;
	o->no_cache = job->o.no_cache;
	o->no_snapshot = o->no_compile = true;
	for (int side = OLD; side <= NEW; side++)
		vec_push(&job->pair.s.operands, job->operands.at[1 + side]);
	for (size_t i = 0; i < job->c.words.len; i++)
		vec_push(&job->pair.s.words, job->c.words.at[i]);
	return pair_begin_filled(&job->pair, false, err);
}

static VerifyAnswer check(VerifyJob *job)
{
	const ComparisonConfig *all = &job->pair.config;
	const SearchConfig *s = &all->search;
	double seconds = job->o.solver_timeout > 0 ? job->o.solver_timeout : QUESTION;
	VerifyConfig config = {.subject = {s->subject[OLD], s->subject[NEW]},
						   .inputs = s->inputs,
						   .entry = s->entry,
						   .entry_type = s->entry_type,
						   .entry_old = s->entry_old,
						   .retyped = s->interface && s->interface->retyped,
						   .depth = s->bounds.depth,
						   .observe = s->observe,
						   .count_overflow = all->count_overflow,
						   .unseen = all->unseen,
						   .z3_limit = solve_units(seconds)};
	return verify(&config, &job->c, &job->figures, &job->why);
}

/* ---- the answer ---- */

static const char *const answers[] = {[VERIFY_PROVED] = "verified",
									  [VERIFY_REFUTED] = "refuted",
									  [VERIFY_TROUBLE] = "trouble",
									  [VERIFY_GAVE_UP] = "gave up"};
static const int statuses[] = {[VERIFY_PROVED] = EXIT_SAME,
							   [VERIFY_REFUTED] = EXIT_DIFFERENT,
							   [VERIFY_TROUBLE] = EXIT_TROUBLE,
							   [VERIFY_GAVE_UP] = EXIT_UNPROVED};

static void print_list(const char *title, const CertLines *lines)
{
	for (size_t i = 0; i < lines->len; i++)
		printf("%-14s%s\n", i ? "" : title, lines->at[i]);
}

static void print_text(const VerifyJob *job, VerifyAnswer answer)
{
	const VerifyFigures *f = &job->figures;
	if (answer != VERIFY_PROVED) {
		printf("%s: %s\n", answers[answer], buf_str(&job->why));
		return;
	}
	printf(job->c.same_code ? "verified: no code changed\n"
							: "verified: on every input of this shape both versions do the same\n");
	printf("%-14s", "shape:");
	for (size_t i = 0; i < job->c.words.len; i++)
		printf("%s%s", i ? " " : "", job->c.words.at[i]);
	putchar('\n');
	print_list("options:", &job->c.options);
	print_list("world:", &job->c.world);
	print_list("not compared:", &job->c.not_compared);
	if (!job->c.same_code)
		printf("%-14s%llu nodes, %llu leaves (%llu with a cut), %llu runs, %llu questions to Z3\n",
			   "checked:", (unsigned long long)f->nodes, (unsigned long long)f->leaves,
			   (unsigned long long)f->cut, (unsigned long long)f->runs,
			   (unsigned long long)f->questions);
}

static void json_text(const char *text)
{
	putchar('"');
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((u8)*text < ' ')
			printf("\\u%04x", (u8)*text);
		else
			putchar(*text);
	putchar('"');
}

static void json_list(const char *name, const CertLines *lines)
{
	printf(", \"%s\": [", name);
	for (size_t i = 0; i < lines->len; i++) {
		printf(i ? ", " : "");
		json_text(lines->at[i]);
	}
	putchar(']');
}

static void print_json(const VerifyJob *job, VerifyAnswer answer)
{
	const VerifyFigures *f = &job->figures;
	printf("{\"command\": \"verify\", \"answer\": \"%s\", \"why\": ", answers[answer]);
	json_text(buf_str(&job->why));
	json_list("options", &job->c.options);
	json_list("shape", &job->c.words);
	json_list("world", &job->c.world);
	json_list("not_compared", &job->c.not_compared);
	printf(", \"nodes\": %llu, \"leaves\": %llu, \"cut\": %llu, \"runs\": %llu, \"questions\": "
		   "%llu}\n",
		   (unsigned long long)f->nodes, (unsigned long long)f->leaves, (unsigned long long)f->cut,
		   (unsigned long long)f->runs, (unsigned long long)f->questions);
}

static int verify_job(VerifyJob *job, Err *err)
{
	const char *tree = NULL;
	if (!begin(job, &tree, err) ||
		!certificate_read_tree(&job->c, job->pair.s.inputs.pool, tree, err))
		return complain(err);
	VerifyAnswer answer = check(job);
	if (job->o.json)
		print_json(job, answer);
	else
		print_text(job, answer);
	return statuses[answer];
}

int cmd_verify(int argc, char **argv)
{
	VerifyJob job = {0};
	Err err = {0};
	bool good = opt_parse(&verify_command_spec, &job.o, argc, argv, &job.operands, NULL, &err);
	if (good && job.operands.len != 3)
		good = err_set(&err, "a certificate and two versions expected; see 'drift verify --help'");
	int status = good ? verify_job(&job, &err) : complain(&err);
	if (job.begun)
		pair_end(&job.pair);
	certificate_free(&job.c);
	vec_free(&job.operands);
	buf_free(&job.text);
	buf_free(&job.why);
	return status;
}
