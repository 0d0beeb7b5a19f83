/* flow.c: live registers of a function, and the blocks of a unit. */
#include "engine/compile/flow.h"

typedef struct Lists {
	WordList reads, writes, next;
} Lists;

/* Live registers before the instruction, from those before its successors. Returns true if there
 * are more than before. */
static bool update(UnitFlow *f, const UnitRequest *rq, u32 at, Lists *l, u64 *row)
{
	memset(row, 0, f->row * sizeof *row);
	l->reads.len = l->writes.len = l->next.len = 0;
	word_next(rq->fc, at, &l->next);
	word_writes(rq->fc, at, &l->writes);
	word_reads(rq->p, rq->fc, at, &l->reads);
	for (size_t k = 0; k < l->next.len; k++)
		for (u32 i = 0; i < f->row; i++)
			row[i] |= f->live[(size_t)l->next.at[k] * f->row + i];
	for (size_t k = 0; k < l->writes.len; k++)
		row[l->writes.at[k] / 64] &= ~(1ull << l->writes.at[k] % 64);
	for (size_t k = 0; k < l->reads.len; k++)
		row[l->reads.at[k] / 64] |= 1ull << l->reads.at[k] % 64;
	u64 *old = &f->live[(size_t)at * f->row];
	bool more = memcmp(old, row, f->row * sizeof *row) != 0;
	memcpy(old, row, f->row * sizeof *row);
	return more;
}

/* The words of a function, in order. */
static void list_words(const FnCode *fc, WordList *to)
{
	for (u32 at = 0; at < fc->n; at += word_length(&fc->code[at]))
		vec_push(to, at);
}

static void find_live(UnitFlow *f, const UnitRequest *rq)
{
	WordList words = {0};
	Lists l = {0};
	u64 *row = xcalloc(f->row, sizeof *row);
	list_words(rq->fc, &words);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = words.len; i-- > 0;)
			more |= update(f, rq, words.at[i], &l, row);
	}
	vec_free(&l.reads);
	vec_free(&l.writes);
	vec_free(&l.next);
	vec_free(&words);
	free(row);
}

/* Registers that an UNDEF reaches through copies. */
static void find_maybe(UnitFlow *f, const FnCode *fc)
{
	for (bool more = true; more;) {
		more = false;
		for (u32 at = 0; at < fc->n; at += word_length(&fc->code[at])) {
			const Code *c = &fc->code[at];
			bool undef = c->op == C_UNDEF || (c->op == C_MOV && f->maybe[c->a / 16]) ||
						 (c->op == C_SELECT && (f->maybe[c->b / 16] || f->maybe[c[1].a / 16]));
			if (undef && !f->maybe[c->d / 16]) {
				f->maybe[c->d / 16] = 1;
				more = true;
			}
		}
	}
}

static void add_entry(void *flow, u32 at)
{
	UnitFlow *f = flow;
	for (size_t i = 0; i < f->entries.len; i++)
		if (f->entries.at[i] == at)
			return;
	vec_push(&f->entries, at);
}

static void lead(UnitFlow *f, u32 at)
{
	if (!f->leader[at]) {
		f->leader[at] = true;
		vec_push(&f->order, at);
	}
}

/* Everything that can be reached from the entries; a block begins wherever more than one place, or
 * a jump, leads to. */
static void find_blocks(UnitFlow *f, const UnitRequest *rq)
{
	const FnCode *fc = rq->fc;
	WordList next = {0};
	add_entry(f, rq->entry);
	if (rq->everywhere)
		unit_loop_heads(fc, add_entry, f);
	for (size_t i = 0; i < f->entries.len; i++)
		lead(f, f->entries.at[i]);
	for (size_t i = 0; i < f->order.len; i++) {
		for (u32 at = f->order.at[i]; !f->reached[at]; at += word_length(&fc->code[at])) {
			f->reached[at] = true;
			if (word_leaves(fc, at))
				break;
			next.len = 0;
			word_next(fc, at, &next);
			u32 after = at + word_length(&fc->code[at]);
			if (next.len == 1 && next.at[0] == after && !word_jumps(&fc->code[at]))
				continue;
			for (size_t k = 0; k < next.len; k++)
				lead(f, next.at[k]);
			break;
		}
	}
	vec_free(&next);
}

void flow_make(UnitFlow *f, const UnitRequest *rq)
{
	const FnCode *fc = rq->fc;
	*f = (UnitFlow){.n_regs = fc->n_regs, .row = (fc->n_regs + 63) / 64};
	f->live = xcalloc((size_t)(fc->n + 1) * f->row, sizeof *f->live);
	f->maybe = xcalloc(f->n_regs + 1, 1);
	f->leader = xcalloc(fc->n + 1, 1);
	f->reached = xcalloc(fc->n + 1, 1);
	find_live(f, rq);
	find_maybe(f, fc);
	find_blocks(f, rq);
}

void flow_free(UnitFlow *f)
{
	free(f->live);
	free(f->maybe);
	free(f->leader);
	free(f->reached);
	vec_free(&f->order);
	vec_free(&f->entries);
}
