/* climb.c: edits lines and runs them, nearer and nearer to a change. */
#include "versions/suggest/climb.h"

#include "engine/explore/outcome.h"
#include "engine/expr/expr.h"

enum {
	RUN_INSNS = 4 << 20, /* of one run */
	MOST_KEPT = 200,     /* lines that are edited further */
	MOST_ADDED = 3,      /* lines that are suggested */
	MOST_EDITS = 4,      /* of a line at once */
	MORE_RUNS = 6000,    /* after one that executed a change */
	MOST_BYTES = 12,     /* of a value of which each byte is replaced */
	SHRINK_RUNS = 120,   /* to make the best line shorter */
	MOST_NEAR = 96,      /* lines of one word of the functions that changed */
};

/* A line that ran. */
typedef struct Tried {
	WordLine line;
	u32 nearest;  /* steps from an executed block to a change; FAR: none leads there */
	u32 changes;  /* that it executed */
	u32 blocks;   /* that it executed */
	bool differs; /* true if OLD does something else */
	bool stopped; /* true if both stop at an error: nothing behind it can differ */
	bool settled; /* true if it is short, and every small edit was tried */
} Tried;

typedef struct Climb {
	Subject *subject[N_SIDES];
	const ChangeMap *map;
	Distance *distance; /* in NEW, to points of changes */
	u8 **seen;          /* by function of NEW: blocks that some run executed */
	Hints hints;
	VEC(Tried) kept;
	RunOutcome outcome[N_SIDES];   /* of the latest runs */
	MachineRunner runner[N_SIDES]; /* m is NULL: not begun */
	Mutator mutator;
	u32 runs;
	u32 reached; /* runs when one executed a change for the first time; 0: none has */
	const ClimbOptions *o;
} Climb;

/* ---- one run ---- */

static u32 count_changes(const ChangeMap *map, const Program *p, const Machine *m)
{
	u32 n = 0;
	for (u32 i = 0; i < change_map_count(map); i++) {
		const ChangePart *part = &change_map_at(map, i)->part[NEW];
		bool ran = false;
		for (u32 k = 0; k < part->n_points && !ran; k++) {
			const ChangePoint *x = &part->points[k];
			u32 blocks;
			const u8 *hits = machine_hits(m, x->function, &blocks);
			ran = hits && hits[function_block(&p->functions.at[x->function], x->ins)];
		}
		n += ran;
	}
	return n;
}

/* Returns true if the run executed a block that no earlier one did. */
static bool look(Climb *c, const Machine *m, Tried *t)
{
	const Program *p = c->subject[NEW]->program;
	bool fresh = false;
	t->nearest = FAR;
	t->blocks = 0;
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		u32 n;
		const u8 *covered = f->kind == FN_SUBJECT ? machine_hits(m, i, &n) : NULL;
		for (u32 b = 0; covered && b < f->n_blocks; b++) {
			u32 d = c->distance->of[c->distance->at[i] + b];
			if (!covered[b])
				continue;
			t->blocks++;
			t->nearest = d < t->nearest ? d : t->nearest;
			fresh |= !c->seen[i][b];
			c->seen[i][b] = 1;
		}
	}
	t->changes = count_changes(c->map, p, m);
	return fresh;
}

/* Inputs of a line get a pool of their own. A machine serves all lines, because it keeps the code that it has made; no value
 * of a plain run has an expression, so it keeps nothing of a pool. */
static bool start_machine(Climb *c, Side side, Inputs *in)
{
	Err ignored;
	MachineOptions options = {.purpose = MACHINE_PLAIN, .limit_insns = RUN_INSNS};
	MachineRunner *r = &c->runner[side];
	Subject *s = c->subject[side];
	s->pool = expr_pool_new();
	inputs_bind(in, s->pool);
	if (r->m) {
		r->in = in;
		machine_set_pool(r->m, s->pool);
		return true;
	}
	bool good = subject_start(s, in, &options, r, &ignored);
	r->plain = r->from_start = true;
	return good && machine_count_hits(r->m);
}

