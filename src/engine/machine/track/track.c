/* track.c: control dependence of a run, and the interface for its conditions. */
#include "engine/machine/sym.h"
#include "engine/machine/track.h"

enum { RISK = 1, NO_RISK };

bool machine_set_tracking(Machine *m, Static *s, const TrackOptions *o, Err *err)
{
	if (!memory_track(&m->mem, err))
		return false;
	Track *t = xcalloc(1, sizeof *t);
	t->s = s;
	t->opt = *o;
	dep_init(&t->graph);
	t->info = xcalloc(m->p->functions.len + 1, sizeof *t->info);
	t->first_statement = xcalloc(m->p->functions.len + 1, sizeof *t->first_statement);
	for (size_t i = 0; i < m->p->functions.len; i++) {
		t->first_statement[i + 1] = t->first_statement[i] + m->p->functions.at[i].n_ins;
		m->fns[i].flow = s;
		m->fns[i].statements = o->statements;
		m->fns[i].inside = o->inside;
		m->fns[i].only_choices = o->statements && o->no_potential;
		m->fns[i].no_exits = o->without & WITHOUT_EXIT_COPIES || m->fns[i].only_choices;
	}
	t->risks = xcalloc(t->first_statement[m->p->functions.len] + 1, 1);
	m->track = t;
	return true;
}

void track_free(Machine *m)
{
	Track *t = m->track;
	if (!t)
		return;
	for (size_t i = 0; i < m->p->functions.len; i++) {
		for (u32 b = 0; t->info[i] && b < m->p->functions.at[i].n_blocks; b++)
			free(t->info[i][b]);
		free(t->info[i]);
	}
	for (size_t i = 0; i < t->logs.len; i++) {
		free(t->logs.at[i].locations);
		free(t->logs.at[i].parts);
		vec_free(&t->logs.at[i].entries);
	}
	for (u32 i = 0; i < t->n_shadows; i++) {
		vec_free(&t->shadows[i].logs);
		vec_free(&t->shadows[i].parts);
		vec_free(&t->shadows[i].clean);
	}
	dep_free(&t->graph);
	vec_free(&t->branches);
	vec_free(&t->choices);
	vec_free(&t->made.calls);
	vec_free(&t->made.library);
	vec_free(&t->made.arguments);
	vec_free(&t->logs);
	vec_free(&t->names);
	vec_free(&t->heap_names);
	intmap_free(&t->writes);
	keymap_free(&t->name_cache);
	keymap_free(&t->checked);
	free(t->shadows);
	free(t->info);
	free(t->first_statement);
	free(t->risks);
	free(t);
}

void track_reset(Machine *m)
{
	Track *t = m->track;
	if (!t)
		return;
	memset(t->inside, 0, sizeof t->inside);
	if (!t->graph.once)
		undef_reset(&m->mem.undef);
	dep_reset(&t->graph);
	t->branches.len = t->choices.len = t->names.len = 0;
	t->made.calls.len = t->made.library.len = t->made.arguments.len = 0;
	t->library = (OpenCall){0};
	t->fatal = t->kernel = t->moves = t->handed = t->injected = t->end = t->decided =
		t->target.near = 0;
	t->made.blocks = 0;
	memset(t->streams, 0, sizeof t->streams);
	t->run++;
	t->entries = (LogCount){0};
	t->run_start = ++m->mem.now;
}

Dep track_here(Machine *m)
{
	if (m->track->opt.no_potential && m->track->opt.statements)
		return m->thread.ctx;
	return dep_join(&m->track->graph, m->thread.ctx, m->track->fatal);
}

Dep track_leaf(Machine *m, Dep data)
{
	DepGraph *g = &m->track->graph;
	return dep_leaf(g, (u32)m->constraints.len - 1, dep_join(g, data, track_here(m)));
}

