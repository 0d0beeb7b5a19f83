/* read.c: reads the text of a certificate. Nothing in it is trusted: every number is checked. */
#include "versions/certificate/certificate.h"

#include <ctype.h>
#include <errno.h>

#include "engine/expr/record.h"

enum { MOST_LINES = 50000000 };

/* The text, line by line. */
typedef struct CertText {
	const char *at; /* what is left */
	size_t number;  /* of the latest line, from 1 */
	Buf line;       /* the latest line */
} CertText;

/* False: there is no whole line left. */
static bool next_line(CertText *t)
{
	const char *end = strchr(t->at, '\n');
	if (!end)
		return false;
	buf_reset(&t->line);
	buf_add(&t->line, t->at, (size_t)(end - t->at));
	t->at = end + 1;
	t->number++;
	return true;
}

static bool bad_line(const CertText *t, Err *err)
{
	return err_set(err, "line %zu of the certificate has a wrong form: %.100s", t->number,
				   buf_str(&t->line));
}

/* The line begins with the word: *rest is what follows it. */
static bool is_word(const char *line, const char *word, const char **rest)
{
	size_t n = strlen(word);
	if (strncmp(line, word, n) || line[n] != ' ')
		return false;
	*rest = line + n + 1;
	return true;
}

static bool read_text(const char *at, CertLines *to)
{
	Buf text = {0};
	bool good = *at++ == '"';
	while (good && *at && *at != '"') {
		int c = (u8)*at++;
		if (c == '\\')
			c = escape_read(&at);
		good = c > 0;
		buf_addc(&text, (char)c);
	}
	good = good && *at == '"' && !at[1];
	if (good)
		vec_push(to, xstrdup(buf_str(&text)));
	buf_free(&text);
	return good;
}

static bool read_digest(const char *at, Digest *d)
{
	if (strlen(at) != 2 * sizeof d->at)
		return false;
	for (size_t i = 0; i < sizeof d->at; i++) {
		char two[3] = {at[2 * i], at[2 * i + 1], 0}, *end;
		d->at[i] = (u8)strtoul(two, &end, 16);
		if (*end || !isxdigit((u8)two[0]))
			return false;
	}
	return true;
}

/* A line of the head that may come several times; false: it is none, or a wrong one. */
static bool read_head_line(Certificate *c, const char *line)
{
	const char *rest;
	const struct {
		const char *word;
		CertLines *to;
	} lists[] = {{"option", &c->options},
				 {"word", &c->words},
				 {"part", &c->parts},
				 {"world", &c->world},
				 {"not-compared", &c->not_compared}};
	for (size_t i = 0; i < countof(lists); i++)
		if (is_word(line, lists[i].word, &rest))
			return read_text(rest, lists[i].to);
	return false;
}

/* The lines that a head begins with, each once and in this order. */
static bool read_first_lines(Certificate *c, CertText *t)
{
	const char *rest;
	next_line(t); /* the version was read before */
	if (!next_line(t) || !is_word(buf_str(&t->line), "claim", &rest))
		return false;
	c->same_code = !strcmp(rest, "same-code");
	return (c->same_code || !strcmp(rest, "equivalent")) && next_line(t) &&
		   is_word(buf_str(&t->line), "old", &rest) && read_digest(rest, &c->program[0]) &&
		   next_line(t) && is_word(buf_str(&t->line), "new", &rest) &&
		   read_digest(rest, &c->program[1]);
}

/* The last line has the number of lines before it. */
static bool is_whole(const char *text, Err *err)
{
	size_t lines = 0, n = strlen(text);
	const char *last = text;
	for (const char *at = text; *at; at++)
		if (*at == '\n') {
			lines++;
			if (at[1])
				last = at + 1;
		}
	char *end = NULL;
	const char *rest;
	if (n && text[n - 1] == '\n' && is_word(last, "end", &rest)) {
		size_t given = strtoull(rest, &end, 10);
		if (*end == '\n' && given + 1 == lines)
			return true;
	}
	return err_set(err,
				   "the certificate is not complete: its last line must be 'end' with the number "
				   "of lines before it");
}

