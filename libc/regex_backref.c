/* regex_backref.c: matches patterns with back-references, by backtracking.
 *
 * It tries all paths through the program in order of preference. The longest match wins, and of
 * equally long ones the first. The rest of a path depends only on node, position and registers, so
 * a combination that was seen before is not tried again: it is stored as a 64-bit hash.
 */
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

typedef struct search {
	const rx_text *text;
	const rx_prog *prog;
	size_t from;     /* where the match would begin */
	size_t n;        /* registers: groups and the whole match */
	rx_span *group;  /* n registers as they are now, then n as last kept: see rx_pass_node */
	rx_span *best;   /* n registers of the best match so far */
	bool found;      /* best is set */
	bool failed;     /* out of memory */
	char *stack;     /* paths not tried yet: struct way, then 2 n registers */
	size_t depth;    /* bytes used */
	size_t room;     /* bytes there are */
	uint64_t *seen;  /* hash set of states; 0 is a free place */
	size_t n_seen;   /* in it */
	size_t max_seen; /* its size, a power of two */
} search;

typedef struct way {
	int node;   /* where to go on */
	size_t pos; /* and at what position */
} way;

static size_t frame_size(const search *s)
{
	return sizeof(way) + 2 * s->n * sizeof(rx_span);
}

static void push(search *s, int node, size_t pos)
{
	size_t frame = frame_size(s);
	if (s->depth + frame > s->room) {
		size_t room = s->room ? 2 * s->room : 64 * frame;
		char *bigger = realloc(s->stack, room);
		if (!bigger) {
			s->failed = true;
			return;
		}
		s->stack = bigger;
		s->room = room;
	}
	way w = {node, pos};
	memcpy(s->stack + s->depth, &w, sizeof w);
	memcpy(s->stack + s->depth + sizeof w, s->group, 2 * s->n * sizeof(rx_span));
	s->depth += frame;
}