/* Runs a line in one version. Returns false if it is not understood. */
static bool play(Climb *c, Side side, const Suggestion *line, Tried *t, bool *fresh)
{
	static const StrList none;
	Inputs in = {0};
	Err ignored;
	InputWords words = {&line->words, line->input, &none, NULL};
	bool good = inputs_words(&in, &words, &ignored) && in.starts.len && start_machine(c, side, &in);
	if (good) {
		PathRun out = {0};
		Assignment a = {0};
		assignment_init(&a, c->subject[side]->pool);
		inputs_start(&in, &in.starts.at[0], &a);
		inputs_load(&in, in.starts.at[0].shape, &a);
		machine_runner_run(&c->runner[side], in.starts.at[0].shape, &a, &out);
		outcome_take(&c->outcome[side], c->runner[side].m, &out.result);
		if (side == NEW)
			*fresh = look(c, c->runner[side].m, t);
		assignment_free(&a);
	}
	if (c->subject[side]->pool)
		expr_pool_free(c->subject[side]->pool);
	c->subject[side]->pool = NULL;
	inputs_free(&in);
	return good;
}

static bool is_whole(const RunOutcome *o)
{
	return o->outcome != RAN_LIMIT && o->outcome != RAN_UNSUPPORTED;
}

static bool outcomes_differ(const Climb *c)
{
	const RunOutcome *a = &c->outcome[OLD], *b = &c->outcome[NEW];
	return is_whole(a) && is_whole(b) &&
		   (a->outcome != b->outcome || a->status != b->status || !buf_same(&a->out, &b->out) ||
			!buf_same(&a->err, &b->err));
}

/* Runs a line in NEW and, if it executes a change, in OLD. */
static bool run_line(Climb *c, const WordLine *l, Tried *t, bool *fresh)
{
	Arena arena = {0};
	Suggestion words = {0};
	bool ignored = false;
	*fresh = false;
	bool good = line_words(l, &arena, &words) && play(c, NEW, &words, t, fresh);
	if (good && t->changes && play(c, OLD, &words, t, &ignored)) {
		t->differs = outcomes_differ(c);
		t->stopped = c->outcome[OLD].outcome == RAN_ERROR && c->outcome[NEW].outcome == RAN_ERROR;
	}
	vec_free(&words.words);
	arena_free(&arena);
	c->runs++;
	if (good && t->changes && !c->reached)
		c->reached = c->runs;
	return good;
}

/* ---- lines that are kept ---- */

static u32 rank_of(const Tried *t)
{
	if (t->differs)
		return 3;
	if (!t->changes)
		return 0;
	return t->stopped ? 1 : 2;
}

/* Differing lines, then those that execute a change and go on, then more changes, then nearer ones. */
static int compare_runs(const Tried *a, const Tried *b)
{
	if (rank_of(a) != rank_of(b))
		return rank_of(a) > rank_of(b) ? -1 : 1;
	if (a->changes != b->changes)
		return a->changes > b->changes ? -1 : 1;
	return a->nearest < b->nearest ? -1 : a->nearest > b->nearest;
}

static size_t length(const WordLine *l)
{
	size_t n = l->reads ? 1 + l->input.value.len : 0;
	for (size_t i = 0; i < l->words.len; i++)
		n += 4 + l->words.at[i].value.len;
	return n;
}

/* Of lines that are equally good, the shorter one: fewer of its edits lead nowhere. */
static int compare(const Tried *a, const Tried *b)
{
	int order = compare_runs(a, b);
	size_t n = length(&a->line), k = length(&b->line);
	if (order)
		return order;
	return n < k ? -1 : n > k;
}

static u32 best(const Climb *c)
{
	u32 at = 0;
	for (u32 i = 1; i < c->kept.len; i++)
		if (compare(&c->kept.at[i], &c->kept.at[at]) < 0)
			at = i;
	return at;
}

/* Runs the line and keeps or frees it. */
static void take(Climb *c, WordLine *l, bool always)
{
	Tried t = {0};
	bool fresh, good = run_line(c, l, &t, &fresh);
	t.line = *l;
	bool better = !c->kept.len || compare(&t, &c->kept.at[best(c)]) < 0;
	if (!good || !(always || fresh || better) || (c->kept.len >= MOST_KEPT && !better))
		line_free(l);
	else
		vec_push(&c->kept, t);
}