bool certificate_read_head(Certificate *c, const char *text, const char **rest, Err *err)
{
	static const char *const tree[] = {"node", "edge", "leaf", "expr", "end", "#"};
	CertText t = {.at = text};
	bool good = true, more = true;
	if (strncmp(text, "drift-certificate ", 18))
		return err_set(err, "this is no certificate: its first line must be 'drift-certificate 1'");
	if (strncmp(text, "drift-certificate 1\n", 20))
		return err_set(err, "the certificate has a form that this drift does not know: %.*s",
					   (int)strcspn(text, "\n"), text);
	if (!is_whole(text, err))
		return false;
	good = read_first_lines(c, &t) || bad_line(&t, err);
	while (good && more) {
		const char *before = t.at, *ignored;
		if (!next_line(&t))
			break;
		for (size_t i = 0; i < countof(tree); i++)
			more = more && !is_word(buf_str(&t.line), tree[i], &ignored);
		if (!more)
			t.at = before;
		else
			good = read_head_line(c, buf_str(&t.line)) || bad_line(&t, err);
	}
	*rest = t.at;
	buf_free(&t.line);
	return good;
}

/* ---- the tree ---- */

/* Numbers of a line, separated by blanks. */
static bool read_numbers(const char **at, u64 *to, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char *end;
		errno = 0;
		while (**at == ' ')
			(*at)++;
		to[i] = strtoull(*at, &end, 10);
		if (!isdigit((u8) * *at) || errno)
			return false;
		*at = end;
	}
	return true;
}

static bool read_node(Certificate *c, const char *at)
{
	u64 n[2];
	if (!read_numbers(&at, n, 2) || *at || n[0] != c->nodes.len + 1 || n[1] > UINT32_MAX)
		return false;
	vec_push(&c->nodes, ((CertNode){(u32)n[1]}));
	return true;
}

static bool read_edge(Certificate *c, ExprPool *pool, const char *at)
{
	u64 n[3];
	if (!read_numbers(&at, n, 3) || *at || n[0] != c->edges.len + 1 || !n[1] ||
		n[1] > c->nodes.len || !n[2] || n[2] > c->exprs.len)
		return false;
	Expr cond = c->exprs.at[n[2] - 1];
	if (expr_width(pool, cond) != 1)
		return false;
	vec_push(&c->edges, ((CertEdge){(u32)n[1], cond}));
	return true;
}

/* One of a list of words, which ends with NULL; moves *at behind it. */
static bool read_choice(const char **at, const char *const words[], u32 *choice)
{
	while (**at == ' ')
		(*at)++;
	size_t n = strcspn(*at, " ");
	for (*choice = 0; words[*choice]; ++*choice)
		if (strlen(words[*choice]) == n && !strncmp(*at, words[*choice], n)) {
			*at += n;
			return true;
		}
	return false;
}

static bool read_values(const char *at, const ExprPool *pool, CertLeaf *leaf)
{
	while (*at) {
		u64 n[2];
		if (!read_numbers(&at, n, 1) || *at++ != '=' || !read_numbers(&at, n + 1, 1) ||
			n[0] >= input_vars(pool))
			return false;
		unsigned width = input_width(pool, (u32)n[0]);
		if (width < 64 && n[1] >> width)
			return false;
		vec_push(&leaf->witness, ((CertValue){(u32)n[0], n[1]}));
	}
	return true;
}

static bool read_leaf(Certificate *c, const ExprPool *pool, const char *at)
{
	u64 edge, cut[2] = {0};
	u32 rule, compared;
	if (!read_numbers(&at, &edge, 1) || edge > c->edges.len ||
		!read_choice(&at, leaf_rules, &rule) ||
		(rule != LEAF_WHOLE && !read_numbers(&at, cut, 2)) ||
		!read_choice(&at, leaf_compared, &compared) || cut[0] > UINT32_MAX || cut[1] > UINT32_MAX)
		return false;
	CertLeaf leaf = {.edge = (u32)edge,
					 .rule = (LeafRule)rule,
					 .compared = (LeafCompared)compared,
					 .cut = {(u32)cut[0], (u32)cut[1]}};
	bool good = read_values(at, pool, &leaf);
	vec_push(&c->leaves, leaf);
	return good;
}

bool certificate_read_tree(Certificate *c, ExprPool *pool, const char *rest, Err *err)
{
	CertText t = {.at = rest};
	bool good = true, ended = false;
	const char *at;
	while (good && !ended && next_line(&t)) {
		const char *line = buf_str(&t.line);
		ended = is_word(line, "end", &at);
		if (ended || *line == '#')
			continue;
		if (is_word(line, "expr", &at))
			good = expr_read_record(pool, &c->exprs, at, err);
		else
			good = (is_word(line, "node", &at)   ? read_node(c, at)
					: is_word(line, "edge", &at) ? read_edge(c, pool, at)
					: is_word(line, "leaf", &at) ? read_leaf(c, pool, at)
												 : false) ||
				   bad_line(&t, err);
		good = good && (t.number < MOST_LINES || bad_line(&t, err));
	}
	if (good && (!ended || *t.at))
		good = err_set(err, "the certificate goes on after its end");
	buf_free(&t.line);
	return good;
}
