/* regex_prog.c: compiles a tree to a program.
 *
 * Nodes are numbered in the order of the pattern, an operator after its operands. Of two
 * successors, the one with the lower number comes first. So a repetition prefers one more round to
 * continuing, and an alternative on the left one on the right, except that an empty first
 * alternative comes after the second. The preference decides about groups, never about where a
 * match begins or ends.
 */
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

/* More ranges than this are not worth a test before each start of a match. */
#define MAX_HEADS 8

/* A group directly in a group has the same registers; one pair of nodes is enough. */
static void merge_groups(rx_parse *p, rx_tree *t)
{
	rx_prog *prog = p->prog;

	if (!t)
		return;
	if (t->kind == RX_BACKREF) {
		t->value = prog->same_as[t->value];
		prog->used_refs |= 1u << t->value;
	} else if (t->kind == RX_GROUP && t->left && t->left->kind == RX_GROUP) {
		int inner = t->left->value;
		prog->same_as[inner] = prog->same_as[t->value];
		t->left = t->left->left;
		if (inner < 9)
			prog->used_refs &= ~(1u << inner);
	}
	if (t->kind == RX_CAT) {
		for (rx_tree *child = t->left; child; child = child->sibling)
			merge_groups(p, child);
		return;
	}
	merge_groups(p, t->left);
	merge_groups(p, t->right);
}

/* True if a group needs no nodes, because nobody will ask for its position. */
static bool silent(const rx_parse *p, const rx_tree *t)
{
	return p->no_sub && t->left && !(t->value < 9 && (p->prog->used_refs >> t->value & 1));
}

/* Numbers every node; returns the count so far. */
static int number_nodes(const rx_parse *p, rx_tree *t, int n)
{
	if (!t)
		return n;
	switch (t->kind) {
	case RX_CAT:
		for (rx_tree *child = t->left; child; child = child->sibling)
			n = number_nodes(p, child, n);
		t->first = t->left->first;
		return n;
	case RX_GROUP:
		if (silent(p, t)) {
			n = number_nodes(p, t->left, n);
			t->first = t->left->first;
			return n;
		}
		t->first = n++;
		n = number_nodes(p, t->left, n);
		t->index = n++;
		return n;
	default:
		n = number_nodes(p, t->left, n);
		n = number_nodes(p, t->right, n);
		t->first = t->index = n++;
		return n;
	}
}

static rx_node *set_node(rx_prog *prog, int index, rx_kind kind, const rx_tree *t)
{
	rx_node *node = &prog->node[index];
	node->kind = kind;
	node->c = t->c;
	node->value = t->value;
	node->set = t->set;
	node->optional = t->optional;
	return node;
}

static void lead(rx_node *node, int to)
{
	node->out[node->n_out++] = to;
}

static void link_nodes(const rx_parse *p, rx_tree *t, int next);

static void link_cat(const rx_parse *p, rx_tree *t, int next)
{
	for (rx_tree *child = t->left; child; child = child->sibling)
		link_nodes(p, child, child->sibling ? child->sibling->first : next);
}

static void link_group(const rx_parse *p, rx_tree *t, int next)
{
	if (silent(p, t)) {
		link_nodes(p, t->left, next);
		return;
	}
	lead(set_node(p->prog, t->first, RX_OPEN, t), t->left ? t->left->first : t->index);
	if (t->left)
		link_nodes(p, t->left, t->index);
	lead(set_node(p->prog, t->index, RX_CLOSE, t), next);
}

/* An alternative or a repetition. */
static void link_choice(const rx_parse *p, rx_tree *t, int next)
{
	rx_node *node = set_node(p->prog, t->index, t->kind, t);
	int left = t->left ? t->left->first : next;
	int right = t->right ? t->right->first : next;
	int after = t->kind == RX_STAR ? t->index : next;

	lead(node, left < right ? left : right);
	if (left != right)
		lead(node, left < right ? right : left);
	p->prog->has_choice = true;
	if (t->left)
		link_nodes(p, t->left, after);
	if (t->right)
		link_nodes(p, t->right, after);
}

static void link_nodes(const rx_parse *p, rx_tree *t, int next)
{
	switch (t->kind) {
	case RX_CAT: link_cat(p, t, next); break;
	case RX_GROUP: link_group(p, t, next); break;
	case RX_ALT:
	case RX_STAR: link_choice(p, t, next); break;
	default: lead(set_node(p->prog, t->index, t->kind, t), next); break;
	}
}

static bool consumes(rx_kind kind)
{
	return kind == RX_CHAR || kind == RX_ANY || kind == RX_SET;
}

/* Builds the list of predecessors that do not consume: counts them first, then fills it in. */
static bool link_back(rx_prog *prog)
{
	int n = prog->n_node;
	int *at = calloc((size_t)n + 2, sizeof *at);
	int *back = malloc((size_t)(2 * n + 1) * sizeof *back);

	prog->back_at = at;
	prog->back = back;
	if (!at || !back)
		return false;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < prog->node[i].n_out && !consumes(prog->node[i].kind); k++)
			at[prog->node[i].out[k] + 2]++;
	for (int i = 0; i < n; i++)
		at[i + 2] += at[i + 1];
	for (int i = 0; i < n; i++)
		for (int k = 0; k < prog->node[i].n_out && !consumes(prog->node[i].kind); k++)
			back[at[prog->node[i].out[k] + 1]++] = i;
	return true;
}

/* ---- where a match can begin ---- */

/* The nodes reachable from the start without consuming; with stop_at set, not beyond anchors that
 * need one of these bits. NULL when out of memory; ends with -1. */
