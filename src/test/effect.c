/* effect.c: how the effect of a change came to the output, on an input that shows it.
 *
 * The run is traced in both versions as for --why. From the first call that puts out something
 * else, or from where the run ended otherwise, the way leads back to the change: by the operand
 * that differs, and where none does by the decision that went another way. Of each source line on
 * the way the last step is kept.
 */
#include "test/tester.h"

enum {
	EFFECT_STEPS = 1 << 18, /* steps of a run that are recorded */
	LONGEST_WAY = 1 << 12,  /* steps back from the output */
};

/* A step on the way, and what stands for it in the other version. */
typedef struct Stage {
	u32 step, other; /* NO_STEP: nothing */
} Stage;

typedef VEC(Stage) Stages;

static const Ins *ins_of(const Tester *t, int side, const WhyStep *s)
{
	return &t->search->config.subject[side]->program->functions.at[s->function].ins[s->ins];
}

static bool is_changed(const Tester *t, int side, const WhyStep *s)
{
	return change_map_changed(t->search->changes.map, (Side)side, s->function, s->ins);
}

/* ---- where it shows ---- */

/* Functions of the C library whose arguments can be seen from outside. */
static bool puts_out(const char *name)
{
	static const char *const exact[] = {
		"write",      "pwrite", "writev",    "perror",        "exit",   "_exit",           "_Exit",
		"quick_exit", "abort",  "error",     "error_at_line", "fwrite", "fwrite_unlocked", "rename",
		"unlink",     "remove", "ftruncate", "truncate",      "psignal"};
	static const char *const parts[] = {"printf", "put", "warn"};
	if (!strncmp(name, "__", 2) && strstr(name, "assert"))
		return true;
	if (strstr(name, "sprintf") || strstr(name, "snprintf") || strstr(name, "asprintf"))
		return false;
	if (!strncmp(name, "err", 3) || !strncmp(name, "verr", 4))
		return true;
	for (size_t i = 0; i < countof(exact); i++)
		if (!strcmp(name, exact[i]))
			return true;
	for (size_t i = 0; i < countof(parts); i++)
		if (strstr(name, parts[i]))
			return true;
	return false;
}

static bool is_output(const Tester *t, int side, const WhyStep *s)
{
	const Program *p = t->search->config.subject[side]->program;
	const Ins *in = ins_of(t, side, s);
	if (!s->given || in->op != I_CALL)
		return s->given && in->op == I_RET;
	u32 callee = p->functions.at[s->function].calls[in->extra].callee;
	return callee != NO_OPERAND && puts_out(p->functions.at[callee].source_name);
}

/* The step at which the difference shows: an output that both versions make, changed or of a value
 * that differs; else one that this version makes alone; else the last that differs. */
static u32 shows_at(const Tester *t, const Why *w, int side)
{
	const WhyRun *run = &w->run[side];
	u32 alone = NO_STEP, last = NO_STEP;
	for (u32 i = 0; i < run->steps.len; i++) {
		const WhyStep *s = &run->steps.at[i];
		bool output = is_output(t, side, s);
		if (output && s->other != NO_STEP &&
			(run->source.at[i] != NO_STEP || is_changed(t, side, s)))
			return i;
		if (output && s->other == NO_STEP && alone == NO_STEP)
			alone = i;
		if (s->infected && !s->given)
			last = i;
	}
	return alone != NO_STEP ? alone : last;
}

/* ---- the way back ---- */

/* What the other version has in place of an operand. */
static u32 counterpart(const Why *w, int side, u32 from, u32 to)
{
	const WhyRun *run = &w->run[side];
	const WhyStep *s = &run->steps.at[from], *user = &run->steps.at[to];
	u64 other;
	if (s->other != NO_STEP || user->other == NO_STEP)
		return s->other;
	for (u32 slot = 0; slot < 256; slot++) {
		u64 key = ((u64)to << 8 | slot) + 1;
		if (intmap_get(&run->operands, key, &other) && other == from + 1)
			return intmap_get(&w->run[!side].operands, ((u64)user->other << 8 | slot) + 1, &other)
					   ? (u32)other - 1
					   : NO_STEP;
	}
	return NO_STEP;
}

/* The latest decision before a step that went another way in the other version. */
static u32 decided_by(const WhyRun *run, u32 step)
{
	while (step-- > 0)
		if (run->steps.at[step].branch && run->steps.at[step].infected)
			return step;
	return NO_STEP;
}

