/* walk_edge.c: memory that types do not describe: bytes before and behind an object, addresses in
 * numbers. */
#include "versions/behaviour/walk.h"

#include "engine/load/layout.h"

enum {
	WORD = 8,
	MOST_NODES = 20000, /* of an expression that is searched for addresses */
};

void walk_rest(Walk *w, const char *name, const MemoryPair *s, const u64 done[2])
{
	u64 n[2];
	MemoryPair rest = *s;
	for (int side = OLD; side <= NEW; side++) {
		rest.at[side] += done[side];
		n[side] = rest.at[side] < rest.end[side] ? rest.end[side] - rest.at[side] : 0;
		rest.type[side] = NULL;
	}
	if (n[OLD] != n[NEW])
		walk_unseen(w, "bytes after the last element of %s (the objects have different sizes)",
					name);
	else if (n[OLD])
		walk_raw(w, walk_name(w, "((char *)%s + %llu)", name, (unsigned long long)done[OLD]), &rest,
				 n[OLD]);
}

void walk_front(Walk *w, const char *name, const MemoryPair *s, const u64 lo[2])
{
	u64 n[2] = {s->at[OLD] - lo[OLD], s->at[NEW] - lo[NEW]};
	MemoryPair front = {.at = {lo[OLD], lo[NEW]}, .end = {s->at[OLD], s->at[NEW]}};
	if (n[OLD] != n[NEW] || !walk_same(w, &front, n[OLD]) ||
		walk_holds_address(w, OLD, lo[OLD], s->at[OLD]))
		walk_unseen(w, "memory before the address in %s", name);
}

/* True if the expression has constants from which an address can be computed. */
static bool search(const ExprPool *p, Expr e, IntMap *seen)
{
	u64 known;
	if (!e || intmap_get(seen, e + 1ull, &known))
		return false;
	intmap_put(seen, e + 1ull, 1);
	if (seen->len > MOST_NODES)
		return true;
	if (expr_is_const(p, e))
		return expr_width(p, e) >= REGION_BITS && (u64)expr_value(p, e) - REGION < REGION_SIZE;
	for (unsigned k = 0; k < 3; k++)
		if (search(p, expr_kid(p, e, k), seen))
			return true;
	return false;
}

bool walk_has_address(const Walk *w, Expr e)
{
	IntMap seen = {0};
	bool found = e && search(w->u->pool, e, &seen);
	intmap_free(&seen);
	return found;
}

bool walk_is_address(const Walk *w, int side, u64 at)
{
	ExprPool *p = w->u->pool;
	u64 value = 0;
	Expr e = 0;
	bool symbolic = false;
	LookByte b[WORD];
	for (u32 k = 0; k < WORD; k++) {
		b[k] = machine_look_byte(w->u->machine[side], at + k);
		if (b[k].state != LOOK_SET)
			return false;
		symbolic |= b[k].e != 0;
		value |= (u64)b[k].byte << 8 * k;
	}
	Look l = machine_look(w->u->machine[side], value);
	if (l.kind != LOOK_NULL && l.kind != LOOK_NOWHERE)
		return true;
	for (u32 k = 0; symbolic && k < WORD; k++) {
		Expr byte = b[k].e ? b[k].e : expr_const(p, 8, b[k].byte);
		e = e ? expr_concat(p, byte, e) : byte;
	}
	return walk_has_address(w, e);
}
