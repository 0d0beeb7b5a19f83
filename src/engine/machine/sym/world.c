/* world.c: notes what runs ask of the world, and attaches expressions to varied answers. */
#include "engine/machine/snap.h"
#include "engine/machine/world.h"

#include "engine/load/kernel.h"

#include "engine/machine/sym.h"

enum {
	MOST_NAMES = 100, /* files and variables that are kept by name */
	MOST_DEPTH = 32,  /* frames of one question */
	MOST_FRAMES = 64, /* of all questions of one kind in one place */
};

static const char *const words[] = {
#define X(name, word, text) word,
	WORLD_KINDS(X)
#undef X
};
static const char *const texts[] = {
#define X(name, word, text) text,
	WORLD_KINDS(X)
#undef X
};

const char *world_word(WorldKind kind)
{
	return words[kind];
}

const char *world_text(WorldKind kind)
{
	return texts[kind];
}

void machine_set_world(Machine *m, const WorldInput *world)
{
	m->world = world ? *world : (WorldInput){0};
	os_set_world(m->os, world ? &world->os : NULL);
}

const WorldAsk *machine_asks(const Machine *m, size_t *n)
{
	*n = m->asks.len;
	return m->asks.at;
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Runs that go on from here have asked it, too. */
static void ask_again(Machine *m, u32 ask)
{
	SnapNotes *notes = snap_notes(m);
	if (notes)
		vec_push(&notes->asked, ask);
}

/* Adds the frames of the current call. */
static void add_frames(const Machine *m, WorldAsk *a)
{
	WorldFrame frames[MOST_DEPTH];
	u32 n = a->from.len < MOST_FRAMES ? subject_frames(m, frames, MOST_DEPTH) : 0;
	for (u32 i = 0; i < n; i++) {
		bool known = false;
		for (size_t k = 0; k < a->from.len && !known; k++)
			known =
				a->from.at[k].function == frames[i].function && a->from.at[k].loc == frames[i].loc;
		if (!known && a->from.len < MOST_FRAMES)
			vec_push(&a->from, frames[i]);
	}
}

void world_note(Machine *m, WorldKind kind, const char *name, bool varied)
{
	u32 loc = subject_loc(m, NULL);
	if (name && m->asks_named >= MOST_NAMES)
		name = NULL;
	for (size_t i = 0; i < m->asks.len; i++) {
		WorldAsk *a = &m->asks.at[i];
		if (a->loc == loc && a->kind == kind && a->varied == varied && same_name(a->name, name)) {
			a->count++;
			add_frames(m, a);
			ask_again(m, (u32)i);
			return;
		}
	}
	ask_again(m, (u32)m->asks.len);
	m->asks_named += name != NULL;
	vec_push(&m->asks, ((WorldAsk){kind, name ? xstrdup(name) : NULL, loc, varied, 1, {0}}));
	add_frames(m, &vec_last(&m->asks));
}

void machine_note_world(Machine *m, WorldKind kind)
{
	world_note(m, kind, NULL, false);
}

/* The variable in so many bits, and what the call added to it. */
static Expr answer(Machine *m, const OsAsked *a, u32 bits)
{
	ExprPool *p = m->pool;
	Expr e = m->world.value[a->kind];
	u64 given = a->kind == WORLD_CLOCK ? (u64)m->world.os.clock
				: a->kind == WORLD_UID ? m->world.os.uid
				: a->kind == WORLD_GID ? m->world.os.gid
									   : m->world.os.pid;
	e = expr_width(p, e) < bits   ? expr_zext(p, e, bits)
		: expr_width(p, e) > bits ? expr_extract(p, e, 0, bits)
								  : e;
	return expr_add(p, e, expr_const(p, bits, a->value - given));
}

static void put(Machine *m, const OsAsked *a)
{
	Expr e = answer(m, a, a->size * 8);
	for (u32 k = 0; k < a->size; k++) {
		u64 at = a->at + k;
		Tag before = memory_is_tagged(&m->mem, at) ? m->mem.tags[at] : 0;
		Tag tag = sym_result(m, before, expr_extract(m->pool, e, 8 * k, 8));
		if (tag)
			memory_set_tag(&m->mem, at, tag);
	}
}

/* The call looked at the value itself: other values are other paths. */
static void decide(Machine *m, const OsAsked *a)
{
	Expr e = m->world.value[a->kind];
	u64 now = a->kind == WORLD_CLOCK ? (u64)m->world.os.clock
			  : a->kind == WORLD_UID ? m->world.os.uid
			  : a->kind == WORLD_GID ? m->world.os.gid
			  : a->kind == WORLD_PID ? m->world.os.pid
									 : (u64)m->world.os.input;
	Dep dep = sym_constrain(
		m, CON_VALUE, expr_eq(m->pool, e, expr_const(m->pool, expr_width(m->pool, e), now)), e, 0);
	if (m->track)
		track_fatal(m, dep);
}

void world_decide_kind(Machine *m)
{
	if (m->pool && m->world.value[WORLD_STDIN])
		decide(m, &(OsAsked){.kind = WORLD_STDIN});
}

/* The call read up to the end of a line: whether a byte is one decides how far it got. */
static void decide_line(Machine *m, const OsAsked *a)
{
	ExprPool *p = m->pool;
	for (u64 at = a->at; at < a->at + a->size; at++) {
		Tag tag = memory_is_tagged(&m->mem, at) ? m->mem.tags[at] : 0;
		Expr ends = TAG_EXPR(tag) ? expr_eq(p, TAG_EXPR(tag), expr_const(p, 8, '\n')) : 0;
		if (!ends || expr_is_const(p, ends))
			continue;
		Dep dep = sym_constrain(m, CON_BRANCH, m->mem.bytes[at] == '\n' ? ends : expr_not(p, ends),
								0, tag);
		if (m->track)
			track_fatal(m, dep);
	}
}

Tag world_asked(Machine *m)
{
	const OsAsked *list;
	size_t n = os_asked(m->os, &list);
	Tag result = 0;
	for (size_t i = 0; i < n; i++) {
		const OsAsked *a = &list[i];
		if (!a->inside)
			world_note(m, a->kind, a->name, a->varied);
		if (!a->varied || !m->world.value[a->kind])
			continue;
		if (a->decided) {
			decide(m, a);
			decide_line(m, a);
		} else if (a->at && a->size) {
			put(m, a);
		} else if (a->size) {
			result = sym_result(m, 0, answer(m, a, 64));
		}
	}
	return result;
}

void world_unset(Machine *m, u64 name)
{
	Buf text = {0};
	if (!m->pool)
		return;
	/* What the input decides of the name is not looked at: nothing may be decided here. */
	while (memory_covering(&m->mem, name, 1) && snap_plain(m, name) && m->mem.bytes[name])
		buf_addc(&text, (char)m->mem.bytes[name++]);
	world_note(m, WORLD_ENVIRONMENT, snap_plain(m, name) ? buf_str(&text) : NULL, false);
	buf_free(&text);
}

/* The kind of standard input may be an input. */
static void ask_descriptor(Machine *m, u64 fd)
{
	os_ask_descriptor(m->os, fd);
	world_asked(m);
}

/* What a program prints is part of what a run shows, and it is not run. */
static void refuse_child(Machine *m, u64 name)
{
	Buf text = {0};
	if (name && access_text(m, name, &text))
		unsupported(m, "execve of '%s'", buf_str(&text));
	else if (!m->ended)
		unsupported(m, "execve");
	buf_free(&text);
}

void world_ask(Machine *m, u64 what, u64 fd)
{
	static const struct {
		WorldKind kind;
		const char *name;
	} asks[N_DRIFT_ASKS] = {
		[DRIFT_ASK_VARIABLES] = {WORLD_VARIABLES, NULL},
		[DRIFT_ASK_PROCESSOR] = {WORLD_PROCESSOR, NULL},
		[DRIFT_ASK_DESCRIPTORS] = {WORLD_INHERITED, "descriptors"},
		[DRIFT_ASK_NAME] = {WORLD_INHERITED, "name of the program"},
		[DRIFT_ASK_SET_ID] = {WORLD_INHERITED, "set-user-id bit"},
		[DRIFT_ASK_CHILD] = {WORLD_CHILD, NULL},
	};
	if (!m->pool && what == DRIFT_ASK_CHILD)
		refuse_child(m, fd);
	else if (m->pool && what == DRIFT_ASK_STREAMS)
		ask_descriptor(m, fd);
	else if (m->pool && what < N_DRIFT_ASKS)
		world_note(m, asks[what].kind, asks[what].name, false);
}

/* The start of the C library is no code of the program. */
void world_ask_name(Machine *m)
{
	WorldFrame caller;
	if (m->pool && subject_frames(m, &caller, 1))
		world_ask(m, DRIFT_ASK_NAME, 0);
}

void world_free(Machine *m)
{
	for (size_t i = 0; i < m->asks.len; i++) {
		free(m->asks.at[i].name);
		vec_free(&m->asks.at[i].from);
	}
	vec_free(&m->asks);
}
