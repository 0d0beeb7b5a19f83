/* regex_groups.c: finds the groups of a match, once its ends are known. */
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

/* From which nodes the end of the match can be reached: one row of bits per position. */
typedef struct marks {
	const rx_text *text;
	const rx_prog *prog;
	size_t from, to;    /* the match */
	size_t row;         /* bytes per position */
	unsigned char *bit; /* rows for from..to */
	int *stack;         /* nodes whose predecessors are still to do */
} marks;

static bool marked(const marks *m, int node, size_t pos)
{
	return m->bit[(pos - m->from) * m->row + (size_t)node / 8] >> node % 8 & 1;
}

/* Marks a node at pos and all its predecessors that do not consume. */
static void mark(marks *m, int first, size_t pos, int neighbours)
{
	unsigned char *row = m->bit + (pos - m->from) * m->row;
	int depth = 0;

	m->stack[depth++] = first;
	while (depth > 0) {
		int i = m->stack[--depth];
		const rx_node *node = &m->prog->node[i];
		if (row[i / 8] >> i % 8 & 1)
			continue;
		if (node->kind == RX_ANCHOR && !rx_anchored(neighbours, node->value, pos > m->from))
			continue;
		row[i / 8] |= (unsigned char)(1 << i % 8);
		for (int k = m->prog->back_at[i]; k < m->prog->back_at[i + 1]; k++)
			m->stack[depth++] = m->prog->back[k];
	}
}

/* All rows, from the end to the start. len[i] is the length of the character at from + i, 0 inside
 * one. */
static void mark_all(marks *m, const unsigned char *len, const rx_char *chars)
{
	const rx_prog *prog = m->prog;
	int neighbours = prog->has_anchor ? rx_neighbours(m->text, m->to) : 0;

	mark(m, prog->n_node - 1, m->to, neighbours);
	for (size_t pos = m->to; pos-- > m->from;) {
		size_t n = len[pos - m->from];
		if (n == 0)
			continue;
		neighbours = prog->has_anchor ? rx_neighbours(m->text, pos) : 0;
		for (int i = 0; i < prog->n_node; i++) {
			const rx_node *node = &prog->node[i];
			if (node->kind <= RX_SET && marked(m, node->out[0], pos + n) &&
				rx_accepts(prog, node, chars[pos - m->from]))
				mark(m, i, pos, neighbours);
		}
	}
}

void rx_pass_node(const rx_node *node, size_t pos, rx_span *group, rx_span *kept, size_t n)
{
	size_t g = (size_t)node->value + 1;
	long at = (long)pos;

	if ((node->kind != RX_OPEN && node->kind != RX_CLOSE) || g >= n)
		return;
	if (node->kind == RX_OPEN) {
		group[g] = (rx_span){at, -1};
	} else if (group[g].from < at) {
		group[g].to = at;
		memcpy(kept, group, n * sizeof *group);
	} else if (node->optional && kept[g].from != -1) {
		/* An additional round that matched nothing is undone, including inner groups. */
		memcpy(group, kept, n * sizeof *group);
	} else {
		group[g].to = at;
	}
}

/* The successor of a node that does not consume. If the preferred one was already taken since the
 * last character, the other one ends the empty loop. */
static int choose(const marks *m, const rx_node *node, size_t pos, const size_t *taken,
				  size_t round)
{
	int way = -1;
	for (int k = 0; k < node->n_out; k++) {
		if (!marked(m, node->out[k], pos))
			continue;
		if (way < 0)
			way = node->out[k];
		else if (taken[way] == round)
			return node->out[k];
	}
	return way;
}

/* From the start of the match to its end, along marked nodes only. */
static void walk(const marks *m, const unsigned char *len, size_t *taken, rx_span *group,
				 rx_span *kept, size_t n)
{
	size_t pos = m->from, round = 1, idle = 0;
	int i = m->prog->start;

	for (;;) {
		const rx_node *node = &m->prog->node[i];
		rx_pass_node(node, pos, group, kept, n);
		if (node->kind == RX_END)
			return;
		if (node->kind <= RX_SET) {
			pos += len[pos - m->from];
			round++;
			idle = 0;
			i = node->out[0];
			continue;
		}
		taken[i] = round;
		i = choose(m, node, pos, taken, round);
		/* Every loop through empty ground ends after each node was the choice of each other. */
		if (i < 0 || ++idle > 4 * (size_t)m->prog->n_node)
			return;
	}
}

bool rx_groups(const rx_text *t, rx_span *group, size_t n)
{
	const rx_prog *prog = t->prog;
	size_t from = (size_t)group[0].from, to = (size_t)group[0].to, size = to - from + 1;
	marks m = {.text = t, .prog = prog, .from = from, .to = to};
	unsigned char *len = calloc(size, 1);
	rx_char *chars = malloc(size * sizeof *chars);
	size_t *taken = calloc((size_t)prog->n_node, sizeof *taken);
	rx_span *kept = malloc(n * sizeof *kept);

	m.row = ((size_t)prog->n_node + 7) / 8;
	m.bit = calloc(size, m.row);
	m.stack = malloc((size_t)(3 * prog->n_node + 1) * sizeof *m.stack);
	for (size_t g = 1; g < n; g++)
		group[g] = (rx_span){-1, -1};
	bool ok = len && chars && taken && kept && m.bit && m.stack;
	if (ok) {
		size_t k;
		for (size_t pos = from; pos < to; pos += k) {
			chars[pos - from] = rx_char_at(t, pos, &k);
			len[pos - from] = (unsigned char)k;
		}
		memcpy(kept, group, n * sizeof *kept);
		mark_all(&m, len, chars);
		walk(&m, len, taken, group, kept, n);
	}
	free(m.bit);
	free(m.stack);
	free(kept);
	free(taken);
	free(chars);
	free(len);
	return ok;
}
