/* map.c: builds the change map and answers queries on it. */
#include "versions/changes/impl.h"

void map_note(ChangeMap *m, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	vec_push(&m->notes, arena_strdup(&m->arena, text));
}

Static *map_static(ChangeMap *m, Side s)
{
	Half *h = &m->half[s];
	if (!h->s) {
		StaticOptions o = {.roots = &h->entry, .n_roots = h->entry != NO_OPERAND};
		h->s = static_new(h->p, &o);
		h->owned = true;
	}
	return h->s;
}

Static *map_flow(const ChangeMap *m, Side s)
{
	Half *h = (Half *)&m->half[s];
	StaticOptions o = {.no_points_to = true, .roots = &h->entry, .n_roots = h->entry != NO_OPERAND};
	if (!h->plain)
		h->plain = static_new(h->p, &o);
	return h->plain;
}

/* ---- can the two be versions of one program? ---- */

/* Its parameters may differ: both are given the same, and each takes what it declares. */
static bool check_main(const Program *old, const Program *newer, Err *err)
{
	bool a = old->main != NO_OPERAND, b = newer->main != NO_OPERAND;
	if (a != b)
		return err_set(err,
					   "the %s version has a main function, the %s has none: they cannot be "
					   "compared as programs",
					   a ? "old" : "new", a ? "new" : "old");
	return true;
}

static bool check_common(const ChangeMap *m, Err *err)
{
	const Half *h = &m->half[OLD];
	for (u32 f = 0; f < h->p->functions.len; f++)
		if (h->p->functions.at[f].kind == FN_SUBJECT && h->p->functions.at[f].n_blocks &&
			h->body[f].other != NO_OPERAND)
			return true;
	return err_set(err, "the versions have no function in common: are they of the same program?");
}

/* ---- making ---- */

static void init_half(ChangeMap *m, Side s, const Program *p, const ChangeOptions *o)
{
	Half *h = &m->half[s];
	h->p = p;
	h->s = o->statics[s];
	h->entry = o->entry ? o->entry[s] : NO_OPERAND;
	h->body = arena_array(&m->arena, Body, p->functions.len + 1);
	h->global = arena_array(&m->arena, u32, p->globals.len + 1);
	h->file = arena_array(&m->arena, u32, p->files.len + 1);
	for (size_t f = 0; f < p->functions.len; f++)
		h->body[f].other = NO_OPERAND;
	memset(h->global, 0xff, (p->globals.len + 1) * sizeof(u32));
}

/* The C library's own functions differ only by what they take from the program. */
static bool may_differ(const ChangeMap *m, const Function *f)
{
	return is_compared(f) || (f->n_blocks && (m->half[OLD].named || m->half[NEW].named));
}

static void compare_functions(ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	for (u32 f = 0; f < h->p->functions.len; f++) {
		u32 g = h->body[f].other;
		if (g == NO_OPERAND || !may_differ(m, &h->p->functions.at[f]) || same_body(m, f, g))
			continue;
		View old, newer;
		Arena a = {0};
		view_make(&old, m, OLD, f, &a);
		view_make(&newer, m, NEW, g, &a);
		Pair *p = align_functions(m, &old, &newer);
		/* Addresses of labels are compared through it. */
		m->half[OLD].body[f].pair = m->half[NEW].body[g].pair = p;
		judge_pair(m, p, &old, &newer);
		group_pair(m, p, &old, &newer);
		arena_free(&a);
	}
}

ChangeMap *change_map(const Program *old, const Program *newer, const ChangeOptions *options,
					  Err *err)
{
	static const ChangeOptions none;
	if (!options)
		options = &none;
	if (!check_main(old, newer, err))
		return NULL;
	ChangeMap *m = xcalloc(1, sizeof *m);
	m->numbers = xcalloc(1, sizeof *m->numbers);
	m->moved = arena_alloc(&m->arena, sizeof *m->moved);
	*m->moved = false;
	init_half(m, OLD, old, options);
	init_half(m, NEW, newer, options);
	match_files(m);
	match_functions(m);
	match_globals(m);
	match_renamed(m);
	for (Side s = OLD; s < N_SIDES; s++)
		m->half[s].named = library_names_subject(m, s);
	if (!check_common(m, err)) {
		change_map_free(m);
		return NULL;
	}
	compare_assembly(m);
	compare_functions(m);
	frame_changes(m);
	data_changes(m);
	whole_functions(m);
	extend_lines(m);
	merge_drafts(m);
	drafts_finish(m);
	compare_layout(m);
	return m;
}

void change_map_free(ChangeMap *m)
{
	if (!m)
		return;
	for (Side s = OLD; s < N_SIDES; s++) {
		if (m->half[s].owned)
			static_free(m->half[s].s);
		if (m->half[s].plain)
			static_free(m->half[s].plain);
	}
	keymap_free(m->numbers);
	free(m->numbers);
	vec_free(&m->changes);
	vec_free(&m->notes);
	vec_free(&m->uncompiled);
	vec_free(&m->edits);
	arena_free(&m->arena);
	free(m);
}

/* ---- asking ---- */

u32 change_map_count(const ChangeMap *m)
{
	return (u32)m->changes.len;
}

const Change *change_map_at(const ChangeMap *m, u32 id)
{
	return &m->changes.at[id];
}

bool change_map_changed(const ChangeMap *m, Side s, u32 function, u32 ins)
{
	const u64 *bits = m->half[s].body[function].bits;
	return bits && (bits[ins / 64] >> ins % 64 & 1);
}

u32 change_map_of(const ChangeMap *m, Side s, u32 function, u32 ins)
{
	return m->half[s].body[function].of ? m->half[s].body[function].of[ins] : NO_OPERAND;
}

u32 change_map_notes(const ChangeMap *m, const char *const **lines)
{
	*lines = m->notes.at;
	return (u32)m->notes.len;
}

u32 change_map_function(const ChangeMap *m, Side s, u32 function)
{
	return m->half[s].body[function].other;
}

u32 change_map_global(const ChangeMap *m, Side s, u32 global)
{
	if (!is_private(&m->half[s].p->globals.at[global]))
		return m->half[s].global[global];
	Side t = side_other(s);
	for (u32 g = 0; g < m->half[t].p->globals.len; g++) {
		SideRef mine = {REF_GLOBAL, global, 0}, other = {REF_GLOBAL, g, 0};
		if (is_private(&m->half[t].p->globals.at[g]) &&
			(s == OLD ? ref_equal(m, mine, other) : ref_equal(m, other, mine)))
			return g;
	}
	return NO_OPERAND;
}

bool change_map_same(const ChangeMap *m, Side s, u32 function)
{
	const Body *b = &m->half[s].body[function];
	return b->other != NO_OPERAND && !b->pair;
}

/* In functions that are the same, everything has its own number on the other side. */
static u32 counterpart(const ChangeMap *m, Side s, u32 function, u32 number, size_t list)
{
	const Body *b = &m->half[s].body[function];
	if (b->other == NO_OPERAND)
		return NO_OPERAND;
	return b->pair ? ((u32 *const *)((const char *)b->pair + list))[s][number] : number;
}

u32 change_map_block(const ChangeMap *m, Side s, u32 function, u32 block)
{
	return counterpart(m, s, function, block, offsetof(Pair, block));
}

u32 change_map_match(const ChangeMap *m, Side s, u32 function, u32 ins)
{
	return counterpart(m, s, function, ins, offsetof(Pair, ins));
}

u32 change_map_register(const ChangeMap *m, Side s, u32 function, u32 reg)
{
	return counterpart(m, s, function, reg, offsetof(Pair, reg));
}
