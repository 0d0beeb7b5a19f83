/* certify.c: tells the proof of a comparison as a certificate (versions/certificate).
 *
 * The tree of the search has the nodes, edges and inputs. How each pair of paths was compared and cut is
 * kept while the search runs: the n-th new pair of paths is the n-th leaf in the order of first runs. */
#include "versions/verdict/impl.h"
#include "engine/explore/fill.h"

/* ---- while the search runs ---- */

void certify_path(Comparison *comparison)
{
	const Search *search = comparison->search;
	const ProductRunner *pair = search_product(search);
	ProvedPath one = {.rule = LEAF_WHOLE};
	if (!comparison->config.certify)
		return;
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		/* Of a run of OLD alone NEW's machine has nothing: it would have decided the same. */
		machine_constraints(search_machine(search, pair->spared ? OLD : side), &n);
		one.cut[side] = (u32)(pair->kept[side] < n ? pair->kept[side] : n);
		if (pair->kept[side] < n && !(pair->spared && side == NEW))
			one.rule = search_executed(search)->len ? LEAF_STATE : LEAF_REACH;
	}
	if (pair->kept_side)
		one = (ProvedPath){.rule = LEAF_SIDE, .cut = {(u32)pair->kept[OLD] - 1}};
	if (one.rule == LEAF_WHOLE)
		one.cut[OLD] = one.cut[NEW] = 0;
	vec_push(&comparison->proved, one);
}

void certify_pair(Comparison *comparison)
{
	if (!comparison->config.certify || !comparison->proved.len)
		return;
	ProvedPath *one = &vec_last(&comparison->proved);
	one->compared = one->rule != LEAF_WHOLE           ? COMPARED_NOT
					: search_same(comparison->search) ? COMPARED_SAME
													  : COMPARED_SOLVER;
}

/* ---- afterwards ---- */

enum { FIRST_RUN = 1 };

static void add_leaf(const Comparison *comparison, u32 edge, u32 run, const ProvedPath *path,
					 Certificate *c)
{
	CertLeaf leaf = {.edge = edge,
					 .rule = path->rule,
					 .compared = path->compared,
					 .cut = {path->cut[OLD], path->cut[NEW]}};
	Assignment a = {0};
	assignment_init(&a, search_pool(comparison->search));
	search_input(comparison->search, run, &a);
	for (u32 var = 0; var < a.n; var++)
		if (a.at[var])
			vec_push(&leaf.witness, ((CertValue){var, a.at[var]}));
	assignment_free(&a);
	vec_push(&c->leaves, leaf);
}

/* Leaves by first run, with their edges of the tree. */
typedef struct FoundLeaf {
	u32 edge, run;
} FoundLeaf;

static int by_run(const void *x, const void *y)
{
	const FoundLeaf *a = x, *b = y;
	return a->run < b->run ? -1 : a->run > b->run;
}

static bool add_leaves(const Comparison *comparison, Certificate *c, Err *err)
{
	const Tree *t = search_tree(comparison->search);
	VEC(FoundLeaf) found = {0};
	bool good = true;
	for (u32 i = 1; good && i < t->edges.len; i++) {
		const Edge *e = &t->edges.at[i];
		good = !(e->leaf && e->to) && (e->leaf || e->to);
		if (e->leaf)
			/* If nothing is decided, the first run is the only one. */
			vec_push(&found, ((FoundLeaf){i, e->from ? e->run : FIRST_RUN}));
	}
	good = good && found.len == comparison->proved.len;
	qsort(found.at, found.len, sizeof *found.at, by_run);
	for (size_t i = 0; good && i < found.len; i++)
		add_leaf(comparison, found.at[i].edge - t->n_roots, found.at[i].run,
				 &comparison->proved.at[i], c);
	vec_free(&found);
	return good || err_set(err, "the search has paths that are parts of others");
}

/* Sides that the search closed without a run: an edge and a leaf each. The first run that came to the
 * branch is its input. */
static void add_closed(const Comparison *comparison, Certificate *c)
{
	const Tree *t = search_tree(comparison->search);
	for (u32 i = 1; i < t->nodes.len; i++) {
		const Node *n = &t->nodes.at[i];
		u32 e = n->first;
		bool taken = !n->closed;
		for (; e && t->edges.at[e].next; e = t->edges.at[e].next)
			taken |= t->edges.at[e].cond == n->closed;
		if (taken || t->edges.at[e].cond == n->closed)
			continue;
		ProvedPath side = {.rule = LEAF_SIDE, .compared = COMPARED_NOT, .cut = {n->closed_by, 0}};
		vec_push(&c->edges, ((CertEdge){i, n->closed}));
		add_leaf(comparison, (u32)c->edges.len, t->edges.at[e].run, &side, c);
	}
}

static void add_tree(const Comparison *comparison, Certificate *c)
{
	const Tree *t = search_tree(comparison->search);
	for (u32 i = 1; i < t->nodes.len; i++)
		vec_push(&c->nodes, ((CertNode){t->nodes.at[i].parent - t->n_roots}));
	for (u32 i = t->n_roots + 1; i < t->edges.len; i++)
		vec_push(&c->edges, ((CertEdge){t->edges.at[i].from, t->edges.at[i].cond}));
}

static void add_world(Comparison *comparison, Certificate *c)
{
	const SearchConfig *config = search_config(comparison->search);
	WorldView view = {.program = {config->subject[OLD]->program, config->subject[NEW]->program},
					  .machine = {search_machine(comparison->search, OLD),
								  search_machine(comparison->search, NEW)},
					  .n = 2,
					  .inputs = config->inputs,
					  .ended = true};
	certificate_world(&view, &c->world);
}

static bool can_tell(const Comparison *comparison, Err *err)
{
	const Search *search = comparison->search;
	const SearchConfig *c = search_config(search);
	if (comparison_verdict(comparison) != VERDICT_EQUIVALENT)
		return err_set(err, "the verdict is '%s'", verdict_name(comparison_verdict(comparison)));
	if (c->inputs->shapes.len != 1)
		return err_set(err, "the inputs have several shapes");
	if (search_makes_tasks(comparison->search))
		return err_set(err, "the program may make threads or processes");
	if (search_unchanged(search))
		return true;
	if (comparison->nan)
		return err_set(err,
					   "the versions differ in the sign or payload of NaNs, which C leaves open");
	if (search_product(search)->by != BY_PATH || search_guided(search, GUIDE_RANDOM))
		return err_set(err, "the strategy does not compare all paths");
	return true;
}

bool comparison_certify(Comparison *comparison, Certificate *c, Err *err)
{
	const Search *search = comparison->search;
	if (!can_tell(comparison, err))
		return false;
	c->same_code = search_unchanged(search);
	for (int side = OLD; side <= NEW; side++)
		c->program[side] = certificate_digest(search_program(search, side));
	certificate_parts(search_inputs(search), &c->parts);
	for (size_t i = 0; i < comparison->covers.not_compared.len; i++)
		cert_add(&c->not_compared, comparison->covers.not_compared.at[i]);
	if (c->same_code)
		return true;
	add_world(comparison, c);
	add_tree(comparison, c);
	if (!add_leaves(comparison, c, err))
		return false;
	add_closed(comparison, c);
	return true;
}
