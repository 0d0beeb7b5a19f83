/* tests.c: writes the inputs of an explanation as tests, which can be replayed. */
#include "clients/explain/impl.h"
#include "evidence/witness/witness.h"

enum { SUSPECT_TESTS = 20 };

static bool write_test(Explanation *x, Evidence *to, const Assignment *a, u32 *number, Err *err)
{
	explain_run(x, a);
	Witness w = witness_describe(to, x->config.shape, a);
	bool cut[2] = {x->of[OLD].result.cut, x->of[NEW].result.cut};
	bool good = witness_write(to, &w, x->config.shape, a, cut, err);
	*number = w.test;
	witness_free(&w);
	return good;
}

static bool write_all(Explanation *x, Evidence *to, Err *err)
{
	if (!write_test(x, to, &x->start, &x->start_test, err))
		return false;
	if (x->passing_edits && !write_test(x, to, &x->passing, &x->passing_test, err))
		return false;
	for (size_t i = 0; i < x->suspects.len && i < SUSPECT_TESTS; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		if (suspect_asked(s) && !write_test(x, to, &s->input, &s->test, err))
			return false;
	}
	return true;
}

bool explain_tests(Explanation *x, const char *dir, Err *err)
{
	const ExplainConfig *c = &x->config;
	EvidenceConfig config = {.subject = {c->subject[OLD], c->subject[NEW]},
							 .inputs = c->inputs,
							 .entry = c->entry.name,
							 .seen = &x->seen,
							 .machine = {x->of[OLD].machine, x->of[NEW].machine},
							 .dir = dir,
							 .unconfirmed = true};
	Evidence *to = evidence_open(&config, err);
	bool good = to && write_all(x, to, err);
	evidence_close(to);
	return good;
}
