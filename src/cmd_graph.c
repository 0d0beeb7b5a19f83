/* cmd_graph.c: drift graph: what drift sees of a program, as Graphviz text. */
#include "cmd.h"

#include "static/static.h"

#define GRAPH_OPTIONS(X)                                                                     \
	X(TEXT, what, 0, "what", "KIND", 0, 0,                                                   \
	  "cfg: control flow; cdg: control dependence; callgraph; pdg: all dependence, by line") \
	X(TEXT, function, 0, "function", "F", 0, 0,                                              \
	  "only this function (callgraph: and its neighbours)")                                  \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0, "compiler options for sources, quoted as one word")

typedef struct GraphOptions {
	GRAPH_OPTIONS(OPT_FIELD)
} GraphOptions;

#define OPT_STRUCT GraphOptions
static const OptSpec graph_specs[] = {GRAPH_OPTIONS(OPT_ROW)};

const OptCommand graph_command_spec = {
	.name = "graph",
	.args = "PROG",
	.summary = "Print what drift sees of a program as text for Graphviz, with its source lines.\n"
			   "In a pdg, bold edges are control, plain ones registers, dashed ones memory. In a\n"
			   "callgraph, dashed edges go through pointers, dotted functions may not return.",
	.example =
		"  drift graph --what cdg --function main examples/wordcount.c | dot -Tsvg > cdg.svg",
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
		return err_set(err, "which graph? give --what cfg, cdg, callgraph or pdg");
	return err_set(err, "--what %s: no such graph; there are cfg, cdg, callgraph and pdg", what);
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

static bool graph(const GraphOptions *o, const StrList *operands, Err *err)
{
	GraphKind kind = GRAPH_CFG;
	u32 function;
	if (operands->len != 1)
		return err_set(err, "give one program; see 'drift graph --help'");
	if (!find_kind(o->what, &kind, err))
		return false;
	LoadOptions load = {.cflags = o->cflags, .undefined_ok = true};
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
