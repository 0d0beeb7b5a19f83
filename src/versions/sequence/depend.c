/* depend.c: dependences in NEW: registers, memory, control, calls.
 *
 * Functions of the user are analysed inside. A call of the C library is one step: its result and
 * the memory it writes behind its arguments depend on the arguments and on memory behind them. We
 * ignore control dependence on a call that may end the program, or everything behind a check of the
 * arguments would depend on it. */
#include "versions/sequence/impl.h"

enum {
	MOST_INS = 400000, /* instructions that are looked at */
	MOST_REGS = 256,   /* of one instruction */
};

/* An instruction that reads a run of memory. */
typedef struct LocationReader {
	u32 object;
	Location location;
	u32 node;
} LocationReader;

typedef VEC(LocationReader) LocationReaders;

u32 depend_ins(const Depend *d, u32 function, u32 ins)
{
	return d->ins_at[function] == NO_OPERAND ? NO_OPERAND : d->ins_at[function] + ins;
}

static u32 add_node(Depend *d, u32 function, u32 ins)
{
	vec_push(&d->nodes, ((DependNode){.function = function, .ins = ins}));
	return (u32)d->nodes.len - 1;
}

static void add_edge(Depend *d, u32 from, u32 to)
{
	if (from == NO_OPERAND || to == NO_OPERAND || from == to)
		return;
	vec_push(&d->edges, ((DependEdge){to, d->nodes.at[from].first}));
	d->nodes.at[from].first = (u32)d->edges.len - 1;
}

/* A node that is made when it is first asked for. */
static u32 node_of(Depend *d, IntMap *map, u64 key)
{
	u64 node;
	if (!intmap_get(map, key + 1, &node)) {
		node = add_node(d, NO_OPERAND, NO_OPERAND);
		intmap_put(map, key + 1, node);
	}
	return (u32)node;
}

static u32 parameter_node(Depend *d, u32 function, u32 reg)
{
	return node_of(d, &d->parameter_at, (u64)function << 32 | reg);
}

/* True if the instruction is no statement: it has no line, or only transfers control. A return counts
 * as none: its value was computed before, and its line is often the last one of the function. */
static bool is_silent(const Program *p, const Ins *in)
{
	return !p->locs.at[in->loc].line || in->op == I_BR || in->op == I_UNREACHABLE ||
		   in->op == I_RET;
}

static bool make_nodes(Depend *d)
{
	const Program *p = d->g->p;
	size_t n = p->functions.len;
	d->ins_at = xcalloc(n + 1, sizeof *d->ins_at);
	d->block_at = xcalloc(n + 1, sizeof *d->block_at);
	d->entry_at = xcalloc(n + 1, sizeof *d->entry_at);
	for (u32 f = 0; f < n; f++) {
		const Function *fn = &p->functions.at[f];
		d->ins_at[f] = NO_OPERAND;
		if (!is_own(d->g, f) || !fn->n_blocks || !static_reachable(d->s, f))
			continue;
		if (d->nodes.len + fn->n_ins > MOST_INS)
			return false;
		d->ins_at[f] = (u32)d->nodes.len;
		for (u32 i = 0; i < fn->n_ins; i++) {
			add_node(d, f, i);
			vec_last(&d->nodes).passes = is_silent(p, &fn->ins[i]);
		}
		d->block_at[f] = (u32)d->nodes.len;
		for (u32 b = 0; b <= fn->n_blocks; b++)
			add_node(d, NO_OPERAND, NO_OPERAND);
		d->entry_at[f] = (u32)d->nodes.len - 1;
	}
	return true;
}

/* ---- calls ---- */

/* True if some callee is not user code. */
static bool calls_library(const Depend *d, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(d->s, function, ins, &callees);
	for (u32 k = 0; k < n; k++)
		if (d->ins_at[callees[k]] == NO_OPERAND)
			return true;
	return !n;
}

static u32 operand_node(Depend *d, u32 function, Operand o)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return NO_OPERAND;
	u32 def = static_uses(d->s, function)->def[o];
	return def == NO_OPERAND ? parameter_node(d, function, o) : depend_ins(d, function, def);
}

void depend_argument(Depend *d, Target call, u32 arg, DependFn fn, void *ctx, u32 change)
{
	const Program *p = d->g->p;
	const u32 *callees;
	u32 n = static_callees(d->s, call.function, call.ins, &callees);
	for (u32 k = 0; k < n; k++) {
		const Function *to = &p->functions.at[callees[k]];
		u32 reg = 0;
		if (d->ins_at[callees[k]] == NO_OPERAND || arg >= to->n_params)
			continue;
		for (u32 a = 0; a < arg; a++)
			reg += type_regs(to->params[a]);
		for (u32 r = 0; r < type_regs(to->params[arg]); r++)
			fn(ctx, parameter_node(d, callees[k], reg + r), change);
	}
}