/* True if a target may still be executed, by this call or one that it will return to. */
static bool may_come(const Machine *m)
{
	const Track *t = m->track;
	const Code *at = m->thread.pc;
	for (u32 d = m->thread.depth + 1; t->target.later && d-- > 0;) {
		const FnCode *fc = m->thread.frames[d].fn;
		if (!fc || at < fc->code || at >= fc->code + fc->n)
			return true; /* no code of its own: cannot tell */
		const Origin *o = &fc->origin[at - fc->code];
		if (later_from(t->target.later, fc->fn->id, static_block(t->s, fc->fn->id, o->ins[0])))
			return true;
		at = m->thread.frames[d].call;
		if (at->op == C_END)
			break;
	}
	return false;
}

void track_fatal(Machine *m, Dep dep)
{
	Track *t = m->track;
	dep &= ~DEP_UNDEFINED;
	t->fatal = dep_join(&t->graph, t->fatal, dep);
	if (t->target.later && may_come(m))
		t->target.near = dep_join(&t->graph, t->target.near, dep);
}

Tag track_statement(Machine *m, const Ins *in, Tag tag)
{
	Track *t = m->track;
	const Function *f = thread_frame(&m->thread)->fn->body;
	Dep on = dep_join(&t->graph, tag_dep(m, tag), track_here(m));
	u32 number = t->first_statement[f->id] + (u32)(in - f->ins);
	return tag_on(m, tag, dep_statement(&t->graph, number, on & ~DEP_UNDEFINED));
}

void track_external(Machine *m, Dep outer)
{
	DepGraph *g = &m->track->graph;
	Dep dep = m->thread.ctx;
	for (u32 i = 0; i < m->site.n; i++)
		dep = dep_join(g, dep, tag_dep(m, m->site.args[i].tag));
	for (u32 i = 0; i < m->n_results && i < MAX_RESULTS; i++)
		m->results[i].tag =
			(u32)m->results[i].tag | dep_tag(dep_join(g, tag_dep(m, m->results[i].tag), dep));
	m->thread.ctx = outer;
}

/* ---- regions ---- */

/* The thread's copies of the innermost region. */
static void show_region(Thread *t)
{
	Region r = t->regions.len ? vec_last(&t->regions) : (Region){.block = NO_BLOCK};
	t->ctx = r.dep;
	t->stores = r.stores;
	t->region_depth = r.depth;
	t->region_end = r.block;
}

/* Opens a region of the frame at that depth. */
static void push_region(Machine *m, u32 depth, u32 block, u32 log, Dep dep)
{
	Thread *t = &m->thread;
	Region r = {.depth = depth, .block = block, .log = log, .dep = dep & ~DEP_UNDEFINED};
	/* A loop's tests open the same regions again and again; the new one holds the old one's. */
	size_t i = t->regions.len;
	while (i > 0 && t->regions.at[i - 1].depth == r.depth && t->regions.at[i - 1].block == block &&
		   t->regions.at[i - 1].log != log)
		i--;
	if (i > 0 && t->regions.at[i - 1].depth == r.depth && t->regions.at[i - 1].block == block) {
		memmove(&t->regions.at[i - 1], &t->regions.at[i], (t->regions.len - i) * sizeof r);
		vec_last(&t->regions) = r;
		i--;
	} else {
		i = t->regions.len;
		vec_push(&t->regions, r);
	}
	for (; i < t->regions.len; i++) {
		Region *at = &t->regions.at[i];
		at->stores = at->log == STORES_GAIN ? at->dep : i ? at[-1].stores : 0;
	}
	show_region(t);
}

/* The innermost open region; NULL: none is open. */
static const Region *innermost(const Thread *t)
{
	return t->regions.len ? &vec_last(&t->regions) : NULL;
}

/* What may have been written in it gains what it depends on. */
static void pop_region(Machine *m)
{
	Region r = vec_pop(&m->thread.regions);
	show_region(&m->thread);
	if (r.log != NO_LOG && r.log != STORES_GAIN)
		track_log(m, r.log, r.dep);
}

void track_block(Machine *m, u32 block)
{
	const Region *r;
	while ((r = innermost(&m->thread)) && r->depth == m->thread.depth && r->block == block)
		pop_region(m);
}

