/* declared.c: which lines of a source say what a name is. */
#include "versions/changes/impl.h"

typedef struct NameLines {
	const SourceText *text;
	void (*add)(void *ctx, const char *name, u32 line);
	void *ctx;
	char *macro; /* whose lines are read; NULL: none */
	u32 type;    /* first line of the struct, union or enum that is read; 0: none */
	int depth;   /* of its braces */
} NameLines;

static void add_words(const NameLines *r, const StrMap *names, u32 first, u32 last)
{
	const char *key;
	u32 one;
	for (size_t k = 0; strmap_next(names, &k, &key, &one);)
		for (u32 line = first; line <= last; line++)
			r->add(r->ctx, key, line);
}

static bool is_type(const char *at, size_t n)
{
	const char *end = at + n, *p = at;
	Word w;
	while (next_word(&p, end, &w))
		if ((w.n == 6 && !strncmp(w.at, "struct", 6)) || (w.n == 5 && !strncmp(w.at, "union", 5)) ||
			(w.n == 4 && !strncmp(w.at, "enum", 4)))
			return !memchr(at, '(', n) && !memchr(at, '=', n) && !memchr(at, ';', n);
	return false;
}

/* Lines from that of a type to that of its closing brace, whose words are its names as well. */
static void read_type(NameLines *r, const char *at, size_t n, u32 line)
{
	enum { MOST_LINES = 1000 };
	for (size_t i = 0; i < n; i++)
		r->depth += (at[i] == '{') - (at[i] == '}');
	bool begun = r->depth || memchr(at, '}', n);
	if (line > r->type + MOST_LINES || (!begun && line > r->type + 1)) {
		r->type = 0;
	} else if (begun && !r->depth) {
		StrMap names = {0};
		size_t k;
		const char *first = text_line(r->text, r->type, &k);
		words_of(first, k, &names);
		if (line != r->type)
			words_of(at, n, &names);
		add_words(r, &names, r->type, line);
		strmap_free(&names);
		r->type = 0;
	}
}

static void read_declaration(NameLines *r, const char *at, size_t n, u32 line)
{
	StrMap names = {0};
	if (is_declaration(at, n))
		declared_in(at, n, &names);
	add_words(r, &names, line, line);
	strmap_free(&names);
}

void declared_names(const SourceText *t, void (*add)(void *ctx, const char *name, u32 line),
					void *ctx)
{
	NameLines r = {.text = t, .add = add, .ctx = ctx};
	for (u32 line = 1; line <= text_lines(t); line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		if (!r.macro && at)
			r.macro = defined_macro(at, n);
		if (r.macro) {
			add(ctx, r.macro, line);
		} else if (at && !(n && *at == '#')) {
			if (!r.type && is_type(at, n)) {
				r.type = line;
				r.depth = 0;
			}
			read_declaration(&r, at, n, line);
			if (r.type)
				read_type(&r, at, n, line);
		}
		if (r.macro && (!n || at[n - 1] != '\\')) {
			free(r.macro);
			r.macro = NULL;
		}
	}
	free(r.macro);
}
