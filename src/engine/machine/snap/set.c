/* set.c: rules that say on which inputs a byte counts as set.
 *
 * A store through an address that depends on the input sets other bytes on other inputs; so does
 * a read from a file of unknown length. The contents of these bytes have an expression. A rule
 * says whether they were ever set:
 *
 *     set if the length is at least 5, else set if the index is 4, else unset
 *
 * The tag of the byte has the number of its rule, and copies of the byte keep it. When the run
 * loads the byte, it uses the result of the rule. That is a step of its path (tree.h), once for
 * each rule. The loaded value is set or not, as on every input that has made the same step.
 * Rules use expressions that the run has anyway, so they add no expressions.
 */
#include "engine/machine/snap.h"

enum {
	MOST_RULES = 1 << 18,
	MOST_DEPTH = 64,
};

typedef struct SnapRules {
	VEC(SnapRule) list; /* by number; the same in all runs */
	VEC(u32) looked;    /* likewise: the run that made use of it last */
	HintMap ids;        /* numbers of rules */
	u32 run;            /* the present one */
	bool stale;         /* none is in use but by this run */
} SnapRules;

static void clear(SnapRules *r)
{
	r->stale = false;
	r->list.len = r->looked.len = 0;
	hintmap_clear(&r->ids);
	for (u32 i = 0; i < SNAP_FIRST_RULE; i++) {
		vec_push(&r->list, ((SnapRule){0}));
		vec_push(&r->looked, 0);
	}
}

void snap_rules_new(Machine *m)
{
	m->snap.rules = xcalloc(1, sizeof *m->snap.rules);
	clear(m->snap.rules);
}

void snap_rules_stale(Machine *m)
{
	if (m->snap.rules)
		m->snap.rules->stale = true;
}

bool snap_rules_full(const Machine *m)
{
	return m->snap.rules->list.len >= MOST_RULES;
}

void snap_rules_free(Machine *m)
{
	SnapRules *r = m->snap.rules;
	if (!r)
		return;
	vec_free(&r->list);
	vec_free(&r->looked);
	hintmap_free(&r->ids);
	free(r);
	m->snap.rules = NULL;
}

void snap_rules_begin(Machine *m, const SnapLook *looks, size_t n)
{
	SnapRules *r = m->snap.rules;
	if (r->stale)
		clear(r);
	r->run++;
	for (size_t i = 0; i < n; i++)
		r->looked.at[looks[i].rule] = r->run;
}

static bool same_rule(const SnapRule *a, const SnapRule *b)
{
	return a->value == b->value && a->least == b->least && a->most == b->most && a->set == b->set &&
		   a->otherwise == b->otherwise;
}

/* The number of a rule; 0: there are too many. */
static u32 number_of(SnapRules *r, SnapRule rule)
{
	Hash hash = hash_mix(hash_mix(hash_number(rule.value), rule.least), rule.most);
	hash = hash_mix(hash, (u64)rule.otherwise << 1 | rule.set);
	u32 known;
	for (size_t at = 0; hintmap_next(&r->ids, hash, &at, &known);)
		if (same_rule(&r->list.at[known], &rule))
			return known;
	rule.depth = r->list.at[rule.otherwise].depth + 1;
	if (r->list.len >= MOST_RULES || rule.depth > MOST_DEPTH)
		return 0;
	vec_push(&r->list, rule);
	vec_push(&r->looked, 0);
	hintmap_add(&r->ids, hash, (u32)r->list.len - 1);
	return (u32)r->list.len - 1;
}

Tag snap_written(Machine *m, Tag old, SnapRule r, bool here)
{
	bool unset = here ? !r.set : old & TAG_UNDEFINED;
	Tag plain = unset ? TAG_UNDEFINED : 0;
	r.otherwise = TAG_RULE(old) ? TAG_RULE(old) : old & TAG_UNDEFINED ? SNAP_UNSET : SNAP_SET;
	if (r.otherwise == (r.set ? SNAP_SET : SNAP_UNSET) || !snap_going_on(m))
		return plain;
	u32 number = number_of(m->snap.rules, r);
	if (!number)
		snap_over(m);
	return plain | (Tag)number << 32;
}

bool snap_is_set(Machine *m, u32 rule)
{
	const SnapRules *all = m->snap.rules;
	while (rule >= SNAP_FIRST_RULE) {
		const SnapRule *r = &all->list.at[rule];
		u64 now = (u64)snap_value(m, r->value);
		if (now >= r->least && now <= r->most)
			return r->set;
		rule = r->otherwise;
	}
	return rule == SNAP_SET;
}

Tag snap_tag(Machine *m, Tag tag)
{
	u32 rule = TAG_RULE(tag);
	if (!rule)
		return tag;
	return (tag & ~TAG_UNDEFINED) | (snap_is_set(m, rule) ? 0 : TAG_UNDEFINED);
}

static void look(Machine *m, SnapNotes *notes, u32 rule, bool set)
{
	SnapRules *r = m->snap.rules;
	if (r->looked.at[rule] == r->run)
		return;
	r->looked.at[rule] = r->run;
	vec_push(&notes->looks, ((SnapLook){(u32)m->constraints.len, rule, set}));
}

void snap_looks(Machine *m, Tag tag)
{
	SnapNotes *notes = TAG_RULE(tag) && !m->track ? snap_going_on(m) : NULL;
	if (notes)
		look(m, notes, TAG_RULE(tag), !(tag & TAG_UNDEFINED));
}

bool snap_looks_plain(Machine *m, u64 addr)
{
	Tag tag = memory_is_tagged(&m->mem, addr) ? m->mem.tags[addr] : 0;
	if (m->track || !TAG_RULE(tag))
		return false;
	snap_looks(m, tag);
	return !(tag & TAG_OWN);
}

void snap_within(Machine *m, Expr value, u64 least, u64 most)
{
	SnapNotes *notes = snap_going_on(m);
	if (!notes)
		return;
	u32 rule = number_of(m->snap.rules, (SnapRule){value, least, most, .set = true});
	if (rule)
		look(m, notes, rule, true);
	else
		snap_over(m);
}