Tag track_inside(Machine *m, Tag tag)
{
	Track *t = m->track;
	Dep dep = tag_dep(m, tag) & ~DEP_UNDEFINED;
	/* Where stores gain the context, what decides where they go must not be lost. */
	Dep ctx = m->thread.stores ? 0 : m->thread.ctx;
	if (!dep || !(ctx | t->fatal) || t->opt.statements || t->opt.inside)
		return tag;
	Inside *known = &t->inside[dep % countof(t->inside)];
	if (known->dep != dep || known->ctx != ctx || known->fatal != t->fatal)
		*known = (Inside){dep, ctx, t->fatal,
						  dep_within(&t->graph, dep, ctx) || dep_within(&t->graph, dep, t->fatal)};
	return known->yes ? tag_on(m, tag, 0) : tag;
}

void track_edge(Machine *m, u32 edge)
{
	const Frame *f = thread_frame(&m->thread);
	const u32 *regs = f->fn->edges[edge];
	for (u32 k = 1; k <= regs[0]; k++)
		f->regs[regs[k]].tag = tag_gain(m, f->regs[regs[k]].tag, m->thread.ctx);
}

/* The tag of a value that the running function returns. */
static Tag track_value(Machine *m, Tag value)
{
	const Region *r = innermost(&m->thread);
	if (r && r->depth == m->thread.depth)
		value = tag_gain(m, value, m->thread.ctx);
	return value;
}

Tag track_return(Machine *m, Tag value)
{
	const Region *r;
	value = track_value(m, value);
	while ((r = innermost(&m->thread)) && r->depth >= m->thread.depth)
		pop_region(m);
	return value;
}

void track_results(Machine *m, const Ins *in)
{
	for (u32 k = 0; k < m->n_results && k < MAX_RESULTS; k++) {
		Tag *tag = &m->results[k].tag;
		*tag = m->track->opt.statements ? track_statement(m, in, *tag) : track_value(m, *tag);
	}
	track_return(m, 0);
}

void track_call(Machine *m, const Ins *call, Dep chosen)
{
	const FnCode *caller = m->thread.frames[m->thread.depth - 1].fn;
	if (!(chosen & ~DEP_UNDEFINED))
		return;
	u32 log = m->track->opt.no_potential || m->track->opt.inside
				  ? STORES_GAIN
				  : track_write_log(m, caller->fn->id, (u32)(call - caller->body->ins));
	push_region(m, m->thread.depth, NO_BLOCK, log,
				dep_join(&m->track->graph, chosen, track_here(m)));
}

/* True if a function that the call may enter may not return, or may fail. */
static bool may_stop(Track *t, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(t->s, function, ins, &callees);
	for (u32 i = 0; i < n; i++)
		if (static_may_not_return(t->s, callees[i]))
			return true;
	return static_fails(t->s, function, ins);
}

void track_choice(Machine *m, const Ins *call, Dep chosen)
{
	Track *t = m->track;
	const Function *f = thread_frame(&m->thread)->fn->body;
	u32 ins = (u32)(call - f->ins);
	chosen &= ~DEP_UNDEFINED;
	if (!chosen || t->opt.statements)
		return;
	Dep dep = dep_join(&t->graph, chosen, track_here(m));
	vec_push(&t->choices, ((ChoiceRun){f->id, ins, dep}));
	if (!t->opt.no_potential && may_stop(t, f->id, ins))
		track_fatal(m, dep);
}

void track_longjmp(Machine *m, u32 depth)
{
	Dep here = track_here(m);
	const Region *r;
	while ((r = innermost(&m->thread)) && r->depth > depth)
		pop_region(m);
	if (here)
		push_region(m, depth, NO_BLOCK, STORES_GAIN, here);
}

void track_ended_by(Machine *m, Dep dep)
{
	Track *t = m->track;
	dep &= ~DEP_UNDEFINED;
	t->end = dep_join(&t->graph, t->end, dep);
	if (t->target.later && may_come(m))
		t->target.near = dep_join(&t->graph, t->target.near, t->end);
}