static int *reachable(const rx_prog *prog, int stop_at)
{
	int *list = malloc((size_t)(prog->n_node + 1) * sizeof *list);
	bool *seen = calloc((size_t)prog->n_node, sizeof *seen);
	int n = 0;

	if (list && seen) {
		seen[list[n++] = prog->start] = true;
		for (int i = 0; i < n; i++) {
			const rx_node *node = &prog->node[list[i]];
			if (consumes(node->kind) || (node->kind == RX_ANCHOR && (node->value & stop_at)))
				continue;
			for (int k = 0; k < node->n_out; k++)
				if (!seen[node->out[k]])
					seen[list[n++] = node->out[k]] = true;
		}
		list[n] = -1;
	} else {
		free(list);
		list = NULL;
	}
	free(seen);
	return list;
}

static void mark_first_byte(char *fastmap, rx_char c, const rx_prog *prog)
{
	if (c & RX_BAD)
		fastmap[c & 0xff] = 1;
	else if (c < 0x80 || !prog->utf8)
		fastmap[c] = 1;
	else
		fastmap[c < 0x800 ? 0xc0 | c >> 6 : c < 0x10000 ? 0xe0 | c >> 12 : 0xf0 | c >> 18] = 1;
}

/* Marks all bytes that a match can begin with, before translation and case folding. */
static void mark_node(char *fastmap, const rx_node *node, const rx_prog *prog)
{
	const rx_set *set = node->set;

	if (node->kind == RX_CHAR) {
		mark_first_byte(fastmap, node->c, prog);
		if (prog->icase && node->c >= 'A' && node->c <= 'Z')
			fastmap[node->c - 'A' + 'a'] = 1;
		if (prog->icase && node->c >= 0x80)
			memset(fastmap + 0x80, 1, 0x80);
		return;
	}
	if (node->kind != RX_SET) {
		memset(fastmap, 1, 256);
		return;
	}
	for (int i = 0; i < set->n_range; i++)
		for (rx_char c = set->range[i].lo; c <= set->range[i].hi; c++) {
			fastmap[c] = 1;
			if (prog->icase && c >= 'A' && c <= 'Z')
				fastmap[c - 'A' + 'a'] = 1;
		}
	if (prog->utf8)
		memset(fastmap + 0x80, 1, 0x80);
}

static bool add_head(rx_prog *prog, rx_char lo, rx_char hi)
{
	if (prog->n_head == MAX_HEADS)
		return false;
	prog->head[prog->n_head++] = (rx_range){lo, hi};
	return true;
}

/* Adds the characters that a node can begin with to prog->head; returns false if there are too
 * many. */
static bool head_of(rx_prog *prog, const rx_node *node)
{
	if (node->kind == RX_CHAR)
		return add_head(prog, node->c, node->c);
	if (node->kind != RX_SET)
		return false;
	for (int i = 0; i < node->set->n_range; i++)
		if (!add_head(prog, node->set->range[i].lo, node->set->range[i].hi))
			return false;
	return !prog->utf8 || add_head(prog, 0x80, UINT32_MAX);
}

static bool is_anchored(const rx_prog *prog)
{
	int *list = reachable(prog, AT_PREV_LINE | AT_PREV_BUF);
	bool anchored = list != NULL;

	for (int *at = list; anchored && *at >= 0; at++) {
		rx_kind kind = prog->node[*at].kind;
		anchored = !consumes(kind) && kind != RX_BACKREF && kind != RX_END;
	}
	free(list);
	return anchored;
}

bool rx_heads(rx_prog *prog, char *fastmap)
{
	int *list = reachable(prog, 0);
	bool empty = list == NULL, fits = true;

	if (!prog->head)
		prog->head = malloc(MAX_HEADS * sizeof *prog->head);
	prog->n_head = 0;
	if (fastmap)
		memset(fastmap, 0, 256);
	for (int *at = list; at && *at >= 0; at++) {
		const rx_node *node = &prog->node[*at];
		if (node->kind == RX_END || node->kind == RX_BACKREF)
			empty = true;
		if (!consumes(node->kind))
			continue;
		fits = fits && prog->head && head_of(prog, node);
		if (fastmap)
			mark_node(fastmap, node, prog);
	}
	if (empty && fastmap)
		memset(fastmap, 1, 256);
	if (empty || !fits) {
		free(prog->head);
		prog->head = NULL;
	}
	free(list);
	return empty;
}

bool rx_build(rx_parse *p, rx_tree *tree)
{
	rx_prog *prog = p->prog;

	prog->same_as = malloc((size_t)(prog->n_group + 1) * sizeof(int));
	if (!prog->same_as)
		return false;
	for (int i = 0; i < prog->n_group; i++)
		prog->same_as[i] = i;
	merge_groups(p, tree);
	int end = number_nodes(p, tree, 0);
	prog->n_node = end + 1;
	prog->node = calloc((size_t)prog->n_node, sizeof *prog->node);
	if (!prog->node)
		return false;
	prog->node[end].kind = RX_END;
	prog->start = tree ? tree->first : end;
	if (tree)
		link_nodes(p, tree, end);
	if (!link_back(prog))
		return false;
	prog->anchored = is_anchored(prog);
	rx_heads(prog, NULL);
	return true;
}

void rx_prog_clear(rx_prog *prog)
{
	for (int i = 0; i < prog->n_set; i++)
		rx_set_free(prog->set[i]);
	free(prog->set);
	free(prog->node);
	free(prog->back);
	free(prog->back_at);
	free(prog->same_as);
	free(prog->head);
	memset(prog, 0, sizeof *prog);
}
