/* region.c: the piece of a function around a change, entered and left in one place. */
#include "version/impl.h"

static u32 common_up(const Flow *f, const u32 *parent, bool (*above)(const Flow *, u32, u32), u32 a,
					 u32 b)
{
	while (a != NO_BLOCK && !above(f, a, b))
		a = parent[a];
	return a;
}

static u32 depth_of(const Flow *f, u32 block)
{
	u32 c = block < f->n ? f->component[block] : NO_BLOCK;
	return c == NO_BLOCK ? 0 : f->components[c].depth + 1;
}

static u32 loop_of(const Flow *f, u32 block)
{
	return block < f->n ? f->component[block] : NO_BLOCK;
}

/* Widens [entry, exit] until entry dominates exit, exit post-dominates entry, and both are in
 * the same loop. False when there is no such pair. */
static bool settle(const Flow *f, u32 *entry, u32 *exit)
{
	for (;;) {
		u32 e = *entry, x = *exit;
		if (e == NO_BLOCK || x == NO_BLOCK)
			return false;
		if (!flow_dominates(f, e, x)) {
			*entry = common_up(f, f->idom, flow_dominates, e, x);
		} else if (!flow_postdominates(f, x, e)) {
			*exit = common_up(f, f->ipdom, flow_postdominates, x, e);
		} else if (loop_of(f, e) != loop_of(f, x)) {
			/* Out of the deeper loop; out of both when they lie side by side. */
			if (depth_of(f, e) >= depth_of(f, x))
				*entry = f->idom[e];
			if (depth_of(f, x) >= depth_of(f, e))
				*exit = f->ipdom[x];
		} else {
			return true;
		}
	}
}

static bool reachable(const Flow *f, u32 block)
{
	return block == 0 || f->idom[block] != NO_BLOCK;
}

/* All points within one straight run of a block. */
static void in_block(const Function *fn, const ChangePart *part, u32 block, ChangeRegion *r)
{
	u32 last = part->points[part->n_points - 1].ins;
	*r = (ChangeRegion){.function = fn->id,
						.entry = part->points[0].ins,
						.entry_block = block,
						.exit = last,
						.exit_block = block};
	/* A marker stands before something that does not belong to the change. */
	if (part->points[part->n_points - 1].kind != POINT_MARKER)
		r->exit = last + 1;
}

/* Whether a block holds a point that the region must not leave behind. */
static bool has_point(Static *st, const ChangePart *part, u32 block)
{
	for (u32 k = 0; k < part->n_points; k++)
		if (part->points[k].kind != POINT_MARKER &&
			static_block(st, part->points[k].function, part->points[k].ins) == block)
			return true;
	return false;
}

/* The innermost blocks around all points; false when no point can be reached. */
static bool around(Static *st, const Flow *f, const ChangePart *part, u32 *entry, u32 *exit)
{
	*entry = *exit = NO_BLOCK;
	for (u32 k = 0; k < part->n_points; k++) {
		u32 b = static_block(st, part->points[k].function, part->points[k].ins);
		if (!reachable(f, b))
			continue;
		*entry = *entry == NO_BLOCK ? b : common_up(f, f->idom, flow_dominates, *entry, b);
		*exit = *exit == NO_BLOCK ? b : common_up(f, f->ipdom, flow_postdominates, *exit, b);
	}
	return *entry != NO_BLOCK && *exit != NO_BLOCK;
}

bool change_map_region(ChangeMap *m, Side s, u32 change, ChangeRegion *r)
{
	const ChangePart *part = &m->changes.at[change].part[s];
	u32 n = part->n_points, function = n ? part->points[0].function : NO_OPERAND, entry, exit;
	if (!n || part->points[n - 1].function != function)
		return false;
	Static *st = map_flow(m, s);
	const Function *fn = function_of(m, s, function);
	const Flow *f = static_flow(st, function);
	if (!around(st, f, part, &entry, &exit))
		return false;
	const ChangePoint *last = &part->points[n - 1];
	bool leaves =
		exit < f->n && last->kind != POINT_MARKER && last->ins + 1 == fn->blocks[exit].end;
	if (entry == exit && !leaves && static_block(st, function, last->ins) == entry) {
		in_block(fn, part, entry, r);
		return true;
	}
	do {
		while (exit < f->n && (exit == entry || has_point(st, part, exit)))
			exit = f->ipdom[exit];
		if (!settle(f, &entry, &exit))
			return false;
	} while (exit < f->n && (exit == entry || has_point(st, part, exit)));
	*r = (ChangeRegion){.function = function, .entry_block = entry, .exit_block = exit};
	r->entry = fn->blocks[entry].first;
	if (entry == static_block(st, function, part->points[0].ins))
		r->entry = part->points[0].ins;
	r->exit = exit < f->n ? fn->blocks[exit].first : NO_OPERAND;
	if (exit >= f->n)
		r->exit_block = NO_BLOCK;
	return true;
}

bool change_map_inside(ChangeMap *m, Side s, const ChangeRegion *r, u32 ins)
{
	Static *st = map_flow(m, s);
	const Flow *f = static_flow(st, r->function);
	u32 b = static_block(st, r->function, ins);
	if (r->entry_block == r->exit_block)
		return b == r->entry_block && ins >= r->entry && ins < r->exit;
	if (!reachable(f, b) || !flow_dominates(f, r->entry_block, b) ||
		(b == r->entry_block && ins < r->entry))
		return false;
	/* After the exit lies what the exit dominates. */
	return r->exit_block == NO_BLOCK || !flow_dominates(f, r->exit_block, b);
}