/* The parent of the next edit: the best, one of two that were picked, or any. */
static u32 parent(Climb *c)
{
	u32 n = (u32)c->kept.len, a = draw(&c->mutator, n), b = draw(&c->mutator, n);
	u32 how = draw(&c->mutator, 4);
	if (how == 0)
		return best(c);
	if (how == 1)
		return a;
	return compare(&c->kept.at[a], &c->kept.at[b]) <= 0 ? a : b;
}

static void step(Climb *c)
{
	WordLine l;
	line_copy(&c->kept.at[parent(c)].line, &l);
	const WordLine *other = &c->kept.at[draw(&c->mutator, (u32)c->kept.len)].line;
	u32 edits = 1;
	while (edits < MOST_EDITS && draw(&c->mutator, 2))
		edits++;
	for (u32 i = 0; i < edits; i++)
		line_edit(&l, &c->hints, other, &c->mutator);
	take(c, &l, false);
}

/* ---- a shorter line ---- */

/* Replaces the line by another one if that is as good. */
static bool shorter(Climb *c, Tried *now, WordLine *l, u32 *left)
{
	Tried t = {0};
	bool fresh;
	if (!*left || !run_line(c, l, &t, &fresh) || compare_runs(&t, now) > 0) {
		*left -= *left > 0;
		line_free(l);
		return false;
	}
	--*left;
	line_free(&now->line);
	t.line = *l;
	*now = t;
	return true;
}

static void shrink_value(Climb *c, Tried *now, size_t word, u32 *left)
{
	bool input = word == now->line.words.len;
	for (size_t n = 64; n; n /= 2)
		for (size_t at = 0;;) {
			WordLine l;
			line_copy(&now->line, &l);
			LineWord *w = input ? &l.input : &l.words.at[word];
			if (at + n > w->value.len || w->kind == WORD_FIXED || w->kind == WORD_NUMBER) {
				line_free(&l);
				break;
			}
			memmove(w->value.at + at, w->value.at + at + n, w->value.len - at - n);
			w->value.len -= n;
			w->value.at[w->value.len] = 0;
			line_word_edited(w);
			if (!shorter(c, now, &l, left))
				at += n;
		}
}

static void shrink(Climb *c, Tried *now)
{
	u32 left = SHRINK_RUNS;
	for (size_t i = now->line.words.len; i-- > 0;) {
		WordLine l;
		line_copy(&now->line, &l);
		line_remove(&l, i);
		shorter(c, now, &l, &left);
	}
	for (size_t i = 0; i <= now->line.words.len; i++)
		if (i < now->line.words.len || now->line.reads)
			shrink_value(c, now, i, &left);
}

/* ---- every small edit of the best line ---- */

static bool is_over(const Climb *c)
{
	bool enough = c->reached && c->runs > c->reached + MORE_RUNS;
	return enough || c->runs >= c->o->runs || now_seconds() > c->o->end;
}

/* The word of that number of a line; the one behind the last is its input. */
static LineWord *word_of(WordLine *l, size_t word)
{
	return word == l->words.len ? &l->input : &l->words.at[word];
}

/* Puts a text in place of one byte of a word. */
static void try_byte(Climb *c, const WordLine *from, size_t word, size_t at, const char *text)
{
	WordLine l;
	Buf value = {0};
	line_copy(from, &l);
	LineWord *w = word_of(&l, word);
	buf_add(&value, buf_str(&w->value), at);
	buf_adds(&value, text);
	buf_adds(&value, buf_str(&w->value) + at + 1);
	buf_free(&w->value);
	w->value = value;
	line_word_edited(w);
	take(c, &l, false);
}

/* Numbers of the program, and those beside them. */
static size_t near_numbers(const Climb *c)
{
	return 3 * c->hints.dict.numbers.len;
}

