/* shell.c: reads and writes command lines of tests. */
#include "engine/input/shell.h"

#include <ctype.h>

typedef struct Scanner {
	const char *text; /* the whole line */
	const char *at;   /* next character */
	Buf word;         /* word being read */
	bool in_word;     /* a word has begun, if only with '' */
	bool is_program;  /* the word is $PROG */
	Err *err;
} Scanner;

static bool fail(const Scanner *s, const char *what)
{
	return err_set(s->err, "column %d: %s", (int)(s->at - s->text) + 1, what);
}

/* $PROG or $(printf 'FORMAT'), the only expansions there are. */
static bool expansion(Scanner *s)
{
	static const char program[] = "$PROG", printf_call[] = "$(printf '";
	if (!strncmp(s->at, program, strlen(program))) {
		s->at += strlen(program);
		s->is_program = true;
		return true;
	}
	if (strncmp(s->at, printf_call, strlen(printf_call)))
		return fail(s, "'$' is not understood here; quote it");
	s->at += strlen(printf_call);
	while (*s->at && *s->at != '\'') {
		unsigned value = 0;
		int digits = 0;
		if (*s->at != '\\')
			return fail(s, "only octal escapes are understood in printf's format");
		for (s->at++; digits < 3 && *s->at >= '0' && *s->at <= '7'; digits++)
			value = value * 8 + (unsigned)(*s->at++ - '0');
		if (!digits || !value || value > 255)
			return fail(s, "bad octal escape");
		buf_addc(&s->word, (char)value);
	}
	if (s->at[0] != '\'' || s->at[1] != ')')
		return fail(s, "unfinished $(printf '...')");
	s->at += 2;
	return true;
}

static bool double_quoted(Scanner *s)
{
	for (s->at++; *s->at != '"';) {
		if (!*s->at)
			return fail(s, "missing \"");
		if (*s->at == '`')
			return fail(s, "'`' is not understood");
		if (*s->at == '$') {
			if (!expansion(s))
				return false;
			continue;
		}
		if (*s->at == '\\' && s->at[1] && strchr("$`\"\\", s->at[1]))
			s->at++;
		buf_addc(&s->word, *s->at++);
	}
	s->at++;
	return true;
}

static bool single_quoted(Scanner *s)
{
	const char *end = strchr(s->at + 1, '\'');
	if (!end)
		return fail(s, "missing '");
	buf_add(&s->word, s->at + 1, (size_t)(end - s->at - 1));
	s->at = end + 1;
	return true;
}

/* Reads one word into s->word; s->in_word is false when there is none. */
static bool next_word(Scanner *s)
{
	buf_reset(&s->word);
	s->in_word = s->is_program = false;
	while (*s->at && !isspace((u8)*s->at) && *s->at != '<') {
		bool good = true;
		if (strchr("|;&>()`", *s->at))
			return fail(s, "only arguments and '<FILE' are understood");
		s->in_word = true;
		if (*s->at == '\'') {
			good = single_quoted(s);
		} else if (*s->at == '"') {
			good = double_quoted(s);
		} else if (*s->at == '$') {
			good = expansion(s);
		} else {
			if (*s->at == '\\' && s->at[1])
				s->at++;
			buf_addc(&s->word, *s->at++);
		}
		if (!good)
			return false;
	}
	return true;
}

static void skip_blanks(Scanner *s)
{
	while (isspace((u8)*s->at))
		s->at++;
}

/* "$PROG" makes arguments of what follows; before it stand `env -i` and variables. */
static void begin_program(ShellLine *line)
{
	for (size_t i = 0; i < line->words.len; i++) {
		Buf *w = &line->words.at[i];
		if (memchr(buf_str(w), '=', w->len))
			vec_push(&line->env, *w);
		else
			buf_free(w);
	}
	line->words.len = 0;
	line->program = true;
}

static bool read_words(Scanner *s, ShellLine *line)
{
	for (;;) {
		skip_blanks(s);
		if (!*s->at || *s->at == '#')
			return true;
		bool input = *s->at == '<';
		if (input) {
			if (line->input)
				return fail(s, "second '<'");
			s->at++;
			skip_blanks(s);
		}
		if (!next_word(s))
			return false;
		if (input && !s->in_word)
			return fail(s, "no file after '<'");
		if (input) {
			line->input = xstrdup(buf_str(&s->word));
		} else if (s->is_program) {
			begin_program(line);
		} else {
			vec_push(&line->words, s->word);
			s->word = (Buf){0};
		}
	}
}

/* cat FILE | */
static bool read_pipe(Scanner *s, ShellLine *line)
{
	static const char cat[] = "cat ", bar[] = " | ";
	const char *begin = s->at;
	if (strncmp(begin, cat, strlen(cat)))
		return true;
	s->at += strlen(cat);
	if (!next_word(s))
		return false;
	if (!s->in_word || strncmp(s->at, bar, strlen(bar))) {
		s->at = begin; /* an argument */
		return true;
	}
	s->at += strlen(bar);
	line->input = xstrdup(buf_str(&s->word));
	line->piped = true;
	return true;
}

bool shell_parse(const char *text, ShellLine *line, Err *err)
{
	static const char enter[] = "cd files && ";
	*line = (ShellLine){0};
	Scanner s = {.text = text, .at = text, .err = err};
	if (!strncmp(text, enter, strlen(enter)))
		s.at += strlen(enter);
	bool good = read_pipe(&s, line) && read_words(&s, line);
	buf_free(&s.word);
	if (!good)
		shell_free(line);
	return good;
}

void shell_free(ShellLine *line)
{
	for (size_t i = 0; i < line->words.len; i++)
		buf_free(&line->words.at[i]);
	for (size_t i = 0; i < line->env.len; i++)
		buf_free(&line->env.at[i]);
	vec_free(&line->words);
	vec_free(&line->env);
	free(line->input);
	*line = (ShellLine){0};
}

/* Bytes that single quotes can show: text, and the newline, which $() would drop at the end. */
static bool shows(u8 c)
{
	return c == '\n' || (c >= 32 && c < 127);
}

void shell_quote(Buf *b, const void *bytes, size_t n)
{
	const u8 *p = bytes;
	size_t text = 0;
	while (text < n && shows(p[text]) && p[text] != '\n')
		text++;
	if (text == n) {
		char *word = xstrndup((const char *)p, n);
		buf_add_shell(b, word);
		free(word);
		return;
	}
	for (size_t i = 0; i < n;) {
		bool text_run = shows(p[i]);
		buf_adds(b, text_run ? "'" : "\"$(printf '");
		for (; i < n && shows(p[i]) == text_run; i++) {
			if (!text_run)
				buf_addf(b, "\\%03o", p[i]);
			else if (p[i] == '\'')
				buf_adds(b, "'\\''");
			else
				buf_addc(b, (char)p[i]);
		}
		buf_adds(b, text_run ? "'" : "')\"");
	}
}

char *test_program_name(const char *program)
{
	static const char *const suffixes[] = {".c", ".bc", ".ll"};
	size_t n = strlen(program);
	while (n > 1 && program[n - 1] == '/')
		n--;
	size_t begin = n;
	while (begin > 0 && program[begin - 1] != '/')
		begin--;
	for (size_t i = 0; i < countof(suffixes); i++) {
		size_t k = strlen(suffixes[i]);
		if (n - begin > k && !memcmp(program + n - k, suffixes[i], k)) {
			n -= k;
			break;
		}
	}
	return xasprintf("./%.*s", (int)(n - begin), program + begin);
}
