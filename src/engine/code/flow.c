/* flow.c: phis, jumps, calls, returns. */
#include "engine/code/codegen.h"
#include "engine/static/static.h"

typedef struct Move {
	u32 to;       /* registers of the code */
	Operand from; /* or constant */
	u32 part;     /* 1: the high half of a wide constant */
} Move;

typedef VEC(Move) MoveList;

static void gather_moves(CodeGen *g, u32 from, u32 to, MoveList *moves)
{
	const Function *f = g->f;
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++) {
		const Ins *phi = &f->ins[i];
		for (u32 k = 0; k < phi->n_extra; k++) {
			if (f->extra[phi->extra + 2 * k] != from)
				continue;
			Operand o = f->extra[phi->extra + 2 * k + 1];
			for (u32 part = 0; part < type_regs(phi->type); part++) {
				Operand src = operand_is_const(o) ? o : g->map[o + part];
				if (src != g->map[phi->dst + part])
					vec_push(moves, ((Move){g->map[phi->dst + part], src, part}));
			}
			break;
		}
	}
}

/* The way there takes more than a jump. */
static bool has_moves(CodeGen *g, u32 from, u32 to)
{
	if (code_has_edge(g, from, to) || code_way(g, from, to) != NO_OPERAND)
		return true;
	MoveList moves = {0};
	gather_moves(g, from, to, &moves);
	bool any = moves.len > 0;
	vec_free(&moves);
	return any;
}

static bool is_source(const MoveList *moves, u32 reg, size_t except)
{
	for (size_t i = 0; i < moves->len; i++)
		if (i != except && moves->at[i].from == reg)
			return true;
	return false;
}

/* The phis of a block take their values at the same time: a move waits until
 * nobody needs what it overwrites; a cycle is cut with a scratch register. */
static void code_moves(CodeGen *g, u32 from, u32 to)
{
	MoveList moves = {0};
	gather_moves(g, from, to, &moves);
	u32 temp = 2;
	while (moves.len) {
		size_t ready = moves.len;
		for (size_t i = 0; i < moves.len && ready == moves.len; i++)
			if (!is_source(&moves, moves.at[i].to, i))
				ready = i;
		if (ready == moves.len) {
			u32 saved = g->scratch + temp++;
			if (temp > g->n_scratch)
				g->n_scratch = temp;
			u32 lost = moves.at[0].to;
			code_word(g, C_MOV, saved * 16, lost * 16, 0);
			for (size_t i = 0; i < moves.len; i++)
				if (moves.at[i].from == lost)
					moves.at[i].from = saved;
			continue;
		}
		Move m = moves.at[ready];
		if (operand_is_const(m.from))
			code_load_constant(g, m.from, m.part, m.to * 16);
		else
			code_word(g, C_MOV, m.to * 16, m.from * 16, 0);
		moves.at[ready] = vec_last(&moves);
		moves.len--;
	}
	vec_free(&moves);
}

static void to_block(CodeGen *g, u32 w, u32 from, u32 to)
{
	vec_push(&g->fixes, ((Fix){.word = w, .from = from, .to = to, .stub = has_moves(g, from, to)}));
}

u16 code_block_count(const CodeGen *g, u32 b)
{
	u32 n = g->counts[b] + g->carry;
	return n > 65535 ? 65535 : (u16)n;
}

/* ---- jumps ----
 *
 * A jump to a short block that ends in a decision becomes a copy of that block: loops test
 * at their end, and where the way on is known from here no test is left.
 */
enum { COPY_INS = 3, COPY_CASES = 64, COPY_DEPTH = 3, COPY_WORDS = 400 };

static bool is_short(const CodeGen *g, u32 b)
{
	const Function *f = g->f;
	const Ins *last = &f->ins[f->blocks[b].end - 1];
	if (last->op != I_CBR && last->op != I_RET &&
		!(last->op == I_SWITCH && last->n_extra <= COPY_CASES))
		return false;
	u32 n = 0;
	for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
		if (f->ins[i].op == I_PHI || g->skip[i])
			continue;
		if (f->ins[i].op == I_CALL || ++n > COPY_INS)
			return false;
	}
	return true;
}

