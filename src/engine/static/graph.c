/* graph.c: writes drift's graphs of a program as Graphviz text with source lines. */
#include "engine/static/impl.h"

/* Source files as lists of lines, read when a label needs one. */
typedef struct SourceFile {
	bool tried;
	Buf text;
	VEC(char *) lines;
} SourceFile;

typedef struct Draw {
	Static *s;
	FILE *to;
	SourceFile *files; /* by file number */
	IntMap drawn;      /* edges of the program dependence graph that are there already */
	Buf label;
} Draw;

static const char *source_line(Draw *d, u32 loc)
{
	const Program *p = d->s->p;
	const Loc *l = &p->locs.at[loc];
	SourceFile *f = &d->files[l->file];
	if (!f->tried) {
		f->tried = true;
		if (file_read(p->files.at[l->file], &f->text, NULL) && f->text.at)
			for (char *at = f->text.at, *next; at; at = next) {
				next = strchr(at, '\n');
				if (next)
					*next++ = 0;
				vec_push(&f->lines, at);
			}
	}
	if (!l->line || l->line > f->lines.len)
		return NULL;
	const char *text = f->lines.at[l->line - 1];
	return text + strspn(text, " \t");
}

/* Text inside a quoted Graphviz string. */
static void add_text(Buf *b, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_addc(b, '\\');
		if ((unsigned char)*text >= ' ')
			buf_addc(b, *text);
		else
			buf_addc(b, ' ');
	}
}

static void add_line(Draw *d, u32 loc)
{
	const Program *p = d->s->p;
	const Loc *l = &p->locs.at[loc];
	const char *file = p->files.at[l->file], *slash = strrchr(file, '/');
	const char *text = source_line(d, loc);
	if (!l->line) {
		add_text(&d->label, "?");
		return;
	}
	add_text(&d->label, slash ? slash + 1 : file);
	buf_addf(&d->label, ":%u", l->line);
	if (text) {
		buf_adds(&d->label, "  ");
		add_text(&d->label, text);
	}
}

/* The lines of a block, each once, in order. */
static void block_label(Draw *d, const Function *f, u32 b)
{
	u32 last = 0;
	buf_reset(&d->label);
	buf_addf(&d->label, "b%u\\l", b);
	for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
		u32 loc = f->ins[i].loc;
		const Loc *l = &d->s->p->locs.at[loc], *m = &d->s->p->locs.at[last];
		if (!l->line || (l->line == m->line && l->file == m->file))
			continue;
		last = loc;
		add_line(d, loc);
		buf_adds(&d->label, "\\l");
	}
}

static void way_label(const Function *f, u32 b, u32 k, const Flow *flow, Buf *to)
{
	u32 n = flow->succ_at[b + 1] - flow->succ_at[b];
	bool exit = flow_is_exit(flow, b, k);
	const Ins *t = &f->ins[f->blocks[b].end - 1];
	buf_reset(to);
	if (exit)
		buf_adds(to, t->op == I_RET ? "" : t->op == I_UNREACHABLE ? "no return" : "may end");
	else if (t->op == I_BR)
		buf_adds(to, k + 1 < n ? "goes on" : "");
	else if (t->op == I_CBR)
		buf_adds(to, k ? "false" : "true");
	else if (t->op == I_SWITCH && k == 0)
		buf_adds(to, "default");
	else if (t->op == I_SWITCH)
		buf_addf(to, "%lld", (long long)f->cases[t->extra + k - 1].lo);
}

static void open_cluster(Draw *d, const Function *f)
{
	fprintf(d->to, "  subgraph cluster_%u {\n    label=\"%s\";\n", f->id, f->source_name);
}

static void draw_blocks(Draw *d, const Function *f, const char *last)
{
	for (u32 b = 0; b < f->n_blocks; b++) {
		block_label(d, f, b);
		fprintf(d->to, "    f%u_b%u [label=\"%s\"];\n", f->id, b, buf_str(&d->label));
	}
	fprintf(d->to, "    f%u_%s [label=\"%s\", shape=oval];\n", f->id, last, last);
}

