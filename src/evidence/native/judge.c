/* judge.c: compares an outcome with the recorded one. */
#include "evidence/native/replay.h"

static bool same(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

/* True if the run shows a recorded error: natively, as a sanitizer's report or as death by
 * signal. */
static bool shows_error(const Rerun *r)
{
	return atoi(buf_str(&r->status)) > 128 || strstr(buf_str(&r->err), "Sanitizer") ||
		   strstr(buf_str(&r->err), "runtime error");
}

static bool cannot(const char *status)
{
	return !strncmp(status, "limit", 5) || !strncmp(status, "unsupported", 11);
}

bool replay_cannot(const ReplayTest *t)
{
	return cannot(buf_str(&t->status));
}

bool replay_lost(const ReplayTest *t, const Rerun *r)
{
	return !r->native && t->of != OF_PROGRAM && !cannot(buf_str(&t->status)) &&
		   cannot(buf_str(&r->status));
}

bool replay_judge(const ReplayTest *t, const Rerun *r, Buf *why)
{
	const char *recorded = buf_str(&t->status), *status = buf_str(&r->status);
	if (r->timeout) {
		buf_addf(why, "the run did not end; recorded: %s", recorded);
		return false;
	}
	if (r->native && !strncmp(recorded, "error", 5)) {
		bool shown = shows_error(r);
		buf_addf(why, "%s; natively %s", recorded,
				 shown ? "an error, too" : "no error: is it built with -fsanitize=address?");
		return shown;
	}
	if (!same(&t->status, &r->status)) {
		buf_addf(why, "status %s, recorded %s", status, recorded);
		return false;
	}
	if (!same(&t->out, &r->out) || (!r->native && !same(&t->err, &r->err))) {
		buf_addf(why, "other %s", same(&t->out, &r->out) ? "messages on standard error" : "output");
		return false;
	}
	/* A program without the driver returns no value. */
	bool valued = r->has_returned || !r->native;
	if (valued && (t->has_returned != r->has_returned || !same(&t->returned, &r->returned))) {
		buf_addf(why, "returned %s, recorded %s",
				 r->has_returned ? buf_str(&r->returned) : "nothing",
				 t->has_returned ? buf_str(&t->returned) : "nothing");
		return false;
	}
	buf_addf(why, "status %s", status);
	return true;
}

void rerun_free(Rerun *r)
{
	buf_free(&r->out);
	buf_free(&r->err);
	buf_free(&r->status);
	buf_free(&r->returned);
	*r = (Rerun){0};
}
