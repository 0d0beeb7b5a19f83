/* confirm.c: does a native run confirm a witness? */
#include "evidence/witness/impl.h"

#include <sys/wait.h>

#include "engine/input/world.h"
#include "engine/load/bitcode/bitcode.h"

static const InputSet *sources_of(const Subject *s)
{
	const InputSet *in = s->program->native.input;
	return in && in->kind == INPUT_SOURCES ? in : NULL;
}

/* Makes the confirmer, which begins to build both versions. */
static void need_confirmer(Evidence *ev, const Shape *s)
{
	const EvidenceConfig *c = &ev->config;
	if (ev->confirmer)
		return;
	ConfirmConfig config = {.version = {c->subject[OLD]->version, c->subject[NEW]->version},
							.cflags = {c->subject[OLD]->cflags, c->subject[NEW]->cflags},
							.native = {ev->native[OLD], ev->native[NEW]},
							.name = c->subject[NEW]->name,
							.scratch = ev->scratch,
							.log = ev->log,
							.world = shape_needs_shim(s),
							.unsafe = c->unsafe,
							.budget = c->budget,
							.observe = c->seen->observe,
							.filter = &c->seen->filter.lines,
							.loaded = {sources_of(c->subject[OLD]), sources_of(c->subject[NEW])}};
	ev->confirmer = confirmer_new(&config);
	confirmer_start(ev->confirmer);
}

void evidence_build_ahead(Evidence *ev, u32 shape)
{
	if (ev->config.dir && !ev->config.unconfirmed)
		need_confirmer(ev, &ev->config.inputs->shapes.at[shape]);
}

static Confirmation run_natively(Evidence *ev, const Witness *x, u32 shape, const Assignment *a,
								 const WitnessJudge *judge, Err *err)
{
	const Shape *s = &ev->config.inputs->shapes.at[shape];
	double begin = now_seconds();
	NativeGiven g;
	need_confirmer(ev, s);
	witness_given(ev, shape, a, x->test, &g);
	Confirmation r = world_try(ev, s, a, &g.in, judge, err);
	witness_given_free(&g);
	if (ev->config.seconds)
		*ev->config.seconds += now_seconds() - begin;
	return r;
}

static WitnessFate io_trouble(Evidence *ev, Witness *x, const Err *err)
{
	if (!ev->io_trouble.text[0])
		ev->io_trouble = *err;
	witness_forget(ev, x);
	return WITNESS_UNWRITTEN;
}

/* True if the latest native runs of both versions ended by the same signal. */
static bool same_signal(const Evidence *ev)
{
	const NativeRun *old = confirm_seen(ev->confirmer, OLD),
					*newer = confirm_seen(ev->confirmer, NEW);
	return old && newer && !old->timeout && !newer->timeout && WIFSIGNALED(old->status) &&
		   WIFSIGNALED(newer->status) && WTERMSIG(old->status) == WTERMSIG(newer->status);
}

/* What native runs said becomes a fate. */
static WitnessFate decide(Evidence *ev, Witness *x, u32 shape, const Assignment *a, Confirmation c,
						  Err *err)
{
	WitnessCounts *n = &ev->counts;
	bool open = behaviours_open(ev->config.seen);
	if (open && c == CONFIRM_YES && !witness_take_native(ev, x, err))
		return io_trouble(ev, x, err);
	if (c == CONFIRM_NO && world_hides(ev, &ev->config.inputs->shapes.at[shape], a, err))
		c = CONFIRM_UNBUILT;
	if (c > CONFIRM_NO && !n->unconfirmable++)
		n->why = *err;
	/* Whether a run of which the machine does not know the end differs, only native runs can say. */
	if ((c == CONFIRM_UNBUILT || c == CONFIRM_OTHER) && !open)
		x->unconfirmed = xstrdup(err->text);
	x->proved = c == CONFIRM_YES;
	if (x->proved || x->unconfirmed)
		return WITNESS_KEPT;
	n->refuted += c == CONFIRM_NO && !open;
	n->same_signal += c == CONFIRM_NO && !open && same_signal(ev);
	witness_forget(ev, x);
	return c == CONFIRM_NO ? WITNESS_REFUTED : WITNESS_TROUBLE;
}

WitnessFate witness_settle(Evidence *ev, Witness *x, u32 shape, const Assignment *a,
						   const WitnessJudge *judge)
{
	const EvidenceConfig *c = &ev->config;
	Err err = {0};
	if (!c->dir)
		return WITNESS_KEPT;
	if (!witness_write(ev, x, shape, a, NULL, &err))
		return io_trouble(ev, x, &err);
	if (c->unconfirmed || x->unconfirmed)
		return WITNESS_KEPT;
	Confirmation said = run_natively(ev, x, shape, a, judge, &err);
	if (said > CONFIRM_NO && c->budget && budget_over(c->budget)) {
		/* Nobody knows what it does natively. */
		witness_forget(ev, x);
		return WITNESS_LATE;
	}
	return decide(ev, x, shape, a, said, &err);
}
