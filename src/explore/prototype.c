/* prototype.c: --entry 'int f(int n, const char *text)': parameters as inputs. */
#include "explore/inputs.h"

#include <ctype.h>

typedef struct Reader {
	const char *text; /* the whole prototype */
	const char *at;   /* next character */
	Err *err;
} Reader;

/* What is known of a type while its words are read. */
typedef struct TypeWords {
	u32 width; /* bits; 0 = not said yet */
	u32 longs; /* how often `long` was there */
	bool is_unsigned;
	bool is_char;
	bool is_void;
	bool any;     /* a word of a type was there */
	u32 pointers; /* stars */
	char *name;   /* of the parameter, or NULL */
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

static bool fail(const Reader *r, const char *what)
{
	return err_set(r->err, "--entry '%s': column %d: %s", r->text, (int)(r->at - r->text) + 1,
				   what);
}

static void blanks(Reader *r)
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
			t->width = integers[i].width;
			t->is_unsigned |= integers[i].is_unsigned;
			t->is_char = !strcmp(word, "char");
			t->any = true;
			return true;
		}
	if (!strcmp(word, "unsigned"))
		t->is_unsigned = true;
	else if (!strcmp(word, "long"))
		t->longs++;
	else if (!strcmp(word, "void"))
		t->is_void = true;
	else if (strcmp(word, "int"))
		return false;
	t->any = true;
	return true;
}

/* Words and stars up to a comma or parenthesis. */
static bool read_type(Reader *r, TypeWords *t)
{
	*t = (TypeWords){0};
	for (;;) {
		blanks(r);
		if (*r->at == '*') {
			t->pointers++;
			r->at++;
			continue;
		}
		if (!isalpha((u8)*r->at) && *r->at != '_')
			break;
		const char *begin = r->at;
		while (isalnum((u8)*r->at) || *r->at == '_')
			r->at++;
		char *word = xstrndup(begin, (size_t)(r->at - begin));
		bool known = type_word(t, word);
		if (!known && t->any && !t->name) {
			t->name = word;
			continue;
		}
		free(word);
		if (known)
			continue;
		r->at = begin;
		return fail(r, "this type is not supported: integers, and pointers to integers or void");
	}
	if (!t->any)
		return fail(r, "a type is missing");
	if (!t->width)
		t->width = t->longs ? 64 : 32;
	return true;
}

static bool add_param(Reader *r, Shape *shape, const TypeWords *t, u32 bound)
{
	char *name = t->name ? xstrdup(t->name) : xasprintf("arg%zu", shape->parts.len + 1);
	bool good = true;
	if (t->pointers > 1) {
		good = fail(r, "pointers to pointers are not supported");
	} else if (t->pointers) {
		Part *part = shape_add(shape, t->is_char ? PART_TEXT : PART_OBJECT, ROLE_PARAM, name);
		part->bound = bound;
	} else if (t->is_void) {
		good = fail(r, "a parameter cannot be void");
	} else {
		Part *part = shape_add(shape, PART_INT, ROLE_PARAM, name);
		part->width = (u8)t->width;
		part->is_signed = !t->is_unsigned;
	}
	free(name);
	return good;
}

static bool read_params(Reader *r, Shape *shape, u32 bound)
{
	blanks(r);
	for (bool first = true; *r->at != ')'; first = false) {
		TypeWords t;
		bool good = read_type(r, &t);
		bool nothing = good && first && t.is_void && !t.pointers && *r->at == ')';
		good = good && (nothing || add_param(r, shape, &t, bound));
		free(t.name);
		blanks(r);
		if (!good)
			return false;
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

bool inputs_prototype(Inputs *in, const char *prototype, u32 bound, char **name, Err *err)
{
	Reader r = {.text = prototype, .at = prototype, .err = err};
	TypeWords result;
	vec_push(&in->shapes, (Shape){0});
	Shape *shape = &vec_last(&in->shapes);
	*name = NULL;
	bool good = read_type(&r, &result);
	if (good && !result.name)
		good = fail(&r, "the function's name is missing");
	else if (good && *r.at != '(')
		good = fail(&r, "'(' expected");
	if (good) {
		*name = xstrdup(result.name);
		r.at++;
		good = read_params(&r, shape, bound);
	}
	free(result.name);
	if (good && shape->parts.len > 32)
		good = fail(&r, "more than 32 parameters are not supported");
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	inputs_add_start(in, (u32)in->shapes.len - 1, values);
	return good;
}
