/* lines.c: lines for a program, and the best of them. */
#include "cli/suggest/lines.h"

#include "engine/input/shell.h"
#include "versions/suggest/climb.h"

enum { MOST_RUNS = 20000 }; /* of edited lines */

static Subject subject_of(const SuggestFor *p, const char *name)
{
	return (Subject){.version = p->version,
					 .cflags = p->cflags,
					 .name = name,
					 .program = p->program,
					 .entry = NO_OPERAND,
					 .streams = OS_STREAM_CAPTURE,
					 .limit_insns = SUBJECT_INSNS,
					 .limit_mem = SUBJECT_MEM,
					 .from_start = true};
}

bool suggest_lines(const SuggestFor *p, Suggestions *to, Err *err)
{
	char *name = test_program_name(p->version);
	Subject subject = subject_of(p, name);
	suggest_examples(p->program, p->version, p->examples, to);
	suggest_shapes(p->program, to);
	bool good = suggest_run(&subject, p->map, to, err);
	subject_free(&subject);
	free(name);
	return good;
}

void suggest_near(const SuggestFor version[N_SIDES], double end, Suggestions *list)
{
	char *name = test_program_name(version[NEW].version);
	Subject subject[N_SIDES] = {subject_of(&version[OLD], name), subject_of(&version[NEW], name)};
	ClimbOptions options = {.runs = MOST_RUNS, .end = end};
	suggest_climb((Subject *[]){&subject[OLD], &subject[NEW]}, version[NEW].map, &options, list);
	for (Side s = OLD; s < N_SIDES; s++)
		subject_free(&subject[s]);
	free(name);
}

static bool is_varied(const Suggestion *s)
{
	bool any = s->input && *s->input == '@';
	for (size_t i = 0; i < s->words.len; i++)
		any |= strchr(s->words.at[i], '@') != NULL;
	return any;
}

bool suggest_best(const SuggestFor *p, const StrList *words, bool stdin_given, Buf *to)
{
	Suggestions list = {0};
	Err ignored;
	if (p->program->main == NO_OPERAND)
		return false;
	if (words->len || stdin_given)
		suggest_given(p->program, words, stdin_given, &list);
	else if (suggest_lines(p, &list, &ignored))
		suggest_sort(&list);
	else
		list.list.len = 0;
	bool good = list.list.len && is_varied(&list.list.at[0]);
	if (good)
		suggestion_words(&list.list.at[0], to);
	suggestions_free(&list);
	return good;
}
