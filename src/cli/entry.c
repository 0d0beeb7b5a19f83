/* entry.c: from a function of two versions to its inputs. */
#include "cli/pair.h"
#include "engine/load/ctype.h"
#include "versions/changes/version.h"

/* ---- null ---- */

/* Pointer parameters that a version holds against null. Behind a struct by value the compiled
 * function counts otherwise. */
static void add_tested(PairJob *job, const Subject *s)
{
	const Program *p = s->program;
	u32 first = entry_in_memory(p, &p->functions.at[s->entry]);
	for (u32 i = 1; i < p->n_entry_types; i++) {
		const CType *c = p->entry_types[i];
		if (!c || c->kind == CTYPE_STRUCT || c->kind == CTYPE_UNION)
			return;
		if (c->kind == CTYPE_POINTER && p->entry_names[i] && subject_tests_null(s, first + i - 1))
			vec_push(&job->nullable, p->entry_names[i]);
	}
}

static bool find_nullable(PairJob *job, Err *err)
{
	const char *which = job->o.null ? job->o.null : job->joins ? "tested" : "never";
	job->nullable.len = 0;
	if (!strcmp(which, "always")) {
		vec_push(&job->nullable, "*");
	} else if (!strcmp(which, "tested")) {
		for (int side = OLD; side <= NEW; side++)
			add_tested(job, &job->s.subject[side]);
		vec_append(&job->nullable, job->o.nulls.at, job->o.nulls.len);
	} else if (strcmp(which, "never") != 0) {
		return err_set(err, "--null '%s': must be tested, always or never", which);
	}
	return true;
}

/* ---- globals ---- */

static bool read_how(const PairCommand *o, GlobalsHow *how, Err *err)
{
	static const char *const names[] = {
		[GLOBALS_INITIAL] = "initial", [GLOBALS_ZERO] = "zero", [GLOBALS_VARY] = "vary"};
	*how = GLOBALS_INITIAL;
	for (u32 i = 0; o->globals && i < countof(names); i++)
		if (!strcmp(o->globals, names[i])) {
			*how = (GlobalsHow)i;
			return true;
		}
	return !o->globals || err_set(err, "--globals '%s': must be initial, zero or vary", o->globals);
}

/* A variable that the contract mentions counts as read. */
static bool is_named(const PairJob *job, const Global *g)
{
	size_t n = strcspn(g->name, ".");
	for (size_t i = 0; g->subject && i < job->o.names.len; i++)
		if (strlen(job->o.names.at[i]) == n && !strncmp(job->o.names.at[i], g->name, n))
			return true;
	return false;
}

/* Adds the globals that a version may read and both have. */
static bool add_globals(PairJob *job, GlobalsHow how, EntryBounds bounds, Err *err)
{
	Session *s = &job->s;
	const Program *program[2];
	bool *read[2];
	EntryGlobalList list = {0};
	for (int side = OLD; side <= NEW; side++) {
		program[side] = s->subject[side].program;
		read[side] = xcalloc(program[side]->globals.len + 1, 1);
		subject_reads(&s->subject[side], read[side]);
	}
	const u32 entry[2] = {s->subject[OLD].entry, s->subject[NEW].entry};
	ChangeMap *map = change_map(program[OLD], program[NEW], &(ChangeOptions){.entry = entry}, err);
	for (u32 i = 0; map && i < program[NEW]->globals.len; i++) {
		u32 old = change_map_global(map, NEW, i);
		if (old != NO_OPERAND &&
			(read[NEW][i] || read[OLD][old] || is_named(job, &program[NEW]->globals.at[i])) &&
			!program[OLD]->globals.at[old].constant && !program[NEW]->globals.at[i].constant)
			vec_push(&list, ((EntryGlobal){{old, i}}));
	}
	if (map) {
		inputs_globals(&s->inputs, &s->prototype, how, program, &list, bounds);
		change_map_free(map);
	}
	vec_free(&list);
	free(read[OLD]);
	free(read[NEW]);
	return map;
}

/* ---- the whole ---- */

