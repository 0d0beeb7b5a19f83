/* sequence.c: --sequence: a function under test, called after calls that make and change its object.
 *
 * The first parameter of the function that points to a struct is the object. A factory is a function
 * of the same source that returns a pointer to such a struct and takes none. A step is a call of a
 * function of the same source that takes one. Without a factory, the object begins with zeros.
 * All become the text of a --call: an input chooses the factory and each step,
 *
 *     struct stack *object = 0;
 *     object = stack_new();
 *     int step1 = @int, number1_1 = @int;
 *     switch (step1) {
 *     case 1: stack_push(object, number1_1); break;
 *     case 2: stack_pop(object); break;
 *     }
 *     stack_top(object)
 *
 * so that one search covers all sequences. What is shown of an input has only the calls that were
 * made (CALL_IF in engine/input/inputs.h). */
#include "cli/call/call.h"

#include "engine/input/inputs.h"
#include "engine/load/probe.h"

enum { MOST_CALLS = 24 }; /* factories, and kinds of steps */

/* A function that can be called with an object and placeholders. */
typedef struct Method {
	const char *name;
	const CType *type; /* of the function */
	u32 object;        /* the parameter that is the object, from 1; 0: none */
} Method;

typedef VEC(Method) MethodList;

typedef struct Sequence {
	LibraryCall *c;
	const char *function;
	u32 bound;        /* bytes of texts */
	const CType *of;  /* struct of the object */
	Method test;      /* the function under test */
	MethodList makes; /* factories */
	MethodList steps;
	Buf text;  /* of --call */
	Buf shown; /* for people */
	u32 words; /* placeholders so far */
	Buf left;  /* functions with an object that have no placeholders for their arguments */
	Buf over;  /* functions beyond MOST_CALLS */
	Arena arena;
} Sequence;

/* ---- the functions of a source ---- */

/* Types of all functions of the module that defines the function. */
static bool read_types(const SequenceWish *w, int side, Arena *arena, ProbedFunctions *out,
					   Err *err)
{
	InputOptions how = {.cflags = w->cflags[side], .native = true, .unused = true};
	StrList wanted = {0};
	InputSet in = {0};
	bool found = false;
	vec_push(&wanted, w->function);
	bool good = input_load(w->prog[side], &how, &in, err) && probe_drop_programs(&in, &wanted, err);
	for (u32 i = 0; good && !found && i < in.modules.len; i++) {
		StrMap names = {0};
		found = probe_functions(&in.modules.at[i], &names, err) &&
				strmap_get(&names, w->function, NULL);
		strmap_free(&names);
		if (found)
			probe_types(&in.modules.at[i], out, arena);
	}
	if (good && !found)
		good = err_set(err, "%s: there is no function '%s'", w->prog[side], w->function);
	input_free(&in);
	vec_free(&wanted);
	return good;
}

static const CType *type_of(const ProbedFunctions *all, const char *name)
{
	u32 i;
	return strmap_get(&all->names, name, &i) ? all->types.at[i] : NULL;
}

static bool has_name(const CType *t, const CType *other)
{
	for (const char *at = other->names; at && at[1]; at = strchr(at + 1, '\n')) {
		char *one = xstrndup(at, strcspn(at + 1, "\n") + 2);
		bool same = t->names && strstr(t->names, one);
		free(one);
		if (same)
			return true;
	}
	return false;
}

static bool is_object(const CType *t, const CType *of)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->kind == CTYPE_STRUCT &&
		   has_name(t->to, of);
}

static bool is_text(const CType *t)
{
	return t->kind == CTYPE_POINTER && t->to && t->to->kind == CTYPE_INT && t->to->is_text;
}

static bool is_number(const CType *t)
{
	return (t->kind == CTYPE_INT || t->kind == CTYPE_FLOAT) && t->size <= 8;
}

