/* print.c: a change sequence graph as text, as JSON, and for Graphviz. */
#include "versions/sequence/impl.h"

#include <cjson/cJSON.h>

static const char *const kind_names[] = {"start", "end", "change", "place", "output"};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

void sequence_meeting_text(const SequenceGraph *g, u32 node, Buf *to)
{
	const SequenceNode *n = &g->nodes.at[node];
	if (!n->line) {
		buf_adds(to, "?");
		return;
	}
	buf_addf(to, "%s:%u", g->p->files.at[n->file], n->line);
	if (n->function != NO_OPERAND)
		buf_addf(to, " (%s)", g->p->functions.at[n->function].source_name);
}

static void lines_text(const SequenceGraph *g, u32 change, Buf *to)
{
	const SequenceText *t = sequence_lines_of(g, change);
	if (!t) {
		const Change *c = change_map_at(g->map, change);
		change_lines_text(g->map, NEW, c, to);
		return;
	}
	buf_addf(to, "%s:%u", g->p->files.at[t->file], t->first);
	if (t->last > t->first)
		buf_addf(to, "-%u", t->last);
}

void sequence_change_text(const SequenceGraph *g, u32 change, Buf *to)
{
	buf_addf(to, "change %u (", change + 1);
	lines_text(g, change, to);
	buf_addc(to, ')');
}

static const char *what_of(const SequenceGraph *g, u32 change)
{
	return sequence_is_text(g, change) ? "edited, but the code is the same (other names)"
									   : change_map_at(g->map, change)->text;
}

static const char *kind_of(const SequenceGraph *g, u32 change)
{
	return sequence_is_text(g, change) ? "text"
									   : change_kind_name(change_map_at(g->map, change)->kind);
}

/* The name of a node: "change 2", "place cut.c:8 (main)". */
static void node_name(const SequenceGraph *g, u32 node, Buf *to)
{
	const SequenceNode *n = &g->nodes.at[node];
	if (n->kind == SEQUENCE_CHANGE) {
		sequence_change_text(g, n->change, to);
		return;
	}
	buf_adds(to, kind_names[n->kind]);
	if (n->kind == SEQUENCE_MEETING || n->kind == SEQUENCE_OUTPUT) {
		buf_addc(to, ' ');
		sequence_meeting_text(g, node, to);
	}
}

/* ---- text ---- */

static void print_node(const SequenceGraph *g, u32 node, FILE *to)
{
	const SequenceNode *n = &g->nodes.at[node];
	Buf text = {0};
	node_name(g, node, &text);
	fprintf(to, "%s", buf_str(&text));
	if (n->kind == SEQUENCE_CHANGE)
		fprintf(to, ": %s%s", what_of(g, n->change),
				n->n_points ? "" : "; no code of NEW reaches it");
	for (u32 k = 0; n->kind == SEQUENCE_MEETING && k < n->n_meet; k++)
		fprintf(to, "%s%u", k ? ", " : ": changes meet: ", n->meet[k] + 1);
	fprintf(to, "\n");
	for (u32 k = 0; k < n->n_next; k++) {
		buf_reset(&text);
		node_name(g, n->next[k], &text);
		fprintf(to, "    -> %s\n", buf_str(&text));
	}
	buf_free(&text);
}

/* Number of nodes of a kind. */
static u32 count(const SequenceGraph *g, SequenceKind kind)
{
	u32 n = 0;
	for (size_t i = 0; i < g->nodes.len; i++)
		n += g->nodes.at[i].kind == kind;
	return n;
}

void sequence_print(const SequenceGraph *g, FILE *to)
{
	enum { MOST = 10000 };
	u32 edges = 0;
	for (u32 i = 0; i < g->nodes.len; i++) {
		print_node(g, i, to);
		edges += g->nodes.at[i].n_next;
	}
	u64 orders = sequence_orders(g, MOST);
	fprintf(to,
			"\nchanges: %u, meeting points: %u, outputs: %u, edges: %u\n"
			"orders in which changes can be executed first: %s%llu\n",
			count(g, SEQUENCE_CHANGE), count(g, SEQUENCE_MEETING), count(g, SEQUENCE_OUTPUT), edges,
			orders == MOST ? "at least " : "", (unsigned long long)orders);
}

/* ---- JSON ---- */

