/* subject.c: creates machines and Statics of a version. */
#include "versions/product/subject.h"

#include "engine/machine/snapshot.h"
#include "engine/machine/state.h"

enum {
	NEAR_BUDGET = 60000000,    /* work of points-to: some two seconds */
	SNAPSHOT_BYTES = 64 << 20, /* of a machine */
};

void subject_free(Subject *s)
{
	for (int i = 0; i < N_STATIC_KINDS; i++) {
		static_free(s->statics[i]);
		s->statics[i] = NULL;
	}
}

Static *subject_static_new(const Subject *s, StaticOptions options)
{
	options.roots = &s->entry;
	options.n_roots = s->entry != NO_OPERAND;
	return static_new(s->program, &options);
}

Static *subject_static(Subject *s, StaticKind kind)
{
	static const StaticOptions flow = {.no_points_to = true};
	if (s->statics[kind])
		return s->statics[kind];
	switch (kind) {
	case STATIC_FLOW: s->statics[kind] = static_new(s->program, &flow); break;
	case STATIC_FULL: s->statics[kind] = subject_static_new(s, (StaticOptions){0}); break;
	case STATIC_CAREFUL:
		s->statics[kind] = subject_static_new(s, (StaticOptions){.careful = true});
		break;
	case STATIC_NEAR:
		s->statics[kind] = subject_static_new(s, (StaticOptions){.budget = NEAR_BUDGET});
		break;
	case N_STATIC_KINDS: break;
	}
	return s->statics[kind];
}

Static *subject_flow(Subject *s)
{
	return s->statics[STATIC_CAREFUL] ? s->statics[STATIC_CAREFUL] : subject_static(s, STATIC_FLOW);
}

Machine *subject_machine(Subject *s, const MachineOptions *w, Err *err)
{
	MachineConfig config = {
		.os = {.in = s->streams, .out = s->streams, .err = s->streams, .clock = s->clock},
		.limit_insns = w->limit_insns ? w->limit_insns : s->limit_insns,
		.start = {.most = w->limit_insns ? 0 : s->start_insns},
		.limit_mem = s->limit_mem,
		.limit_time = s->limit_time,
		.native = s->native};
	Machine *m = machine_new(s->program, &config, err);
	if (!m)
		return NULL;
	if (w->purpose == MACHINE_LOOKING || w->purpose == MACHINE_CHECKING)
		machine_look_into(m);
	if (w->purpose == MACHINE_CHECKING)
		machine_run_plainly(m);
	if (w->purpose == MACHINE_TRACING)
		machine_set_trace(m, w->steps);
	if (s->pool)
		machine_set_pool(m, s->pool);
	machine_set_budget(m, w->budget);
	TrackOptions track = {.inside = w->inside, .arguments = w->arguments};
	if (w->purpose == MACHINE_TRACKING &&
		!machine_set_tracking(m, subject_static(s, w->tracked), &track, err)) {
		machine_free(m);
		return NULL;
	}
	if (w->purpose == MACHINE_PLAIN)
		machine_compile(m, s->compile, s->native_code);
	if (w->purpose == MACHINE_PLAIN && s->pool && !s->from_start)
		machine_keep_snapshots(m, SNAPSHOT_BYTES);
	return m;
}

void subject_runner(const Subject *s, Machine *m, Inputs *in, MachineRunner *out)
{
	*out = (MachineRunner){.m = m,
						   .in = in,
						   .program = s->program,
						   .name = s->name,
						   .entry = s->entry,
						   .call = s->call,
						   .harness = s->harness};
}

bool subject_start(Subject *s, Inputs *in, const MachineOptions *w, MachineRunner *out, Err *err)
{
	Machine *m = subject_machine(s, w, err);
	subject_runner(s, m, in, out);
	return m;
}

void subject_stop(MachineRunner *r)
{
	machine_runner_free(r);
	machine_free(r->m);
	*r = (MachineRunner){0};
}
