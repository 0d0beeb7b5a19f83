/* parse.c: from 'Print(Parse(@str:8))' to C statements and the placeholders in them. */
#include "cli/call/call.h"

#include <ctype.h>

typedef struct CallReader {
	LibraryCall *c;
	const char *at;     /* next character */
	VEC(CallStub) open; /* calls around it: their functions, and which parameter it is at */
	const char *word;   /* the latest */
	Buf now;            /* the statement at work, as C */
	Err *err;
} CallReader;

static bool is_word(char c)
{
	return isalnum((u8)c) || c == '_';
}

/* ---- placeholders ---- */

/* The start value of a placeholder: up to a comma, semicolon, bracket or blank, or in quotes. */
static bool read_start(CallReader *r, Buf *to)
{
	if (*r->at != '"') {
		while (*r->at && !strchr(",;)] \t\n", *r->at))
			buf_addc(to, *r->at++);
		return true;
	}
	for (r->at++; *r->at && *r->at != '"'; r->at++) {
		if (*r->at == '\\' && r->at[1]) {
			static const char from[] = "nrt", out[] = "\n\r\t";
			const char *known = strchr(from, *++r->at);
			buf_addc(to, known ? out[known - from] : *r->at);
		} else {
			buf_addc(to, *r->at);
		}
	}
	if (!*r->at)
		return err_set(r->err, "--call: a start value has no closing quote");
	r->at++;
	return true;
}

/* A placeholder that drift_NAME reads from its argument. */
static bool is_number(const char *word)
{
	return !strncmp(word, "@int", 4) || !strncmp(word, "@double", 7) || !strncmp(word, "@float", 6);
}

/* "@2" or "@2.length": an earlier placeholder once more. */
static bool read_again(CallReader *r)
{
	u32 n = 0;
	while (isdigit((u8)*r->at))
		n = n * 10 + (u32)(*r->at++ - '0');
	if (!n || n > r->c->words.len)
		return err_set(r->err, "--call: there is no placeholder %u before '@%u'", n, n);
	bool length = !strncmp(r->at, ".length", 7) && !is_word(r->at[7]);
	r->at += length ? 7 : 0;
	const char *word = r->c->words.at[n - 1];
	if (length)
		buf_addf(&r->c->shown, "@%u.length", n);
	else
		buf_addf(&r->c->shown, "@%u", n);
	if (is_number(word))
		buf_addf(&r->now, "drift_%.*s(drift_argv[%u])", (int)strcspn(word + 1, ":="), word + 1, n);
	else if (!strncmp(word, "@text:", 6))
		buf_addf(&r->now, length ? "drift_length(%u)" : "drift_bytes(%u)", n);
	else
		buf_addf(&r->now, length ? "strlen(drift_argv[%u])" : "drift_argv[%u]", n);
	return true;
}

/* "@fn" or "@fn=1": what it is called with is known by the function that gets it. */
static bool read_stub(CallReader *r)
{
	CallStub stub = r->open.len ? vec_last(&r->open) : (CallStub){0};
	if (!stub.function)
		return err_set(r->err, "--call: '@fn' must be an argument of a function");
	r->at += 3;
	if (*r->at == '=') {
		char *end;
		stub.returns = strtoll(r->at + 1, &end, 10);
		r->at = end;
	}
	vec_push(&r->c->stubs, stub);
	buf_addf(&r->now, "(void *)drift_stub%zu", r->c->stubs.len);
	buf_addf(&r->c->shown, "@fn");
	return true;
}

static const struct {
	const char *name; /* in the call */
	const char *word; /* as an argument of main */
} kinds[] = {{"@int", "@int"},
			 {"@str", "@str"},
			 {"@buf", "@text"},
			 {"@double", "@double"},
			 {"@float", "@float"}};

static bool read_placeholder(CallReader *r)
{
	if (isdigit((u8)r->at[1])) {
		r->at++;
		return read_again(r);
	}
	if (!strncmp(r->at, "@fn", 3) && !is_word(r->at[3]))
		return read_stub(r);
	size_t n = 1, k = 0;
	while (is_word(r->at[n]))
		n++;
	while (k < countof(kinds) && (strlen(kinds[k].name) != n || strncmp(kinds[k].name, r->at, n)))
		k++;
	if (k == countof(kinds))
		return err_set(
			r->err,
			"--call: '%.*s' is no placeholder; there are @int=N, @double=X, @float=X, "
			"@str:N=START, "
			"@buf:N=START (a buffer, and its length), @fn=N (a function that returns N) and "
			"@1 (the first of them again)",
			(int)n, r->at);
	Buf word = {0};
	buf_adds(&word, kinds[k].word);
	r->at += n;
	bool bytes = k == 1 || k == 2;
	if (bytes && *r->at == ':') {
		buf_addc(&word, *r->at++);
		while (isdigit((u8)*r->at))
			buf_addc(&word, *r->at++);
	} else if (bytes) {
		buf_adds(&word, ":16");
	}
	if (r->c->words.len >= CALL_MOST_WORDS)
		return err_set(r->err, "--call: there are more than %d placeholders", CALL_MOST_WORDS);
	bool good = true;
	if (*r->at == '=' && r->at[1] != '=') {
		buf_addc(&word, *r->at++);
		good = read_start(r, &word);
	}
	vec_push(&r->c->words, arena_strdup(&r->c->arena, buf_str(&word)));
	buf_free(&word);
	size_t number = r->c->words.len;
	buf_addf(&r->c->shown, "\1%c", (char)number);
	if (!bytes)
		buf_addf(&r->now, "drift_%s(drift_argv[%zu])", kinds[k].name + 1, number);
	else if (k == 1)
		buf_addf(&r->now, "drift_argv[%zu]", number);
	else
		buf_addf(&r->now, "drift_bytes(%zu), drift_length(%zu)", number, number);
	if (k == 2 && r->open.len)
		vec_last(&r->open).parameter++; /* two arguments */
	return good;
}