/* The block's condition is one of its phis, and constant when it is entered from there. */
static const Const *known_condition(const CodeGen *g, u32 from, u32 b)
{
	const Function *f = g->f;
	const Ins *cbr = &f->ins[f->blocks[b].end - 1];
	if (cbr->op != I_CBR || operand_is_const(cbr->a) || g->regs[cbr->a].def == NO_REG)
		return NULL;
	const Ins *phi = &f->ins[g->regs[cbr->a].def];
	const Ins *after = phi + 1;
	if (phi->op != I_PHI || g->block_of[g->regs[cbr->a].def] != b)
		return NULL;
	while (after->op == I_PHI)
		after++;
	for (u32 k = 0; after == cbr && k < phi->n_extra; k++) {
		Operand o = f->extra[phi->extra + 2 * k + 1];
		if (f->extra[phi->extra + 2 * k] == from && operand_is_const(o) &&
			!code_constant(g, o)->undef)
			return code_constant(g, o);
	}
	return NULL;
}

static void copy_block(CodeGen *g, u32 from, u32 b, u32 count)
{
	const Function *f = g->f;
	u32 block = g->block, carry = g->carry;
	Origin now = g->now;
	const Const *known = known_condition(g, from, b);
	g->depth++;
	code_cover(g, b);
	if (known) {
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			code_mark(g, i);
		const Ins *cbr = &f->ins[f->blocks[b].end - 1];
		u32 total = count + g->counts[b];
		g->now = (Origin){{f->blocks[b].end - 1}, 1};
		code_jump(g, b, (u32)(known->lo & 1 ? cbr->imm : cbr->scale),
				  total > 65535 ? 65535 : (u16)total);
	} else {
		g->block = b;
		g->carry = count;
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			code_ins(g, i);
	}
	g->depth--;
	g->block = block;
	g->carry = carry;
	g->now = now;
}

/* Goes to the block, through its moves, falling through where it can. A block that always
 * falls into the next is counted there. */
void code_jump(CodeGen *g, u32 from, u32 to, u16 count)
{
	code_moves(g, from, to);
	u32 way = code_way(g, from, to);
	if (way != NO_OPERAND)
		code_word(g, C_WAY, 0, 0, way);
	code_edge(g, from, to);
	if (to == g->next && (!count || (g->n_preds[to] == 1 && !g->depth))) {
		g->counts[to] += count;
		return;
	}
	if (!g->fc->flow && g->n_preds[to] > 1 && g->depth < COPY_DEPTH && g->copied < COPY_WORDS &&
		is_short(g, to)) {
		size_t start = g->code.len;
		copy_block(g, from, to, count);
		if (!g->depth)
			g->copied += (u32)(g->code.len - start);
		return;
	}
	Code *c = code_word(g, C_JMP, 0, 0, 0);
	c->n = count;
	vec_push(&g->fixes, ((Fix){.word = (u32)g->code.len - 1, .from = from, .to = to}));
}

static Pred opposite(Pred p)
{
	static const u8 other[] = {P_NE, P_EQ, P_ULE, P_ULT, P_UGE, P_UGT, P_SLE, P_SLT, P_SGE, P_SGT};
	return other[p];
}

