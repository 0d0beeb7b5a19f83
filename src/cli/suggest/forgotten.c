/* forgotten.c: the answer where nothing in the input varies. */
#include "cli/suggest/forgotten.h"

#include "cli/suggest/lines.h"
#include "output/result/result.h"

/* Kinds of --vary that the versions asked for, with commas; and their names for people. */
static void add_kinds(const Result *r, Buf *kinds, Buf *words)
{
	StrMap seen = {0};
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *w = &r->world.at[i];
		u32 known;
		if (!w->can_vary || w->varied || strmap_get(&seen, w->kind, &known))
			continue;
		strmap_put(&seen, w->kind, 1);
		buf_addf(kinds, "%s%s", kinds->len ? "," : "", w->kind);
		buf_addf(words, "%s%s", words->len ? ", " : "", w->words);
	}
	strmap_free(&seen);
}

/* What lets the input vary, behind the names of the versions; false: only a person knows. */
static bool add_words(const PairJob *job, const ChangeMap *map, const Buf *kinds, Buf *to)
{
	StrList arguments = {.at = job->s.words.at, .len = job->n_words};
	SuggestFor program = {job->given[NEW], job->cflags[NEW], job->s.subject[NEW].program, map,
						  NULL};
	Buf more = {0};
	bool known = !session_called(&job->s) && !job->entry &&
				 suggest_best(&program, &arguments, job->o.input, &more);
	if (kinds->len)
		buf_addf(to, " --vary %s", buf_str(kinds));
	else if (!known)
		return false;
	if (known)
		buf_adds(to, buf_str(&more));
	else
		for (size_t i = 0; i < arguments.len; i++) {
			buf_adds(to, i ? " " : " -- ");
			buf_add_shell(to, arguments.at[i]);
		}
	buf_free(&more);
	return true;
}

void forgotten_mark(const PairJob *job, const ChangeMap *map, Result *r)
{
	Buf words = {0}, more = {0}, kinds = {0}, asked = {0}, says = {0};
	bool program = !session_called(&job->s) && !job->entry;
	add_kinds(r, &kinds, &asked);
	buf_adds(&says, "no difference found on one input, which is no proof: ");
	if (kinds.len)
		buf_addf(&says, "the versions depend on %s, which did not vary; ", buf_str(&asked));
	else
		buf_adds(&says, "the versions read nothing that varies; ");
	if (add_words(job, map, &kinds, &more)) {
		pair_words(&(PairWords){{job->given[OLD], job->given[NEW]},
								job->o.cflags,
								{job->o.old_cflags, job->o.new_cflags}},
				   &words);
		buf_addf(&words, "%s", buf_str(&more));
		Buf line = {0};
		buf_addf(&line, "drift test %s", buf_str(&words));
		buf_addf(&says, "try: %s", buf_str(&line));
		r->versions.suggestion = result_take(r, &line);
		buf_free(&line);
	} else if (program) {
		buf_adds(&says, "--entry FUNCTION varies the arguments of one function");
	} else {
		buf_addf(&says, "use a placeholder, as @int or @str:8%s", job->entry ? "" : ", in --call");
	}
	buf_adds(&says, " (--one-input accepts one input)");
	r->verdict = VERDICT_NO_DIFFERENCE;
	r->versions.sentence = result_take(r, &says);
	buf_free(&words);
	buf_free(&more);
	buf_free(&kinds);
	buf_free(&asked);
	buf_free(&says);
}
