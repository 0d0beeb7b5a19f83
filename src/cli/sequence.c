/* sequence.c: --sequence: a function as the last call of a sequence on its object. */
#include "cli/pair.h"

/* Options that describe one call of the function. */
static bool options_fit(const PairCommand *o, const Session *s, Err *err)
{
	if (o->seeds || session_shaped(s))
		return err_set(err, "--sequence makes the inputs: no --seeds, arguments, --stdin, --env or "
							"--file");
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
	if (!options_fit(&job->o, s, err))
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
