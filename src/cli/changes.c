/* changes.c: drift changes: how the code of two versions differs. */
#include "cli/pair.h"

#include <cjson/cJSON.h>

#include "versions/changes/version.h"
#include "versions/prove/prove.h"
#include "versions/suggest/suggest.h"

#define CHANGES_OPTIONS(X)                                                                      \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print the changes as JSON")                           \
	X(FLAG, prove, 0, "prove", NULL, 0, 0,                                                      \
	  "try to prove that changed functions do the same on every input, and name those that do") \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                 \
	  "compiler options for the C sources of both versions, as one word: --cflags '-DN=3 "      \
	  "-Iinclude'")                                                                             \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "more compiler options, for OLD only")  \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "more compiler options, for NEW only")  \
	CACHE_OPTION(X)

typedef struct ChangesOptions {
	CHANGES_OPTIONS(OPT_FIELD)
} ChangesOptions;

#define OPT_STRUCT ChangesOptions
static const OptSpec changes_specs[] = {CHANGES_OPTIONS(OPT_ROW)};

const OptCommand changes_command_spec = {
	.name = "changes",
	.args = "OLD NEW",
	.summary =
		"Print what changed in the code between two versions of a program, with the lines in "
		"both.\n"
		"Comments, layout, moved functions and names of locals are not changes. A changed macro,\n"
		"type, table or initialiser is one change, with all lines that it affects.\n"
		"\n"
		"Exit status: 0 no code changed, 1 some code changed, 2 the command failed.",
	.example = "  drift changes examples/discount/old.c examples/discount/new.c",
	.specs = changes_specs,
	.n_specs = countof(changes_specs),
};

/* Functions that changed and do the same as before, and why others were not proved to. */
static void print_proofs(const ChangeMap *m, const Program *old, const Program *newer, FILE *to)
{
	Proofs *p = proofs_find(m, old, newer, NULL);
	const char *rest;
	for (u32 i = 0; i < proofs_count(p); i++) {
		const ProvedPair *pair = proofs_at(p, i);
		const char *name = newer->functions.at[pair->function[NEW]].source_name;
		if (pair->result == PROOF_EQUAL)
			fprintf(to, "%s: refactoring, proved: it does the same in both versions\n", name);
		else
			fprintf(to, "%s: not proved to do the same: %s\n", name, pair->why);
	}
	if (change_map_count(m) && proofs_equivalent(p, &rest))
		fprintf(to, "equivalent: all changes are refactorings\n");
	else if (change_map_count(m))
		fprintf(to, "not proved equivalent: %s\n", rest);
	proofs_free(p);
}

/* What --prove found, as an object. */
static cJSON *proofs_json(const ChangeMap *m, const Program *old, const Program *newer)
{
	Proofs *p = proofs_find(m, old, newer, NULL);
	const char *rest;
	cJSON *to = cJSON_CreateObject();
	cJSON_AddBoolToObject(to, "equivalent", change_map_count(m) && proofs_equivalent(p, &rest));
	cJSON *list = cJSON_AddArrayToObject(to, "functions");
	for (u32 i = 0; i < proofs_count(p); i++) {
		const ProvedPair *pair = proofs_at(p, i);
		cJSON *one = cJSON_CreateObject();
		cJSON_AddItemToArray(list, one);
		cJSON_AddStringToObject(one, "name", newer->functions.at[pair->function[NEW]].source_name);
		cJSON_AddBoolToObject(one, "proved", pair->result == PROOF_EQUAL);
		cJSON_AddBoolToObject(one, "refused", pair->result == PROOF_REFUSED);
		if (pair->why)
			cJSON_AddStringToObject(one, "why", pair->why);
		else
			cJSON_AddNullToObject(one, "why");
	}
	proofs_free(p);
	return to;
}

