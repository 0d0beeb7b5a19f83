/* native_end.c: ends that only native runs know.
 *
 * One version ended; the other did something that the machine does not support, or used up its
 * instructions. That alone is no difference: only native runs of both can show one, and they show
 * how the other version ends. */
#include <signal.h>
#include <sys/wait.h>

#include "evidence/witness/impl.h"

static void native_ending(const NativeRun *run, Buf *to)
{
	const char *name = WIFSIGNALED(run->status) ? sigabbrev_np(WTERMSIG(run->status)) : NULL;
	buf_adds(to, "; natively ");
	if (run->timeout)
		buf_adds(to, "not within the time limit");
	else if (WIFSIGNALED(run->status))
		buf_addf(to, "SIG%s", name ? name : "?");
	else
		buf_addf(to, "exit %d", WEXITSTATUS(run->status));
}

bool witness_take_native(Evidence *ev, Witness *x, Err *err)
{
	for (int side = OLD; side <= NEW; side++) {
		const NativeRun *run = confirm_seen(ev->confirmer, side);
		Buf ending = {0};
		if (!behaviour_is_open(evidence_behaviour(ev, side)) || !run)
			continue;
		buf_adds(&ending, x->ending[side]);
		native_ending(run, &ending);
		free(x->ending[side]);
		x->ending[side] = ending.at;
		if (run->timeout)
			continue;
		x->status[side] =
			WIFSIGNALED(run->status) ? 128 + WTERMSIG(run->status) : WEXITSTATUS(run->status);
		const Buf *seen[] = {&run->out, &run->err};
		for (int i = 0; i < 2; i++) {
			buf_reset(&x->text[side][i]);
			buf_add(&x->text[side][i], buf_str(seen[i]), seen[i]->len);
		}
	}
	return witness_rewrite(ev, x, err);
}
