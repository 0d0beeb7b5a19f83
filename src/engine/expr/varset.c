/* varset.c: sets of input variables, shared by content.
 *
 * A set is a binary trie over words of 64 variables in which every inner node has two
 * non-empty children. The union of a set with one more variable shares all but a
 * logarithmic number of nodes with it, so even a checksum over a long input, each step of
 * which depends on one byte more, stays small.
 */
#include "engine/expr/pool.h"

enum { MEMO_SIZE = limit_of(1 << 12, 4) };

static VarSet left(const VarSetNode *n)
{
	return (u32)n->bits;
}

static VarSet right(const VarSetNode *n)
{
	return (u32)(n->bits >> 32);
}

static size_t set_slot(const ExprPool *p, u32 word, u32 level, u64 bits)
{
	Hash hash = hash_mix(hash_number((u64)word << 32 | level), bits);
	return hash_slot(hash, p->set_mask + 1ul);
}

static void grow_heads(ExprPool *p)
{
	p->set_mask = p->set_mask * 2 + 1;
	free(p->set_heads);
	p->set_heads = xcalloc(p->set_mask + 1ul, sizeof *p->set_heads);
	for (VarSet s = 1; s < p->sets.len; s++) {
		VarSetNode *n = &p->sets.at[s];
		size_t h = set_slot(p, n->word, n->level, n->bits);
		n->next = p->set_heads[h];
		p->set_heads[h] = s;
	}
}

static VarSet intern(ExprPool *p, u32 word, u32 level, u64 bits)
{
	for (VarSet s = p->set_heads[set_slot(p, word, level, bits)]; s; s = p->sets.at[s].next) {
		const VarSetNode *n = &p->sets.at[s];
		if (n->word == word && n->level == level && n->bits == bits)
			return s;
	}
	if (p->sets.len > p->set_mask)
		grow_heads(p);
	VarSet *head = &p->set_heads[set_slot(p, word, level, bits)];
	VarSetNode made = {word, level, bits, *head};
	*head = p->sets.len;
	vec_push(&p->sets, made);
	return p->sets.len - 1;
}

VarSet varset_one(ExprPool *p, u32 var)
{
	return intern(p, var / 64, 0, 1ull << var % 64);
}

/* Joins two sets of disjoint word ranges under their lowest common ancestor. */
static VarSet join(ExprPool *p, VarSet a, VarSet b)
{
	u32 wa = p->sets.at[a].word, wb = p->sets.at[b].word;
	u32 level = 32 - __builtin_clz(wa ^ wb);
	u32 word = level >= 32 ? 0 : wa >> level << level;
	VarSet l = wa < wb ? a : b, r = wa < wb ? b : a;
	return intern(p, word, level, l | (u64)r << 32);
}

static bool covers(const VarSetNode *n, u32 word)
{
	return n->level >= 32 || n->word >> n->level == word >> n->level;
}

static VarSet unite(ExprPool *p, VarSet a, VarSet b)
{
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	VarSetNode na = p->sets.at[a], nb = p->sets.at[b];
	if (na.level < nb.level)
		return unite(p, b, a);
	if (!covers(&na, nb.word))
		return join(p, a, b);
	if (na.level == 0)
		return intern(p, na.word, 0, na.bits | nb.bits);
	VarSet l = left(&na), r = right(&na);
	if (na.level == nb.level) {
		l = unite(p, l, left(&nb));
		r = unite(p, r, right(&nb));
	} else if (nb.word >> (na.level - 1) & 1) {
		r = unite(p, r, b);
	} else {
		l = unite(p, l, b);
	}
	return intern(p, na.word, na.level, l | (u64)r << 32);
}

VarSet varset_union(ExprPool *p, VarSet a, VarSet b)
{
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	if (!p->union_memo)
		p->union_memo = xcalloc(MEMO_SIZE * 2, sizeof *p->union_memo);
	u64 key = a < b ? (u64)a << 32 | b : (u64)b << 32 | a;
	u64 *slot = &p->union_memo[hash_slot(hash_number(key), MEMO_SIZE) * 2];
	if (slot[0] == key)
		return (VarSet)slot[1];
	VarSet result = unite(p, a, b);
	slot[0] = key;
	slot[1] = result;
	return result;
}