void machine_set_targets(Machine *m, const Later *later)
{
	m->track->target.later = later;
}

void track_end(Machine *m)
{
	if (m->track)
		m->track->end = track_here(m);
}

void track_risk(Machine *m, const Ins *in, Tag a, Tag b)
{
	Track *t = m->track;
	if (!(tag_defined(m, a) | tag_defined(m, b)) || t->opt.no_potential || t->opt.statements)
		return;
	const FnCode *fc = thread_frame(&m->thread)->fn;
	u32 ins = (u32)(in - fc->body->ins);
	u8 *known = &t->risks[t->first_statement[fc->fn->id] + ins];
	if (!*known)
		*known = static_fails(t->s, fc->fn->id, ins) ? RISK : NO_RISK;
	if (*known == RISK)
		track_fatal(m, dep_join(&t->graph, dep_join(&t->graph, tag_dep(m, a), tag_dep(m, b)),
								m->thread.ctx));
}

static bool is_running(const Machine *m, OpenCall c)
{
	return c.depth && m->thread.depth >= c.depth && m->thread.frames[c.depth].serial == c.serial;
}

void track_library(Machine *m)
{
	if (!is_running(m, m->track->library))
		m->track->library = (OpenCall){m->thread.depth + 1, m->thread.serial + 1};
}

/* An address that the library was not given but found in memory. */
void track_library_access(Machine *m)
{
	u32 depth = m->thread.depth + 1;
	while (depth > 1 && m->thread.frames[depth - 1].fn->fn->kind == FN_LIBC)
		depth--;
	if (depth <= m->thread.depth && !is_running(m, m->track->library))
		m->track->library = (OpenCall){depth, m->thread.frames[depth].serial};
}

/* The static analysis takes the library to keep within its objects. Where what it is given leaves
 * open which object, or where in it, that is not so. */
static bool in_open_library(const Machine *m, const Function *f)
{
	return f->kind == FN_LIBC && !m->track->opt.no_potential && is_running(m, m->track->library);
}

void track_decided(Machine *m, const Ins *in)
{
	Track *t = m->track;
	if (in_open_library(m, thread_frame(&m->thread)->fn->fn))
		track_fatal(m, dep_join(&t->graph, t->decided, m->thread.ctx));
	else
		track_risk(m, in, dep_tag(t->decided), 0);
}

/* ---- branches ---- */

static BranchInfo *make_info(Track *t, u32 function, u32 block)
{
	const Flow *flow = static_flow(t->s, function);
	BranchInfo *info = xcalloc(1, sizeof *info);
	u32 end = flow->ipdom[block];
	info->ways = flow->succ_at[block + 1] - flow->succ_at[block];
	info->log = NEW_LOG;
	info->end = end == flow->n ? NO_BLOCK : end;
	info->fatal = info->end == NO_BLOCK && static_may_not_return(t->s, function);
	bool fails = !t->opt.no_potential && !t->opt.statements;
	for (u32 k = 0; k < info->ways && fails; k++)
		info->fatal = info->fatal || static_side_fails(t->s, function, block, k);
	return info;
}

static BranchInfo *info_of(Machine *m, const Function *f, u32 ins, u32 *block)
{
	Track *t = m->track;
	*block = static_block(t->s, f->id, ins);
	if (!t->info[f->id])
		t->info[f->id] = xcalloc(f->n_blocks, sizeof *t->info[f->id]);
	BranchInfo **at = &t->info[f->id][*block];
	if (!*at)
		*at = make_info(t, f->id, *block);
	return *at;
}

/* What the ways may write. Also the one that is taken: a write on it may not happen for a reason
 * that lies in constants only, and depends on the branch all the same. */
static u32 make_log(Track *t, u32 function, u32 block, u32 n)
{
	LocationSet *sets = xcalloc(n, sizeof *sets);
	for (u32 k = 0; k < n; k++)
		sets[k] = static_mod_side(t->s, function, block, k);
	u32 log = track_make_log(t, sets, n);
	free(sets);
	return log;
}