static void add_call(Depend *d, u32 function, u32 ins)
{
	const Program *p = d->g->p;
	const Function *f = &p->functions.at[function];
	const Call *call = &f->calls[f->ins[ins].extra];
	const u32 *callees;
	u32 n = static_callees(d->s, function, ins, &callees), own = depend_ins(d, function, ins);
	for (u32 k = 0; k < n; k++) {
		u32 callee = callees[k];
		const Function *to = &p->functions.at[callee];
		if (d->ins_at[callee] == NO_OPERAND)
			continue;
		d->nodes.at[own].passes |= !calls_library(d, function, ins);
		add_edge(d, d->block_at[function] + static_block(d->s, function, ins), d->entry_at[callee]);
		if (call->callee == NO_OPERAND)
			add_edge(d, operand_node(d, function, call->target), d->entry_at[callee]);
		for (u32 a = 0, reg = 0; a < call->n_args && a < to->n_params; a++) {
			u32 from = operand_node(d, function, call->args[a].value);
			for (u32 r = 0; r < type_regs(to->params[a]); r++)
				add_edge(d, from, parameter_node(d, callee, reg + r));
			reg += type_regs(to->params[a]);
		}
		for (u32 i = 0; i < to->n_ins; i++)
			if (to->ins[i].op == I_RET)
				add_edge(d, depend_ins(d, callee, i), own);
	}
}

/* ---- memory ---- */

static bool is_memory(const Depend *d, u32 object)
{
	switch (static_object(d->s, object).kind) {
	case OBJECT_STREAM:
	case OBJECT_STATUS:
	case OBJECT_KERNEL:
	case OBJECT_TEXTS:
	case OBJECT_FUNCTION: return false;
	default: return true;
	}
}

/* True if a call may write behind its variable arguments: printf does not, but for %n. */
static bool writes_varied(const Depend *d, const Call *call)
{
	return !call->variadic || call->callee == NO_OPERAND ||
		   strstr(d->g->p->functions.at[call->callee].name, "scanf");
}

/* Objects that the arguments of a call point to; written: those that it may write. */
static void argument_objects(const Depend *d, u32 function, u32 ins, bool written, IntMap *objects)
{
	const Function *f = &d->g->p->functions.at[function];
	const Call *call = &f->calls[f->ins[ins].extra];
	u32 n_args = written && !writes_varied(d, call) ? call->n_fixed : call->n_args;
	intmap_clear(objects);
	for (u32 k = 0; k < n_args; k++) {
		const Location *locations;
		u32 n = static_points_to(d->s, function, call->args[k].value, &locations);
		for (u32 i = 0; i < n; i++)
			intmap_put(objects, locations[i].object + 1ull, 1);
	}
}

static void add_writes(Depend *d, u32 node, LocationSet mod, const IntMap *among)
{
	for (u32 k = 0; k < mod.n; k++) {
		u32 object = static_location(d->s, mod.at[k]).object;
		u64 known;
		if (!is_memory(d, object) || (among && !intmap_get(among, object + 1ull, &known)))
			continue;
		bool there = intmap_get(&d->memory_at, mod.at[k] + 1ull, &known);
		add_edge(d, node, node_of(d, &d->memory_at, mod.at[k]));
		if (!there)
			vec_push(&d->locations, mod.at[k]);
	}
}

static void add_reads(Depend *d, u32 node, LocationSet ref, const IntMap *among,
					  LocationReaders *to)
{
	for (u32 k = 0; k < ref.n; k++) {
		Location location = static_location(d->s, ref.at[k]);
		u64 known;
		if (is_memory(d, location.object) &&
			(!among || intmap_get(among, location.object + 1ull, &known)))
			vec_push(to, ((LocationReader){location.object, location, node}));
	}
}

static void add_memory(Depend *d, u32 function, u32 ins, IntMap *objects, LocationReaders *readers)
{
	bool call = d->g->p->functions.at[function].ins[ins].op == I_CALL;
	u32 node = depend_ins(d, function, ins);
	if (call && !calls_library(d, function, ins))
		return;
	if (call)
		argument_objects(d, function, ins, true, objects);
	add_writes(d, node, static_mod(d->s, function, ins), call ? objects : NULL);
	if (call)
		argument_objects(d, function, ins, false, objects);
	add_reads(d, node, static_ref(d->s, function, ins), call ? objects : NULL, readers);
}