static void find_way(const Tester *t, const Why *w, int side, u32 at, Stages *way)
{
	const WhyRun *run = &w->run[side];
	u32 other = run->steps.at[at].other;
	for (u32 n = 0; at != NO_STEP && n < LONGEST_WAY; n++) {
		const WhyStep *s = &run->steps.at[at];
		u32 from = run->source.at[at];
		vec_push(way, ((Stage){at, other}));
		if (from != NO_STEP) {
			other = counterpart(w, side, from, at);
		} else if (!is_changed(t, side, s)) {
			from = decided_by(run, at);
			other = from == NO_STEP ? NO_STEP : run->steps.at[from].other;
		}
		at = from;
	}
}

/* ---- as text ---- */

/* The value of a step; of a call of the C library, that of the operand which differs. */
static void add_value(const Tester *t, const Why *w, int side, u32 step, u32 before, Buf *to)
{
	if (step == NO_STEP)
		return;
	const WhyStep *s = &w->run[side].steps.at[step];
	if (s->given)
		s = before == NO_STEP ? NULL : &w->run[side].steps.at[before];
	if (s && s->type != TYPE_VOID && !(s->type == TYPE_PTR && s->lo))
		why_value(t, side, s, to);
}

static void add_line(Tester *t, const Why *w, int side, const Stages *way, size_t i, EffectList *to)
{
	const Stage *at = &way->at[i];
	const WhyStep *s = &w->run[side].steps.at[at->step];
	Stage before = i + 1 < way->len ? way->at[i + 1] : (Stage){NO_STEP, NO_STEP};
	const Program *p = t->search->config.subject[side]->program;
	const Loc *loc = &p->locs.at[ins_of(t, side, s)->loc];
	Buf text = {0};
	if (!loc->line)
		return;
	/* A line that a later step stands for already. */
	if (to->len && vec_last(to).line == loc->line && vec_last(to).file == loc->file)
		return;
	EffectLine line = {.side = side, .line = loc->line, .file = loc->file};
	line.where = xasprintf("%s:%u", p->files.at[loc->file], loc->line);
	add_value(t, w, side, at->step, before.step, &text);
	line.value[side] = xstrdup(buf_str(&text));
	buf_reset(&text);
	add_value(t, w, !side, at->other, before.other, &text);
	line.value[!side] = xstrdup(buf_str(&text));
	buf_reset(&text);
	why_source(t, side, s, &text);
	line.source = xstrdup(buf_str(&text));
	line.alone = at->other == NO_STEP && !is_changed(t, side, s);
	vec_push(to, line);
	buf_free(&text);
}

void effect_find(Tester *t, u32 shape, const Assignment *a, Difference *d)
{
	EffectList *to = &d->effect;
	Why w = {0};
	Stages way = {0};
	Err ignored = {0};
	int side = NEW;
	if (search_align(t->search, shape, a, EFFECT_STEPS, &w, &ignored)) {
		u32 at = shows_at(t, &w, NEW);
		if (at == NO_STEP)
			at = shows_at(t, &w, side = OLD);
		if (at != NO_STEP)
			find_way(t, &w, side, at, &way);
		interactions_trace(t, d, &w.run[NEW]);
	}
	for (size_t i = 0; i < way.len; i++)
		add_line(t, &w, side, &way, i, to);
	for (size_t i = 0; i < to->len / 2; i++) {
		EffectLine x = to->at[i];
		to->at[i] = to->at[to->len - 1 - i];
		to->at[to->len - 1 - i] = x;
	}
	vec_free(&way);
	why_free(&w);
}

u64 effect_way(const Difference *d)
{
	u64 h = 1;
	if (!d->effect.len)
		return 0;
	for (size_t i = 0; i < d->effect.len; i++)
		h = hash_mix(h, (u64)d->effect.at[i].file << 32 | d->effect.at[i].line);
	for (int side = OLD; side <= NEW; side++)
		h = hash_mix(h, hash_bytes(d->ending[side], strlen(d->ending[side])));
	return h | 1;
}

void effect_free(EffectList *list)
{
	for (size_t i = 0; i < list->len; i++) {
		free(list->at[i].where);
		free(list->at[i].source);
		free(list->at[i].value[OLD]);
		free(list->at[i].value[NEW]);
	}
	vec_free(list);
}
