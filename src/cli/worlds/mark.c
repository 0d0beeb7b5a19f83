/* mark.c: what searches in other worlds add to the first result. */
#include "cli/worlds/impl.h"

/* How many rounds of boundary values the latest search ran: time may have been up before. */
static u32 rounds_run(const Worlds *w, const Result *latest)
{
	u64 added = WORLDS_ROUNDS * (u64)w->job.s.inputs.shapes.len, left = 0;
	for (size_t i = 0; i < latest->notes.len; i++)
		if (!strcmp(latest->notes.at[i].kind, "seed"))
			left += latest->notes.at[i].count;
	u64 run = added > left ? added - left : 0;
	return run < WORLDS_ROUNDS ? (u32)run : WORLDS_ROUNDS;
}

/* "0, 951782400, 2147483647, ...": what the search began with, in so many rounds. NULL: in none. */
static const char *tried_text(const Part *part, u32 rounds, Arena *arena)
{
	Buf text = {0};
	const char *first = worlds_value(part, 0), *value;
	if (!rounds)
		return NULL;
	for (u32 i = 0; first && i < rounds; i++) {
		value = worlds_value(part, i);
		if (i && value == first)
			break;
		buf_addf(&text, "%s%s%s%s", i ? ", " : "", part->kind == PART_INT ? "" : "\"", value,
				 part->kind == PART_INT ? "" : "\"");
	}
	if (!first)
		buf_adds(&text, "some");
	const char *kept = arena_strdup(arena, buf_str(&text));
	buf_free(&text);
	return kept;
}

/* What the latest search varied of this; NULL: nothing. */
static const Part *part_of(const Worlds *w, const ResultWorld *asked)
{
	const Shape *shape = &w->job.s.inputs.shapes.at[0];
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (!worlds_varies(w, part))
			continue;
		if (part->role == ROLE_WORLD)
			if (!strcmp(part->name, asked->kind))
				return part;
		const char *kind = part->role == ROLE_ENV ? "environment" : "absent";
		if (part->role != ROLE_WORLD && asked->name && !strcmp(asked->kind, kind) &&
			!strcmp(part->path, asked->name))
			return part;
	}
	return NULL;
}

/* True if the result has the same question at the same place, varied or not. */
static bool has_asked(const Result *r, const ResultWorld *asked, bool varied)
{
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *a = &r->world.at[i];
		if (a->sort == asked->sort && a->varied == varied && !strcmp(a->kind, asked->kind) &&
			!strcmp(a->name ? a->name : "", asked->name ? asked->name : "") &&
			!strcmp(a->where.text, asked->where.text))
			return true;
	}
	return false;
}

static ResultLocation copy_location(Result *to, const ResultLocation *where)
{
	ResultLocation copy = *where;
	copy.text = result_text(to, where->text);
	if (where->lines.file)
		copy.lines.file = result_text(to, where->lines.file);
	return copy;
}

/* At another time a program may ask for more: a proof for all times depends on that, too. */
static void add_asked(const Result *latest, Result *first)
{
	for (size_t i = 0; i < latest->world.len; i++) {
		ResultWorld one = latest->world.at[i];
		if (one.varied || has_asked(first, &one, false))
			continue;
		one.where = copy_location(first, &one.where);
		one.name = one.name ? result_text(first, one.name) : NULL;
		vec_push(&first->world, one);
	}
}

/* Whether a version overflows, and whether an accepted difference still occurs, may depend on the world. */
static void add_seen(const Result *latest, Result *first)
{
	ResultVersions *to = &first->versions;
	const ResultVersions *from = &latest->versions;
	for (size_t i = 0; i < from->overflows.len; i++) {
		ResultOverflow one = from->overflows.at[i];
		bool known = false;
		for (size_t k = 0; k < to->overflows.len; k++)
			known |= to->overflows.at[k].subject == one.subject &&
					 !strcmp(to->overflows.at[k].where.text, one.where.text);
		if (known)
			continue;
		one.where = copy_location(first, &one.where);
		one.input = one.input ? result_text(first, one.input) : NULL;
		one.condition = one.condition ? result_text(first, one.condition) : NULL;
		vec_push(&to->overflows, one);
	}
	for (size_t i = 0; i < to->accepted.len && i < from->accepted.len; i++)
		if (!to->accepted.at[i].differs) {
			to->accepted.at[i].differs = from->accepted.at[i].differs;
			to->accepted.at[i].pairs = from->accepted.at[i].pairs;
		}
}

/* True if the latest search proved for all its numbers what the first result says for one of each. With other
 * variables or files, a number was not varied in the first world. */
static bool proves(const Worlds *w, const Comparison *latest, const Result *result,
				   const Result *first)
{
	const char *says = first->versions.sentence, *proved = result->versions.sentence;
	return comparison_exhaustive(latest) && result->exhaustive &&
		   comparison_verdict(latest) == VERDICT_EQUIVALENT && !w->now_variables.len &&
		   !w->now_files.len && !result->versions.overflow_open &&
		   (!says || (proved && !strcmp(says, proved)));
}

void worlds_mark(Worlds *w, const Comparison *latest, const Result *result, Result *first)
{
	bool all = proves(w, latest, result, first);
	u32 rounds = rounds_run(w, result);
	for (size_t i = 0; i < first->world.len; i++) {
		ResultWorld *asked = &first->world.at[i];
		const Part *part = asked->sort == RESULT_ASKED && !asked->varied ? part_of(w, asked) : NULL;
		/* Some answers of a kind do not vary: the parent's process id. */
		bool fixed = part && part->role == ROLE_WORLD && has_asked(result, asked, false);
		asked->can_vary &= !fixed;
		/* A number of --vary has no values beyond those that are possible there; a text may be longer. */
		if (part && all && part->kind == PART_INT && !fixed)
			asked->varied = true;
		else if (part && !asked->tried && (!fixed || has_asked(result, asked, true)))
			asked->tried = tried_text(part, rounds, &first->arena);
	}
	if (all)
		add_asked(result, first);
	add_seen(result, first);
}
