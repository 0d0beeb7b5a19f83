/* texts.c: conditions and outputs of a result.json against what was done natively on all inputs.
 *
 * usage: verdict_texts OPTIONS INPUTS RESULT OLD NEW
 *
 * OPTIONS and INPUTS are those of verdict_pair.c, OLD and NEW what enumerate.c told of both versions. Of drift diff:
 * an input of an equal partition, or of a different one where differs_if is false, behaves alike, any other input of a
 * different one does not. Of drift explore: an input of a case prints what the text of the output says and has the
 * status of the case. Of drift test: an input of a difference's condition, or of its path_condition, does not behave
 * alike. If the result is exhaustive and every condition was read, each input is of exactly one. Exits
 * with 1 and says what is false.
 */
#include <cjson/cJSON.h>

#include "base/base.h"
#include "engine/explore/outcome.h"
#include "engine/input/assume.h"
#include "engine/input/inputs.h"
#include "../../oracle/texts.h"

/* A condition of the result, and what it says of the inputs that satisfy it. */
typedef struct Claim {
	TextCase text;
	Expr differs_if;    /* 0: none */
	bool read;          /* all that decides whether versions differ */
	bool is_case;       /* of drift explore; otherwise a partition of drift diff */
	bool is_difference; /* of drift test */
	bool equal, different;
} Claim;

static struct {
	Inputs inputs;
	ExprPool *pool;
	ExprEval *eval;
	Assignment a;
	VEC(Claim) claims;
	bool call;       /* the program is generated, and prints in its own way */
	bool exhaustive; /* and nothing was left out */
	u32 failures;
} t;

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "verdict_texts: %s\n", what);
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

/* ---- options ---- */

static void read_options(const char *file)
{
	static StrList words, env; /* the inputs refer to them */
	char *save, *text = read_all(file);
	const char *input = NULL;
	bool behind = false;
	Err err;
	for (char *w = strtok_r(text, "\n", &save); w; w = strtok_r(NULL, "\n", &save)) {
		char *value = !behind && strcmp(w, "--") != 0 ? strtok_r(NULL, "\n", &save) : NULL;
		if (behind)
			vec_push(&words, w);
		else if (!strcmp(w, "--"))
			behind = true;
		else if (!strcmp(w, "--stdin"))
			input = value;
		else if (!strcmp(w, "--env"))
			vec_push(&env, value);
		else if (!strcmp(w, "--call"))
			t.call = true;
	}
	for (int i = 0; t.call && i < 2; i++)
		vec_push(&words, xstrdup("@int"));
	if (!inputs_words(&t.inputs, &(InputWords){.words = &words, .input = input, .env = &env}, &err))
		die(err.text);
	t.pool = expr_pool_new();
	inputs_bind(&t.inputs, t.pool);
	t.eval = expr_eval_new(t.pool);
	assignment_init(&t.a, t.pool);
}

/* ---- claims ---- */

static const char *member(const cJSON *one, const char *name)
{
	const cJSON *v = cJSON_GetObjectItem(one, name);
	return cJSON_IsString(v) ? v->valuestring : NULL;
}

static void read_partition(const cJSON *one)
{
	const char *relation = member(one, "relation"), *also = member(one, "differs_if");
	Claim c = {.text = {.condition = xstrdup(member(one, "condition")), .output = xstrdup("")},
			   .equal = relation && !strcmp(relation, "equal"),
			   .different = relation && !strcmp(relation, "different")};
	Err err;
	text_case(&c.text, "", t.pool, &t.inputs.shapes.at[0]);
	c.differs_if = also ? assume_parse(t.pool, &t.inputs.shapes.at[0], also, &err) : 0;
	c.read = !also || c.differs_if;
	vec_push(&t.claims, c);
}

static void read_case(const cJSON *one)
{
	const char *outcome = member(one, "outcome"), *status = member(one, "status_expr");
	const cJSON *number = cJSON_GetObjectItem(one, "status");
	Claim c = {.text = {.condition = xstrdup(member(one, "condition")),
						.output = xstrdup(member(one, "output")),
						.status = status ? xstrdup(status) : NULL,
						.exits = outcome && !strcmp(outcome, "exit"),
						.number = cJSON_IsNumber(number) ? number->valueint : -1},
			   .is_case = true};
	text_case(&c.text, "", t.pool, &t.inputs.shapes.at[0]);
	vec_push(&t.claims, c);
}

/* A difference of drift test: every input that satisfies its condition differs. */
static void read_difference(const cJSON *one)
{
	static const char *const names[] = {"condition", "path_condition"};
	const char *files = member(one, "files");
	/* enumerate.c does not record modes of files. */
	if (cJSON_IsTrue(cJSON_GetObjectItem(one, "undefined")) || (files && strstr(files, "(mode ")))
		return;
	for (size_t i = 0; i < countof(names); i++) {
		Claim c = {.is_difference = true, .read = true, .different = true};
		if (!member(one, names[i]))
			continue;
		c.text.condition = xstrdup(member(one, names[i]));
		c.text.output = xstrdup("");
		text_case(&c.text, "", t.pool, &t.inputs.shapes.at[0]);
		vec_push(&t.claims, c);
	}
}

