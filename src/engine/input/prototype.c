/* prototype.c: reads --entry 'int f(int n, const char *text)', or --entry f. */
#include "engine/input/entry.h"

#include <ctype.h>

typedef struct PrototypeReader {
	const char *text; /* the whole prototype */
	const char *at;   /* next character */
	Err *err;
} PrototypeReader;

/* What is known of a type while its words are read. */
typedef struct TypeWords {
	EntryType t;
	u32 longs; /* how often `long` was there */
	bool is_unsigned;
	bool any; /* a word of a type was there */
} TypeWords;

/* Names of integer types that are one word. */
static const struct {
	const char *name;
	u8 width;
	bool is_unsigned;
} integers[] = {
	{"char", 8, false},      {"short", 16, false},    {"_Bool", 8, true},
	{"bool", 8, true},       {"int8_t", 8, false},    {"int16_t", 16, false},
	{"int32_t", 32, false},  {"int64_t", 64, false},  {"uint8_t", 8, true},
	{"uint16_t", 16, true},  {"uint32_t", 32, true},  {"uint64_t", 64, true},
	{"size_t", 64, true},    {"ssize_t", 64, false},  {"ptrdiff_t", 64, false},
	{"intptr_t", 64, false}, {"uintptr_t", 64, true},
};

static bool fail(const PrototypeReader *r, const char *what)
{
	return err_set(r->err, "--entry '%s': column %d: %s", r->text, (int)(r->at - r->text) + 1,
				   what);
}

static void blanks(PrototypeReader *r)
{
	while (isspace((u8)*r->at))
		r->at++;
}

/* Takes one word of a type; false when it is none, so it must be a name. */
static bool type_word(TypeWords *t, const char *word)
{
	static const char *const plain[] = {"const",  "volatile", "restrict", "signed",
										"static", "extern",   "inline"};
	for (size_t i = 0; i < countof(plain); i++)
		if (!strcmp(word, plain[i])) {
			t->any |= !strcmp(word, "signed");
			return true;
		}
	for (size_t i = 0; i < countof(integers); i++)
		if (!strcmp(word, integers[i].name)) {
			t->t.width = integers[i].width;
			t->is_unsigned |= integers[i].is_unsigned;
			t->t.is_char = !strcmp(word, "char");
			t->t.is_bool = !strcmp(word, "bool") || !strcmp(word, "_Bool");
			t->any = true;
			return true;
		}
	if (!strcmp(word, "unsigned"))
		t->is_unsigned = true;
	else if (!strcmp(word, "long"))
		t->longs++;
	else if (!strcmp(word, "void"))
		t->t.is_void = true;
	else if (strcmp(word, "int"))
		return false;
	t->any = true;
	return true;
}

static bool is_letter(char c)
{
	return isalnum((u8)c) || c == '_';
}

/* The name at r, or NULL. */
static char *read_name(PrototypeReader *r)
{
	const char *begin = r->at;
	while (is_letter(*r->at))
		r->at++;
	return r->at > begin ? xstrndup(begin, (size_t)(r->at - begin)) : NULL;
}

/* "[]" or "[8]" behind the name: a pointer to so many; "[n]": as many as parameter n says, also of
 * "*b[n]". */
static bool read_brackets(PrototypeReader *r, EntryType *t)
{
	blanks(r);
	if (*r->at != '[')
		return true;
	r->at++;
	blanks(r);
	if (isalpha((u8)*r->at) || *r->at == '_')
		t->length = read_name(r);
	t->pointers -= t->length && t->pointers == 1;
	for (u64 n = 0; isdigit((u8)*r->at); r->at++) {
		n = n * 10 + (u64)(*r->at - '0');
		if (n > 65536)
			return fail(r, "more than 65536 elements are not supported");
		t->count = (u32)n;
	}
	blanks(r);
	if (*r->at != ']')
		return fail(r, "']' expected");
	r->at++;
	t->pointers++;
	blanks(r);
	return *r->at != '[' || fail(r, "arrays of arrays are not supported");
}

static bool is_keyword(const char *word)
{
	return !strcmp(word, "struct") || !strcmp(word, "union") || !strcmp(word, "enum");
}

/* What follows `struct`. */
static bool read_tag(PrototypeReader *r, TypeWords *t, const char *keyword)
{
	blanks(r);
	const char *begin = r->at;
	while (isalnum((u8)*r->at) || *r->at == '_')
		r->at++;
	if (r->at == begin)
		return fail(r, "a name is missing");
	t->t.named = xasprintf("%s %.*s", keyword, (int)(r->at - begin), begin);
	t->any = true;
	return true;
}

/* Up to the ',' or ')' that ends the parameter. */
static const char *end_of_value(const char *at)
{
	u32 open = 0;
	for (; *at && (open || (*at != ',' && *at != ')')); at++) {
		if (*at == '"' || *at == '\'') {
			char quote = *at++;
			while (*at && *at != quote)
				at += *at == '\\' && at[1] ? 2 : 1;
			if (!*at)
				break;
		}
		open += *at == '(' || *at == '{' || *at == '[';
		open -= open && (*at == ')' || *at == '}' || *at == ']');
	}
	return at;
}