static const char *near_number(Climb *c, size_t i)
{
	put_number(&c->mutator, c->hints.dict.numbers.at[i / 3] + (i64)(i % 3) - 1);
	return buf_str(&c->mutator.piece);
}

/* Each byte near the end of a word, by characters of several classes; the last one also by numbers. */
static void try_bytes(Climb *c, const WordLine *from, size_t word)
{
	static const char *const classes[] = {"0", "1", "9", "a", "Z", "-", ".", " ", ""};
	const LineWord *w = word_of((WordLine *)from, word);
	if (w->kind == WORD_FIXED || w->kind == WORD_NUMBER ||
		strlen(buf_str(&w->value)) != w->value.len)
		return;
	for (size_t n = 1; n <= w->value.len && n <= MOST_BYTES; n++) {
		for (size_t i = 0; i < countof(classes) && !is_over(c); i++)
			try_byte(c, from, word, w->value.len - n, classes[i]);
		for (size_t i = 0; n == 1 && i < near_numbers(c) && !is_over(c); i++)
			try_byte(c, from, word, w->value.len - 1, near_number(c, i));
	}
}

/* Appends a text to a word, or puts it there instead. */
static void try_text(Climb *c, const WordLine *from, size_t word, const char *text, bool instead)
{
	WordLine l;
	line_copy(from, &l);
	LineWord *w = word_of(&l, word);
	if (w->kind == WORD_FIXED || (w->kind == WORD_NUMBER && !instead)) {
		line_free(&l);
		return;
	}
	if (instead)
		buf_reset(&w->value);
	buf_adds(&w->value, text);
	line_word_edited(w);
	take(c, &l, false);
}

static void try_texts(Climb *c, const WordLine *from, size_t word, const Buf *texts, size_t n)
{
	for (size_t i = 0; i < 2 * n && !is_over(c); i++)
		try_text(c, from, word, buf_str(&texts[i % n]), i >= n);
}

static void try_options(Climb *c, const WordLine *from)
{
	for (size_t i = 0; i < c->hints.options.len && !is_over(c); i++) {
		WordLine l;
		line_copy(from, &l);
		line_insert(&l, 0, WORD_FIXED, c->hints.options.at[i].text);
		if (c->hints.options.at[i].value)
			line_insert(&l, 1, c->hints.options.at[i].number ? WORD_NUMBER : WORD_TEXT, "1");
		take(c, &l, false);
	}
}

static void try_turns(Climb *c, const WordLine *from)
{
	for (size_t i = 0; i < from->words.len; i++) {
		WordLine l;
		line_copy(from, &l);
		line_turn(&l.words.at[i]);
		take(c, &l, false);
	}
}

static void try_operands(Climb *c, const WordLine *from)
{
	for (size_t i = 0; i < c->hints.dict.words.len && !is_over(c); i++) {
		WordLine l;
		line_copy(from, &l);
		line_insert(&l, l.words.len, WORD_TEXT, buf_str(&c->hints.dict.words.at[i]));
		take(c, &l, false);
	}
}

/* Makes the best line short, and tries every small edit of it. */
static void settle(Climb *c)
{
	const Dictionary *d = &c->hints.dict;
	Tried *t = &c->kept.at[best(c)];
	WordLine l;
	shrink(c, t);
	t->settled = true;
	line_copy(&t->line, &l);
	try_turns(c, &l);
	try_options(c, &l);
	for (size_t i = 0; i <= l.words.len; i++)
		if (i < l.words.len || l.reads) {
			try_bytes(c, &l, i);
			try_texts(c, &l, i, d->words.at, d->words.len);
			for (size_t k = 0;
				 word_of(&l, i)->kind == WORD_NUMBER && k < near_numbers(c) && !is_over(c); k++)
				try_text(c, &l, i, near_number(c, k), true);
			try_texts(c, &l, i, d->others.at, d->others.len);
		}
	try_operands(c, &l);
	line_free(&l);
}

/* ---- the whole ---- */

