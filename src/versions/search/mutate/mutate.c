/* mutate.c: the guide: when it works, and what becomes of an input.
 *
 * It begins when the search has worked for a while, so that small searches end without it. Then it
 * gets most of the work while it brings something, less and less if it does not, and little if the
 * search will probably end by itself. Its work counts instructions, as the solver's does, so the same command does the
 * same. With --runs N it makes at most ten times N runs. */
#include "versions/search/mutate/mutate.h"

enum {
	FIRST_WORK = 100000000,   /* of the search, before it begins: about a second */
	INPUT_WORK = 4000,        /* to make an input and to evaluate what is assumed */
	TURN_WORK = 5000000,      /* at most, of one turn */
	PATIENCE = 200000000,     /* work without news that halves its share */
	WEIGHT_UNITS = 64,        /* of these, */
	MOST_WEIGHT = 512,        /* its work for that much of the others', while it brings something */
	FAIR_WEIGHT = 256,        /* if nobody brings anything */
	LEAST_WEIGHT = 64,        /* if only others do */
	ENDING_WEIGHT = 2,        /* at first, if the search will probably end */
	OPEN_PER_RUN = 2,         /* open decisions for each run of a search that will not */
	RUNS_PER_RUN = 10,        /* with --runs N, at most so many times N */
	MOST_INPUTS = 2048,       /* that are kept */
	MOST_WAITING = 64,        /* inputs of the search, to be run */
	MOST_GIVEN = 256,         /* waiting to be given to the search */
	REDUCING = 3,             /* one run in so many may make inputs small */
	MOST_REPORTS = 64,        /* differences that are repeated for the client */
	RUNS_PER_GIVEN_LATE = 96, /* likewise, if it will probably end */
	RUNS_PER_GIVEN = 3,       /* runs of the search for each input it is given */
	LONG_RUN = 200000,        /* instructions: longer inputs are not given */
	INVENT_EVERY = 24,        /* one input in so many is made of words alone */
	ROUND = 64,               /* mutations of one input in a row */
	PREFIX_ROUND = 32         /* endings of one input in a row */
};

/* An input that was kept. */
typedef struct Kept {
	InputTexts texts;
	u64 cost; /* instructions of OLD */
	RunNews news;
	u32 variable;  /* if infected: one that differs, a global of OLD */
	bool changed;  /* true if it executes a change */
	bool infected; /* true if the versions leave different variables */
} Kept;

typedef struct Mutate {
	Bench bench;
	Dictionary dict;
	Mutator mutator;
	Records records; /* lines of inputs that reached new code */
	Prefixes prefixes;
	VEC(Kept) kept;
	U32List changed;        /* kept inputs that execute a change */
	U32List infected;       /* those with an effect that lives, each as small as possible */
	VEC(KeptInput) waiting; /* of the search */
	VEC(KeptInput) given;   /* to the search; the next one is the last */
	KeyMap reported;        /* ways of differences that were repeated */
	InputTexts texts;       /* scratch */
	Assignment input;       /* scratch */
	u64 path_work;          /* the work of the others when they last reached new code */
	u64 news_work;          /* the guide's work when it last found something new */
	u64 n_given, n_differ;  /* inputs given to the search; on which versions differ */
	u64 last_given;         /* runs of the search at that time */
	u32 parent, rounds;     /* the input that is mutated, and how often it still is */
	u32 prefix;             /* whose endings are tried instead; NO_OPERAND: none */
	bool begun, off;        /* its machines exist; they cannot */
} Mutate;

static void *begin(Search *search)
{
	const SearchConfig *c = &search->config;
	bool some = false;
	for (size_t i = 0; i < c->inputs->shapes.len; i++)
		for (size_t k = 0; k < c->inputs->shapes.at[i].parts.len; k++)
			some |= texts_varies(&c->inputs->shapes.at[i].parts.at[k]);
	if (c->every_pair || c->no_mutate || !some)
		return NULL;
	Mutate *x = xcalloc(1, sizeof *x);
	x->mutator.random = c->seed;
	x->mutator.dict = &x->dict;
	x->mutator.records = &x->records;
	x->prefix = NO_OPERAND;
	assignment_init(&x->input, search->pool);
	return x;
}

/* ---- inputs ---- */

static void give(Search *search, Mutate *x, const InputTexts *t, const Assignment *a)
{
	if (x->given.len < MOST_GIVEN && x->bench.result[OLD].instructions < LONG_RUN)
		vec_push(&x->given, inputs_keep(search->config.inputs, t->shape, a));
}