/* Bits only: the register of what was folded into its user holds something else. */
static u64 bits_of(const Machine *m, Operand o)
{
	if (operand_is_const(o))
		return m->p->consts.at[o & ~OPERAND_CONST].lo;
	return thread_frame(&m->thread)->regs[o].bits;
}

/* How far apart the operands of the comparison are that a branch looks at. Registers of its block
 * mostly have the values that were compared still; it is a hint for searches. */
static u64 gap_of(Machine *m, const Function *f, const Ins *in, u32 block)
{
	if (in->op != I_CBR || operand_is_const(in->a))
		return 0;
	for (const Ins *at = in; at-- > &f->ins[f->blocks[block].first];) {
		if (at->dst != in->a)
			continue;
		if (at->op != I_ICMP || type_bits(at->type) > 64)
			return 0;
		u32 unused = 64 - type_bits(at->type);
		i64 x = (i64)(bits_of(m, at->a) << unused) >> unused;
		i64 y = (i64)(bits_of(m, at->b) << unused) >> unused;
		return x < y ? (u64)y - (u64)x : (u64)x - (u64)y;
	}
	return 0;
}

static u32 way_of(const Function *f, const Ins *in, Value cond)
{
	if (in->op == I_CBR)
		return cond.lo & 1 ? 0 : 1;
	for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++)
		if (f->cases[in->extra + i].lo == cond.lo)
			return i + 1;
	return in->op == I_SWITCH ? 0 : NO_WAY;
}

void track_branch(Machine *m, const Ins *in, Value cond, Dep leaf)
{
	Track *t = m->track;
	const Function *f = thread_frame(&m->thread)->fn->body;
	u32 ins = (u32)(in - f->ins), block;
	Dep data = tag_dep(m, cond.tag) & ~DEP_UNDEFINED;
	/* What everything here depends on decides nothing more. */
	if (!t->opt.inside && !t->opt.statements) {
		data = tag_dep(m, track_inside(m, dep_tag(data)));
		leaf = tag_dep(m, track_inside(m, dep_tag(leaf)));
		if (!leaf && !data)
			return;
	}
	Dep node = leaf ? leaf : dep_join(&t->graph, data, track_here(m));
	if (t->opt.statements)
		node = tag_dep(m, track_statement(m, in, dep_tag(node)));
	if (!(node & ~DEP_UNDEFINED))
		return;
	BranchInfo *info = info_of(m, f, ins, &block);
	vec_push(&t->branches,
			 ((BranchRun){f->id, ins, node, data, way_of(f, in, cond), gap_of(m, f, in, block)}));
	if ((info->fatal || in_open_library(m, f)) && !(t->opt.no_potential && t->opt.statements)) {
		track_fatal(m, node);
		return;
	}
	if (info->log == NEW_LOG && t->opt.no_potential)
		info->log = STORES_GAIN;
	if (info->log == NEW_LOG) {
		track_prepare(m);
		info->log = make_log(t, f->id, block, info->ways);
	}
	if (t->opt.inside && info->log < STORES_GAIN)
		track_log(m, info->log, node);
	push_region(m, m->thread.depth, info->end, t->opt.inside ? STORES_GAIN : info->log, node);
}

/* ---- what the outside asks ---- */

const DepGraph *machine_deps(const Machine *m)
{
	return &m->track->graph;
}

DepCost machine_dep_cost(const Machine *m)
{
	if (!m->track)
		return (DepCost){0};
	const Track *t = m->track;
	DepCost c = {.nodes = t->graph.nodes.len - t->graph.first + 1,
				 .leaves = m->constraints.len,
				 .entries = t->entries.most,
				 .branches = t->branches.len};
	c.bytes = c.nodes * sizeof(DepNode) + t->graph.leaves.len * sizeof(DepLeaves) +
			  t->graph.cap * sizeof *t->graph.table + c.entries * sizeof(LogEntry) +
			  c.branches * sizeof(BranchRun);
	return c;
}

const BranchRun *machine_branches(const Machine *m, size_t *n)
{
	*n = m->track->branches.len;
	return m->track->branches.at;
}

