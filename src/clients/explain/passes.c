/* passes.c: finds inputs that pass, and the nearest of them. */
#include "base/jobs.h"
#include "clients/explain/impl.h"

enum { NEAREST_RUNS = 300 }; /* on the way to it */

/* Runs the user's command on NEW's latest run: it gets the output, and as $1 the status or the
 * returned value. */
static bool is_ok(const Explanation *x)
{
	const Behaviour *b = &x->seen.now[NEW];
	char status[32] = "error", *path = xasprintf("%s/out", x->ok_dir);
	Err err;
	Buf value = {0};
	if (b->type)
		entry_value_text(b->type, b->value, &value);
	else
		buf_addf(&value, "%d", b->status);
	if (!explain_fails(b))
		snprintf(status, sizeof status, "%s", buf_str(&value));
	buf_free(&value);
	char *argv[] = {"sh", "-c", (char *)x->config.ok, "ok", status, NULL};
	Job job = {
		.argv = argv, .input = path, .capture = true, .group = true, .budget = x->config.budget};
	bool good = file_write(path, buf_str(&b->text[0]), b->text[0].len, &err);
	if (good) {
		jobs_run(&job, 1, 1);
		good = job_ok(&job);
		job_free(&job);
	}
	free(path);
	return good;
}

bool explain_passes(const Explanation *x)
{
	u64 at;
	if (x->config.ok)
		return is_ok(x);
	return explain_differ(x, &at) == DIFFER_NOTHING ||
		   (x->crash && !explain_fails(&x->seen.now[NEW]));
}

void explain_keep_nearest(Explanation *x, const Assignment *a, u32 edits)
{
	if (!edits || (x->passing_edits && x->passing_edits <= edits))
		return;
	assignment_copy(&x->passing, a);
	x->passing_edits = edits;
}

/* Byte by byte back to the input, as long as it passes. */
void explain_nearest(Explanation *x)
{
	u32 runs = 0;
	bool better = x->passing_edits > 1;
	while (better) {
		better = false;
		for (u32 v = 0; v < x->start.n && runs < NEAREST_RUNS && x->passing_edits > 1; v++) {
			if (budget_over(x->config.budget))
				return;
			if (x->passing.at[v] == x->start.at[v])
				continue;
			assignment_copy(&x->scratch, &x->passing);
			x->scratch.at[v] = x->start.at[v];
			inputs_canonical(x->config.inputs, x->config.shape, &x->scratch);
			u32 edits = explain_edits(x, &x->scratch);
			if (!edits || edits >= x->passing_edits)
				continue;
			runs++;
			explain_run(x, &x->scratch);
			if (!explain_passes(x))
				continue;
			assignment_copy(&x->passing, &x->scratch);
			x->passing_edits = edits;
			better = true;
		}
	}
}