bool varset_meets(const ExprPool *p, VarSet a, VarSet b)
{
	if (a == b || !a || !b)
		return a && b;
	const VarSetNode *na = &p->sets.at[a], *nb = &p->sets.at[b];
	if (na->level < nb->level)
		return varset_meets(p, b, a);
	if (!covers(na, nb->word))
		return false;
	if (na->level == 0)
		return na->bits & nb->bits;
	if (na->level == nb->level)
		return varset_meets(p, left(na), left(nb)) || varset_meets(p, right(na), right(nb));
	return varset_meets(p, nb->word >> (na->level - 1) & 1 ? right(na) : left(na), b);
}

bool varset_within(const ExprPool *p, VarSet a, VarSet b)
{
	if (a == b || !a)
		return true;
	if (!b)
		return false;
	const VarSetNode *na = &p->sets.at[a], *nb = &p->sets.at[b];
	if (nb->level < na->level || !covers(nb, na->word))
		return false;
	if (nb->level == 0)
		return !(na->bits & ~nb->bits);
	if (na->level == nb->level)
		return varset_within(p, left(na), left(nb)) && varset_within(p, right(na), right(nb));
	return varset_within(p, a, na->word >> (nb->level - 1) & 1 ? right(nb) : left(nb));
}

bool varset_has(const ExprPool *p, VarSet a, u32 var)
{
	u32 word = var / 64;
	while (a) {
		const VarSetNode *n = &p->sets.at[a];
		if (!covers(n, word))
			return false;
		if (n->level == 0)
			return n->bits >> var % 64 & 1;
		a = word >> (n->level - 1) & 1 ? right(n) : left(n);
	}
	return false;
}

u32 varset_count(const ExprPool *p, VarSet a)
{
	if (!a)
		return 0;
	const VarSetNode *n = &p->sets.at[a];
	if (n->level == 0)
		return __builtin_popcountll(n->bits);
	return varset_count(p, left(n)) + varset_count(p, right(n));
}

void varset_list(const ExprPool *p, VarSet a, VarList *out)
{
	if (!a)
		return;
	const VarSetNode *n = &p->sets.at[a];
	if (n->level) {
		varset_list(p, left(n), out);
		varset_list(p, right(n), out);
		return;
	}
	for (u64 bits = n->bits; bits; bits &= bits - 1)
		vec_push(out, n->word * 64 + __builtin_ctzll(bits));
}

/* ---- unions of many ---- */

void varbits_begin(VarBits *b)
{
	if (++b->round == 0) {
		memset(b->met.at, 0, b->met.len * sizeof *b->met.at);
		b->round = 1;
	}
	if (b->words.len)
		memset(b->words.at, 0, b->words.len * sizeof *b->words.at);
}

static void add_bits(const ExprPool *p, VarBits *b, VarSet a)
{
	if (!a || b->met.at[a] == b->round)
		return;
	b->met.at[a] = b->round;
	const VarSetNode *n = &p->sets.at[a];
	if (n->level) {
		add_bits(p, b, left(n));
		add_bits(p, b, right(n));
		return;
	}
	while (b->words.len <= n->word)
		vec_push(&b->words, 0);
	b->words.at[n->word] |= n->bits;
}

void varbits_add(const ExprPool *p, VarBits *b, VarSet a)
{
	while (b->met.len < p->sets.len)
		vec_push(&b->met, 0);
	add_bits(p, b, a);
}

void varbits_list(const VarBits *b, VarList *out)
{
	for (u32 w = 0; w < b->words.len; w++)
		for (u64 bits = b->words.at[w]; bits; bits &= bits - 1)
			vec_push(out, w * 64 + (u32)__builtin_ctzll(bits));
}

void varbits_free(VarBits *b)
{
	vec_free(&b->met);
	vec_free(&b->words);
}
