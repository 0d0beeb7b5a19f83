/* between.c: runs a version between OLD and NEW as OLD and NEW are run: its main, a call, one
 * function. */
#include "cli/between.h"

#include "evidence/native/harness.h"

/* The program that calls the function, of sources in which it has the parameters it has in NEW. */
static bool make_entry(const Between *b, const char *sources, const char *cflags, const char *dir,
					   char **native, Err *err)
{
	const Session *s = &b->job->s;
	LoadOptions how = {.cflags = cflags, .native = true, .entry = s->prototype.name};
	Program *p = program_load(sources, &how, err);
	Inputs in = {0};
	Entry entry = {0};
	u32 function = NO_OPERAND;
	EntryBounds bounds = session_bounds(s);
	bounds.nullable = &b->job->nullable;
	bool good =
		p && entry_find(p, sources, s->prototype.name, &function, err) &&
		entry_parse(s->o.entry, &entry, err) && inputs_entry(&in, &entry, p, bounds, err) &&
		(entry_same_shape(&in.shapes.at[0], &s->inputs.shapes.at[0]) ||
		 err_set(
			 err,
			 "in this version, the function has other parameters, or other globals are inputs"));
	NativeProgram one = {
		.loaded = p, .inputs = &s->inputs, .entry_type = &s->prototype, .function = function};
	good = good && native_write(&one, dir, err);
	*native = good ? xstrdup(dir) : NULL;
	inputs_free(&in);
	entry_free(&entry);
	program_free(p);
	return good;
}

static bool make(void *ctx, const char *sources, const char *cflags, const char *dir,
				 char **version, char **native, Err *err)
{
	const Between *b = ctx;
	Session *s = &b->job->s;
	if (s->o.entry)
		return make_entry(b, sources, cflags, dir, native, err);
	return call_make(&s->call, sources, cflags, dir, version, err);
}

void between_begin(Between *b, PairJob *job, ExplainSources *to)
{
	*b = (Between){.job = job, .target = {.ctx = b, .make = make}};
	for (int side = OLD; side <= NEW; side++) {
		char *given = pair_given_flags(job, side);
		b->cflags[side] = pair_flags(given, job->given[side], job->given[NEW]);
		to->cflags[side] = b->cflags[side];
		to->version[side] = job->given[side];
		if (side == OLD)
			b->given = given;
		else
			free(given);
	}
	to->given = b->given;
	to->target = job->s.o.entry || session_called(&job->s) ? &b->target : NULL;
}

void between_end(Between *b)
{
	free(b->given);
	free(b->cflags[OLD]);
	free(b->cflags[NEW]);
}
