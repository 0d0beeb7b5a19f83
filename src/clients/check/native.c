/* native.c: does a native run confirm a violation?
 *
 * If the versions should be equal, they must differ natively, as for drift test. A clause may be
 * violated though they are equal. Then each version must do natively what the machine says it does:
 * how it ends, what it prints and returns, and every byte of its post-state that a caller can
 * observe. */
#include <signal.h>
#include <sys/wait.h>

#include "clients/check/checker.h"
#include "engine/machine/state.h"

/* ---- as the machine says ---- */

static bool same_text(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool ended_so(const Behaviour *b, const NativeObservation *seen, const ToldError *told,
					 const Buf *returned)
{
	int status = seen->run.status;
	switch (b->outcome) {
	case RAN_EXIT:
		return !seen->run.timeout && WIFEXITED(status) &&
			   WEXITSTATUS(status) == (b->status & 255) && same_text(&seen->returned, returned) &&
			   same_text(&seen->run.out, &b->text[0]) && same_text(&seen->run.err, &b->text[1]);
	case RAN_SIGNAL:
		return !seen->run.timeout && WIFSIGNALED(status) && WTERMSIG(status) == b->status &&
			   same_text(&seen->run.out, &b->text[0]);
	case RAN_ERROR: return caught_shows(&seen->reports, told);
	case RAN_LIMIT: return seen->run.timeout;
	default: return false;
	}
}

/* One version; *in gets its plan. */
static Confirmation version_does(Checker *c, Confirmer *native, int side, NativeInput *in, Err *err)
{
	const Behaviour *b = &search_behaviours(c->search)[side];
	Buf plan = {0}, expected = {0};
	NativeObservation seen = {0};
	Flavour flavour = b->outcome == RAN_ERROR ? FLAVOUR_SANITIZED : FLAVOUR_PLAIN;
	if (b->type) {
		buf_adds(&expected, "returned: ");
		entry_value_text(b->type, b->value, &expected);
		expect_post_state(c, side, &plan, &expected);
		in->plan[side] = buf_str(&plan);
	}
	bool good = confirmer_observe(native, side, flavour, in, &seen, err);
	bool so = good && ended_so(b, &seen, &in->told[side], &expected);
	native_observation_free(&seen);
	buf_free(&plan);
	buf_free(&expected);
	in->plan[side] = NULL;
	if (!good)
		return confirmer_trouble(native, flavour);
	return so ? CONFIRM_YES : CONFIRM_NO;
}

/* For WitnessJudge. */
static Confirmation both_do(void *ctx, Confirmer *native, NativeInput *in, Err *err)
{
	in->plan[OLD] = in->plan[NEW] = NULL;
	Confirmation r = version_does(ctx, native, OLD, in, err);
	return r == CONFIRM_YES ? version_does(ctx, native, NEW, in, err) : r;
}

const WitnessJudge *check_judge(Checker *c, const Rule *r, WitnessJudge *to)
{
	/* Of what was never set no program need show what the machine has. */
	bool unset = search_config(c->search)->entry &&
				 machine_register_unset(search_value(c->search, NEW)->tag);
	*to = (WitnessJudge){c, both_do};
	return r->kind >= RULE_FRAME || unset ? NULL : to;
}
