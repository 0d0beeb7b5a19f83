/* scan.c: line by line, without a copy. */
#include "scan.h"

typedef struct scanner {
	const unsigned char *at, *end;
	int line;
} scanner;

static int is_blank(int c)
{
	return c == ' ' || c == '\t';
}

/* A mark counts only before a blank or the end of the line. */
static int is_mark(const scanner *s, unsigned char mark)
{
	return s->at < s->end && *s->at == mark && (is_blank(s->at[1]) || s->at[1] == '\n');
}

static void to_next_line(scanner *s)
{
	while (s->at < s->end && *s->at != '\n')
		s->at++;
	if (s->at < s->end)
		s->at++;
	s->line++;
}

static int find_key(scanner *s)
{
	for (; s->at < s->end && *s->at != '\n'; s->at++) {
		if (*s->at == '#')
			return 0;
		if (is_mark(s, ':'))
			return 1;
	}
	return 0;
}

scan_result scan(const unsigned char *buffer, size_t size)
{
	scanner s = {buffer, buffer + size, 1};
	scan_result r = {0};
	while (s.at < s.end) {
		while (s.at < s.end && *s.at == ' ')
			s.at++;
		if (s.at < s.end && *s.at == '\t' && !r.error)
			r.error = s.line;
		if (s.at < s.end && *s.at == '#')
			r.comments++;
		else if (is_mark(&s, '-'))
			r.items++;
		else
			r.keys += find_key(&s);
		to_next_line(&s);
	}
	return r;
}
