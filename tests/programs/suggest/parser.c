/* A library: parse and print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pair {
	char *key;
	int value;
} Pair;

Pair *pair_parse(const char *text);
char *pair_print(const Pair *p);

Pair *pair_parse(const char *text)
{
	const char *colon = strchr(text, ':');
	Pair *p = malloc(sizeof *p);
	p->key = strdup(text);
	p->value = colon ? atoi(colon + 1) : 0; //OLD
	p->value = colon ? atoi(colon + 1) : 1; //NEW
	return p;
}

char *pair_print(const Pair *p)
{
	char *text = malloc(strlen(p->key) + 16);
	sprintf(text, "%s=%d", p->key, p->value);
	return text;
}