/* "= 5", "= \"abc\"", "= make(3)" */
static bool read_start(PrototypeReader *r, EntryType *t)
{
	blanks(r);
	if (*r->at != '=')
		return true;
	r->at++;
	blanks(r);
	const char *end = end_of_value(r->at);
	size_t n = (size_t)(end - r->at);
	while (n && isspace((u8)r->at[n - 1]))
		n--;
	if (!n)
		return fail(r, "a value is missing");
	t->start = xstrndup(r->at, n);
	r->at = end;
	return true;
}

/* "(*name)(int, char *)" behind the type of what a function returns. */
static bool read_function(PrototypeReader *r, EntryType *t)
{
	const char *at = r->at + 1 + strspn(r->at + 1, " \t\n");
	if (*r->at != '(' || *at != '*')
		return true;
	r->at = at + 1;
	blanks(r);
	t->name = read_name(r);
	blanks(r);
	if (*r->at != ')')
		return fail(r, "')' expected");
	r->at++;
	blanks(r);
	if (*r->at != '(')
		return fail(r, "the parameters of the function are missing");
	const char *end = end_of_value(r->at + 1);
	while (*end == ',')
		end = end_of_value(end + 1);
	if (*end != ')')
		return fail(r, "')' expected");
	r->at = end + 1;
	t->is_function = t->is_void = true;
	t->pointers = 1;
	free(t->named);
	t->named = NULL;
	return true;
}

/* Words and stars up to a comma or parenthesis. */
static bool read_type(PrototypeReader *r, EntryType *out)
{
	TypeWords t = {0};
	bool good = true;
	while (good) {
		blanks(r);
		if (*r->at == '*') {
			t.t.pointers++;
			r->at++;
			continue;
		}
		if (!isalpha((u8)*r->at) && *r->at != '_')
			break;
		const char *begin = r->at;
		while (isalnum((u8)*r->at) || *r->at == '_')
			r->at++;
		char *word = xstrndup(begin, (size_t)(r->at - begin));
		if (type_word(&t, word)) {
			free(word);
		} else if (!t.any && is_keyword(word)) {
			good = read_tag(r, &t, word);
			free(word);
		} else if (!t.any) {
			t.t.named = word;
			t.any = true;
		} else if (!t.t.name) {
			t.t.name = word;
		} else {
			free(word);
			r->at = begin;
			good = fail(r, "not supported; use integers, structs, and pointers to them or to void");
		}
	}
	good = good && (t.t.name || read_function(r, &t.t)) && read_brackets(r, &t.t);
	if (good && !t.any)
		good = fail(r, "a type is missing");
	if (!t.t.width)
		t.t.width = t.longs ? 64 : 32;
	t.t.is_signed = !t.is_unsigned;
	*out = t.t;
	return good;
}

static void type_free(EntryType *t)
{
	free(t->name);
	free(t->named);
	free(t->length);
	free(t->start);
	free(t->text);
}

static bool read_params(PrototypeReader *r, Entry *e)
{
	blanks(r);
	for (bool first = true; *r->at != ')'; first = false) {
		EntryType t;
		blanks(r);
		const char *begin = r->at;
		bool good = read_type(r, &t);
		t.text = xstrndup(begin, (size_t)(r->at - begin));
		good = good && read_start(r, &t);
		bool nothing = good && first && t.is_void && !t.pointers && *r->at == ')';
		if (nothing)
			type_free(&t);
		else
			vec_push(&e->params, t);
		if (good && t.is_void && !t.pointers && !nothing)
			good = fail(r, "a parameter cannot be void");
		if (!good)
			return false;
		blanks(r);
		if (*r->at == ',')
			r->at++;
		else if (*r->at != ')')
			return fail(r, "',' or ')' expected");
	}
	r->at++;
	blanks(r);
	if (*r->at == ';')
		r->at++;
	blanks(r);
	return !*r->at || fail(r, "nothing may follow the parameters");
}

static bool is_name(const char *text)
{
	size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	return n && !text[n] && !isdigit((u8)*text);
}

bool entry_parse(const char *prototype, Entry *out, Err *err)
{
	PrototypeReader r = {.text = prototype, .at = prototype, .err = err};
	*out = (Entry){0};
	if (is_name(prototype)) {
		*out = (Entry){.name = xstrdup(prototype), .only_name = true};
		return true;
	}
	bool good = read_type(&r, &out->result);
	out->result.text = xstrndup(prototype, (size_t)(r.at - prototype));
	if (good && !out->result.name)
		good = fail(&r, "the function's name is missing");
	else if (good && *r.at != '(')
		good = fail(&r, "'(' expected");
	if (good) {
		out->name = xstrdup(out->result.name);
		r.at++;
		good = read_params(&r, out);
	}
	if (good && out->params.len > 32)
		good = fail(&r, "more than 32 parameters are not supported");
	return good;
}

void entry_free(Entry *e)
{
	for (size_t i = 0; i < e->params.len; i++)
		type_free(&e->params.at[i]);
	type_free(&e->result);
	vec_free(&e->params);
	free(e->name);
	*e = (Entry){0};
}