static void add_node(cJSON *list, const SequenceGraph *g, u32 node)
{
	const SequenceNode *n = &g->nodes.at[node];
	cJSON *one = cJSON_CreateObject();
	Buf text = {0};
	cJSON_AddItemToArray(list, one);
	cJSON_AddNumberToObject(one, "id", node);
	cJSON_AddStringToObject(one, "node", kind_names[n->kind]);
	if (n->kind == SEQUENCE_CHANGE) {
		cJSON_AddNumberToObject(one, "change", n->change + 1);
		cJSON_AddStringToObject(one, "kind", kind_of(g, n->change));
		cJSON_AddStringToObject(one, "what", what_of(g, n->change));
		lines_text(g, n->change, &text);
		cJSON_AddStringToObject(one, "lines", buf_str(&text));
	}
	if (n->line) {
		cJSON_AddStringToObject(one, "file", g->p->files.at[n->file]);
		cJSON_AddNumberToObject(one, "line", n->line);
	}
	if (n->function != NO_OPERAND)
		cJSON_AddStringToObject(one, "function", g->p->functions.at[n->function].source_name);
	if (n->kind == SEQUENCE_MEETING) {
		cJSON *meet = cJSON_AddArrayToObject(one, "changes");
		for (u32 k = 0; k < n->n_meet; k++)
			cJSON_AddItemToArray(meet, cJSON_CreateNumber(n->meet[k] + 1));
	}
	buf_free(&text);
}

void sequence_json(const SequenceGraph *g, FILE *to)
{
	cJSON *root = cJSON_CreateObject(), *nodes = cJSON_AddArrayToObject(root, "nodes");
	cJSON *edges = cJSON_AddArrayToObject(root, "edges");
	for (u32 i = 0; i < g->nodes.len; i++) {
		add_node(nodes, g, i);
		for (u32 k = 0; k < g->nodes.at[i].n_next; k++) {
			cJSON *one = cJSON_CreateObject();
			cJSON_AddItemToArray(edges, one);
			cJSON_AddNumberToObject(one, "from", i);
			cJSON_AddNumberToObject(one, "to", g->nodes.at[i].next[k]);
		}
	}
	cJSON *notes = cJSON_AddArrayToObject(root, "notes");
	for (size_t i = 0; i < g->notes.len; i++)
		cJSON_AddItemToArray(notes, cJSON_CreateString(g->notes.at[i]));
	char *text = cJSON_Print(root);
	fprintf(to, "%s\n", text);
	free(text);
	cJSON_Delete(root);
}

/* ---- Graphviz ---- */

static void quote(const char *text, FILE *to)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', to);
		fputc((unsigned char)*text >= ' ' ? *text : ' ', to);
	}
}

static void draw_node(const SequenceGraph *g, u32 node, FILE *to)
{
	static const char *const shapes[] = {"point", "doublecircle", "box", "ellipse", "cds"};
	const SequenceNode *n = &g->nodes.at[node];
	Buf text = {0};
	fprintf(to, "  n%u [shape=%s, label=\"", node, shapes[n->kind]);
	if (n->kind == SEQUENCE_CHANGE) {
		lines_text(g, n->change, &text);
		fprintf(to, "%u  ", n->change + 1);
		quote(base_name(buf_str(&text)), to);
		fprintf(to, "\\n");
		quote(what_of(g, n->change), to);
	} else if (n->line) {
		fprintf(to, "%s:%u", base_name(g->p->files.at[n->file]), n->line);
	}
	for (u32 k = 0; n->kind == SEQUENCE_MEETING && k < n->n_meet; k++)
		fprintf(to, "%s%u", k ? ", " : "\\n", n->meet[k] + 1);
	fprintf(to, "\"%s];\n",
			n->kind == SEQUENCE_CHANGE ? ", style=filled, fillcolor=lightgrey" : "");
	buf_free(&text);
}

void sequence_dot(const SequenceGraph *g, FILE *to)
{
	fprintf(to, "digraph changes {\n  node [fontname=\"monospace\", fontsize=10];\n");
	for (u32 i = 0; i < g->nodes.len; i++)
		draw_node(g, i, to);
	for (u32 i = 0; i < g->nodes.len; i++)
		for (u32 k = 0; k < g->nodes.at[i].n_next; k++)
			fprintf(to, "  n%u -> n%u;\n", i, g->nodes.at[i].next[k]);
	fprintf(to, "}\n");
}
