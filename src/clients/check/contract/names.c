/* names.c: finds the names a contract uses, and those it compares with null. */
#include "clients/check/contract/contract.h"

static bool is_zero(const Term *t)
{
	while (t && t->kind == TERM_CAST)
		t = t->kid[0];
	return t && ((t->kind == TERM_NUMBER && !t->value) ||
				 (t->kind == TERM_NAME && !strcmp(t->text, "NULL")));
}

static bool is_one_of(const char *op, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(op, list[i]))
			return true;
	return false;
}

/* truth: only whether it is zero counts here. */
static void look(ContractUse *n, const Term *t, bool truth)
{
	static const char *const logic[] = {"&&", "||", "==>", "<==>"};
	static const char *const equality[] = {"==", "!="};
	if (!t)
		return;
	if (t->kind == TERM_NAME)
		vec_push(truth ? &n->nulls : &n->names, t->text);
	bool inner[MOST_KIDS] = {false};
	if (t->kind == TERM_BINARY && is_one_of(t->text, logic, countof(logic)))
		inner[0] = inner[1] = true;
	if (t->kind == TERM_BINARY && is_one_of(t->text, equality, countof(equality))) {
		inner[0] = is_zero(t->kid[1]);
		inner[1] = is_zero(t->kid[0]);
	}
	if (t->kind == TERM_UNARY && *t->text == '!')
		inner[0] = true;
	if (t->kind == TERM_CONDITIONAL)
		inner[0] = true;
	if (t->kind == TERM_OLD || t->kind == TERM_PREV)
		inner[0] = truth;
	for (int i = 0; i < MOST_KIDS; i++)
		look(n, t->kid[i], inner[i]);
	for (const Term *k = t->list; k; k = k->next)
		look(n, k, false);
}

void contract_use(const Contract *c, ContractUse *to)
{
	for (size_t i = 0; i < c->cases.len; i++)
		for (size_t k = 0; k < c->cases.at[i].clauses.len; k++) {
			const Clause *one = &c->cases.at[i].clauses.at[k];
			bool signal = one->kind == CLAUSE_WHEN_SIGNALED || one->kind == CLAUSE_SIGNALS;
			if (signal && one->signal == SIGNAL_ERROR && one->error == ERROR_NULL_DEREFERENCE)
				vec_push(&to->nulls, "*");
			look(to, one->e, true);
		}
	vec_append(&to->names, to->nulls.at, to->nulls.len);
}

void contract_use_free(ContractUse *u)
{
	vec_free(&u->names);
	vec_free(&u->nulls);
}