void code_cbr(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 from = g->block, yes = (u32)in->imm, no = (u32)in->scale;
	bool flip = yes == g->next && no != g->next && !has_moves(g, from, yes);
	u16 count = code_block_count(g, from);
	const Ins *cmp = NULL;
	if (!operand_is_const(in->a) && g->regs[in->a].def != NO_REG && g->skip[g->regs[in->a].def] &&
		g->f->ins[g->regs[in->a].def].op == I_ICMP)
		cmp = &g->f->ins[g->regs[in->a].def];
	if (cmp) {
		u32 bits = type_bits(cmp->type);
		g->now = (Origin){{code_index(g, cmp), i}, 2};
		u16 op = code_compare_op(flip ? opposite(cmp->sub) : cmp->sub, bits, true);
		u32 a = code_register(g, cmp->a, 0, 0);
		i32 imm;
		Code *c;
		if (code_immediate(g, cmp->b, bits, &imm)) {
			c = code_word(g, op + 1, 0, a, 0);
			c->imm = imm;
		} else {
			u32 b = code_register(g, cmp->b, 1, 0);
			c = code_word(g, op, 0, a, b);
		}
		c->n = count;
	} else {
		u32 a = code_register(g, in->a, 0, 0);
		code_word(g, flip ? C_CBRN : C_CBR, 0, a, 0)->n = count;
	}
	to_block(g, (u32)g->code.len - 1, from, flip ? no : yes);
	code_jump(g, from, flip ? yes : no, 0);
}

typedef struct SwitchCase {
	u64 value;
	u32 block;
} SwitchCase;

static int by_value(const void *a, const void *b)
{
	u64 x = ((const SwitchCase *)a)->value, y = ((const SwitchCase *)b)->value;
	return x < y ? -1 : x > y;
}

bool code_switch(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	Arena *ar = &g->fc->arena;
	if (type_bits(in->type) > 64)
		return false;
	u32 a = code_register(g, in->a, 0, 0), n = in->n_extra;
	SwitchCase *cases = xcalloc(n + 1, sizeof *cases);
	for (u32 k = 0; k < n; k++)
		cases[k] = (SwitchCase){g->f->cases[in->extra + k].lo, g->f->cases[in->extra + k].block};
	qsort(cases, n, sizeof *cases, by_value);
	SwitchTable t = {.type = in->type, .n = n, .ins = i};
	u64 span = n ? cases[n - 1].value - cases[0].value + 1 : 0;
	bool dense = n >= 4 && span && span <= (u64)n * 4 + 16;
	u32 w = (u32)g->code.len, targets = dense ? (u32)span : n;
	t.targets = arena_array(ar, i32, targets + 1);
	code_word(g, C_SWITCH, 0, a, (u32)g->switches.len)->n = code_block_count(g, g->block);
	if (dense) {
		t.low = cases[0].value;
		t.n = (u32)span;
		for (u32 k = 0, next = 0; k < span; k++) {
			bool hit = cases[next].value == t.low + k;
			u32 to = hit ? cases[next++].block : (u32)in->imm;
			vec_push(&g->fixes,
					 ((Fix){w, &t.targets[k], g->block, to, has_moves(g, g->block, to)}));
		}
	} else {
		t.values = arena_array(ar, u64, n + 1);
		for (u32 k = 0; k < n; k++) {
			t.values[k] = cases[k].value;
			vec_push(&g->fixes, ((Fix){w, &t.targets[k], g->block, cases[k].block,
									   has_moves(g, g->block, cases[k].block)}));
		}
	}
	vec_push(&g->switches, t);
	free(cases);
	/* The default's target lives in Code.d of the switch's own word. */
	to_block(g, w, g->block, (u32)in->imm);
	return true;
}

/* Edges to labels have moves, too, so each goto has its own table from blocks to positions. */
void code_goto(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	Arena *ar = &g->fc->arena;
	u32 a = code_register(g, in->a, 0, 0), w = (u32)g->code.len, n = in->n_extra;
	SwitchTable t = {.type = TYPE_PTR, .n = n, .ins = i};
	SwitchCase *labels = xcalloc(n + 1, sizeof *labels);
	for (u32 k = 0; k < n; k++)
		labels[k] = (SwitchCase){g->f->extra[in->extra + k], g->f->extra[in->extra + k]};
	qsort(labels, n, sizeof *labels, by_value);
	t.values = arena_array(ar, u64, n + 1);
	t.targets = arena_array(ar, i32, n + 1);
	code_word(g, C_IBR, 0, a, (u32)g->switches.len)->n = code_block_count(g, g->block);
	for (u32 k = 0; k < n; k++) {
		u32 to = labels[k].block;
		t.values[k] = to;
		vec_push(&g->fixes, ((Fix){w, &t.targets[k], g->block, to, has_moves(g, g->block, to)}));
	}
	vec_push(&g->switches, t);
	free(labels);
}