static void draw_cfg(Draw *d, const Function *f)
{
	const Flow *flow = static_flow(d->s, f->id);
	Buf way = {0};
	open_cluster(d, f);
	draw_blocks(d, f, "exit");
	for (u32 b = 0; b < flow->n; b++)
		for (u32 k = 0; k < flow->succ_at[b + 1] - flow->succ_at[b]; k++) {
			u32 to = flow->succ[flow->succ_at[b] + k];
			way_label(f, b, k, flow, &way);
			fprintf(d->to, "    f%u_b%u -> f%u_", f->id, b, f->id);
			if (to == flow->n)
				fprintf(d->to, "exit");
			else
				fprintf(d->to, "b%u", to);
			fprintf(d->to, " [label=\"%s\"];\n", buf_str(&way));
		}
	fprintf(d->to, "  }\n");
	buf_free(&way);
}

static void draw_cdg(Draw *d, const Function *f)
{
	const Flow *flow = static_flow(d->s, f->id);
	Buf way = {0};
	open_cluster(d, f);
	draw_blocks(d, f, "entry");
	for (u32 b = 0; b < flow->n; b++) {
		for (u32 k = flow->cdep_at[b]; k < flow->cdep_at[b + 1]; k++) {
			FlowEdge e = flow->cdep[k];
			way_label(f, e.from, e.k, flow, &way);
			fprintf(d->to, "    f%u_b%u -> f%u_b%u [label=\"%s\"];\n", f->id, e.from, f->id, b,
					buf_str(&way));
		}
		if (flow_postdominates(flow, b, 0))
			fprintf(d->to, "    f%u_entry -> f%u_b%u;\n", f->id, f->id, b);
	}
	fprintf(d->to, "  }\n");
	buf_free(&way);
}

/* ---- calls ---- */

static bool is_indirect(const Program *p, u64 call)
{
	const Function *f = &p->functions.at[call >> 32];
	return f->calls[f->ins[(u32)call].extra].callee == NO_OPERAND;
}

/* One edge per pair; dashed when only pointers lead there. */
static void draw_callers(Draw *d, u32 function)
{
	const u64 *calls;
	u32 n = static_callers(d->s, function, &calls);
	for (u32 i = 0; i < n;) {
		u32 from = (u32)(calls[i] >> 32);
		bool indirect = true;
		for (; i < n && calls[i] >> 32 == from; i++)
			indirect &= is_indirect(d->s->p, calls[i]);
		if (static_reachable(d->s, from))
			fprintf(d->to, "  f%u -> f%u%s;\n", from, function, indirect ? " [style=dashed]" : "");
	}
}

static void draw_function(Draw *d, const Function *f)
{
	buf_reset(&d->label);
	buf_addf(&d->label, "%s\\l", f->source_name);
	if (f->n_blocks) {
		add_line(d, f->loc);
		buf_adds(&d->label, "\\l");
	}
	fprintf(d->to, "  f%u [label=\"%s\"%s%s];\n", f->id, buf_str(&d->label),
			f->kind == FN_SUBJECT ? "" : ", color=gray, fontcolor=gray",
			static_never_returns(d->s, f->id)    ? ", peripheries=2"
			: static_may_not_return(d->s, f->id) ? ", style=dotted"
												 : "");
}

static void draw_calls(Draw *d, u32 only)
{
	const Program *p = d->s->p;
	bool *near = xcalloc(p->functions.len + 1, sizeof *near);
	const u64 *calls;
	if (only != NO_OPERAND) {
		u32 n = static_callers(d->s, only, &calls);
		near[only] = true;
		for (u32 i = 0; i < n; i++)
			near[calls[i] >> 32] = true;
		for (u32 c = 0; c < p->functions.at[only].n_calls; c++)
			for (u32 k = 1; k <= d->s->fns[only].callees[c][0]; k++)
				near[d->s->fns[only].callees[c][k]] = true;
	}
	for (u32 f = 0; f < p->functions.len; f++)
		if (near[f] || (only == NO_OPERAND && static_reachable(d->s, f)))
			draw_function(d, &p->functions.at[f]);
	for (u32 f = 0; f < p->functions.len; f++) {
		if (only == NO_OPERAND && static_reachable(d->s, f))
			draw_callers(d, f);
		if (only == NO_OPERAND || !near[f])
			continue;
		u32 n = static_callers(d->s, f, &calls);
		u32 last = NO_OPERAND;
		for (u32 i = 0; i < n; i++) {
			u32 from = (u32)(calls[i] >> 32);
			if (from != last && (from == only || f == only))
				fprintf(d->to, "  f%u -> f%u%s;\n", from, f,
						is_indirect(p, calls[i]) ? " [style=dashed]" : "");
			last = from;
		}
	}
	free(near);
}