/* Inputs that reach new code or leave an effect become small, within a share of the runs. */
static void shorten(Mutate *x, Kept *k, Assignment *input)
{
	bool edges = !k->infected && k->news == NEWS_EDGE && x->bench.fresh.len;
	if ((edges || k->infected) && x->bench.reducing < x->bench.runs / REDUCING)
		texts_reduce(&x->bench, &k->texts, edges ? REDUCE_EDGES : REDUCE_INFECTED, input);
}

static void keep(Search *search, Mutate *x, const InputTexts *t, const Assignment *a, RunNews news,
				 bool differs)
{
	Kept k = {.news = news,
			  .cost = x->bench.result[OLD].instructions,
			  .variable = x->bench.variable,
			  .changed = x->bench.changed,
			  .infected = x->bench.infected && news > NEWS_COUNT && !differs};
	x->news_work = news > NEWS_COUNT ? x->bench.work : x->news_work;
	if (news > NEWS_COUNT)
		yield_brought(search, GUIDE_MUTATE);
	if (x->kept.len < MOST_INPUTS) {
		texts_copy(&k.texts, t);
		if (!differs)
			shorten(x, &k, &x->input);
	}
	if (news > NEWS_COUNT)
		give(search, x, x->kept.len < MOST_INPUTS ? &k.texts : t, a);
	if (x->kept.len >= MOST_INPUTS)
		return;
	for (u32 i = 0; news == NEWS_EDGE && i < t->n; i++)
		records_add(&x->records, &k.texts.part[i]);
	if (k.infected || news == NEWS_EDGE)
		prefix_add(&x->prefixes, k.infected ? &x->bench.which : NULL, (u32)x->kept.len,
				   texts_length(&k.texts));
	if (k.infected)
		vec_push(&x->infected, (u32)x->kept.len);
	else if (k.changed)
		vec_push(&x->changed, (u32)x->kept.len);
	vec_push(&x->kept, k);
}

/* The client repeats each way in which the versions differ once, and then the search explores it. */
static void report(Search *search, Mutate *x)
{
	u64 known;
	InputTexts small = {0};
	x->n_differ++;
	if (x->reported.len >= MOST_REPORTS || keymap_get(&x->reported, buf_key(&x->bench.key), &known))
		return;
	keymap_put(&x->reported, buf_key(&x->bench.key), 1);
	x->news_work = x->bench.work;
	texts_copy(&small, &x->texts);
	texts_reduce(&x->bench, &small, REDUCE_DIFFERS, &x->input);
	if (seeds_try(search, small.shape, &x->input))
		vec_push(&x->given, inputs_keep(search->config.inputs, small.shape, &x->input));
	texts_free(&small);
}

/* Runs x->texts. */
static void try_texts(Search *search, Mutate *x)
{
	bool differs;
	x->bench.work += INPUT_WORK;
	if (!texts_put(&x->texts, search, &x->input))
		return;
	RunNews news = bench_run(&x->bench, x->texts.shape, &x->input, &differs);
	if (news)
		keep(search, x, &x->texts, &x->input, news, differs);
	if (differs)
		report(search, x);
	if (news > NEWS_COUNT)
		x->rounds = 0;
}

/* ---- what is tried ---- */

/* Inputs that execute a change, and the latest, have more turns than the others. */
static u32 choose_one(Mutate *x)
{
	Mutator *m = &x->mutator;
	u32 n = (u32)x->kept.len, kind = draw(m, 8), n_changed = (u32)x->changed.len;
	u32 n_infected = (u32)x->infected.len;
	if (n_infected && draw(m, 2))
		return x->infected
			.at[kind < 4 && n_infected > 8 ? n_infected - 1 - draw(m, 8) : draw(m, n_infected)];
	if (n_changed && kind < 4)
		return x->changed
			.at[kind < 2 && n_changed > 8 ? n_changed - 1 - draw(m, 8) : draw(m, n_changed)];
	return kind < 6 && n > 8 ? n - 1 - draw(m, 8) : draw(m, n);
}

/* Short runs are preferred: there can be more of them. */
static u32 choose(Mutate *x)
{
	u32 one = choose_one(x), other = choose_one(x);
	bool shorter = x->kept.at[other].cost < x->kept.at[one].cost;
	return shorter == (draw(&x->mutator, 4) > 0) ? other : one;
}

