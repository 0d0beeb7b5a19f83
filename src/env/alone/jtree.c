/* jtree.c: builds a JSON text. */
#include "env/alone/jtree.h"

#include <math.h>

typedef enum JsonKind {
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_TEXT,
	JSON_ARRAY,
	JSON_OBJECT
} JsonKind;

struct JTree {
	JsonKind kind;
	char *key; /* in an object; else NULL */
	bool truth;
	double number;
	char *text;
	VEC(JTree *) values; /* of an array or an object */
};

static JTree *new_value(JsonKind kind, const char *key)
{
	JTree *j = xcalloc(1, sizeof *j);
	j->kind = kind;
	j->key = key ? xstrdup(key) : NULL;
	return j;
}

static JTree *add(JTree *object, const char *key, JsonKind kind)
{
	JTree *j = new_value(kind, key);
	jtree_push(object, j);
	return j;
}

JTree *jtree_object(void)
{
	return new_value(JSON_OBJECT, NULL);
}

JTree *jtree_string(const char *text)
{
	JTree *j = new_value(JSON_TEXT, NULL);
	j->text = xstrdup(text);
	return j;
}

JTree *jtree_add_object(JTree *object, const char *key)
{
	return add(object, key, JSON_OBJECT);
}

JTree *jtree_add_array(JTree *object, const char *key)
{
	return add(object, key, JSON_ARRAY);
}

void jtree_add_string(JTree *object, const char *key, const char *text)
{
	add(object, key, JSON_TEXT)->text = xstrdup(text);
}

void jtree_add_number(JTree *object, const char *key, double number)
{
	add(object, key, JSON_NUMBER)->number = number;
}

void jtree_add_bool(JTree *object, const char *key, bool value)
{
	add(object, key, JSON_BOOL)->truth = value;
}

void jtree_add_null(JTree *object, const char *key)
{
	add(object, key, JSON_NULL);
}

void jtree_push(JTree *array, JTree *value)
{
	vec_push(&array->values, value);
}

void jtree_texts(JTree *j, void (*visit)(void *user, char *text), void *user)
{
	if (j->text)
		visit(user, j->text);
	for (size_t i = 0; i < j->values.len; i++)
		jtree_texts(j->values.at[i], visit, user);
}

static void write_text(const char *text, FILE *to)
{
	static const char from[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	putc('"', to);
	for (const char *p = text; *p; p++) {
		const char *known = strchr(from, *p);
		if (known)
			fprintf(to, "\\%c", letters[known - from]);
		else if ((unsigned char)*p < 32)
			fprintf(to, "\\u%04x", (unsigned)*p);
		else
			putc(*p, to);
	}
	putc('"', to);
}

/* The shorter form, if it is the same number. */
static void write_number(double n, FILE *to)
{
	char text[40];
	if (!isfinite(n)) {
		fputs("null", to);
		return;
	}
	snprintf(text, sizeof text, "%1.15g", n);
	if (fabs(strtod(text, NULL) - n) > 0)
		snprintf(text, sizeof text, "%1.17g", n);
	fputs(text, to);
}

static void write_value(const JTree *j, int depth, FILE *to);

static void write_object(const JTree *j, int depth, FILE *to)
{
	fputs("{\n", to);
	for (size_t i = 0; i < j->values.len; i++) {
		for (int k = 0; k <= depth; k++)
			putc('\t', to);
		write_text(j->values.at[i]->key, to);
		fputs(":\t", to);
		write_value(j->values.at[i], depth + 1, to);
		fputs(i + 1 < j->values.len ? ",\n" : "\n", to);
	}
	for (int k = 0; k < depth; k++)
		putc('\t', to);
	putc('}', to);
}

static void write_array(const JTree *j, int depth, FILE *to)
{
	putc('[', to);
	for (size_t i = 0; i < j->values.len; i++) {
		fputs(i ? ", " : "", to);
		write_value(j->values.at[i], depth + 1, to);
	}
	putc(']', to);
}

static void write_value(const JTree *j, int depth, FILE *to)
{
	switch (j->kind) {
	case JSON_NULL: fputs("null", to); break;
	case JSON_BOOL: fputs(j->truth ? "true" : "false", to); break;
	case JSON_NUMBER: write_number(j->number, to); break;
	case JSON_TEXT: write_text(j->text, to); break;
	case JSON_ARRAY: write_array(j, depth, to); break;
	case JSON_OBJECT: write_object(j, depth, to); break;
	}
}

void jtree_write(const JTree *j, FILE *to)
{
	write_value(j, 0, to);
	putc('\n', to);
}

void jtree_free(JTree *j)
{
	for (size_t i = 0; j && i < j->values.len; i++)
		jtree_free(j->values.at[i]);
	if (!j)
		return;
	vec_free(&j->values);
	free(j->key);
	free(j->text);
	free(j);
}
