/* propose.c: contracts that drift proposes; each is checked before it is shown. */
#include "clients/check/plan_impl.h"
#include "clients/check/suggest.h"

/* A proposal for the function of a pair, as one of the contracts; NULL with why there is none. */
static const Contract *propose(CheckPlan *plan, Suggester *s, const char *function, SuggestHow how,
							   const char **source, Err *err)
{
	Buf text = {0}, file = {0};
	const Contract *found = NULL;
	if (suggester_text(s, how, &text, err)) {
		buf_addf(&file, "%sint %s(void);\n", buf_str(&text), function);
		if (contracts_read(&plan->contracts, "(suggested)", buf_str(&file), file.len, true, NULL,
						   err))
			found = vec_last(&plan->contracts.list);
		char *kept = xstrdup(buf_str(&text));
		vec_push(&plan->names, kept);
		*source = kept;
	}
	buf_free(&text);
	buf_free(&file);
	return found;
}

/* Checks a proposal as if it had been written. False: it is none. */
static bool try_proposal(CheckPlan *plan, const ComparisonConfig *comparison, const CheckTarget *t,
						 const Contract *contract, const char *source, Err *err)
{
	CheckConfig c = {.comparison = *comparison,
					 .contract = contract,
					 .given = "suggested",
					 .function = t->function,
					 .source = source};
	Checker *checker = checker_new(&c, err);
	if (!checker)
		return false;
	bool good = checker_run(checker, err) && checker_all_hold(checker);
	if (!good) {
		checker_free(checker);
		return false;
	}
	vec_push(&plan->checkers, checker);
	check_fill_one(plan, checker);
	return true;
}

bool suggest_one(CheckPlan *plan, const ComparisonConfig *comparison, const CheckTarget *t,
				 Err *err)
{
	ComparisonConfig config = *comparison;
	config.search.prune = (1u << N_PRUNES) - 1;
	config.search.propagate = true;
	Suggester *s = suggester_new(&config, err);
	if (!s || !suggester_run(s, err)) {
		suggester_free(s);
		return false;
	}
	bool done = false;
	Err why = {0};
	for (int how = 0; how < N_SUGGEST_HOWS && !done; how++) {
		const char *source = NULL;
		const Contract *c = propose(plan, s, t->function, (SuggestHow)how, &source, &why);
		done = c && try_proposal(plan, comparison, t, c, source, &why);
	}
	if (!done)
		check_fill_unsearched(NULL, "suggested", t->function,
							  why.text[0] ? why.text : "no proposal was found that holds",
							  plan->result);
	suggester_free(s);
	return true;
}
