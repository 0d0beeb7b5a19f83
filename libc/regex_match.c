/* regex_match.c: finds the leftmost longest match in one pass over the text.
 *
 * A thread is a node with the position where its match began. Threads are sorted by that position,
 * at most one per node: of two in the same node the older one wins, since they have the same
 * future. Once a match is found, only threads that began at the same position continue.
 */
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

typedef struct thread {
	int node;    /* a consuming one */
	size_t from; /* where its match began */
} thread;

typedef struct pass {
	const rx_text *text;
	const rx_prog *prog;
	thread *now, *next; /* threads before and after the current character */
	int n_now, n_next;
	unsigned *seen; /* node -> the round in which it was last entered */
	unsigned round; /* one per position */
	int *stack;     /* nodes still to enter */
	int neighbours; /* AT_* bits at the position of the round */
	bool found;     /* a match, in span */
	rx_span span;
} pass;

static bool pass_init(pass *s, const rx_text *t)
{
	size_t n = (size_t)t->prog->n_node;

	memset(s, 0, sizeof *s);
	s->text = t;
	s->prog = t->prog;
	s->now = malloc(n * sizeof *s->now);
	s->next = malloc(n * sizeof *s->next);
	s->seen = calloc(n, sizeof *s->seen);
	s->stack = malloc((2 * n + 1) * sizeof *s->stack);
	return s->now && s->next && s->seen && s->stack;
}

static void pass_free(pass *s)
{
	free(s->now);
	free(s->next);
	free(s->seen);
	free(s->stack);
}

/* Enters a node at pos for a match that began at from, and all its successors without consuming. */
static void enter(pass *s, int first, size_t from, size_t pos)
{
	int depth = 0;

	s->stack[depth++] = first;
	while (depth > 0) {
		int i = s->stack[--depth];
		const rx_node *node = &s->prog->node[i];
		if (s->seen[i] == s->round)
			continue;
		s->seen[i] = s->round;
		switch (node->kind) {
		case RX_CHAR:
		case RX_ANY:
		case RX_SET: s->next[s->n_next++] = (thread){i, from}; break;
		case RX_END:
			s->found = true;
			s->span = (rx_span){(long)from, (long)pos};
			break;
		case RX_ANCHOR:
			if (!rx_anchored(s->neighbours, node->value, pos > from))
				break;
			s->stack[depth++] = node->out[0];
			break;
		default:
			for (int k = node->n_out; k-- > 0;)
				s->stack[depth++] = node->out[k];
		}
	}
}

/* A new position: what was next is now. */
static void begin_round(pass *s, size_t pos)
{
	s->round++;
	s->n_next = 0;
	if (s->prog->has_anchor)
		s->neighbours = rx_neighbours(s->text, pos);
}

/* Feeds the character before pos to the threads. */
static void step(pass *s, rx_char c, size_t pos)
{
	thread *swap = s->now;
	s->now = s->next;
	s->n_now = s->n_next;
	s->next = swap;
	begin_round(s, pos);
	for (int i = 0; i < s->n_now; i++) {
		thread th = s->now[i];
		if (s->found && (long)th.from > s->span.from)
			break;
		const rx_node *node = &s->prog->node[th.node];
		if (rx_accepts(s->prog, node, c))
			enter(s, node->out[0], th.from, pos);
	}
}

static bool in_head(const rx_prog *prog, rx_char c)
{
	for (int i = 0; i < prog->n_head; i++)
		if (c >= prog->head[i].lo && c <= prog->head[i].hi)
			return true;
	return false;
}

/* Without a live thread, skip to the next character that can begin a match. */
static size_t skip(const rx_text *t, size_t pos, size_t last)
{
	size_t len;
	while (pos <= last && pos < t->stop && !in_head(t->prog, rx_char_at(t, pos, &len)))
		pos += len;
	return pos;
}

/* Starts from start to last, in order, all in one pass. */
static void run(pass *s, size_t start, size_t last, bool longest)
{
	const rx_text *t = s->text;
	const rx_prog *prog = s->prog;
	size_t pos = start, len;
	bool once = prog->anchored && !t->newline_anchor;

	begin_round(s, pos);
	for (;;) {
		if (!s->found && pos <= last && !(once && pos > 0)) {
			if (s->n_next == 0 && prog->head) {
				size_t to = skip(t, pos, last);
				if (to >= t->stop || to > last) /* no match is empty when heads are known */
					return;
				if (to != pos)
					begin_round(s, pos = to);
			}
			enter(s, prog->start, pos, pos);
		}
		if (s->found && !longest)
			return;
		if ((pos >= t->stop || s->n_next == 0) && (s->found || pos >= last || once))
			return;
		if (pos >= t->stop) {
			/* Nothing is consumed here, but empty matches are found up to last. */
			begin_round(s, ++pos);
			continue;
		}
		rx_char c = rx_char_at(t, pos, &len);
		pos += len;
		step(s, c, pos);
	}
}

int rx_search(const rx_text *t, size_t start, size_t last, bool longest, rx_span *found)
{
	pass s;

	if (!pass_init(&s, t)) {
		pass_free(&s);
		return -1;
	}
	if (start <= last) {
		run(&s, start, last, longest);
	} else {
		/* Searching backward, the first place from the right that matches wins. */
		for (size_t pos = start;; pos--) {
			s.n_next = 0;
			run(&s, pos, pos, longest);
			if (s.found || pos == last)
				break;
		}
	}
	*found = s.span;
	pass_free(&s);
	return s.found;
}