static void try_waiting(Search *search, Mutate *x)
{
	KeptInput k = vec_pop(&x->waiting);
	inputs_recall(search->config.inputs, &k, &x->input);
	texts_take(&x->texts, search->config.inputs, k.shape, &x->input);
	kept_input_free(&k);
	try_texts(search, x);
}

/* Tries the next ending of the prefix. */
static bool try_ending(Search *search, Mutate *x)
{
	const Kept *k = &x->kept.at[x->prefixes.list.at[x->prefix].kept];
	texts_copy(&x->texts, &k->texts);
	const Shape *shape = &search->config.inputs->shapes.at[k->texts.shape];
	if (!prefix_extend(&x->prefixes, &x->mutator, x->prefix, shape, &x->texts))
		return false;
	try_texts(search, x);
	return true;
}

/* Half of the turns are for endings of prefixes, as long as there are any. */
static void choose_next(Mutate *x)
{
	x->prefix = draw(&x->mutator, 2) ? prefix_next(&x->prefixes, &x->mutator) : NO_OPERAND;
	if (x->prefix == NO_OPERAND)
		x->parent = choose(x);
	x->rounds = x->prefix == NO_OPERAND ? ROUND : PREFIX_ROUND;
}

static void try_next(Search *search, Mutate *x)
{
	Mutator *m = &x->mutator;
	if (x->waiting.len) {
		try_waiting(search, x);
		return;
	}
	if (!x->rounds--) {
		choose_next(x);
	}
	if (x->prefix != NO_OPERAND) {
		if (!try_ending(search, x))
			x->rounds = 0;
		return;
	}
	const InputTexts *from = &x->kept.at[x->parent].texts, *other;
	const Shape *shape = &search->config.inputs->shapes.at[from->shape];
	texts_copy(&x->texts, from);
	other = &x->kept.at[draw(m, (u32)x->kept.len)].texts;
	if (!draw(m, INVENT_EVERY))
		mutate_invent(m, shape, &x->texts);
	else if (x->kept.at[x->parent].infected && draw(m, 4))
		mutate_end(m, shape, &x->texts, other->shape == from->shape ? other : NULL);
	else
		mutate(m, shape, &x->texts, other->shape == from->shape ? other : NULL);
	try_texts(search, x);
}

/* ---- turns ---- */

/* Words of both versions, and the inputs that the search began with. */
static void begin_work(Search *search, Mutate *x)
{
	const SearchConfig *c = &search->config;
	x->begun = true;
	if (!bench_begin(&x->bench, search)) {
		x->off = true;
		return;
	}
	if (c->dict)
		dictionary_join(&x->dict, c->dict);
	for (int side = NEW; side >= OLD; side--)
		dictionary_find(&x->dict, c->subject[side]->program);
	for (size_t i = c->inputs->starts.len; i-- > 0;) {
		const Start *start = &c->inputs->starts.at[i];
		inputs_start(c->inputs, start, &x->input);
		inputs_canonical(c->inputs, start->shape, &x->input);
		texts_take(&x->texts, c->inputs, start->shape, &x->input);
		try_texts(search, x);
		if (!x->kept.len) /* whatever it did, there must be one to mutate */
			keep(search, x, &x->texts, &x->input, NEWS_COUNT, false);
	}
	x->off = !x->kept.len;
}

/* A search that has few open decisions for what it did so far is about to find everything. */
static bool is_ending(const Search *search)
{
	return search_queued(search) < search_explored(search)->runs * OPEN_PER_RUN;
}

/* Its work for WEIGHT_UNITS of the others'. */
static u64 weight(Search *search, const Mutate *x, u64 others)
{
	u64 w = MOST_WEIGHT, since = x->bench.work - x->news_work;
	u64 least = others - x->path_work > PATIENCE ? FAIR_WEIGHT : LEAST_WEIGHT;
	/* The longer a search has worked, the less it is about to end. */
	u64 seconds = others / FIRST_WORK, ending = seconds * seconds / 4;
	if (is_ending(search))
		return ending < ENDING_WEIGHT  ? ENDING_WEIGHT
			   : ending < LEAST_WEIGHT ? ending
									   : LEAST_WEIGHT;
	for (; since > PATIENCE && w > least; since -= PATIENCE)
		w /= 2;
	return w;
}

/* How much it may work now. */
static u64 turn_of(Search *search, const Mutate *x)
{
	u64 work = search_work(search), runs = search->config.runs;
	if (x->off || work < FIRST_WORK || (runs && x->bench.runs / RUNS_PER_RUN >= runs))
		return 0;
	u64 most = (work - FIRST_WORK) / WEIGHT_UNITS * weight(search, x, work);
	most = most > x->bench.work ? most - x->bench.work : 0;
	return most < TURN_WORK ? most : TURN_WORK;
}