/* ---- program dependence, by source line ---- */

/* Each line of a function is one node, named by the first location on it. */
static u32 line_node(Draw *d, IntMap *lines, u32 function, u32 loc)
{
	const Loc *l = &d->s->p->locs.at[loc];
	u64 key = ((u64)l->file << 32 | l->line) + 1, found;
	if (intmap_get(lines, key, &found))
		return (u32)found;
	intmap_put(lines, key, loc);
	buf_reset(&d->label);
	add_line(d, loc);
	fprintf(d->to, "    f%u_l%u [label=\"%s\\l\"];\n", function, loc, buf_str(&d->label));
	return loc;
}

static void draw_dependence(Draw *d, u32 function, u32 from, u32 to, u32 kind)
{
	static const char *const styles[] = {" [style=bold]", "", " [style=dashed]"};
	u64 key = ((u64)kind << 60 | (u64)from << 30 | to) + 1, had;
	if (from == to || intmap_get(&d->drawn, key, &had))
		return;
	intmap_put(&d->drawn, key, 1);
	fprintf(d->to, "    f%u_l%u -> f%u_l%u%s;\n", function, from, function, to, styles[kind]);
}

static void draw_pdg(Draw *d, const Function *f)
{
	const Flow *flow = static_flow(d->s, f->id);
	const DefUse *du = static_defuse(d->s, f->id);
	IntMap lines = {0};
	open_cluster(d, f);
	intmap_clear(&d->drawn);
	u32 *node = xmalloc((f->n_ins + 1) * sizeof *node);
	for (u32 i = 0; i < f->n_ins; i++)
		node[i] = line_node(d, &lines, f->id, f->ins[i].loc);
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 b = static_block(d->s, f->id, i), first;
		for (u32 k = flow->cdep_at[b]; k < flow->cdep_at[b + 1]; k++)
			draw_dependence(d, f->id, node[f->blocks[flow->cdep[k].from].end - 1], node[i], 0);
		u32 n = static_ins_defs(f, &f->ins[i], &first);
		for (u32 k = n ? du->use_at[first] : 0; n && k < du->use_at[first + n]; k++)
			draw_dependence(d, f->id, node[i], node[du->use[k]], 1);
		for (u32 k = du->mem_at[i]; k < du->mem_at[i + 1]; k++)
			draw_dependence(d, f->id, node[du->mem[k]], node[i], 2);
	}
	fprintf(d->to, "  }\n");
	intmap_free(&lines);
	free(node);
}

void static_graph(Static *s, GraphKind kind, u32 function, FILE *to)
{
	static const char *const names[] = {"cfg", "cdg", "calls", "pdg"};
	Draw d = {.s = s, .to = to};
	need_calls(s);
	d.files = xcalloc(s->p->files.len + 1, sizeof *d.files);
	fprintf(to, "digraph %s {\n  node [shape=box, fontname=\"monospace\"];\n", names[kind]);
	if (kind == GRAPH_CALLS)
		draw_calls(&d, function);
	for (u32 f = 0; f < s->p->functions.len && kind != GRAPH_CALLS; f++) {
		const Function *fn = &s->p->functions.at[f];
		if (!fn->n_blocks || (function == NO_OPERAND ? fn->kind != FN_SUBJECT : f != function))
			continue;
		if (kind == GRAPH_CFG)
			draw_cfg(&d, fn);
		else if (kind == GRAPH_CDG)
			draw_cdg(&d, fn);
		else
			draw_pdg(&d, fn);
	}
	fprintf(to, "}\n");
	for (size_t i = 0; i < s->p->files.len; i++) {
		buf_free(&d.files[i].text);
		vec_free(&d.files[i].lines);
	}
	free(d.files);
	intmap_free(&d.drawn);
	buf_free(&d.label);
}