/* Each word of the functions that changed, as the only argument, as the first of two, and as input. */
static void try_near(Climb *c)
{
	const Dictionary *d = &c->hints.dict;
	for (size_t i = 0; i < 3 * d->words.len && i < MOST_NEAR && !is_over(c); i++) {
		const char *text = buf_str(&d->words.at[i % d->words.len]);
		size_t way = i / d->words.len;
		WordLine l = {0};
		if (way == 2 && !c->hints.input)
			break;
		if (way < 2)
			line_insert(&l, 0, WORD_TEXT, text);
		if (way == 1)
			line_insert(&l, 1, WORD_CONTENTS, text);
		l.reads = way == 2;
		l.input.kind = WORD_CONTENTS;
		if (l.reads)
			buf_adds(&l.input.value, text);
		take(c, &l, false);
	}
}

static void begin(Climb *c, const Suggestions *list)
{
	const Program *p = c->subject[NEW]->program;
	VEC(Target) targets = {0};
	for (u32 i = 0; i < change_map_count(c->map); i++) {
		const ChangePart *part = &change_map_at(c->map, i)->part[NEW];
		for (u32 k = 0; k < part->n_points; k++)
			vec_push(&targets, ((Target){part->points[k].function, part->points[k].ins}));
	}
	c->distance = static_distance(subject_flow(c->subject[NEW]), targets.at, (u32)targets.len);
	vec_free(&targets);
	c->seen = xcalloc(p->functions.len + 1, sizeof *c->seen);
	for (u32 i = 0; i < p->functions.len; i++)
		c->seen[i] = xcalloc(p->functions.at[i].n_blocks + 1, 1);
	hints_find(c->subject, c->map, &c->hints);
	WordLine empty = {0};
	take(c, &empty, true);
	try_near(c);
	for (size_t i = 0; i < list->list.len && now_seconds() < c->o->end; i++) {
		const Suggestion *s = &list->list.at[i];
		WordLine l = {0};
		if (s->entry || s->call)
			continue;
		if (line_read(s, &l))
			take(c, &l, true);
		else
			line_free(&l);
	}
}

static void end(Climb *c)
{
	for (size_t i = 0; i < c->kept.len; i++)
		line_free(&c->kept.at[i].line);
	vec_free(&c->kept);
	for (u32 i = 0; i < c->subject[NEW]->program->functions.len; i++)
		free(c->seen[i]);
	free(c->seen);
	for (Side s = OLD; s < N_SIDES; s++) {
		if (c->runner[s].m)
			subject_stop(&c->runner[s]);
		outcome_free(&c->outcome[s]);
	}
	mutator_free(&c->mutator);
	hints_free(&c->hints);
	distance_free(c->distance);
}

static void add_found(const Tried *t, Suggestions *list)
{
	Suggestion words = {0};
	if (!line_words(&t->line, &list->arena, &words)) {
		vec_free(&words.words);
		return;
	}
	Suggestion *s = suggestion_add(list, t->differs ? "both versions differ on this start value"
													: "found by a search near the change");
	s->words = words.words;
	s->input = words.input;
	s->ran = true;
	s->changes = t->changes;
	s->differs = t->differs;
	s->blocks = t->blocks;
}

/* Adds the best lines that execute a change. */
static void add_best(Climb *c, Suggestions *list)
{
	for (u32 n = 0; n < MOST_ADDED && c->kept.len; n++) {
		u32 at = best(c);
		Tried t = c->kept.at[at];
		if (!t.changes)
			return;
		c->kept.at[at] = vec_last(&c->kept);
		c->kept.len--;
		if (!t.settled)
			shrink(c, &t);
		add_found(&t, list);
		line_free(&t.line);
	}
}

void suggest_climb(Subject *const subject[N_SIDES], const ChangeMap *map, const ClimbOptions *o,
				   Suggestions *list)
{
	Climb c = {.subject = {subject[OLD], subject[NEW]}, .map = map, .o = o};
	c.mutator = (Mutator){.random = 1, .dict = &c.hints.dict};
	begin(&c, list);
	while (c.kept.len && !is_over(&c) && !c.kept.at[best(&c)].differs)
		if (!c.kept.at[best(&c)].settled)
			settle(&c);
		else
			step(&c);
	add_best(&c, list);
	end(&c);
}