static int by_object(const void *a, const void *b)
{
	const LocationReader *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* From what is written to all that may read it. */
static void join_memory(Depend *d, LocationReaders *readers)
{
	if (readers->len)
		qsort(readers->at, readers->len, sizeof *readers->at, by_object);
	for (size_t i = 0; i < d->locations.len; i++) {
		Location location = static_location(d->s, d->locations.at[i]);
		u32 from = node_of(d, &d->memory_at, d->locations.at[i]), last = NO_OPERAND;
		size_t low = 0, high = readers->len;
		while (low < high) {
			size_t mid = (low + high) / 2;
			if (readers->at[mid].object < location.object)
				low = mid + 1;
			else
				high = mid;
		}
		for (; low < readers->len && readers->at[low].object == location.object; low++) {
			const LocationReader *r = &readers->at[low];
			if (r->node != last && location_overlap(&location, &r->location)) {
				add_edge(d, from, r->node);
				last = r->node;
			}
		}
	}
}

/* ---- control and registers ---- */

static void add_control(Depend *d, u32 function)
{
	const Function *f = &d->g->p->functions.at[function];
	const Flow *flow = static_flow(d->s, function);
	for (u32 b = 0; b < flow->n; b++) {
		u32 node = d->block_at[function] + b;
		if (flow->cdep_at[b] == flow->cdep_at[b + 1])
			add_edge(d, d->entry_at[function], node);
		for (u32 k = flow->cdep_at[b]; k < flow->cdep_at[b + 1]; k++) {
			u32 end = f->blocks[flow->cdep[k].from].end - 1;
			if (ins_decides(&f->ins[end]))
				add_edge(d, depend_ins(d, function, end), node);
			/* What decides on the branch decides on this, too. */
			add_edge(d, d->block_at[function] + flow->cdep[k].from, node);
		}
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			add_edge(d, node, depend_ins(d, function, i));
	}
}

/* A phi depends on the way that leads to it. */
static void add_phi(Depend *d, u32 function, u32 ins)
{
	const Function *f = &d->g->p->functions.at[function];
	const Ins *in = &f->ins[ins];
	for (u32 k = 0; k < in->n_extra; k++) {
		u32 from = f->extra[in->extra + 2 * k], end = f->blocks[from].end - 1;
		add_edge(d, d->block_at[function] + from, depend_ins(d, function, ins));
		if (ins_decides(&f->ins[end]))
			add_edge(d, depend_ins(d, function, end), depend_ins(d, function, ins));
	}
}

static void add_registers(Depend *d, u32 function, u32 ins)
{
	const Function *f = &d->g->p->functions.at[function];
	const Ins *in = &f->ins[ins];
	u32 regs[MOST_REGS], n = static_ins_uses(f, in, regs, MOST_REGS);
	if (in->op == I_PHI)
		add_phi(d, function, ins);
	if (in->op == I_CALL && !calls_library(d, function, ins))
		return; /* arguments go to parameters */
	for (u32 k = 0; k < n && k < MOST_REGS; k++)
		add_edge(d, operand_node(d, function, regs[k]), depend_ins(d, function, ins));
}

void depend_make(Depend *d, SequenceGraph *g)
{
	LocationReaders readers = {0};
	IntMap objects = {0};
	*d = (Depend){.g = g, .s = g->meet[NEW]};
	vec_push(&d->edges, (DependEdge){0});
	if (!make_nodes(d))
		sequence_note(g,
					  "the program has more than %d instructions: drift searches for meeting "
					  "points only in the first functions",
					  MOST_INS);
	for (u32 f = 0; f < g->p->functions.len; f++) {
		if (d->ins_at[f] == NO_OPERAND)
			continue;
		add_control(d, f);
		for (u32 i = 0; i < g->p->functions.at[f].n_ins; i++) {
			add_registers(d, f, i);
			if (g->p->functions.at[f].ins[i].op == I_CALL)
				add_call(d, f, i);
			add_memory(d, f, i, &objects, &readers);
		}
	}
	join_memory(d, &readers);
	vec_free(&readers);
	intmap_free(&objects);
}

void depend_free(Depend *d)
{
	vec_free(&d->nodes);
	vec_free(&d->edges);
	vec_free(&d->locations);
	free(d->ins_at);
	free(d->block_at);
	free(d->entry_at);
	intmap_free(&d->parameter_at);
	intmap_free(&d->memory_at);
}
