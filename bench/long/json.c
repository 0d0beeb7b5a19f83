/* json.c: a tree of values by recursive descent, then its depth and the sum of its numbers.
 * long: --stdin @file:N=SEED
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Value {
	char kind; /* { [ " n t f 0 */
	double number;
	char *text;
	struct Value *first, *next;
} Value;

static const char *at;
static int failed;

static void blanks(void)
{
	while (isspace((unsigned char)*at))
		at++;
}

static char *string(void)
{
	char *s = malloc(strlen(at) + 1), *to = s;
	for (at++; *at && *at != '"'; at++) {
		if (*at == '\\' && at[1])
			at++;
		*to++ = *at;
	}
	failed |= *at++ != '"';
	*to = 0;
	return s;
}

static Value *value(void);

static void members(Value *v, char close)
{
	Value **last = &v->first;
	at++;
	blanks();
	while (!failed && *at != close) {
		char *name = NULL;
		if (close == '}') {
			if (*at != '"') {
				failed = 1;
				return;
			}
			name = string();
			blanks();
			failed |= *at++ != ':';
		}
		if (failed)
			return;
		*last = value();
		(*last)->text = name ? name : (*last)->text;
		last = &(*last)->next;
		blanks();
		if (*at == ',')
			at++;
		else if (*at != close)
			failed = 1;
		blanks();
	}
	at++;
}

static Value *value(void)
{
	Value *v = calloc(1, sizeof *v);
	char *end;
	blanks();
	v->kind = *at;
	if (*at == '{' || *at == '[') {
		members(v, *at == '{' ? '}' : ']');
	} else if (*at == '"') {
		v->text = string();
	} else if (!strncmp(at, "true", 4) || !strncmp(at, "null", 4)) {
		at += 4;
	} else if (!strncmp(at, "false", 5)) {
		at += 5;
	} else {
		v->kind = '0';
		v->number = (double)strtol(at, &end, 10);
		failed |= end == at;
		at = end;
	}
	return v;
}

static int depth(const Value *v, double *sum)
{
	int most = 0;
	*sum += v->number;
	for (const Value *k = v->first; k; k = k->next) {
		int d = depth(k, sum);
		most = d > most ? d : most;
	}
	return most + 1;
}

int main(void)
{
	static char text[16384];
	double sum = 0;
	text[fread(text, 1, sizeof text - 1, stdin)] = 0;
	at = text;
	Value *v = value();
	blanks();
	if (failed || *at) {
		printf("wrong at %d\n", (int)(at - text));
		return 1;
	}
	printf("depth %d, ", depth(v, &sum));
	printf("sum %.0f\n", sum);
	return 0;
}