static void print_json(ChangeMap *m, const Program *old, const Program *newer, bool prove)
{
	Buf text = {0};
	change_map_json(m, &text);
	cJSON *all = prove ? cJSON_Parse(buf_str(&text)) : NULL;
	if (all) {
		cJSON_AddItemToObject(all, "proofs", proofs_json(m, old, newer));
		char *said = cJSON_Print(all);
		fprintf(stdout, "%s\n", said);
		free(said);
		cJSON_Delete(all);
	} else {
		fputs(buf_str(&text), stdout);
	}
	buf_free(&text);
}

static void print_changes(ChangeMap *m, u32 n, FILE *to)
{
	const char *const *lines;
	u32 n_lines = change_map_uncompiled(m, &lines);
	change_map_print(m, to);
	for (u32 i = 0; i < n_lines; i++)
		fprintf(to, "%s\n", lines[i]);
	const SourceEdit *edits;
	u32 n_edits = change_map_edits(m, &edits), layout = 0;
	for (u32 i = 0; i < n_edits; i++)
		layout += edits[i].effect == EDIT_LAYOUT;
	if (layout)
		fprintf(to, "%u edit%s only in comments or layout\n", layout,
				layout == 1 ? " is" : "s are");
	if (!n && !n_lines)
		fprintf(to, "no code changed\n");
}

static bool compare(const Program *old, const Program *newer, const char *words,
					const ChangesOptions *o, u32 *n, Err *err)
{
	ChangeMap *m = change_map(old, newer, NULL, err);
	if (!m)
		return false;
	*n = change_map_count(m);
	if (o->json)
		print_json(m, old, newer, o->prove);
	const char *const *notes;
	u32 n_notes = change_map_notes(m, &notes);
	if (!*n) /* what no function has, as assembly outside of them */
		*n = n_notes;
	if (!o->json) {
		print_changes(m, *n, stdout);
		if (o->prove)
			print_proofs(m, old, newer, stdout);
	}
	if (!o->json && newer->main == NO_OPERAND)
		suggest_reached(newer, m, NULL, NULL, words, stdout);
	for (u32 i = 0; i < n_notes; i++)
		fprintf(stderr, "drift: note: %s\n", notes[i]);
	change_map_free(m);
	if (fflush(stdout))
		return err_set(err, "cannot write the changes");
	return true;
}

static bool changes(const ChangesOptions *o, const StrList *operands, u32 *n, Err *err)
{
	if (operands->len != 2)
		return err_set(err, "give two versions of a program; see 'drift changes --help'");
	const char *new_prog = operands->at[NEW];
	const char *own[N_SIDES] = {o->old_cflags, o->new_cflags};
	PairWords given = {{operands->at[OLD], new_prog}, o->cflags, {own[OLD], own[NEW]}};
	Trees trees;
	char *flags[N_SIDES];
	if (!trees_choose(&given, NULL, &trees, err))
		return false;
	for (Side s = OLD; s < N_SIDES; s++) {
		char *whole = trees_flags(&trees, s, &given);
		flags[s] = pair_flags(whole, operands->at[s], new_prog);
		free(whole);
	}
	Library *library = NULL;
	LoadOptions load = {.undefined_ok = true, .cache = !o->no_cache, .library = &library};
	load.cflags = flags[OLD];
	Program *old = program_load(operands->at[OLD], &load, err);
	load.cflags = flags[NEW];
	Program *newer = old ? program_load(operands->at[NEW], &load, err) : NULL;
	library_close(library);
	Buf words = {0};
	pair_words(&given, &words);
	bool ok = newer && trees_apart(&trees, (const Program *const[]){old, newer}, err) &&
			  compare(old, newer, buf_str(&words), o, n, err);
	buf_free(&words);
	program_free(newer);
	program_free(old);
	trees_free(&trees);
	free(flags[OLD]);
	free(flags[NEW]);
	return ok;
}

int cmd_changes(int argc, char **argv)
{
	ChangesOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	u32 n = 0;
	bool ok = opt_parse(&changes_command_spec, &o, argc, argv, &operands, NULL, &err) &&
			  changes(&o, &operands, &n, &err);
	vec_free(&operands);
	if (!ok)
		return complain(&err);
	return n ? EXIT_DIFFERENT : EXIT_SAME;
}
