/* report.c: an input that breaks a rule, as a test. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/checker.h"
#include "native/harness.h"

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	OUTPUT_LIMIT = 1000,    /* of an output's */
};

static const char *const side_names[] = {"old", "new"};

/* ---- the directory ---- */

static bool native_begin(Checker *c, Err *err)
{
	const SearchConfig *search = &c->search->config;
	char *dir = xasprintf("%s/native", c->config.dir);
	bool good = !file_exists(dir) || native_own(dir) ||
				err_set(err, "%s exists and is not drift's; choose another -o", dir);
	good = good && tree_remove(dir, err) && dir_make(dir, err);
	for (int side = OLD; good && side <= NEW; side++) {
		NativeProgram one = {.loaded = search->subject[side]->program,
							 .inputs = search->inputs,
							 .entry_type = side == OLD ? search->entry_old : search->entry_type,
							 .call = (u32)side,
							 .function = search->subject[side]->entry};
		char *path = xasprintf("%s/%s", dir, side_names[side]);
		good = native_write(&one, path, err);
		if (search->entry)
			c->native[side] = path;
		else
			free(path);
	}
	free(dir);
	return good;
}

bool check_tests_begin(Checker *c, Err *err)
{
	char *tests = xasprintf("%s/tests", c->config.dir);
	c->scratch = xasprintf("%s/scratch", c->config.dir);
	c->log = xasprintf("%s/native.log", c->config.dir);
	bool good = dir_make(c->config.dir, err);
	if (good && file_exists(tests) && !tests_own(tests))
		good = err_set(err, "%s exists and is not drift's; choose another -o", tests);
	good = good && native_begin(c, err) && tree_remove(tests, err) && dir_make(tests, err);
	if (good) {
		unlink(c->log);
		c->tests_fd = open(tests, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		c->files = c->search->config.entry || tests_need_files(c->search->config.inputs);
		good = c->tests_fd >= 0 || err_set(err, "%s: %s", tests, strerror(errno));
	}
	good = good && run_script_write(tests, c->search->config.subject[NEW]->name, true, err);
	free(tests);
	return good;
}

/* How a run ended that leaves no status. */
static void ending_words(const Checker *c, int side, Buf *to)
{
	const Behaviour *b = &c->search->seen.now[side];
	RunResult r = {.outcome = b->outcome, .error = b->error, .loc = b->loc};
	outcome_status(c->search->config.subject[side]->program, &r, to);
	buf_addc(to, '\n');
}

static bool put_side(Checker *c, const char *test, const Violation *v, int side, Err *err)
{
	static const char *const streams[] = {"out", "err"};
	char name[16];
	bool good = true;
	Buf text = {0};
	for (int i = 0; good && i < 2; i++) {
		snprintf(name, sizeof name, "%s.%s", side_names[side], streams[i]);
		good = test_put(c->tests_fd, test, name, buf_str(&v->text[side][i]), v->text[side][i].len,
						err);
	}
	if (v->status[side] >= 0)
		buf_addf(&text, "%d\n", v->status[side]);
	else
		ending_words(c, side, &text);
	snprintf(name, sizeof name, "%s.status", side_names[side]);
	good = good && test_put(c->tests_fd, test, name, text.at, text.len, err);
	buf_free(&text);
	if (!good || !v->returned[side])
		return good;
	snprintf(name, sizeof name, "%s.returned", side_names[side]);
	return test_put(c->tests_fd, test, name, v->returned[side], strlen(v->returned[side]), err);
}

static bool write_test(Checker *c, Violation *v, u32 shape, const Assignment *a, Err *err)
{
	const Inputs *in = c->search->config.inputs;
	const Shape *s = &in->shapes.at[shape];
	TestPlace to = {c->tests_fd, c->config.dir, in};
	char test[16], files[32];
	v->test = ++c->tests;
	snprintf(test, sizeof test, "%04u", v->test);
	snprintf(files, sizeof files, "%s/files", test);
	if (mkdirat(c->tests_fd, test, 0777) || (c->files && mkdirat(c->tests_fd, files, 0777)))
		return err_set(err, "cannot make %s/tests/%s: %s", c->config.dir, test, strerror(errno));
	Buf cmd = {0};
	test_command(in, s, a, c->files, &cmd);
	if (c->search->config.entry)
		test_call_comment(in, c->search->config.entry, s, a, &cmd);
	bool good = test_put(c->tests_fd, test, "cmd", cmd.at, cmd.len, err) &&
				test_put_world(&to, test, s, a, err);
	buf_free(&cmd);
	for (size_t i = 0; good && i < s->parts.len; i++)
		good = test_put_part(&to, test, &s->parts.at[i], a, err);
	for (int side = OLD; good && side <= NEW; side++)
		good = put_side(c, test, v, side, err);
	return good;
}

static void forget_test(Checker *c, u32 test)
{
	Err ignored;
	char *dir = xasprintf("%s/tests/%04u", c->config.dir, test);
	tree_remove(dir, &ignored);
	free(dir);
	c->tests--;
}

/* ---- what is told ---- */

static bool is_name_char(char c)
{
	return isalnum((u8)c) || c == '_';
}

static char *taken(Buf *text)
{
	return text->at ? text->at : xstrdup("");
}

/* What a pointer leads to is called *p, and its elements are p[0]. */
static void name_elements(const char *name, Buf *text)
{
	size_t n = strlen(name);
	for (char *from = text->at, *at; from && (at = strstr(from, name));) {
		from = at + 1;
		if (is_name_char(at[n]))
			continue;
		memmove(at, at + 1, strlen(at));
		text->len--;
	}
}

void check_name_pointers(const Shape *shape, Buf *text)
{
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (*part->name == '*' && (part->kind == PART_TEXT || part->kind == PART_OBJECT))
			name_elements(part->name, text);
		if (!part->is_pointer)
			continue;
		char *is = xasprintf("%s == 1", part->name);
		for (char *from = text->at, *at; from && (at = strstr(from, is));) {
			from = at + strlen(is);
			/* Not the end of another name, nor the beginning of another number. */
			if ((at > text->at && (is_name_char(at[-1]) || at[-1] == '>' || at[-1] == '.')) ||
				is_name_char(*from))
				continue;
			memcpy(at + strlen(part->name), " != 0", 5);
		}
		free(is);
	}
}

