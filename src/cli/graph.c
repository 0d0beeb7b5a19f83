/* graph.c: drift graph: what drift sees of a program, as Graphviz text. */
#include "cli/pair.h"

#include "versions/sequence/sequence.h"
#include "engine/static/static.h"

#define GRAPH_OPTIONS(X)                                                                       \
	X(TEXT, kind, 0, "kind", "KIND", 0, 0,                                                     \
	  "cfg (control flow), cdg (control dependence), callgraph, pdg (control and data "        \
	  "dependence, by line), or changes (the change sequence graph of two versions)")          \
	X(TEXT, what, 0, "what", "KIND", 0, 0, "the same as --kind")                               \
	X(TEXT, function, 0, "function", "F", 0, 0,                                                \
	  "print only this function; in a callgraph, also its callers and callees")                \
	X(TEXT, format, 0, "format", "F", 0, 0,                                                    \
	  "format of --kind changes: text (default), json or dot (Graphviz)")                      \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                \
	  "compiler options for the C sources, as one word: --cflags '-DN=3 -Iinclude'")           \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "more compiler options, for OLD only") \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "more compiler options, for NEW only") \
	CACHE_OPTION(X)

typedef struct GraphOptions {
	GRAPH_OPTIONS(OPT_FIELD)
} GraphOptions;

#define OPT_STRUCT GraphOptions
static const OptSpec graph_specs[] = {GRAPH_OPTIONS(OPT_ROW)};

const OptCommand graph_command_spec = {
	.name = "graph",
	.args = "PROG | --kind changes OLD NEW",
	.summary = "Print a graph of a program as text for Graphviz, with source lines. In a pdg, bold "
			   "edges are\n"
			   "control dependence, plain edges are dependence through registers, dashed edges "
			   "through memory.\n"
			   "In a callgraph, dashed edges are calls through pointers, and dotted functions may "
			   "not return.",
	.example =
		"  drift graph --kind cdg --function main examples/wordcount.c | dot -Tsvg > cdg.svg\n"
		"  drift graph --kind changes examples/discount/old.c examples/discount/new.c",
	.specs = graph_specs,
	.n_specs = countof(graph_specs),
};

static bool find_kind(const char *what, GraphKind *kind, Err *err)
{
	static const char *const names[] = {"cfg", "cdg", "callgraph", "pdg"};
	for (size_t i = 0; i < countof(names); i++)
		if (what && !strcmp(what, names[i])) {
			*kind = (GraphKind)i;
			return true;
		}
	if (!what)
		return err_set(err, "which graph? give --kind cfg, cdg, callgraph, pdg or changes");
	return err_set(err, "--kind %s: no such graph; there are cfg, cdg, callgraph, pdg and changes",
				   what);
}

static bool find_function(const Program *p, const char *name, u32 *function, Err *err)
{
	*function = NO_OPERAND;
	if (!name)
		return true;
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		if (f->n_blocks && (!strcmp(f->name, name) || !strcmp(f->source_name, name))) {
			*function = i;
			return true;
		}
	}
	return err_set(err, "the program has no function '%s'", name);
}

/* ---- of two versions ---- */

typedef void (*ChangesWriter)(const SequenceGraph *g, FILE *to);

static bool find_writer(const char *format, ChangesWriter *writer, Err *err)
{
	*writer = !format || !strcmp(format, "text") ? sequence_print
			  : !strcmp(format, "json")          ? sequence_json
			  : !strcmp(format, "dot")           ? sequence_dot
												 : NULL;
	return *writer || err_set(err, "--format %s: must be text, json or dot", format);
}

static bool draw_changes(const Program *const program[N_SIDES], ChangesWriter write, Err *err)
{
	StaticOptions careless = {.calls_return = true, .copies_only = true};
	bool large = sequence_is_large(program[NEW]);
	StaticOptions plain = {.calls_return = true, .no_points_to = true};
	ChangeMap *map = change_map(program[OLD], program[NEW], NULL, err);
	if (!map)
		return false;
	SequenceOptions how = {.entry = NO_OPERAND, .outputs = true};
	for (Side s = OLD; s < N_SIDES && !large; s++)
		how.meet[s] = static_new(program[s], &careless);
	how.flow = large ? static_new(program[NEW], &plain) : how.meet[NEW];
	SequenceGraph *g = sequence_graph(map, program, &how);
	const char *const *notes;
	write(g, stdout);
	u32 n = sequence_notes(g, &notes);
	for (u32 i = 0; i < n; i++)
		fprintf(stderr, "drift: note: %s\n", notes[i]);
	sequence_graph_free(g);
	if (large)
		static_free(how.flow);
	for (Side s = OLD; s < N_SIDES && !large; s++)
		static_free(how.meet[s]);
	change_map_free(map);
	return !fflush(stdout) || err_set(err, "cannot write the graph");
}

