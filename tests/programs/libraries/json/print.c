/* print.c: a value as text. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct out {
	char *at;
	size_t n, room;
} out;

static void add(out *o, const char *text)
{
	size_t n = strlen(text);
	if (o->n + n >= o->room) {
		o->room = 2 * (o->n + n + 1);
		o->at = realloc(o->at, o->room);
	}
	memcpy(o->at + o->n, text, n + 1);
	o->n += n;
}

static void print(out *o, const json *v)
{
	static const char *const words[] = {"null", "false", "true"};
	char number[16];
	if (v->kind == JSON_NUMBER) {
		snprintf(number, sizeof number, "%d", v->number);
		add(o, number);
	} else if (v->kind == JSON_STRING) {
		add(o, "\"");
		add(o, v->text);
		add(o, "\"");
	} else if (v->kind == JSON_ARRAY) {
		add(o, "[");
		for (const json *e = v->child; e; e = e->next) {
			print(o, e);
			add(o, e->next ? "," : "");
		}
		add(o, "]");
	} else {
		add(o, words[v->kind]);
	}
}

char *json_print(const json *value)
{
	out o = {0};
	if (!value)
		return NULL;
	print(&o, value);
	return o.at;
}
