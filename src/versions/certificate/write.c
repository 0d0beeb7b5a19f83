/* write.c: a certificate as text, one statement in a line.
 *
 * A line is a word and its operands. Texts are quoted as in C. The last line has the number of lines, so
 * that a truncated file is noticed. A line that begins with # is for people. */
#include "versions/certificate/certificate.h"

#include "engine/expr/record.h"

enum { COMMENT = 100 }; /* characters of a condition in C */

static void write_text(const char *word, const char *text, Buf *to)
{
	buf_addf(to, "%s \"", word);
	buf_add_escaped(to, text, strlen(text));
	buf_adds(to, "\"\n");
}

static void write_lines(const char *word, const CertLines *lines, Buf *to)
{
	for (size_t i = 0; i < lines->len; i++)
		write_text(word, lines->at[i], to);
}

static void write_digest(const char *word, Digest d, Buf *to)
{
	char hex[2 * sizeof d + 1];
	digest_hex(d, sizeof d, hex);
	buf_addf(to, "%s %s\n", word, hex);
}

static void write_head(const Certificate *c, Buf *to)
{
	buf_adds(to, "drift-certificate 1\n");
	buf_addf(to, "claim %s\n", c->same_code ? "same-code" : "equivalent");
	write_digest("old", c->program[0], to);
	write_digest("new", c->program[1], to);
	write_lines("option", &c->options, to);
	write_lines("word", &c->words, to);
	write_lines("part", &c->parts, to);
	write_lines("world", &c->world, to);
	write_lines("not-compared", &c->not_compared, to);
}

static void write_edge(const CertEdge *e, size_t number, ExprPool *pool, ExprRecord *record,
					   Buf *to)
{
	Buf text = {0};
	u32 cond = expr_record(pool, record, e->cond, "expr ", to);
	expr_text(pool, e->cond, COMMENT, &text);
	for (size_t i = 0; i < text.len; i++)
		text.at[i] = (u8)text.at[i] < ' ' ? '?' : text.at[i];
	buf_addf(to, "# %s\n", buf_str(&text));
	buf_addf(to, "edge %zu %u %u\n", number, e->node, cond);
	buf_free(&text);
}

static void write_leaf(const CertLeaf *leaf, Buf *to)
{
	buf_addf(to, "leaf %u %s", leaf->edge, leaf_rules[leaf->rule]);
	if (leaf->rule != LEAF_WHOLE)
		buf_addf(to, " %u %u", leaf->cut[0], leaf->cut[1]);
	buf_addf(to, " %s", leaf_compared[leaf->compared]);
	for (size_t i = 0; i < leaf->witness.len; i++)
		buf_addf(to, " %u=%llu", leaf->witness.at[i].var,
				 (unsigned long long)leaf->witness.at[i].value);
	buf_addc(to, '\n');
}

void certificate_write(const Certificate *c, ExprPool *pool, Buf *to)
{
	ExprRecord record = {0};
	size_t lines = 0;
	write_head(c, to);
	for (size_t i = 0; i < c->nodes.len; i++)
		buf_addf(to, "node %zu %u\n", i + 1, c->nodes.at[i].parent);
	for (size_t i = 0; i < c->edges.len; i++)
		write_edge(&c->edges.at[i], i + 1, pool, &record, to);
	for (size_t i = 0; i < c->leaves.len; i++)
		write_leaf(&c->leaves.at[i], to);
	for (size_t i = 0; i < to->len; i++)
		lines += to->at[i] == '\n';
	buf_addf(to, "end %zu\n", lines);
	expr_record_free(&record);
}
