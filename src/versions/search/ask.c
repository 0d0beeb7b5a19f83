/* ask.c: what clients can ask and tell a search. */
#include "versions/changes/interface.h"
#include "versions/search/impl.h"

const SearchConfig *search_config(const Search *search)
{
	return &search->config;
}

ExprPool *search_pool(const Search *search)
{
	return search->pool;
}

Inputs *search_inputs(const Search *search)
{
	return search->config.inputs;
}

Shape *search_shape(const Search *search, u32 shape)
{
	return &search->config.inputs->shapes.at[shape];
}

Subject *search_subject(const Search *search, int side)
{
	return search->config.subject[side];
}

const Program *search_program(const Search *search, int side)
{
	return search->config.subject[side]->program;
}

u32 search_see(const Search *search)
{
	return search->config.observe;
}

/* ---- changes ---- */

ChangeMap *search_map(const Search *search)
{
	return search->changes.map;
}

bool search_retyped(const Search *search)
{
	const Interface *i = search->config.interface;
	return i && i->retyped;
}

bool search_unchanged(const Search *search)
{
	return search->changes.none;
}

bool search_proved(const Search *search)
{
	return search->changes.proved;
}

bool search_refactoring(const Search *search, u32 change)
{
	return search->changes.proofs && proofs_refactoring(search->changes.proofs, change);
}

u32 search_n_changes(const Search *search)
{
	return (u32)search->changes.list.len;
}

const ChangeState *search_change(const Search *search, u32 change)
{
	return &search->changes.list.at[change];
}

void search_propagated(Search *search, u32 change)
{
	search->changes.list.at[change].propagated = true;
}

/* ---- the latest run ---- */

const ProductRunner *search_product(const Search *search)
{
	return &search->pair;
}

Machine *search_machine(const Search *search, int side)
{
	return search->machine[side];
}

const RunResult *search_result(const Search *search, int side)
{
	return &search->pair.result[side];
}

const EntryValue *search_value(const Search *search, int side)
{
	return &search->pair.value[side];
}

bool search_cut_short(const Search *search)
{
	return product_was_cut(&search->pair);
}

const U32List *search_executed(const Search *search)
{
	return &search->changes.executed;
}

const Behaviours *search_observed(const Search *search)
{
	return &search->seen;
}

const Behaviour *search_behaviours(const Search *search)
{
	return search->seen.now;
}

bool search_inconclusive(const Search *search)
{
	return behaviours_open(&search->seen);
}

bool search_same(const Search *search)
{
	const Behaviour *b = search->seen.now;
	return behaviour_identical(&b[OLD], &b[NEW], search->config.observe);
}

Expr search_differs(const Search *search)
{
	const Behaviour *b = search->seen.now;
	return behaviour_differs(search->pool, &b[OLD], &b[NEW], search->config.observe);
}

PostStates *search_units(const Search *search)
{
	return search->units;
}

void search_give(Search *search, CallGiver giver)
{
	for (int side = OLD; side <= NEW; side++)
		search->pair.version[side].giver = giver;
}

/* ---- tools ---- */

Finder *search_finder(Search *search)
{
	return &search->find;
}

Aligner *search_aligner(Search *search)
{
	return &search->align;
}

/* ---- how far it is ---- */

const ExploreStats *search_explored(const Search *search)
{
	return explorer_stats(search->explorer);
}

const Tree *search_tree(const Search *search)
{
	return explorer_tree(search->explorer);
}

void search_input(const Search *search, u32 run, Assignment *a)
{
	explorer_input(search->explorer, run, a);
}

size_t search_queued(const Search *search)
{
	return explorer_waiting(search->explorer);
}

const Remark *search_remarks(const Search *search, size_t *n)
{
	return explorer_remarks(search->explorer, n);
}

Budget *search_budget(const Search *search)
{
	return explorer_budget(search->explorer);
}

u64 search_runs(const Search *search)
{
	return search->pair.runs;
}

void search_uncount(Search *search, u64 runs)
{
	search->pair.runs = runs;
}

u64 search_given_runs(const Search *search)
{
	return search->given_runs;
}

u32 search_found(const Search *search)
{
	return search->found;
}

void search_count_found(Search *search)
{
	search->found++;
}

u64 search_unknown(const Search *search)
{
	return search->find.unknown + search->find.filtered;
}

void search_count_unknown(Search *search)
{
	search->find.unknown++;
}

void search_set_waiting(Search *search, size_t n)
{
	search->waiting = n;
}

ExploreEnd search_end(const Search *search)
{
	return search->end;
}

bool search_guided(const Search *search, GuideKind guide)
{
	return search->guide[guide];
}