static char *condition_text(Checker *c, u32 shape, const ExprList *conds, Expr goal)
{
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = c->search->config.inputs->shapes.at[shape].base.len; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	vec_push(&all, goal);
	Finder *find = &c->search->find;
	finder_say(find, shape, &find->witness, all.at, all.len, CONDITION_LIMIT, &text);
	vec_free(&all);
	check_name_pointers(&c->search->config.inputs->shapes.at[shape], &text);
	return taken(&text);
}

static int shell_status(const Behaviour *b)
{
	return b->outcome == RAN_EXIT ? b->status : b->outcome == RAN_SIGNAL ? 128 + b->status : -1;
}

static void describe_side(Checker *c, int side, Violation *v)
{
	const Behaviour *b = &c->search->seen.now[side];
	Buf text = {0}, printed = {0}, returned = {0};
	behaviour_ending(b, c->search->config.subject[side]->program, &text);
	left_text(NULL, b->left, side, 0, &text);
	v->ending[side] = taken(&text);
	buf_add_escaped(&printed, buf_str(&b->text[0]),
					b->text[0].len < OUTPUT_LIMIT ? b->text[0].len : OUTPUT_LIMIT);
	v->output[side] = taken(&printed);
	v->status[side] = shell_status(b);
	if (b->type) {
		entry_value_text(b->type, b->value, &returned);
		v->returned[side] = taken(&returned);
	}
	for (int i = 0; i < 2; i++)
		buf_add(&v->text[side][i], buf_str(&b->text[i]), b->text[i].len);
}

Violation violation_of(Checker *c, u32 shape, const Assignment *a, const ExprList *conds, Expr goal)
{
	Violation v = {.condition = condition_text(c, shape, conds, goal)};
	Buf text = {0};
	claim_input_text(c->claim, shape, a, &text);
	test_world(c->search->config.inputs, &c->search->config.inputs->shapes.at[shape], a, &text);
	v.input = xstrdup(text.len ? text.at + 1 : "");
	buf_free(&text);
	for (int side = OLD; side <= NEW; side++)
		describe_side(c, side, &v);
	return v;
}

void violation_free(Violation *v)
{
	free(v->input);
	free(v->condition);
	free(v->unconfirmed);
	for (int side = OLD; side <= NEW; side++) {
		free(v->ending[side]);
		free(v->output[side]);
		free(v->returned[side]);
		buf_free(&v->text[side][0]);
		buf_free(&v->text[side][1]);
	}
	*v = (Violation){0};
}

/* ---- keeping ---- */

void report_violation(Checker *c, Rule *r, u32 shape, const Assignment *a, const ExprList *conds)
{
	Err err = {0};
	bool open = behaviours_open(&c->search->seen);
	Violation v = violation_of(c, shape, a, conds, open ? EXPR_TRUE : r->goal);
	Confirmation seen = CONFIRM_YES;
	if (c->config.dir && !write_test(c, &v, shape, a, &err)) {
		if (!c->io_trouble.text[0])
			c->io_trouble = err;
		violation_free(&v);
		return;
	}
	if (c->config.dir && !c->config.unconfirmed)
		seen = check_natively(c, r, shape, a, v.test, &err);
	if (seen > CONFIRM_NO && c->config.native && budget_over(c->config.native)) {
		/* Nobody knows what it does natively: it is not said. */
		if (!c->unconfirmable++)
			err_set(&c->trouble,
					"violations of the machine that were not run natively for want of time");
		forget_test(c, v.test);
		violation_free(&v);
		return;
	}
	if (seen > CONFIRM_NO && !c->unconfirmable++)
		c->trouble = err;
	if (seen == CONFIRM_UNBUILT && !open)
		v.unconfirmed = xstrdup(err.text);
	v.proved = seen == CONFIRM_YES && c->config.dir && !c->config.unconfirmed;
	if (seen == CONFIRM_YES || v.unconfirmed) {
		r->violated = true;
		r->violation = v;
		claim_found(c->claim, seen == CONFIRM_YES, claim_engine_seconds(c->claim));
		return;
	}
	r->tries++;
	c->refuted += seen == CONFIRM_NO && !open;
	if (c->config.dir)
		forget_test(c, v.test);
	violation_free(&v);
}

void report_unconfirmed(Checker *c, Rule *r, Violation *v)
{
	r->violated = true;
	r->violation = *v;
	*v = (Violation){0};
	claim_found(c->claim, false, claim_engine_seconds(c->claim));
}