/* With tracking, a call of the C library that may fail looks at what decides its arguments. */
static bool at_risk(const CodeGen *g, u32 i, const Function *callee)
{
	return g->fc->flow && callee && callee->kind == FN_LIBC && g->f->kind == FN_SUBJECT &&
		   static_fails(g->fc->flow, g->f->id, i);
}

void code_call(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	const Call *c = &g->f->calls[in->extra];
	CodeCall *cc = &g->fc->calls[in->extra];
	*cc = (CodeCall){.call = &g->fc->body->calls[in->extra], .ins = i, .simple = true};
	u32 n = 0;
	for (u32 k = 0; k < c->n_args; k++) {
		n += type_regs(c->args[k].type);
		cc->simple =
			cc->simple && type_regs(c->args[k].type) == 1 && !c->args[k].byval_size &&
			(!operand_is_const(c->args[k].value) || !code_constant(g, c->args[k].value)->undef);
	}
	cc->n = c->n_args;
	cc->regs = n <= countof(cc->few) ? cc->few : arena_array(&g->fc->arena, u32, n);
	for (u32 k = 0; k < c->n_args; k++) {
		Operand o = c->args[k].value;
		cc->regs[k] = operand_is_const(o) ? CODE_CONST | (o & ~OPERAND_CONST) : reg_at(g, o);
	}
	const Function *callee = c->callee == NO_OPERAND ? NULL : &g->p->functions.at[c->callee];
	bool direct = callee && callee->kind != FN_EXTERN && !callee->variadic && cc->simple &&
				  c->n_args == callee->n_params && !g->fc->statements && !g->fc->checked &&
				  !at_risk(g, i, callee);
	if (direct)
		for (u32 k = 0; k < callee->n_params; k++)
			direct = direct && type_regs(callee->params[k]) == 1;
	bool through = c->callee == NO_OPERAND && !operand_is_const(c->target) && cc->simple &&
				   c->n_results <= 1 && !g->fc->statements && !g->fc->checked && !g->fc->flow;
	if (direct) /* one result register at most is copied back by RETR */
		code_word(g, C_CALL, in->dst == NO_REG ? NO_REG : reg_at(g, in->dst), c->callee, in->extra);
	else if (through)
		code_word(g, C_CALLI, in->dst == NO_REG ? NO_REG : reg_at(g, in->dst), reg_at(g, c->target),
				  in->extra);
	else
		code_word(g, C_CALLX, in->dst == NO_REG ? NO_REG : reg_at(g, in->dst), 0, in->extra);
}

void code_ret(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u16 count = code_block_count(g, g->block);
	if (!in->n_extra) {
		code_word(g, C_RET, 0, 0, 0)->n = count;
	} else if (in->n_extra == 1 && g->f->n_results == 1 && type_regs(g->f->results[0]) == 1 &&
			   !g->fc->statements) {
		u32 a = code_register(g, g->f->extra[in->extra], 0, 0);
		code_word(g, C_RETR, 0, a, 0)->n = count;
	} else {
		code_word(g, C_RETN, 0, 0, i)->n = count;
	}
}

/* A jump over an edge with moves goes to a stub that does them. Stubs may add to the list. */
void code_resolve(CodeGen *g, const u32 *block_start)
{
	g->next = NO_REG;
	for (size_t k = 0; k < g->fixes.len; k++) {
		Fix fix = g->fixes.at[k];
		u32 target = block_start[fix.to];
		if (fix.stub) {
			g->now = g->origin.at[fix.word];
			g->block = fix.from;
			target = (u32)g->code.len;
			code_jump(g, fix.from, fix.to, 0);
		}
		g->origin.at[target].label = true;
		i32 distance = (i32)target - (i32)fix.word;
		if (fix.where)
			*fix.where = distance;
		else
			g->code.at[fix.word].d = (u32)distance;
	}
}
