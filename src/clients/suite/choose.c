/* choose.c: selection, order and reduction of a suite; the lists that are written. */
#include "clients/suite/impl.h"

enum { STEPS = 100000000 }; /* of the search for a smallest subset */

/* 0: differs, and nobody before it shows this semantic change; 1: differs; 2: must run; 3: others. */
static void find_tiers(const Suite *s, u8 *tier)
{
	bool *shown = xcalloc(s->n_semantic + 1, 1);
	for (size_t i = 0; i < s->tests.len; i++) {
		const SuiteTest *t = &s->tests.at[i];
		bool differs = suite_test_differs(t);
		tier[i] = suite_test_selected(t) ? 2 : 3;
		if (differs) {
			tier[i] = shown[t->semantic];
			shown[t->semantic] = true;
		}
	}
	free(shown);
}

void suite_choose(Suite *s)
{
	size_t n = s->tests.len;
	U32List *items = xcalloc(n + 1, sizeof *items);
	bool *must = xcalloc(n + 1, 1);
	u8 *tier = xcalloc(n + 1, 1);
	for (size_t i = 0; i < n; i++) {
		items[i] = s->tests.at[i].items;
		must[i] = s->tests.at[i].open != NULL;
	}
	SuiteItems from = {(u32)n, s->n_items, items};
	find_tiers(s, tier);
	vec_reserve(&s->order, n + 1);
	prioritise(&from, tier, s->order.at);
	s->order.len = n;
	reduce(&from, must, STEPS, &s->reduction);
	free(items);
	free(must);
	free(tier);
}

/* ---- files ---- */

static bool write_list(const Suite *s, const char *name, const Buf *text, Err *err)
{
	char *path = xasprintf("%s/%s", s->config.dir, name);
	bool good = file_write(path, buf_str(text), text->len, err);
	free(path);
	return good;
}

bool suite_write(const Suite *s, Err *err)
{
	Buf selected = {0}, ordered = {0}, reduced = {0};
	for (size_t i = 0; i < s->tests.len; i++)
		if (suite_test_selected(&s->tests.at[i]))
			buf_addf(&selected, "%s\n", s->tests.at[i].text);
	for (size_t i = 0; i < s->order.len; i++)
		buf_addf(&ordered, "%s\n", s->tests.at[s->order.at[i]].text);
	for (size_t i = 0; i < s->reduction.kept.len; i++)
		buf_addf(&reduced, "%s\n", s->tests.at[s->reduction.kept.at[i]].text);
	bool good = write_list(s, "selected", &selected, err) &&
				write_list(s, "ordered", &ordered, err) && write_list(s, "reduced", &reduced, err);
	buf_free(&selected);
	buf_free(&ordered);
	buf_free(&reduced);
	return good;
}