static bool take_given(Search *search, Mutate *x, u32 *shape, Assignment *a)
{
	u64 runs = search_explored(search)->runs;
	u32 apart = is_ending(search) ? RUNS_PER_GIVEN_LATE : RUNS_PER_GIVEN;
	if (!x->given.len || runs < x->last_given + apart)
		return false;
	KeptInput k = vec_pop(&x->given);
	inputs_recall(search->config.inputs, &k, a);
	*shape = k.shape;
	kept_input_free(&k);
	x->last_given = runs;
	x->n_given++;
	return true;
}

static bool propose(Search *search, u32 *shape, Assignment *a)
{
	Mutate *x = search->guide[GUIDE_MUTATE];
	u64 turn = turn_of(search, x);
	if (explorer_worker(search->explorer) > 1)
		return false; /* it would try what the first worker tries */
	if (turn) {
		u32 found = search->found;
		if (!x->begun)
			begin_work(search, x);
		for (u64 begin = x->bench.work; !x->off && x->bench.work - begin < turn &&
										search->found == found &&
										!solver_over(search->find.solver);)
			try_next(search, x);
	}
	return take_given(search, x, shape, a);
}

/* New code, or a change that was executed: a good start for mutations. */
static void after_path(Search *search, const Path *path)
{
	Mutate *x = search->guide[GUIDE_MUTATE];
	if (path->run->fresh) {
		x->path_work = search_work(search);
		operands_take(search->pool, &search->conditions, &x->dict);
	}
	if ((path->run->fresh || search->changes.executed.len) && x->waiting.len < MOST_WAITING)
		vec_push(&x->waiting, inputs_keep(search->config.inputs, path->shape, path->input));
}

static bool fills_bound(const Search *search, const InputTexts *t)
{
	const Shape *shape = &search->config.inputs->shapes.at[t->shape];
	for (u32 i = 0; i < t->n; i++)
		if (texts_varies(&shape->parts.at[i]) && shape->parts.at[i].kind != PART_INT &&
			t->part[i].len >= shape->parts.at[i].bound)
			return true;
	return false;
}

bool mutate_nearest(Search *search, Nearest *to, Assignment *input)
{
	const Mutate *x = search->guide[GUIDE_MUTATE];
	const Kept *best = NULL;
	for (size_t i = 0; x && i < x->kept.len; i++) {
		const Kept *k = &x->kept.at[i];
		to->full |= fills_bound(search, &k->texts);
		bool better =
			!best || k->infected > best->infected ||
			(k->infected == best->infected && texts_length(&k->texts) < texts_length(&best->texts));
		if (k->changed && better)
			best = k;
	}
	if (!best || !texts_put(&best->texts, search, input))
		return false;
	to->kind = best->infected ? NEAREST_EFFECT : NEAREST_EXECUTED;
	if (best->infected)
		to->variable = search->config.subject[OLD]->program->globals.at[best->variable].name;
	to->shape = best->texts.shape;
	to->has_input = true;
	return true;
}

static void stats(const void *state, GuideStats *to)
{
	const Mutate *x = state;
	to->mutate_runs = x->bench.runs;
	to->mutate_work = x->bench.work;
	to->mutate_kept = x->kept.len;
	to->mutate_given = x->n_given;
	to->mutate_differ = x->n_differ;
}

static void end(void *state)
{
	Mutate *x = state;
	if (x->begun)
		bench_free(&x->bench);
	dictionary_free(&x->dict);
	mutator_free(&x->mutator);
	for (size_t i = 0; i < x->kept.len; i++)
		texts_free(&x->kept.at[i].texts);
	vec_free(&x->kept);
	vec_free(&x->changed);
	vec_free(&x->infected);
	for (size_t i = 0; i < x->waiting.len; i++)
		kept_input_free(&x->waiting.at[i]);
	vec_free(&x->waiting);
	for (size_t i = 0; i < x->given.len; i++)
		kept_input_free(&x->given.at[i]);
	vec_free(&x->given);
	keymap_free(&x->reported);
	records_free(&x->records);
	prefixes_free(&x->prefixes);
	texts_free(&x->texts);
	assignment_free(&x->input);
	free(x);
}

const Guide guide_mutate = {
	.begin = begin, .propose = propose, .after_path = after_path, .stats = stats, .free = end};