/* The parameter that is the object; false: it takes something that no placeholder can be. */
static bool find_object(const CType *function, const CType *of, u32 *object)
{
	*object = 0;
	for (u32 i = 1; i < function->n_params; i++) {
		const CType *t = function->params[i];
		if (is_object(t, of) && !*object)
			*object = i;
		else if (!t || (!is_number(t) && !is_text(t)))
			return false;
	}
	return true;
}

static bool takes_object(const CType *function, const CType *of)
{
	for (u32 i = 1; i < function->n_params; i++)
		if (is_object(function->params[i], of))
			return true;
	return false;
}

/* The struct that the function under test works on. */
static bool find_struct(Sequence *s, const CType *function, Err *err)
{
	for (u32 i = 1; !s->of && i < function->n_params; i++) {
		const CType *t = function->params[i];
		if (t && t->kind == CTYPE_POINTER && t->to && t->to->kind == CTYPE_STRUCT && t->to->names)
			s->of = t->to;
	}
	if (!s->of)
		return err_set(err, "--sequence: %s has no parameter that points to a struct with a name",
					   s->function);
	s->test = (Method){.name = s->function, .type = function};
	return find_object(function, s->of, &s->test.object) ||
		   err_set(err,
				   "--sequence: %s takes something other than its object, numbers and texts; use "
				   "--call",
				   s->function);
}

static bool is_same_call(const CType *a, const CType *b)
{
	return a && b && a->n_params == b->n_params && call_alike(a, b);
}

/* Those that both versions have, in the order of NEW's source. */
static void find_methods(Sequence *s, const ProbedFunctions all[2])
{
	const char **names = arena_array(&s->arena, const char *, all[1].types.len + 1);
	size_t at = 0;
	const char *name;
	for (u32 i; strmap_next(&all[1].names, &at, &name, &i);)
		names[i] = name;
	for (u32 i = 0; i < all[1].types.len; i++) {
		Method m = {.name = names[i], .type = all[1].types.at[i]};
		if (!strcmp(m.name, "main") || !is_same_call(m.type, type_of(&all[0], m.name)))
			continue;
		if (!find_object(m.type, s->of, &m.object)) {
			if (takes_object(m.type, s->of))
				buf_addf(&s->left, "%s%s", s->left.len ? ", " : "", m.name);
			continue;
		}
		if (!m.object && !is_object(m.type->params[0], s->of))
			continue;
		MethodList *list = m.object ? &s->steps : &s->makes;
		if (list->len < MOST_CALLS)
			vec_push(list, m);
		else
			buf_addf(&s->over, "%s%s", s->over.len ? ", " : "", m.name);
	}
}

/* ---- text ---- */

/* The placeholders that one call needs, of those that its alternatives share. */
typedef struct Room {
	u32 numbers, texts;     /* most of them */
	u32 number_at, text_at; /* first placeholder of each kind */
	const char *prefix;     /* of their names */
	u32 step;
} Room;

static void need_room(const MethodList *list, Room *room)
{
	for (size_t i = 0; i < list->len; i++) {
		const Method *m = &list->at[i];
		u32 numbers = 0, texts = 0;
		for (u32 k = 1; k < m->type->n_params; k++) {
			numbers += k != m->object && !is_text(m->type->params[k]);
			texts += k != m->object && is_text(m->type->params[k]);
		}
		room->numbers = numbers > room->numbers ? numbers : room->numbers;
		room->texts = texts > room->texts ? texts : room->texts;
	}
}

/* Declares variables for placeholders, which the alternatives share. */
static void declare(Sequence *s, Room *room)
{
	room->number_at = s->words + 1;
	for (u32 i = 1; i <= room->numbers; i++)
		buf_addf(&s->text, "int drift_n%u_%u = @int; ", room->step, i);
	room->text_at = room->number_at + room->numbers;
	for (u32 i = 1; i <= room->texts; i++)
		buf_addf(&s->text, "const char *drift_t%u_%u = @str:%u; ", room->step, i, s->bound);
	s->words += room->numbers + room->texts;
}

