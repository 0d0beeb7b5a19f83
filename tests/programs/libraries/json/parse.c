/* parse.c: by recursive descent. */
#include "json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *skip(const char *at)
{
	while (*at && (unsigned char)*at <= ' ')
		at++;
	return at;
}

static const char *parse_value(json *to, const char *at);

static const char *parse_string(json *to, const char *at)
{
	const char *end = at + 1;
	size_t n = 0;
	while (*end != '"') {
		if (*end == '\\')
			end++;
		end++;
	}
	to->kind = JSON_STRING;
	to->text = malloc((size_t)(end - at));
	for (at++; at < end; at++) {
		if (*at == '\\')
			at++;
		to->text[n++] = *at;
	}
	to->text[n] = 0;
	return end + 1;
}

static const char *parse_array(json *to, const char *at)
{
	json **last = &to->child;
	to->kind = JSON_ARRAY;
	at = skip(at + 1);
	if (*at == ']')
		return at + 1;
	for (;; at++) {
		*last = calloc(1, sizeof **last);
		at = parse_value(*last, skip(at));
		if (!at)
			return NULL;
		last = &(*last)->next;
		at = skip(at);
		if (*at == ']')
			return at + 1;
		if (*at != ',')
			return NULL;
	}
}

static const char *parse_value(json *to, const char *at)
{
	static const char *const words[] = {"null", "false", "true"};
	for (int i = 0; i < 3; i++)
		if (!strncmp(at, words[i], strlen(words[i]))) {
			to->kind = (enum json_kind)i;
			return at + strlen(words[i]);
		}
	if (*at == '"')
		return parse_string(to, at);
	if (*at == '[')
		return parse_array(to, at);
	if (!isdigit((unsigned char)*at))
		return NULL;
	to->kind = JSON_NUMBER;
	while (isdigit((unsigned char)*at))
		to->number = (int)(to->number * 10u + (unsigned)(*at++ - '0'));
	return at;
}

json *json_parse(const char *text)
{
	json *value = calloc(1, sizeof *value);
	const char *end = parse_value(value, skip(text));
	if (end && !*skip(end))
		return value;
	json_free(value);
	return NULL;
}

void json_free(json *value)
{
	while (value) {
		json *next = value->next;
		json_free(value->child);
		free(value->text);
		free(value);
		value = next;
	}
}