static bool pop(search *s, int *node, size_t *pos)
{
	way w;
	if (s->depth == 0)
		return false;
	s->depth -= frame_size(s);
	memcpy(&w, s->stack + s->depth, sizeof w);
	memcpy(s->group, s->stack + s->depth + sizeof w, 2 * s->n * sizeof(rx_span));
	*node = w.node;
	*pos = w.pos;
	return true;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static bool insert(uint64_t *set, size_t size, uint64_t hash)
{
	size_t i = hash & (size - 1);
	while (set[i] && set[i] != hash)
		i = (i + 1) & (size - 1);
	if (set[i])
		return false;
	set[i] = hash;
	return true;
}

static bool grow_seen(search *s)
{
	size_t size = s->max_seen ? 2 * s->max_seen : 256;
	uint64_t *bigger = calloc(size, sizeof *bigger);
	if (!bigger)
		return false;
	for (size_t i = 0; i < s->max_seen; i++)
		if (s->seen[i])
			insert(bigger, size, s->seen[i]);
	free(s->seen);
	s->seen = bigger;
	s->max_seen = size;
	return true;
}

/* True if this state is new. */
static bool remember(search *s, int node, size_t pos)
{
	uint64_t h = mix(mix(0x51ed270b7f4a7c15u, (uint64_t)node), pos);
	for (size_t g = 1; g < s->n; g++)
		h = mix(mix(h, (uint64_t)s->group[g].from), (uint64_t)s->group[g].to);
	if (2 * s->n_seen >= s->max_seen && !grow_seen(s)) {
		s->failed = true;
		return false;
	}
	bool is_new = insert(s->seen, s->max_seen, h ? h : 1);
	s->n_seen += is_new;
	return is_new;
}

/* The length of a group's match if the same text is at pos again; -1 if not, or if the group is
 * unset. */
static long repeats(const search *s, int group, size_t pos)
{
	const rx_text *t = s->text;
	rx_span g = s->group[group + 1];
	size_t old = (size_t)g.from, now = pos, k, m;

	if (g.from < 0 || g.to < 0)
		return -1;
	if ((size_t)(g.to - g.from) > t->stop - pos)
		return -1;
	for (; old < (size_t)g.to; old += k, now += m)
		if (rx_char_at(t, old, &k) != rx_char_at(t, now, &m))
			return -1;
	return (long)(now - pos);
}

/* Takes one step from a node; returns false if it has no successor. */
static bool advance(search *s, int *at, size_t *pos)
{
	const rx_node *node = &s->prog->node[*at];
	size_t len = 0;
	long same;

	rx_pass_node(node, *pos, s->group, s->group + s->n, s->n);
	switch (node->kind) {
	case RX_CHAR:
	case RX_ANY:
	case RX_SET:
		if (*pos >= s->text->stop || !rx_accepts(s->prog, node, rx_char_at(s->text, *pos, &len)))
			return false;
		break;
	case RX_BACKREF:
		if ((same = repeats(s, node->value, *pos)) < 0)
			return false;
		len = (size_t)same;
		break;
	case RX_ANCHOR:
		if (!rx_anchored(rx_neighbours(s->text, *pos), node->value, *pos > s->from))
			return false;
		break;
	case RX_ALT:
	case RX_STAR:
		if (!remember(s, *at, *pos))
			return false;
		if (node->n_out == 2)
			push(s, node->out[1], *pos);
		break;
	default: break;
	}
	*at = node->out[0];
	*pos += len;
	return true;
}

/* A match of which all open groups are closed. */
static void record(search *s, size_t from, size_t to)
{
	if (s->found && s->best[0].to >= (long)to)
		return;
	for (size_t g = 1; g < s->n; g++)
		if (s->group[g].from >= 0 && s->group[g].to < 0)
			return;
	s->group[0] = (rx_span){(long)from, (long)to};
	memcpy(s->best, s->group, s->n * sizeof(rx_span));
	s->found = true;
}

static void search_from(search *s, size_t from)
{
	int node = s->prog->start;
	size_t pos = from;

	for (size_t g = 0; g < 2 * s->n; g++)
		s->group[g] = (rx_span){-1, -1};
	s->from = from;
	s->depth = 0;
	if (s->n_seen)
		memset(s->seen, 0, s->max_seen * sizeof *s->seen);
	s->n_seen = 0;
	do {
		do {
			if (s->prog->node[node].kind == RX_END) {
				record(s, from, pos);
				break;
			}
		} while (advance(s, &node, &pos));
		if (s->failed || (s->found && s->best[0].to == (long)s->text->stop))
			return;
	} while (pop(s, &node, &pos));
}

static void search_all(search *s, size_t start, size_t last)
{
	const rx_prog *prog = s->prog;
	bool once = prog->anchored && !s->text->newline_anchor;
	size_t pos = start, len;

	while (!s->found && !s->failed) {
		if (!(once && pos > 0))
			search_from(s, pos);
		if (pos == last)
			return;
		if (start > last) {
			pos--;
			continue;
		}
		if (pos >= s->text->stop || once)
			return;
		rx_char_at(s->text, pos, &len);
		pos += len;
		if (pos > last)
			return;
	}
}

int rx_search_backref(const rx_text *t, size_t start, size_t last, rx_span *group, size_t n)
{
	search s = {.text = t, .prog = t->prog, .n = (size_t)t->prog->n_group + 1};

	s.group = malloc(2 * s.n * sizeof *s.group);
	s.best = malloc(s.n * sizeof *s.best);
	s.failed = !s.group || !s.best;
	search_all(&s, start, last);
	for (size_t g = 0; g < n && s.found; g++)
		group[g] = g < s.n ? s.best[g] : (rx_span){-1, -1};
	free(s.group);
	free(s.best);
	free(s.stack);
	free(s.seen);
	return s.failed ? -1 : s.found;
}