/* A call, for the compiler and for people. */
static void put_call(Sequence *s, const Method *m, const Room *room)
{
	u32 numbers = 0, texts = 0;
	buf_addf(&s->text, "%s(", m->name);
	buf_addf(&s->shown, "%s(", m->name);
	for (u32 k = 1; k < m->type->n_params; k++) {
		const char *gap = k > 1 ? ", " : "";
		if (k == m->object) {
			buf_addf(&s->text, "%sdrift_object", gap);
			buf_addf(&s->shown, "%sobject", gap);
			continue;
		}
		bool text = is_text(m->type->params[k]);
		u32 i = text ? texts++ : numbers++;
		u32 word = (text ? room->text_at : room->number_at) + i;
		buf_addf(&s->text, text ? "%s(void *)drift_t%u_%u" : "%sdrift_n%u_%u", gap, room->step,
				 i + 1);
		buf_addf(&s->shown, "%s%c%c", gap, CALL_VALUE, (char)word);
	}
	buf_addc(&s->text, ')');
	buf_addc(&s->shown, ')');
}

/* Alternatives that an input chooses from. first: one of them is always taken. */
static void put_choice(Sequence *s, const MethodList *list, Room *room, bool first)
{
	const char *before = first ? "drift_object = " : "";
	const char *shown = first ? "object = " : "";
	need_room(list, room);
	bool one = first && list->len == 1;
	u32 chosen = one ? 0 : ++s->words;
	if (!one)
		buf_addf(&s->text, "int drift_step%u = @int; ", room->step);
	declare(s, room);
	if (!one)
		buf_addf(&s->text, "switch (drift_step%u) { ", room->step);
	for (u32 i = 0; i < list->len; i++) {
		u32 value = first ? i : i + 1;
		if (!one && !value)
			buf_adds(&s->text, "default: ");
		else if (!one)
			buf_addf(&s->text, "case %u: ", value);
		if (!one)
			buf_addf(&s->shown, "%c%c%c%c", CALL_IF, (char)chosen, (char)(value + 1),
					 (char)list->len);
		buf_adds(&s->text, before);
		buf_adds(&s->shown, shown);
		put_call(s, &list->at[i], room);
		buf_adds(&s->text, one ? "; " : "; break; ");
		buf_adds(&s->shown, "; ");
		if (!one)
			buf_addc(&s->shown, CALL_END);
	}
	if (!one)
		buf_adds(&s->text, "}; ");
}

static void put_object(Sequence *s)
{
	int n = (int)strcspn(s->of->names + 1, "\n");
	const char *name = s->of->names + 1;
	if (s->makes.len) {
		buf_addf(&s->text, "%.*s *drift_object = 0; ", n, name);
		buf_addf(&s->shown, "%.*s *", n, name);
		Room room = {.step = 0};
		put_choice(s, &s->makes, &room, true);
		buf_adds(&s->text, "if (!drift_object) return 0; ");
		return;
	}
	buf_addf(&s->text, "static %.*s drift_zeros; %.*s *drift_object = &drift_zeros; ", n, name, n,
			 name);
	buf_addf(&s->shown, "%.*s zeros = {0}, *object = &zeros; ", n, name);
}

/* The call under test; of one that returns nothing, the object is the value. */
static void put_test(Sequence *s, u32 step)
{
	MethodList one = {0};
	Room room = {.step = step};
	vec_push(&one, s->test);
	need_room(&one, &room);
	declare(s, &room);
	put_call(s, &s->test, &room);
	const CType *result = s->test.type->params[0];
	if (!result || result->kind == CTYPE_VOID) {
		buf_adds(&s->text, "; *drift_object");
		buf_adds(&s->shown, "; *object");
	}
	vec_free(&one);
}

/* ---- the whole ---- */