bool pair_entry_options(const PairCommand *o, Err *err)
{
	GlobalsHow how;
	PairJob unused = {.o = *o};
	bool known = !o->null || !strcmp(o->null, "tested") || find_nullable(&unused, err);
	vec_free(&unused.nullable);
	return known && read_how(o, &how, err);
}

/* ---- prototypes ---- */

/* True if the prototype describes the function of a version. */
static bool fits(const PairJob *job, int side, Entry *e, EntryBounds bounds, Err *err)
{
	const Subject *s = &job->s.subject[side];
	Inputs in = {0};
	bool good = inputs_entry(&in, e, s->program, bounds, err) &&
				entry_check(s->program, s->entry, e, &in.shapes.at[0], 0, job->o.entry, err);
	inputs_free(&in);
	return good;
}

/* The prototypes of both versions: the given one, if it describes them; it must describe one. The
 * other one has other types or tags, and debug information says which. */
static bool find_prototypes(PairJob *job, Entry e[2], EntryBounds bounds, Err *err)
{
	bool fit[2];
	for (int side = NEW; side >= OLD; side--) {
		Err other;
		if (!entry_parse(job->o.entry, &e[side], err))
			return false;
		fit[side] = fits(job, side, &e[side], bounds, side == NEW ? err : &other);
		if (side == OLD && !fit[OLD] && fit[NEW])
			*err = other;
	}
	for (int side = OLD; side <= NEW; side++) {
		Entry whole, given;
		if (fit[side])
			continue;
		if (!fit[!side] || !entry_parse(job->o.entry, &given, err))
			return false;
		bool good =
			!given.only_name && entry_completed(&whole, &given, job->s.subject[side].program, err);
		entry_free(&given);
		if (!good)
			return false;
		entry_free(&e[side]);
		e[side] = whole;
		if (!fits(job, side, &e[side], bounds, err))
			return false;
	}
	return true;
}

/* The parameters as inputs, for a command that compares by position. */
static bool matched_inputs(PairJob *job, EntryBounds bounds, Err *err)
{
	Session *s = &job->s;
	Entry e[2] = {{0}, {0}};
	Inputs newer = {0};
	bool good = find_prototypes(job, e, bounds, err) &&
				inputs_entry(&s->inputs, &e[OLD], s->subject[OLD].program, bounds, err) &&
				inputs_entry(&newer, &e[NEW], s->subject[NEW].program, bounds, err);
	if (good && !entry_match(&s->inputs.shapes.at[0], &newer.shapes.at[0]))
		good =
			err_set(err, "--entry '%s': its parameters are laid out differently in both versions",
					job->o.entry);
	inputs_free(&newer);
	entry_free(&s->prototype);
	s->prototype = e[NEW];
	job->old_entry = e[OLD];
	for (int side = OLD; side <= NEW; side++)
		s->subject[side].call = (u32)side;
	return good;
}

/* Likewise by name, for a command that knows parameters which only one version has. */
static bool joined_inputs(PairJob *job, EntryBounds bounds, Err *err)
{
	Session *session = &job->s;
	Inputs old = {0};
	Entry again = {0};
	bool good = inputs_entry(&session->inputs, &session->prototype, session->subject[NEW].program,
							 bounds, err) &&
				entry_parse(job->o.entry, &again, err) &&
				inputs_entry(&old, &again, session->subject[OLD].program, bounds, err);
	bool same = good && entry_same_shape(&old.shapes.at[0], &session->inputs.shapes.at[0]);
	for (size_t i = 0; same && i < old.shapes.at[0].parts.len; i++)
		session->inputs.shapes.at[0].parts.at[i].type[OLD] = old.shapes.at[0].parts.at[i].type[OLD];
	if (good && !same)
		good = entry_join(&session->inputs, &old.shapes.at[0], session->prototype.name, err);
	for (int side = OLD; good && side <= NEW; side++) {
		Subject *s = &session->subject[side];
		s->call = (u32)side;
		good = entry_check(s->program, s->entry, side == OLD ? &again : &session->prototype,
						   &session->inputs.shapes.at[0], s->call, job->o.entry, err);
	}
	inputs_free(&old);
	job->old_entry = again;
	return good;
}

