/* effect.c: how the effect of a change propagated to the output, on an input that shows it.
 *
 * The run is traced in both versions as for --why. We start at the first call that outputs
 * something different, or where the run ended differently, and go back to the change: by the
 * operand that differs, or, if none does, by the decision that went the other way. For each source
 * line on the path we keep the last step. */
#include "versions/align/effect.h"

enum {
	EFFECT_STEPS = 1 << 18, /* steps of a run that are recorded */
	LONGEST_WAY = 1 << 12,  /* steps back from the output */
};

/* A step on the path, and its counterpart in the other version. */
typedef struct Stage {
	u32 step, other; /* NO_STEP: nothing */
} Stage;

typedef VEC(Stage) Stages;

static bool is_changed(const Aligner *a, int side, const AlignedStep *s)
{
	return change_map_changed(a->map, (Side)side, s->function, s->ins);
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

static bool calls_output(const Aligner *a, int side, const AlignedStep *s)
{
	const Program *p = a->subject[side]->program;
	const Ins *in = align_ins(a, side, s);
	u32 callee =
		in->op == I_CALL ? p->functions.at[s->function].calls[in->extra].callee : NO_OPERAND;
	return callee != NO_OPERAND && puts_out(p->functions.at[callee].source_name);
}

bool align_is_output(const Aligner *a, int side, const AlignedStep *s)
{
	if (!s->given || align_ins(a, side, s)->op != I_CALL)
		return s->given && align_ins(a, side, s)->op == I_RET;
	return calls_output(a, side, s);
}

/* The step at which the difference shows: an output that both versions make, changed or of a value
 * that differs; else one that this version makes alone; else what main returns, else the last that
 * differs. */
static u32 shows_at(const Aligner *a, const Alignment *w, int side)
{
	const AlignedRun *run = &w->run[side];
	u32 alone = NO_STEP, returned = NO_STEP, last = NO_STEP;
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		bool output = align_is_output(a, side, s);
		bool ret = output && align_ins(a, side, s)->op == I_RET;
		if (output && s->other != NO_STEP &&
			(run->source.at[i] != NO_STEP || is_changed(a, side, s))) {
			if (!ret)
				return i;
			returned = i;
		}
		if (output && !ret && s->other == NO_STEP && alone == NO_STEP)
			alone = i;
		if (s->infected && !s->given)
			last = i;
	}
	if (alone != NO_STEP)
		return alone;
	return returned != NO_STEP ? returned : last;
}

/* ---- the way back ---- */