static bool graph_changes(const GraphOptions *o, const StrList *operands, Err *err)
{
	Program *program[N_SIDES] = {0};
	ChangesWriter write;
	bool ok = (operands->len == 2 || err_set(err, "--kind changes: give two versions")) &&
			  (!o->function || err_set(err, "--function is for graphs of one program")) &&
			  find_writer(o->format, &write, err);
	Trees trees = {0};
	PairWords given = {.cflags = o->cflags, .own_cflags = {o->old_cflags, o->new_cflags}};
	for (Side s = OLD; ok && s < N_SIDES; s++)
		given.version[s] = operands->at[s];
	ok = ok && trees_choose(&given, NULL, &trees, err);
	for (Side s = OLD; ok && s < N_SIDES; s++) {
		char *whole = trees_flags(&trees, s, &given);
		char *flags = pair_flags(whole, operands->at[s], operands->at[NEW]);
		free(whole);
		LoadOptions load = {.cflags = flags, .undefined_ok = true, .cache = !o->no_cache};
		program[s] = program_load(operands->at[s], &load, err);
		ok = program[s] != NULL;
		free(flags);
	}
	ok = ok && trees_apart(&trees, (const Program *const *)program, err) &&
		 draw_changes((const Program *const *)program, write, err);
	for (Side s = OLD; s < N_SIDES; s++)
		program_free(program[s]);
	trees_free(&trees);
	return ok;
}

/* ---- of one program ---- */

/* Options that would do nothing are refused. */
static bool options_fit(const GraphOptions *o, Err *err)
{
	const char *two = "two versions: --kind changes OLD NEW; --cflags is for one program";
	const OptNeed needs[] = {{o->old_cflags, "--old-cflags", false, two},
							 {o->new_cflags, "--new-cflags", false, two},
							 {o->format, "--format", false, "--kind changes"}};
	return options_needed(needs, countof(needs), err);
}

static bool graph(const GraphOptions *o, const StrList *operands, Err *err)
{
	if (o->kind && o->what && strcmp(o->kind, o->what) != 0)
		return err_set(err, "--kind %s and --what %s exclude each other: both name the graph",
					   o->kind, o->what);
	const char *what = o->kind ? o->kind : o->what;
	if (what && !strcmp(what, "changes"))
		return graph_changes(o, operands, err);
	if (!options_fit(o, err))
		return false;
	GraphKind kind = GRAPH_CFG;
	u32 function;
	if (operands->len != 1)
		return err_set(err, "give one program; see 'drift graph --help'");
	if (!find_kind(what, &kind, err))
		return false;
	if (!cflags_fit(o->cflags, operands->at[0], err))
		return false;
	LoadOptions load = {.cflags = o->cflags, .undefined_ok = true, .cache = !o->no_cache};
	Program *p = program_load(operands->at[0], &load, err);
	if (!p)
		return false;
	bool ok = find_function(p, o->function, &function, err);
	if (ok) {
		Static *s = static_new(p, NULL);
		const char *const *notes;
		static_graph(s, kind, function, stdout);
		u32 n = static_notes(s, &notes);
		for (u32 i = 0; i < n; i++)
			fprintf(stderr, "drift: note: %s\n", notes[i]);
		static_free(s);
		if (fflush(stdout))
			ok = err_set(err, "cannot write the graph");
	}
	program_free(p);
	return ok;
}

int cmd_graph(int argc, char **argv)
{
	GraphOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	bool ok = opt_parse(&graph_command_spec, &o, argc, argv, &operands, NULL, &err) &&
			  graph(&o, &operands, &err);
	vec_free(&operands);
	return ok ? EXIT_SAME : complain(&err);
}
