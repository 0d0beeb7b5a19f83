/* dynamic.c: dynamic and relevant slices: one run that tracks the dependences of every
 * instruction. */
#include "clients/slice/slice.h"

void slice_init(Slice *s, const Program *p)
{
	*s = (Slice){.p = p};
	s->marks = xcalloc(p->functions.len + 1, sizeof *s->marks);
	s->here = xcalloc(p->functions.len + 1, sizeof *s->here);
}

void slice_free(Slice *s)
{
	for (size_t i = 0; s->marks && i < s->p->functions.len; i++)
		free(s->marks[i]);
	free(s->marks);
	free(s->here);
}

void slice_mark(Slice *s, u32 function, u32 ins, u8 mark)
{
	if (!s->marks[function])
		s->marks[function] = xcalloc(s->p->functions.at[function].n_ins + 1, 1);
	s->marks[function][ins] |= mark;
	s->here[function] |= mark;
}

/* Where the statements of each function begin, as the machine numbers them. */
static u32 *first_statements(const Program *p)
{
	u32 *first = xcalloc(p->functions.len + 1, sizeof *first);
	for (size_t i = 0; i < p->functions.len; i++)
		first[i + 1] = first[i] + p->functions.at[i].n_ins;
	return first;
}

static u32 function_of(const u32 *first, u32 n, u32 statement)
{
	u32 low = 0, high = n;
	while (high - low > 1) {
		u32 middle = low + (high - low) / 2;
		if (first[middle] <= statement)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void mark_statements(Slice *s, const u32 *first, const DepList *list, u8 mark)
{
	for (size_t i = 0; i < list->len; i++) {
		u32 f = function_of(first, (u32)s->p->functions.len, list->at[i]);
		slice_mark(s, f, list->at[i] - first[f], mark);
	}
}

/* Statements that the criterion's instructions depended on, each time they were executed. */
static void mark_line(Slice *s, Machine *m, const u32 *first, const Target *criterion, size_t n,
					  u8 mark)
{
	const DepGraph *g = machine_deps(m);
	DepWalk walk = {0};
	DepList list = {0};
	bool *wanted = xcalloc(first[s->p->functions.len] + 1, sizeof *wanted);
	for (size_t i = 0; i < n; i++)
		wanted[first[criterion[i].function] + criterion[i].ins] = true;
	dep_walk_begin(&walk, g);
	for (u32 i = 1; i < g->nodes.len; i++)
		if (g->nodes.at[i].kind == DEP_STATEMENT && wanted[g->nodes.at[i].b])
			dep_walk_statements(&walk, i, &list);
	mark_statements(s, first, &list, mark);
	free(wanted);
	vec_free(&list);
	dep_walk_free(&walk);
}

static void mark_seen(Slice *s, Machine *m, const u32 *first, u8 mark)
{
	size_t n;
	const ObservedValue *seen = machine_observed(m, &n);
	DepWalk walk = {0};
	DepList list = {0};
	dep_walk_begin(&walk, machine_deps(m));
	for (size_t i = 0; i < n; i++)
		dep_walk_statements(&walk, seen[i].dep, &list);
	mark_statements(s, first, &list, mark);
	vec_free(&list);
	dep_walk_free(&walk);
}

/* Marks what was executed of the criterion itself; false if nothing was. */
static bool mark_criterion(Slice *s, Machine *m, Static *st, const Target *criterion, size_t n,
						   u8 mark)
{
	bool any = false;
	for (size_t i = 0; i < n; i++) {
		const u8 *covered = machine_covered(m, criterion[i].function);
		if (!covered || !covered[static_block(st, criterion[i].function, criterion[i].ins)])
			continue;
		any = true;
		slice_mark(s, criterion[i].function, criterion[i].ins, mark);
	}
	return any;
}

bool slice_run(Slice *s, Static *st, const SliceRun *run, const Target *criterion, size_t n,
			   RunResult *result, bool *executed, Err *err)
{
	TrackOptions track = {.statements = true, .no_potential = !run->relevant};
	u8 mark = run->relevant ? IN_RELEVANT : IN_DYNAMIC;
	MachineOptions options = {.purpose = MACHINE_PLAIN}; /* it has its own tracking */
	Machine *m = subject_machine(run->subject, &options, err);
	if (!m)
		return false;
	ExprPool *pool = expr_pool_new();
	machine_set_pool(m, pool);
	bool good = machine_set_tracking(m, st, &track, err);
	if (good) {
		u32 *first = first_statements(s->p);
		machine_reset(m, buf_str(run->input), NULL, run->input->len);
		machine_run(m, run->argv, run->envp, result);
		*executed = mark_criterion(s, m, st, criterion, n, mark);
		if (run->observed)
			mark_seen(s, m, first, mark);
		else
			mark_line(s, m, first, criterion, n, mark);
		result->report = NULL;
		result->notes = NULL;
		result->n_notes = 0;
		free(first);
	}
	machine_free(m);
	expr_pool_free(pool);
	return good;
}