const ChoiceRun *machine_choices(const Machine *m, size_t *n)
{
	*n = m->track->choices.len;
	return m->track->choices.at;
}

Dep machine_dep(const Machine *m, Tag tag)
{
	return tag_dep(m, tag);
}

Dep machine_join(Machine *m, Dep a, Dep b)
{
	return dep_join(&m->track->graph, a, b) & ~DEP_UNDEFINED;
}

Dep machine_reached(Machine *m)
{
	return m->track->target.near;
}

/* Where descriptors lead decides what a write to one is; once a stream has moved, that to any may
 * be one to it. */
static Dep moves(Machine *m, u32 *outputs)
{
	Track *t = m->track;
	u32 streams = OUTPUT_STDOUT | OUTPUT_STDERR | OUTPUT_FILES;
	if (!m->p->twins || !(*outputs & streams))
		return 0;
	if (os_streams_moved(m->os))
		*outputs |= streams;
	return dep_join(&t->graph, t->moves, track_logged(m, OBJECT_KERNEL, 1));
}

Dep machine_output_dep(Machine *m, u32 outputs)
{
	Track *t = m->track;
	DepGraph *g = &t->graph;
	Dep dep = dep_join(g, dep_join(g, t->end, t->fatal), moves(m, &outputs));
	for (u32 k = 1; k <= 3; k++)
		if (outputs & 1u << k) {
			dep = dep_join(g, dep, t->streams[k]);
			dep = dep_join(g, dep, track_logged(m, OBJECT_STREAM, k));
		}
	/* Each call counted for the streams once they had moved: so do those that might have been made. */
	if (outputs & ~(u32)OUTPUT_STATUS && os_streams_moved(m->os))
		dep = dep_join(g, dep, track_logged(m, OBJECT_KERNEL, 0));
	if (outputs & OUTPUT_STATUS) {
		dep = dep_join(g, dep, tag_dep(m, m->exit_value.tag));
		dep = dep_join(g, dep, track_logged(m, OBJECT_STATUS, 0));
	}
	return dep & ~DEP_UNDEFINED;
}

Dep machine_byte_dep(Machine *m, int stream, u64 at)
{
	const Track *t = m->track;
	const OsOutput *list;
	size_t n = os_outputs(m->os, &list);
	Dep dep = 0;
	u64 begin = 0;
	for (size_t i = 0; i < n; i++) {
		if (list[i].stream != stream)
			continue;
		if (at - begin < list[i].len && list[i].tags)
			dep = tag_dep(m, list[i].tags[at - begin]);
		begin += list[i].len;
	}
	for (size_t i = 0; i < t->made.calls.len; i++)
		if (t->made.calls.at[i].stream == (u32)stream && at < t->made.calls.at[i].end)
			return dep_join(&m->track->graph, dep, t->made.calls.at[i].dep) & ~DEP_UNDEFINED;
	return machine_output_dep(m, 1u << stream);
}

void track_library_call(Machine *m, u32 function, u32 ins)
{
	OutputLog *made = &m->track->made;
	CallMade call = {function, ins, track_here(m), (u32)made->arguments.len, m->site.n};
	for (u32 i = 0; i < m->site.n; i++)
		vec_push(&made->arguments, tag_dep(m, m->site.args[i].tag));
	vec_push(&made->library, call);
}

bool machine_call_dep(Machine *m, const CallInstance *site, u64 arguments, Dep *dep)
{
	const OutputLog *made = &m->track->made;
	u32 n = 0;
	for (size_t i = 0; i < made->library.len; i++) {
		const CallMade *c = &made->library.at[i];
		if (c->function != site->function || c->ins != site->ins || n++ != site->nth)
			continue;
		*dep = c->here;
		for (u32 k = 0; k < c->n && k < 64; k++)
			if (arguments >> k & 1)
				*dep = dep_join(&m->track->graph, *dep, made->arguments.at[c->first + k]);
		*dep &= ~DEP_UNDEFINED;
		return true;
	}
	return false;
}
