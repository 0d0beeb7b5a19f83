/* chain.c: evaluates arrays of stores over a table if all their indices have values. */
#include "engine/expr/chain.h"

static u32 slot(const Chain *c, u32 index)
{
	return index < c->n ? index : c->n;
}

void chain_cut(Chain *c, u32 depth)
{
	while (c->stores.len > depth + 1) {
		ChainStore s = vec_pop(&c->stores);
		c->last.at[slot(c, s.index)] = s.before;
	}
}

Chain *chain_of(Chains *all, u32 table, u32 n, u32 generation)
{
	Chain *c = &all->list[table % CHAINS];
	if (c->generation == generation && c->table == table)
		return c;
	if (!c->stores.len)
		vec_push(&c->stores, (ChainStore){0});
	chain_cut(c, 0);
	while (c->last.len <= n)
		vec_push(&c->last, 0);
	c->table = table;
	c->n = n;
	c->generation = generation;
	return c;
}

bool chain_has(const Chain *c, Expr store, u32 depth)
{
	return depth < c->stores.len && c->stores.at[depth].e == store;
}

void chain_add(Chain *c, Expr store, u32 index)
{
	u32 at = slot(c, index), before = c->last.at[at];
	const ChainStore *b = &c->stores.at[before], *j = &c->stores.at[b->jump];
	bool far = b->nth - j->nth == j->nth - c->stores.at[j->jump].nth;
	ChainStore s = {store, index, before, far ? j->jump : before, b->nth + 1};
	c->last.at[at] = (u32)c->stores.len;
	vec_push(&c->stores, s);
}

Expr chain_find(const Chain *c, u32 index, u32 depth)
{
	u32 k = c->last.at[slot(c, index)];
	while (k > depth) {
		const ChainStore *s = &c->stores.at[k];
		k = s->jump > depth ? s->jump : s->before;
	}
	while (k && c->stores.at[k].index != index) /* behind the table's end */
		k = c->stores.at[k].before;
	return c->stores.at[k].e;
}

void chains_forget(Chains *all)
{
	for (u32 i = 0; i < CHAINS; i++)
		all->list[i].generation = 0;
}

void chains_free(Chains *all)
{
	for (u32 i = 0; i < CHAINS; i++) {
		vec_free(&all->list[i].stores);
		vec_free(&all->list[i].last);
	}
}
