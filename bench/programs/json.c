/* json.c: a tokenizer and checker over a made document. Argument: records. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { END, OBJECT, OBJECT_END, ARRAY, ARRAY_END, COMMA, COLON, STRING, NUMBER, WORD, BAD };

struct lexer {
	const char *p;     /* next character */
	const char *start; /* of the token */
	long line;
};

static enum token string(struct lexer *l)
{
	for (l->p++; *l->p != '"'; l->p++) {
		if (*l->p == '\\')
			l->p++;
		if (!*l->p)
			return BAD;
	}
	l->p++;
	return STRING;
}

static enum token next(struct lexer *l)
{
	while (*l->p == ' ' || *l->p == '\n')
		l->line += *l->p++ == '\n';
	l->start = l->p;
	switch (*l->p) {
	case 0: return END;
	case '{': l->p++; return OBJECT;
	case '}': l->p++; return OBJECT_END;
	case '[': l->p++; return ARRAY;
	case ']': l->p++; return ARRAY_END;
	case ',': l->p++; return COMMA;
	case ':': l->p++; return COLON;
	case '"': return string(l);
	}
	if (*l->p == '-' || isdigit((unsigned char)*l->p)) {
		for (l->p++; isdigit((unsigned char)*l->p) || strchr(".eE+-", *l->p); l->p++)
			if (!*l->p)
				break;
		return NUMBER;
	}
	while (isalpha((unsigned char)*l->p))
		l->p++;
	return l->p > l->start ? WORD : BAD;
}

static char *document(long records)
{
	size_t cap = (size_t)records * 100 + 16, n = 0;
	char *s = malloc(cap);
	s[n++] = '[';
	for (long i = 0; i < records; i++)
		n += (size_t)sprintf(
			s + n,
			"%s\n {\"id\": %ld, \"name\": \"n\\\"%ld\", \"ok\": %s, \"at\": [%ld, -%ld.5e3]}",
			i ? "," : "", i, i * 7 % 1000, i % 3 ? "true" : "null", i % 90, i % 77);
	strcpy(s + n, "\n]\n");
	return s;
}

int main(int argc, char **argv)
{
	long records = argc > 1 ? atol(argv[1]) : 60000;
	char *text = document(records);
	long count[BAD + 1] = {0}, depth = 0, deepest = 0;
	uint64_t h = 0;
	for (int round = 0; round < 5; round++) {
		struct lexer l = {text, text, 1};
		enum token t;
		while ((t = next(&l)) != END && t != BAD) {
			count[t]++;
			depth += (t == OBJECT || t == ARRAY) - (t == OBJECT_END || t == ARRAY_END);
			deepest = depth > deepest ? depth : deepest;
			h = h * 31 + (uint64_t)(l.p - l.start) + (uint64_t)t;
		}
		count[t]++;
		h += (uint64_t)l.line;
	}
	printf("%ld %ld %ld %ld %016lx\n", count[STRING], count[NUMBER], count[BAD], deepest, h);
	free(text);
	return 0;
}