static void read_result(const char *file)
{
	cJSON *all = cJSON_Parse(read_all(file));
	const cJSON *one;
	if (!all)
		die(file);
	const cJSON *left = cJSON_GetObjectItem(all, "cases_left_out");
	t.exhaustive =
		cJSON_IsTrue(cJSON_GetObjectItem(all, "exhaustive")) && (!left || left->valueint == 0);
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(all, "partitions")) read_partition(one);
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(all, "cases")) read_case(one);
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(all, "differences")) read_difference(one);
	t.exhaustive &= t.claims.len > 0; /* where no code changed, nothing is partitioned */
	for (size_t i = 0; i < t.claims.len; i++)
		t.exhaustive &= t.claims.at[i].text.cond != 0 && !t.claims.at[i].is_difference;
	cJSON_Delete(all);
}

/* ---- inputs ---- */

static void put_text(const Part *part, const char *text)
{
	const InputGroup *g = input_group(t.pool, part->group);
	if (part->kind == PART_INT) {
		t.a.at[g->first] = (u32)strtol(text, NULL, 10);
		return;
	}
	for (u32 i = 0; i < part->bound; i++)
		t.a.at[g->first + i] = i < strlen(text) ? (u8)text[i] : 0;
	if (part->kind == PART_FILE)
		t.a.at[input_group(t.pool, g->partner)->first] = strlen(text);
}

/* The words of an input, up to the colon, become the assignment. */
static void put_input(const char *line)
{
	const Shape *shape = &t.inputs.shapes.at[0];
	char *copy = xstrdup(line), *save;
	u32 args = 0;
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		PartRole role = *w == '$' ? ROLE_ENV : *w == '<' ? ROLE_STDIN : ROLE_ARG;
		u32 wanted = role == ROLE_ARG ? args++ : 0, seen = 0;
		const char *value = role == ROLE_ENV ? strchr(w, '=') + 1 : role == ROLE_STDIN ? w + 1 : w;
		for (size_t i = 0; i < shape->parts.len; i++)
			if (shape->parts.at[i].role == role && seen++ == wanted)
				put_text(&shape->parts.at[i], value);
	}
	free(copy);
}

/* ---- judging ---- */

static void complain_of(const char *input, const Claim *c, const char *what)
{
	if (t.failures++ == 0)
		printf("input %s: %s%s%s\n", input, what, c ? ": " : "", c ? c->text.condition : "");
}

/* Output and status of the case as enumerate.c would tell them. */
static char *told(Claim *c)
{
	Buf bytes = {0}, to = {0};
	const TextCase *text = &c->text;
	items_render(t.pool, &text->items, t.eval, &bytes);
	u64 status =
		text->status_expr ? (u64)expr_eval_value(t.eval, text->status_expr) : (u64)text->number;
	buf_addf(&to, " exit %d out=\"", (int)(status & 255));
	for (size_t i = 0; i < bytes.len; i++) {
		u8 byte = (u8)bytes.at[i];
		buf_addf(&to, byte < ' ' || byte > '~' ? "\\%03o" : "%c", byte);
	}
	buf_adds(&to, "\" err=");
	buf_free(&bytes);
	return to.at;
}

static void judge(const char *input, const char *old, const char *newer)
{
	u32 count = 0;
	bool same = !strcmp(old, newer);
	expr_eval_begin(t.eval, &t.a);
	for (size_t i = 0; i < t.claims.len; i++) {
		Claim *c = &t.claims.at[i];
		if (!c->text.cond || !expr_eval_value(t.eval, c->text.cond))
			continue;
		count++;
		bool differs = c->different && (!c->differs_if || expr_eval_value(t.eval, c->differs_if));
		if (c->equal && !same)
			complain_of(input, c, "differs, though it is said to be equal");
		if (c->read && differs && same)
			complain_of(input, c, "does not differ, though it is said to");
		if (c->read && c->different && !differs && !same)
			complain_of(input, c, "differs beyond what is said");
		if (!c->is_case || t.call || !c->text.readable || !c->text.exits)
			continue;
		char *says = told(c);
		if (strncmp(says, newer, strlen(says)) != 0)
			complain_of(input, c, says);
		free(says);
	}
	if (t.exhaustive && count != 1)
		complain_of(input, NULL, count ? "is of several partitions" : "is of no partition");
}

int main(int argc, char **argv)
{
	if (argc != 6)
		die("usage: verdict_texts OPTIONS INPUTS RESULT OLD NEW");
	char *save[3], *text[3] = {read_all(argv[2]), read_all(argv[4]), read_all(argv[5])};
	read_options(argv[1]);
	read_result(argv[3]);
	char *line[3];
	for (int i = 0; i < 3; i++)
		line[i] = strtok_r(text[i], "\n", &save[i]);
	while (line[0] && line[1] && line[2]) {
		size_t n = strlen(line[0]) + 1; /* behind the input and a colon, what it did */
		put_input(line[0]);
		judge(line[0], line[1] + n, line[2] + n);
		for (int i = 0; i < 3; i++)
			line[i] = strtok_r(NULL, "\n", &save[i]);
	}
	return t.failures != 0;
}