/* ---- statements ---- */

static void copy_quoted(CallReader *r)
{
	char quote = *r->at;
	buf_addc(&r->now, *r->at++);
	while (*r->at && *r->at != quote) {
		if (*r->at == '\\' && r->at[1])
			buf_addc(&r->now, *r->at++);
		buf_addc(&r->now, *r->at++);
	}
	if (*r->at)
		buf_addc(&r->now, *r->at++);
}

/* A word, which may be the name of a function. */
static void copy_word(CallReader *r)
{
	const char *begin = r->at;
	while (is_word(*r->at))
		r->at++;
	buf_add(&r->now, begin, (size_t)(r->at - begin));
	r->word = NULL;
	if (isdigit((u8)*begin))
		return;
	r->word = arena_strndup(&r->c->arena, begin, (size_t)(r->at - begin));
	vec_push(&r->c->names, r->word);
}

/* True if it is more than an expression. */
static bool is_statement(const char *text)
{
	static const char *const words[] = {"if",     "for",      "while",   "do",   "switch",
										"return", "continue", "break",   "goto", "static",
										"const",  "struct",   "typedef", "{"};
	text += strspn(text, " \t\n");
	size_t n = strcspn(text, " \t\n(;{");
	for (size_t i = 0; i < countof(words); i++)
		if (strlen(words[i]) == (n ? n : 1) && !strncmp(words[i], text, n ? n : 1))
			return true;
	return false;
}

static void end_statement(CallReader *r)
{
	LibraryCall *c = r->c;
	const char *text = buf_str(&r->now);
	if (text[strspn(text, " \t\n")]) {
		if (c->last.len)
			buf_addf(&c->body, "\t%s;\n", c->last.at);
		buf_reset(&c->last);
		buf_adds(&c->last, text + strspn(text, " \t\n"));
	}
	buf_reset(&r->now);
}

/* Brackets and commas: which parameter of which call comes next. */
static void copy_mark(CallReader *r)
{
	char c = *r->at;
	if (strchr("([{", c))
		vec_push(&r->open, ((CallStub){.function = c == '(' ? r->word : NULL, .parameter = 1}));
	else if (strchr(")]}", c) && r->open.len)
		r->open.len--;
	else if (c == ',' && r->open.len)
		vec_last(&r->open).parameter++;
	if (!isspace((u8)c))
		r->word = NULL;
	buf_addc(&r->now, *r->at++);
}

static bool read_text(CallReader *r)
{
	bool good = true;
	while (good && *r->at) {
		const char *from = r->at;
		if (*r->at == '@') {
			good = read_placeholder(r);
			continue;
		}
		if (*r->at == '"' || *r->at == '\'') {
			copy_quoted(r);
		} else if (is_word(*r->at)) {
			copy_word(r);
		} else if (*r->at == ';' && !r->open.len) {
			r->at++;
			end_statement(r);
		} else {
			copy_mark(r);
		}
		buf_add(&r->c->shown, from, (size_t)(r->at - from));
	}
	end_statement(r);
	return good;
}

static bool is_file(const char *text)
{
	size_t n = strlen(text);
	return n > 2 && !strcmp(text + n - 2, ".c") && !strchr(text, '(');
}

static bool add_file(LibraryCall *c, const char *name, Err *err)
{
	char *real = realpath(name, NULL);
	if (!real)
		return err_set(err, "--call %s: there is no such file", name);
	vec_push(&c->files, arena_strdup(&c->arena, real));
	free(real);
	return true;
}

bool call_parse(const StrList *texts, LibraryCall *out, Err *err)
{
	bool good = true;
	*out = (LibraryCall){0};
	for (size_t i = 0; good && i < texts->len; i++) {
		CallReader r = {.c = out, .at = texts->at[i], .err = err};
		if (is_file(r.at)) {
			good = add_file(out, r.at, err);
			continue;
		}
		buf_addf(&out->text, "%s%s", out->text.len ? "; " : "", r.at);
		buf_adds(&out->shown, out->shown.len ? "; " : "");
		good = read_text(&r);
		buf_free(&r.now);
		vec_free(&r.open);
	}
	if (good && out->last.len && is_statement(out->last.at)) {
		buf_addf(&out->body, "\t%s;\n", out->last.at);
		buf_reset(&out->last);
	}
	if (good && !out->files.len && !out->text.len)
		return err_set(err, "--call: there is nothing to call");
	return good;
}

void call_free(LibraryCall *c)
{
	vec_free(&c->words);
	vec_free(&c->names);
	vec_free(&c->files);
	vec_free(&c->unseen);
	vec_free(&c->stubs);
	vec_free(&c->missing);
	vec_free(&c->stubbed);
	vec_free(&c->wrap.names);
	vec_free(&c->wrap.made);
	vec_free(&c->wrap.returns);
	vec_free(&c->wrap.counts);
	vec_free(&c->wrap.given);
	buf_free(&c->text);
	buf_free(&c->shown);
	buf_free(&c->body);
	buf_free(&c->last);
	arena_free(&c->arena);
}