/* The golden version takes what the others take. */
static bool match_golden(PairJob *job, EntryBounds bounds, Err *err)
{
	Subject *golden = &job->s.subject[NEW + 1];
	Inputs in[2] = {{0}, {0}};
	Entry e = {0};
	if (!job->o.golden)
		return true;
	bool good = entry_parse(job->o.entry, &e, err) &&
				inputs_entry(&in[OLD], &e, job->s.subject[NEW].program, bounds, err) &&
				entry_parse(job->o.entry, &job->golden_entry, err) &&
				inputs_entry(&in[NEW], &job->golden_entry, golden->program, bounds, err) &&
				entry_check(golden->program, golden->entry, &job->golden_entry,
							&in[NEW].shapes.at[0], 0, job->o.entry, err);
	bool moved = false;
	for (size_t i = 0; i < job->s.inputs.shapes.at[0].parts.len; i++)
		moved |= job->s.inputs.shapes.at[0].parts.at[i].old != NULL;
	if (good && (moved || !entry_same_shape(&in[OLD].shapes.at[0], &in[NEW].shapes.at[0])))
		good = err_set(err, "--golden %s: the parameters of %s are not laid out as in NEW and OLD",
					   job->o.golden, job->s.prototype.name);
	golden->call = NEW;
	inputs_free(&in[OLD]);
	inputs_free(&in[NEW]);
	entry_free(&e);
	return good;
}

bool pair_entry_inputs(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	Session *session = &job->s;
	EntryBounds bounds = session_bounds(session);
	GlobalsHow how;
	if (session_shaped(session) || o->accept.len)
		return err_set(err,
					   "arguments, --stdin, --env, --file and --accept are for programs with main");
	if (!read_how(o, &how, err) || !find_nullable(job, err))
		return false;
	bounds.nullable = &job->nullable;
	bool good = job->joins ? joined_inputs(job, bounds, err) : matched_inputs(job, bounds, err);
	if (good && how != GLOBALS_INITIAL)
		good = add_globals(job, how, bounds, err);
	good =
		good && (!o->seeds || session_entry_seeds(session, err)) && match_golden(job, bounds, err);
	interface_compare(session->subject[OLD].program, session->subject[NEW].program,
					  &job->interface);
	return good;
}

/* ---- --sequence ---- */

/* Options that describe one call of the function. */
static bool sequence_fits(const PairCommand *o, const Session *s, Err *err)
{
	if (o->seeds || session_shaped(s))
		return err_set(err, "--sequence generates the inputs; leave out --seeds, arguments, "
							"--stdin, --env and --file");
	if (o->depth)
		return err_set(err, "--depth is for --entry without --sequence");
	return true;
}

bool pair_sequence(PairJob *job, Err *err)
{
	Session *s = &job->s;
	SequenceWish wish = {.function = s->prototype.name,
						 .steps = (u32)job->o.sequence,
						 .bound = session_bounds(s).bytes,
						 .prog = {job->given[OLD], job->given[NEW]}};
	char *given[2], *flags[2];
	if (!sequence_fits(&job->o, s, err))
		return false;
	for (int side = OLD; side <= NEW; side++) {
		given[side] = pair_given_flags(job, side);
		flags[side] = pair_flags(given[side], job->given[side], job->given[NEW]);
		wish.cflags[side] = flags[side];
	}
	bool good = call_sequence(&wish, &s->call, err);
	if (good) {
		/* Results have the text of the call, as if it had been given. */
		vec_push(&s->o.call, arena_strdup(&s->call.arena, buf_str(&s->call.text)));
		entry_free(&s->prototype);
		s->prototype = (Entry){0};
		job->o.entry = s->o.entry = NULL;
	}
	for (int side = OLD; side <= NEW; side++) {
		free(given[side]);
		free(flags[side]);
	}
	return good;
}
