/* first.c: with --entry: globals that the function uses and that other calls may have set.
 *
 * The function is called once, on the initial values of all globals. In a program, other calls may
 * have changed them, and versions that do the same initially may differ later. So we name the
 * globals that executed code reads or sets: each global whose address occurs in such code, unless
 * the version has no code that could write it and no other source can know its name. Setting counts
 * as well: a `reset` that stores 0 to a global that is 0 initially has no visible effect in a
 * single call. */
#include "versions/behaviour/walk.h"

enum { MOST_NAMES = 4 };

/* Functions that are there for errno, or tell of it. */
static const char *const of_errno[] = {
	"__errno_location", "perror", "err", "verr", "warn", "vwarn", "error", "error_at_line"};
static const char *const of_input[] = {"getchar",        "getchar_unlocked", "gets",   "scanf",
									   "vscanf",         "getwchar",         "wscanf", "vwscanf",
									   "__isoc99_scanf", "__isoc99_vscanf"};

/* What these answer, earlier calls have decided. */
static const char *const of_library[] = {
	"rand",   "random",    "drand48",    "lrand48",     "mrand48", "strtok",
	"ferror", "feof",      "ftell",      "ftello",      "fwide",   "getopt",
	"mblen",  "setlocale", "localeconv", "getopt_long", "hsearch"};

typedef struct First {
	const PostStates *u;
	int side;
	GlobalUses uses;                /* of executed code */
	bool looks_errno;               /* it has errno, too */
	bool takes_input;               /* and may read standard input */
	bool asks[countof(of_library)]; /* which of these it calls */
} First;

/* True if an instruction calls one of the C library's functions. */
static bool calls_one(const Program *p, const Function *f, const Ins *in, const char *const *names,
					  size_t n)
{
	u32 callee = in->op == I_CALL ? f->calls[in->extra].callee : NO_OPERAND;
	for (size_t i = 0; callee != NO_OPERAND && i < n; i++)
		if (!strcmp(p->functions.at[callee].name, names[i]) &&
			p->functions.at[callee].kind != FN_SUBJECT)
			return true;
	return false;
}

static bool is_number(const Program *p, Operand o, u64 value)
{
	return o != NO_OPERAND && operand_is_const(o) && p->consts.at[o & ~OPERAND_CONST].lo == value;
}

/* Standard input by its stream or its number. */
static bool is_for_input(const Program *p, const Function *f, const Ins *in)
{
	static const char *const read[] = {"read"};
	u32 id;
	const Call *c = in->op == I_CALL ? &f->calls[in->extra] : NULL;
	bool stream = strmap_get(&p->global_by_name, "stdin", &id) && !p->globals.at[id].subject &&
				  in->op == I_LOAD && is_number(p, in->a, p->globals.at[id].address);
	return stream || calls_one(p, f, in, of_input, countof(of_input)) ||
		   (calls_one(p, f, in, read, 1) && c->n_args && is_number(p, c->args[0].value, 0));
}

static void look_at_code(First *x)
{
	const Program *p = x->u->c.subject[x->side]->program;
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 b = 0; f->kind == FN_SUBJECT && b < f->n_blocks; b++) {
			bool ran = machine_ran(x->u->machine[x->side], i, b);
			for (u32 k = f->blocks[b].first; k < f->blocks[b].end; k++) {
				global_uses_add(&x->uses, f, &f->ins[k], ran);
				x->looks_errno |= ran && calls_one(p, f, &f->ins[k], of_errno, countof(of_errno));
				x->takes_input |= ran && is_for_input(p, f, &f->ins[k]);
				for (size_t n = 0; ran && n < countof(of_library); n++)
					x->asks[n] |= calls_one(p, f, &f->ins[k], &of_library[n], 1);
			}
		}
	}
}

static bool is_known_elsewhere(const Program *p, const Global *g)
{
	u32 id;
	return strmap_get(&p->global_by_name, g->name, &id);
}

/* Of a function that records (src/cli/call): set before each call. */
static bool is_recorder(const Global *g)
{
	return !strncmp(g->name, "drift_stub_", 11);
}

/* It is an input; what of it is none is a limit of the inputs. */
static bool varies(const First *x, u32 global)
{
	const Shape *s = &x->u->c.inputs->shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_GLOBAL && !s->parts.at[i].zero &&
			s->parts.at[i].global[x->side] == global)
			return true;
	return false;
}

/* Globals are zero where they would be as at the start. */
static bool begins_with_zeros(const PostStates *u)
{
	const Shape *s = &u->c.inputs->shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_GLOBAL && s->parts.at[i].zero)
			return true;
	return false;
}

static void add_name(const char *name, StrMap *names, Buf *to, u32 *n)
{
	if (strmap_get(names, name, NULL))
		return;
	strmap_put(names, name, 1);
	if (++*n <= MOST_NAMES)
		buf_addf(to, "%s%s", *n > 1 ? ", " : "", name);
}

static void add_names(First *x, StrMap *names, Buf *to, u32 *n)
{
	const Program *p = x->u->c.subject[x->side]->program;
	if (x->looks_errno)
		add_name("errno", names, to, n);
	for (u32 i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (!g->constant && x->uses.read[i] && (x->uses.written[i] || is_known_elsewhere(p, g)) &&
			!varies(x, i) && !is_recorder(g))
			add_name(g->name, names, to, n);
	}
}

bool first_values(const PostStates *u, Buf *to, Buf *library, bool *input)
{
	StrMap names = {0}, asked = {0};
	u32 n = 0;
	buf_addf(to, "calls with values of globals other than %s: ",
			 begins_with_zeros(u) ? "zero" : "at the start");
	for (int side = OLD; side <= NEW; side++) {
		size_t len = u->c.subject[side]->program->globals.len + 1;
		First x = {.u = u,
				   .side = side,
				   .uses = {.p = u->c.subject[side]->program,
							.read = xcalloc(len, 1),
							.written = xcalloc(len, 1)}};
		look_at_code(&x);
		*input |= x.takes_input;
		for (size_t k = 0; k < countof(of_library); k++)
			if (x.asks[k] && !strmap_get(&asked, of_library[k], NULL)) {
				strmap_put(&asked, of_library[k], 1);
				buf_addf(library, "%s%s", library->len ? ", " : "", of_library[k]);
			}
		add_names(&x, &names, to, &n);
		free(x.uses.read);
		free(x.uses.written);
	}
	if (n > MOST_NAMES)
		buf_addf(to, " and %u more", n - MOST_NAMES);
	strmap_free(&names);
	strmap_free(&asked);
	return n;
}
