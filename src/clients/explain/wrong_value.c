/* wrong_value.c: the value that is printed differently, as the criterion of the slice.
 *
 * A byte of a stream depends on everything that was printed before it, since that moves it. The
 * thesis (chapter 6) slices by the wrong value instead: what an output statement was given, and that
 * it was executed. Both versions must have executed the statement, at the same execution index, after
 * the same output statements, and an argument that is a number must differ. Otherwise something
 * printed is missing or is there in addition, or is in memory, and the stream remains the criterion.
 *
 * The condition of the value is smaller than that of the stream. If it explains nothing, the
 * caller uses the stream after all. */
#include "clients/explain/impl.h"

enum {
	STEPS = 1 << 18, /* of a run that are recorded */
	MOST_ARGUMENTS = 64,
};

/* The next output call of a run at or after a step; NO_STEP: none. */
static u32 next_output(const Explanation *x, const AlignedRun *run, int side, u32 from)
{
	for (u32 i = from; i < run->steps.len; i++)
		if (align_is_output(&x->align, side, &run->steps.at[i]))
			return i;
	return NO_STEP;
}

/* Adds the arguments of a call that differ; returns false if one of them is no number. next: the first
 * use that was not looked at yet; uses ascend by the step that uses. */
static bool differing(const Explanation *x, const Alignment *w, int side, u32 step, size_t *next,
					  u64 *mask)
{
	const AlignedRun *run = &w->run[side];
	for (; *next < run->uses.len && run->uses.at[*next].to <= step; ++*next) {
		const AlignedUse *u = &run->uses.at[*next];
		if (u->to != step || !align_use_differs(&x->align, w, side, u))
			continue;
		/* The first operand is the function. */
		if (!u->slot || u->slot > MOST_ARGUMENTS || run->steps.at[u->from].type == TYPE_PTR)
			return false;
		*mask |= 1ull << (u->slot - 1);
	}
	return true;
}

/* Returns how often the run made the call of a step before. */
static u32 calls_before(const AlignedRun *run, u32 step)
{
	const AlignedStep *s = &run->steps.at[step];
	u32 n = 0;
	for (u32 i = 0; i < step; i++) {
		const AlignedStep *b = &run->steps.at[i];
		n += b->given && b->function == s->function && b->ins == s->ins;
	}
	return n;
}

/* The first output call that is given another value; false: an output comes before it that only one
 * version made. */
static bool find(const Explanation *x, const Alignment *w, WrongValue *to)
{
	u32 at[2] = {0, 0};
	size_t next[2] = {0, 0};
	for (;;) {
		for (int side = OLD; side <= NEW; side++)
			at[side] = next_output(x, &w->run[side], side, at[side]);
		if (at[NEW] == NO_STEP || at[OLD] == NO_STEP ||
			w->run[NEW].steps.at[at[NEW]].other != at[OLD])
			return false;
		to->arguments = 0;
		for (int side = OLD; side <= NEW; side++)
			if (!differing(x, w, side, at[side], &next[side], &to->arguments))
				return false;
		if (to->arguments)
			break;
		at[OLD]++;
		at[NEW]++;
	}
	for (int side = OLD; side <= NEW; side++) {
		const AlignedStep *s = &w->run[side].steps.at[at[side]];
		to->call[side] = (CallInstance){s->function, s->ins, calls_before(&w->run[side], at[side])};
	}
	return true;
}

void explain_wrong_value(Explanation *x, WrongValue *to)
{
	Alignment w = {0};
	Err ignored;
	AlignedInput input = {x->config.shape, &x->start}, both[2] = {input, input};
	const Behaviour *old = &x->seen.now[OLD], *newer = &x->seen.now[NEW];
	bool out = x->differs == DIFFER_STDOUT, err = x->differs == DIFFER_STDERR;
	*to = (WrongValue){0};
	if (!x->config.map || x->config.by == BY_PATH || (!out && !err))
		return;
	/* If the other stream differs as well, the call may have written to that. */
	const Buf *a = &old->text[out], *b = &newer->text[out];
	if (a->len != b->len || memcmp(buf_str(a), buf_str(b), a->len))
		return;
	if (align_runs(&x->align, both, STEPS, &w, &ignored) && !w.run[OLD].cut && !w.run[NEW].cut)
		to->known = find(x, &w, to);
	alignment_free(&w);
}

Dep explain_value_dep(const Explanation *x, int side, const WrongValue *v, bool *known)
{
	Machine *m = x->of[side].machine;
	Dep dep = 0;
	*known = v->known && machine_call_dep(m, &v->call[side], v->arguments, &dep);
	return dep;
}