static bool make_text(Sequence *s, u32 steps, Err *err)
{
	if (!s->makes.len && !s->of->size)
		return err_set(err,
					   "--sequence: no function of the source of %s returns a new %.*s, and its "
					   "members are not known there",
					   s->function, (int)strcspn(s->of->names + 1, "\n"), s->of->names + 1);
	put_object(s);
	for (u32 i = 1; i <= steps; i++) {
		Room room = {.step = i};
		put_choice(s, &s->steps, &room, false);
	}
	put_test(s, steps + 1);
	return s->words <= CALL_MOST_WORDS ||
		   err_set(err, "--sequence %u: that needs %u inputs, and there are at most %d; use fewer",
				   steps, s->words, CALL_MOST_WORDS);
}

/* True if a parameter, other than the object, has values that its placeholder does not have. */
static bool takes_more(const Method *m, bool text)
{
	for (u32 k = 1; k < m->type->n_params; k++) {
		const CType *t = m->type->params[k];
		if (k != m->object && is_text(t) == text && (text || t->kind == CTYPE_FLOAT || t->size > 4))
			return true;
	}
	return false;
}

static bool any_takes_more(const Sequence *s, bool text)
{
	bool more = takes_more(&s->test, text);
	for (size_t i = 0; i < s->steps.len; i++)
		more |= takes_more(&s->steps.at[i], text);
	for (size_t i = 0; i < s->makes.len; i++)
		more |= takes_more(&s->makes.at[i], text);
	return more;
}

static void tell(Sequence *s, char *text)
{
	call_unseen(s->c, text);
	free(text);
}

/* What no sequence of the search has. */
static void tell_unseen(Sequence *s, u32 steps)
{
	tell(s,
		 xasprintf("sequences of more than %u calls before %s (--sequence)", steps, s->function));
	if (s->left.len)
		tell(s, xasprintf("sequences with %s, which take more than numbers and texts",
						  buf_str(&s->left)));
	if (s->over.len)
		tell(s, xasprintf("sequences with %s; drift takes the first %d of each kind",
						  buf_str(&s->over), MOST_CALLS));
	if (any_takes_more(s, false))
		call_unseen(s->c, "sequences with numbers that are no int");
	if (any_takes_more(s, true))
		tell(s, xasprintf("sequences with texts of more than %u bytes (--bound)", s->bound));
	if (!s->makes.len)
		call_unseen(s->c, "objects that do not begin with zeros");
}

static bool take_text(Sequence *s, u32 steps, Err *err)
{
	StrList texts = {0};
	LibraryCall *c = s->c;
	vec_push(&texts, buf_str(&s->text));
	bool good = call_parse(&texts, c, err);
	vec_free(&texts);
	buf_reset(&c->shown);
	buf_adds(&c->shown, buf_str(&s->shown));
	if (good)
		tell_unseen(s, steps);
	return good;
}

bool call_sequence(const SequenceWish *w, LibraryCall *out, Err *err)
{
	Sequence s = {.c = out, .function = w->function, .bound = w->bound};
	ProbedFunctions all[2] = {0};
	bool good = true;
	for (int side = 0; good && side < 2; side++)
		good = read_types(w, side, &s.arena, &all[side], err);
	const CType *old = good ? type_of(&all[0], w->function) : NULL;
	const CType *newer = good ? type_of(&all[1], w->function) : NULL;
	if (good && (!old || !newer))
		good = err_set(err, "--sequence: debug information does not describe %s; compile with -g",
					   w->function);
	if (good && !is_same_call(old, newer))
		good = err_set(err, "--sequence: %s is called differently in both versions", w->function);
	good = good && find_struct(&s, newer, err);
	if (good)
		find_methods(&s, all);
	good = good && make_text(&s, w->steps, err) && take_text(&s, w->steps, err);
	for (int side = 0; side < 2; side++) {
		strmap_free(&all[side].names);
		vec_free(&all[side].types);
	}
	vec_free(&s.makes);
	vec_free(&s.steps);
	buf_free(&s.text);
	buf_free(&s.shown);
	buf_free(&s.left);
	buf_free(&s.over);
	arena_free(&s.arena);
	return good;
}
