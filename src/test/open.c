/* open.c: pairs of runs of which the machine does not know both ends.
 *
 * One version came to its end, the other met something that the machine cannot do, or used up its
 * instructions. That alone is no difference: only native runs of both can say so, and they say how
 * the other one ends. Nor is it none if both met it and did the same so far.
 */
#include <signal.h>
#include <sys/wait.h>

#include "test/tester.h"

enum { TRIES = 32 }; /* such pairs that are run natively */

bool open_try(Tester *t)
{
	return !t->config.unconfirmed && t->open_tries++ < TRIES;
}

static void native_ending(const NativeRun *run, Buf *to)
{
	const char *name = WIFSIGNALED(run->status) ? sigabbrev_np(WTERMSIG(run->status)) : NULL;
	buf_adds(to, "; natively ");
	if (run->timeout)
		buf_adds(to, "not within the limit of time");
	else if (WIFSIGNALED(run->status))
		buf_addf(to, "SIG%s", name ? name : "?");
	else
		buf_addf(to, "exit %d", WEXITSTATUS(run->status));
}

bool open_take_native(Tester *t, Difference *d, Err *err)
{
	for (int side = OLD; side <= NEW; side++) {
		const NativeRun *run = confirm_seen(t->confirmer, side);
		Buf ending = {0};
		if (!behaviour_is_open(&t->search->seen.now[side]) || !run)
			continue;
		buf_adds(&ending, d->ending[side]);
		native_ending(run, &ending);
		free(d->ending[side]);
		d->ending[side] = ending.at;
		if (run->timeout)
			continue;
		d->status[side] =
			WIFSIGNALED(run->status) ? 128 + WTERMSIG(run->status) : WEXITSTATUS(run->status);
		const Buf *seen[] = {&run->out, &run->err};
		for (int i = 0; i < 2; i++) {
			buf_reset(&d->text[side][i]);
			buf_add(&d->text[side][i], buf_str(seen[i]), seen[i]->len);
		}
	}
	return difference_rewrite(t, d, err);
}