/* Returns what the other version has instead of an operand. */
static u32 counterpart(const Alignment *w, int side, u32 from, u32 to)
{
	const AlignedRun *run = &w->run[side];
	const AlignedStep *s = &run->steps.at[from], *user = &run->steps.at[to];
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
static u32 decided_by(const AlignedRun *run, u32 step)
{
	while (step-- > 0)
		if (run->steps.at[step].branch && run->steps.at[step].infected)
			return step;
	return NO_STEP;
}

/* The latest decision of a change before a step, else its latest step. */
static u32 changed_before(const Aligner *a, const AlignedRun *run, int side, u32 step)
{
	u32 any = NO_STEP;
	while (step-- > 0) {
		if (!is_changed(a, side, &run->steps.at[step]))
			continue;
		if (run->steps.at[step].branch)
			return step;
		any = any == NO_STEP ? step : any;
	}
	return any;
}

static void find_way(const Aligner *a, const Alignment *w, int side, u32 at, Stages *way)
{
	const AlignedRun *run = &w->run[side];
	u32 other = run->steps.at[at].other;
	for (u32 n = 0; at != NO_STEP && n < LONGEST_WAY; n++) {
		const AlignedStep *s = &run->steps.at[at];
		u32 from = run->source.at[at];
		vec_push(way, ((Stage){at, other}));
		if (from != NO_STEP) {
			other = counterpart(w, side, from, at);
		} else if (!is_changed(a, side, s)) {
			from = decided_by(run, at);
			if (from == NO_STEP)
				from = changed_before(a, run, side, at);
			other = from == NO_STEP ? NO_STEP : run->steps.at[from].other;
		}
		at = from;
	}
}

/* ---- as text ---- */

/* The value of a step; of a call of the C library, that of the operand which differs. */
static void add_value(const Aligner *a, const Alignment *w, int side, u32 step, u32 before, Buf *to)
{
	if (step == NO_STEP)
		return;
	const AlignedStep *s = &w->run[side].steps.at[step];
	/* What printing gives back is nobody's concern. */
	if (s->given || calls_output(a, side, s)) {
		s = before == NO_STEP ? NULL : &w->run[side].steps.at[before];
		if (s && s->branch) /* that is another line's */
			return;
	}
	if (s && s->type != TYPE_VOID && !(s->type == TYPE_PTR && s->lo))
		align_value(a, side, s, to);
	/* A decision within a line: where it leads to says nothing. */
	const Program *p = a->subject[side]->program;
	char own[32];
	snprintf(own, sizeof own, "to line %u", s ? p->locs.at[align_ins(a, side, s)->loc].line : 0);
	if (s && s->branch && !strcmp(buf_str(to), own))
		buf_reset(to);
}

/* What happened at a step that has no values to show. */
static const char *word_for(const Aligner *a, int side, const AlignedStep *s)
{
	if (is_changed(a, side, s))
		return "changed";
	if (s->branch)
		return "decides otherwise";
	return calls_output(a, side, s) ? "other output" : "";
}

static void effect_line_free(EffectLine *l)
{
	free(l->where);
	free(l->source);
	free(l->value[OLD]);
	free(l->value[NEW]);
}

static void add_line(const Aligner *a, const Alignment *w, int side, const Stages *way, size_t i,
					 EffectList *to)
{
	const Stage *at = &way->at[i];
	const AlignedStep *s = &w->run[side].steps.at[at->step];
	Stage before = i + 1 < way->len ? way->at[i + 1] : (Stage){NO_STEP, NO_STEP};
	const Program *p = a->subject[side]->program;
	const Loc *loc = &p->locs.at[align_ins(a, side, s)->loc];
	Buf text = {0};
	if (!loc->line)
		return;
	/* Skip a line that a later step already represents, unless that has no value to show. */
	bool there = to->len && vec_last(to).line == loc->line && vec_last(to).file == loc->file &&
				 vec_last(to).side == side;
	if (there && (*vec_last(to).value[OLD] || *vec_last(to).value[NEW]))
		return;
	EffectLine line = {.side = side, .line = loc->line, .file = loc->file};
	line.where = xasprintf("%s:%u", p->files.at[loc->file], loc->line);
	add_value(a, w, side, at->step, before.step, &text);
	line.value[side] = xstrdup(buf_str(&text));
	buf_reset(&text);
	add_value(a, w, !side, at->other, before.other, &text);
	line.value[!side] = xstrdup(buf_str(&text));
	/* Two that are the same tell nothing, unless the line is what changed. */
	if (*line.value[OLD] && !strcmp(line.value[OLD], line.value[NEW])) {
		*line.value[OLD] = *line.value[NEW] = 0;
		if (!is_changed(a, side, s)) {
			effect_line_free(&line);
			buf_free(&text);
			return;
		}
	}
	buf_reset(&text);
	align_source(a, side, s, &text);
	line.source = xstrdup(buf_str(&text));
	line.alone = at->other == NO_STEP && !is_changed(a, side, s);
	line.word = word_for(a, side, s);
	if (there) {
		effect_line_free(&vec_last(to));
		vec_last(to) = line;
	} else {
		vec_push(to, line);
	}
	buf_free(&text);
}

/* The way ends in code that both have: what only the other version did led there. */
static void add_change_of_other(const Aligner *a, const Alignment *w, int side, EffectList *to)
{
	const AlignedRun *run = &w->run[!side];
	Stages begin = {0};
	u32 step = changed_before(a, run, !side, (u32)run->steps.len);
	if (step == NO_STEP || (run->steps.at[step].other != NO_STEP && !run->steps.at[step].infected))
		return;
	vec_push(&begin, ((Stage){step, run->steps.at[step].other}));
	size_t n = to->len;
	add_line(a, w, !side, &begin, 0, to);
	/* The values that the line before has, which is its counterpart: one of the two is enough. */
	if (n && to->len > n && *vec_last(to).value[OLD] &&
		!strcmp(to->at[n - 1].value[OLD], to->at[n].value[OLD]) &&
		!strcmp(to->at[n - 1].value[NEW], to->at[n].value[NEW]))
		effect_line_free(&vec_pop(to));
	vec_free(&begin);
}

void effect_find(Aligner *a, AlignedInput of, EffectList *to)
{
	Alignment w = {0};
	Err ignored = {0};
	AlignedInput both[2] = {of, of};
	/* Behind a trace's end nothing is known: what is missing in one version may come later. */
	if (align_runs(a, both, EFFECT_STEPS, &w, &ignored) && !w.run[OLD].cut && !w.run[NEW].cut)
		effect_of(a, &w, to);
	alignment_free(&w);
}

/* ---- an error in one version only ---- */

/* The version that ended so; -1: none, or both. */
static int failed_side(const Alignment *w)
{
	bool old = w->run[OLD].error_at, newer = w->run[NEW].error_at;
	if (old == newer)
		return -1;
	return old ? OLD : NEW;
}

/* The latest step before the error that has another value, or was given one: an index, or the size
 * of what is too small. */
static u32 led_to_error(const Aligner *a, const AlignedRun *run, int side)
{
	for (u32 i = (u32)run->steps.len; i-- > 0;)
		if (run->source.at[i] != NO_STEP || run->steps.at[i].infected ||
			is_changed(a, side, &run->steps.at[i]))
			return i;
	return NO_STEP;
}

/* Where the run ended, unless the way ends there. */
static void add_error(const Aligner *a, const Alignment *w, int side, const Stages *way,
					  EffectList *to)
{
	const Program *p = a->subject[side]->program;
	const Loc *loc = &p->locs.at[w->run[side].error_at];
	const AlignedStep *last = way->len ? &w->run[side].steps.at[way->at[0].step] : NULL;
	const Loc *before = last ? &p->locs.at[align_ins(a, side, last)->loc] : NULL;
	if (!loc->line || (before && before->line == loc->line && before->file == loc->file))
		return;
	Buf text = {0};
	EffectLine line = {.side = side, .line = loc->line, .file = loc->file};
	line.where = xasprintf("%s:%u", p->files.at[loc->file], loc->line);
	line.value[side] = xstrdup(error_kind_name(w->run[side].error));
	line.value[!side] = xstrdup("");
	line.word = "";
	program_source(p, w->run[side].error_at, &text);
	line.source = xstrdup(buf_str(&text));
	vec_push(to, line);
	buf_free(&text);
}

void effect_of(const Aligner *a, const Alignment *w, EffectList *to)
{
	Stages way = {0};
	int side = failed_side(w);
	bool failed = side >= 0;
	u32 at = failed ? led_to_error(a, &w->run[side], side) : shows_at(a, w, side = NEW);
	if (at == NO_STEP && !failed)
		at = shows_at(a, w, side = OLD);
	if (at != NO_STEP)
		find_way(a, w, side, at, &way);
	if (failed)
		add_error(a, w, side, &way, to);
	for (size_t i = 0; i < way.len; i++)
		add_line(a, w, side, &way, i, to);
	if (way.len ? !is_changed(a, side, &w->run[side].steps.at[vec_last(&way).step]) : failed)
		add_change_of_other(a, w, side, to);
	for (size_t i = 0; i < to->len / 2; i++) {
		EffectLine x = to->at[i];
		to->at[i] = to->at[to->len - 1 - i];
		to->at[to->len - 1 - i] = x;
	}
	vec_free(&way);
}

void effect_key(const EffectList *list, Buf *to)
{
	key_number(to, list->len);
	for (size_t i = 0; i < list->len; i++)
		key_number(to, (u64)list->at[i].file << 32 | list->at[i].line);
}

void effect_free(EffectList *list)
{
	for (size_t i = 0; i < list->len; i++)
		effect_line_free(&list->at[i]);
	vec_free(list);
}

void effect_fill(const Aligner *a, const EffectList *list, ResultSteps *to)
{
	for (size_t i = 0; i < list->len; i++) {
		const EffectLine *l = &list->at[i];
		const char *file = a->subject[l->side]->program->files.at[l->file];
		ResultStep step = {.subject = (u32)l->side,
						   .where = {l->where, {file, l->line, l->line}},
						   .value = {l->value[OLD], l->value[NEW]},
						   .source = l->source,
						   .word = l->word,
						   .alone = l->alone};
		vec_push(to, step);
	}
}
