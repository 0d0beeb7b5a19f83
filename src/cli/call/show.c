/* show.c: C that prints a value by its type.
 *
 *   number       in decimal; floating point with all its digits
 *   char *       text in quotes, or null; inside of a struct with its length in front, so that no
 *                two values print alike
 *   struct       {.name = value, ...}; behind a pointer, too, each object once in a value and
 *                in each call of a function that records
 *   array        {value, ...}; of plain char as text
 *
 * The code uses offsets instead of names, so that it needs no declarations. Of void *, functions and
 * unions it prints only whether they are null.
 */
#include "cli/call/call.h"

enum { MOST_OBJECTS = 64, MOST_STRUCTS = 100, MOST_UNSEEN = 24, LONG_DOUBLE = 16, LARGEST = 16 };
enum {
	PEEK_TEXT = 64,
	PEEK_BYTES = 16
}; /* bytes behind a pointer that a missing function records */

typedef struct Shown {
	const CType *type;
	bool peeks; /* as in Shower */
} Shown;

typedef struct Shower {
	Buf *functions; /* one for each struct */
	LibraryCall *c;
	VEC(Shown) structs; /* that have a function, by number */
	u32 loops;          /* around the current location */
	bool follows;       /* some pointer to a struct is followed */
	bool inside;        /* of a struct or array: texts have their length in front */
	bool named;         /* true: names of parameters are printed for pointers into them */
	bool peeks;         /* true: memory may not be initialised, and texts may not end */
} Shower;

static const char behind_zero[] = "bytes after the end of a text (--call)";

/* See drift_follow and drift_text, in make.c. */
static void show(Shower *s, const CType *t, const char *at, const char *name, Buf *to);

void call_unseen(LibraryCall *c, const char *text)
{
	bool known = c->unseen.len > MOST_UNSEEN;
	for (size_t i = 0; !known && i < c->unseen.len; i++)
		known = !strcmp(c->unseen.at[i], text);
	if (known)
		return;
	if (c->unseen.len == MOST_UNSEEN)
		text = "more than that";
	vec_push(&c->unseen, arena_strdup(&c->arena, text));
}

static void miss(Shower *s, const char *name, const char *what)
{
	char *text = xasprintf("--call: %s of %s", what, name);
	call_unseen(s->c, text);
	free(text);
}

static void say(Buf *to, const char *text)
{
	buf_addf(to, "\tfputs(\"%s\", stdout);\n", text);
}

static void show_number(const CType *t, const char *at, Buf *to)
{
	static const char *const types[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long"};
	const char *type = t->size <= 8 ? types[t->size] : NULL;
	if (t->kind == CTYPE_FLOAT && t->size == LONG_DOUBLE)
		buf_addf(to, "\tprintf(\"%%.21Lg\", *(const long double *)(%s));\n", at);
	else if (t->kind == CTYPE_FLOAT && t->size == 8)
		buf_addf(to, "\tprintf(\"%%.17g\", *(const double *)(%s));\n", at);
	else if (t->kind == CTYPE_FLOAT)
		buf_addf(to, "\tprintf(\"%%.9g\", (double)*(const %s *)(%s));\n",
				 t->size == 2 ? "_Float16" : "float", at);
	else if (type && t->is_bool)
		buf_addf(to, "\tprintf(\"%%d\", *(const _Bool *)(%s));\n", at);
	else if (type && t->is_signed)
		buf_addf(to, "\tprintf(\"%%lld\", (long long)*(const signed %s *)(%s));\n", type, at);
	else if (type)
		buf_addf(to, "\tprintf(\"%%llu\", (unsigned long long)*(const unsigned %s *)(%s));\n", type,
				 at);
	else
		buf_addf(to,
				 "\tprintf(\"%%s%%016lx%%016lx\", %d && ((const long *)(%s))[1] < 0 ? \"-\" : "
				 "\"\", ((const unsigned long *)(%s))[1], ((const unsigned long *)(%s))[0]);\n",
				 t->is_signed, at, at, at);
}

static void show_bits(const CField *f, const char *at, Buf *to)
{
	if (f->type->is_signed)
		buf_addf(to, "\tprintf(\"%%lld\", (long long)(drift_bits(%s, %llu, %u) << %u) >> %u);\n",
				 at, (unsigned long long)f->bit, f->bits, 64 - f->bits, 64 - f->bits);
	else
		buf_addf(to, "\tprintf(\"%%llu\", drift_bits(%s, %llu, %u));\n", at,
				 (unsigned long long)f->bit, f->bits);
}

/* The function that prints a struct: made when it is first needed. */
static u32 struct_function(Shower *s, const CType *t, const char *name)
{
	for (u32 i = 0; i < s->structs.len; i++)
		if (s->structs.at[i].peeks == s->peeks &&
			(s->structs.at[i].type == t ||
			 (s->structs.at[i].type->fields == t->fields && t->fields)))
			return i;
	u32 number = (u32)s->structs.len;
	Buf body = {0};
	vec_push(&s->structs, ((Shown){t, s->peeks}));
	buf_addf(s->functions, "static void drift_show%u(const char *at, struct drift_seen *seen);\n",
			 number);
	for (u32 i = 0; i < t->n_fields; i++) {
		const CField *f = &t->fields[i];
		char *label = xasprintf("%s.%s = ", i ? ", " : "", f->name);
		char *where = xasprintf("at + %llu", (unsigned long long)f->bit / 8);
		char *inner = xasprintf("%s.%s", name, f->name);
		say(&body, label);
		if (f->bits)
			show_bits(f, "at", &body);
		else
			show(s, f->type, where, inner, &body);
		free(label);
		free(where);
		free(inner);
	}
	buf_addf(s->functions,
			 "static void drift_show%u(const char *at, struct drift_seen *seen)\n{\n"
			 "\t(void)at;\n\t(void)seen;\n\tfputs(\"{\", stdout);\n"
			 "%s\tfputs(\"}\", stdout);\n}\n",
			 number, buf_str(&body));
	buf_free(&body);
	return number;
}

/* The first element behind a pointer, or some bytes. */
static void peek_pointer(Shower *s, const CType *p, const char *at, const char *name, Buf *to)
{
	char *behind = xasprintf("*(const char *const *)(%s)", at), *inner = xasprintf("*(%s)", name);
	bool bytes = p->kind == CTYPE_INT && p->size == 1 && !p->is_bool;
	buf_addf(to, "\tif (!%s) {\n\tfputs(\"null\", stdout);\n\t} else {\n", behind);
	if (s->named)
		buf_addf(to, "\tdrift_stub_where(%s, \" \");\n", behind);
	say(to, "->");
	if (bytes)
		buf_addf(to, "\tdrift_peek_bytes((const unsigned char *)%s, %d);\n", behind, PEEK_BYTES);
	else
		show(s, p, behind, inner, to);
	buf_adds(to, "\t}\n");
	miss(s, name, bytes ? "all but the first 16 bytes" : "all but the first element");
	free(behind);
	free(inner);
}

static bool can_peek(const CType *p)
{
	return p && p->size &&
		   (p->kind == CTYPE_INT || p->kind == CTYPE_FLOAT || p->kind == CTYPE_POINTER);
}

static void show_pointer(Shower *s, const CType *t, const char *at, const char *name, Buf *to)
{
	const CType *p = t->to;
	if (s->peeks && p && p->kind == CTYPE_INT && p->is_text) {
		miss(s, name, "bytes after the first 64, or after the end of the text,");
		if (s->named)
			buf_addf(to, "\tdrift_stub_where(*(const char *const *)(%s), \" \");\n", at);
		buf_addf(to, "\tdrift_peek_text(*(const char *const *)(%s), %d);\n", at, PEEK_TEXT);
		return;
	}
	if (s->peeks && can_peek(p)) {
		peek_pointer(s, p, at, name, to);
		return;
	}
	if (p && p->kind == CTYPE_INT && p->is_text) {
		call_unseen(s->c, behind_zero);
		buf_addf(to, "\tdrift_text(*(const char *const *)(%s), %d);\n", at, s->inside);
		return;
	}
	if (p && p->kind == CTYPE_STRUCT && p->size && s->structs.len < MOST_STRUCTS) {
		s->inside = true;
		u32 number = struct_function(s, p, name);
		if (s->named)
			buf_addf(to, "\tdrift_stub_where(*(const char *const *)(%s), \" \");\n", at);
		buf_addf(to, "\tdrift_follow(*(const char *const *)(%s), drift_show%u, seen);\n", at,
				 number);
		s->follows = true;
		return;
	}
	if (s->named) {
		miss(s, name, "what is behind the pointer, and which it is if it leads into no parameter,");
		buf_addf(to, "\tif (!drift_stub_where(*(const char *const *)(%s), \"\"))\n\t", at);
	} else {
		miss(s, name, "which pointer it is and what is behind it,");
	}
	buf_addf(to, "\tfputs(*(const void *const *)(%s) ? \"pointer\" : \"null\", stdout);\n", at);
}

static void show_array(Shower *s, const CType *t, const char *at, const char *name, Buf *to)
{
	if (!t->count) { /* at the end of a struct; how many there are is not known */
		miss(s, name, "the elements");
		say(to, "?");
		return;
	}
	if (t->to && t->to->kind == CTYPE_INT && t->to->is_text) {
		call_unseen(s->c, behind_zero);
		buf_addf(to, s->peeks ? "\tdrift_peek_text(%s, %llu);\n" : "\tdrift_chars(%s, %llu);\n", at,
				 (unsigned long long)t->count);
		return;
	}
	if (!t->to || !t->to->size) {
		miss(s, name, "the elements");
		return;
	}
	char *index = xasprintf("i%u", s->loops++);
	char *element = xasprintf("%s + %s * %llu", at, index, (unsigned long long)t->to->size);
	char *inner = xasprintf("%s[]", name);
	s->inside = true;
	buf_addf(to,
			 "\tfputs(\"{\", stdout);\n\t{\n\tunsigned long %s;\n\tfor (%s = 0; %s < %llu; %s++) "
			 "{\n",
			 index, index, index, (unsigned long long)t->count, index);
	buf_addf(to, "\tfputs(%s ? \", \" : \"\", stdout);\n", index);
	show(s, t->to, element, inner, to);
	buf_adds(to, "\t}\n\t}\n\tfputs(\"}\", stdout);\n");
	s->loops--;
	free(index);
	free(element);
	free(inner);
}

/* A number or a pointer. */
static void show_scalar(Shower *s, const CType *t, const char *at, const char *name, Buf *to)
{
	if (s->peeks)
		buf_addf(to,
				 "\tif (drift_set(%s, %llu) < %llu) {\n\tfputs(\"unset\", stdout);\n\t} else {\n",
				 at, (unsigned long long)t->size, (unsigned long long)t->size);
	if (t->kind == CTYPE_POINTER)
		show_pointer(s, t, at, name, to);
	else
		show_number(t, at, to);
	if (s->peeks)
		buf_adds(to, "\t}\n");
}

static void show(Shower *s, const CType *t, const char *at, const char *name, Buf *to)
{
	switch (t->kind) {
	case CTYPE_INT:
	case CTYPE_FLOAT:
	case CTYPE_POINTER:
		if (t->size > LARGEST)
			break;
		show_scalar(s, t, at, name, to);
		return;
	case CTYPE_ARRAY: show_array(s, t, at, name, to); return;
	case CTYPE_STRUCT:
		if (t->size && s->structs.len < MOST_STRUCTS) {
			s->inside = true;
			buf_addf(to, "\tdrift_show%u(%s, seen);\n", struct_function(s, t, name), at);
			return;
		}
		break;
	default: break;
	}
	miss(s, name, t->kind == CTYPE_UNION ? "the union" : "the contents");
	say(to, "?");
}

/* ---- functions that print how they were called ---- */

const char *call_passed_as(const CType *t)
{
	static const char *const ints[2][9] = {
		{[1] = "unsigned char", [2] = "unsigned short", [4] = "unsigned", [8] = "unsigned long"},
		{[1] = "signed char", [2] = "short", [4] = "int", [8] = "long"}};
	if (t->kind == CTYPE_VOID)
		return "void";
	if (t->kind == CTYPE_POINTER)
		return "const char *";
	if (t->kind == CTYPE_FLOAT)
		return t->size == 4 ? "float" : t->size == 8 ? "double" : "long double";
	if (t->kind == CTYPE_INT && t->size <= 8)
		return t->is_bool ? "_Bool" : ints[t->is_signed][t->size];
	return NULL;
}

bool call_records(const CType *function)
{
	bool good = function->n_params && function->params[0] && call_passed_as(function->params[0]);
	for (u32 i = 1; good && i < function->n_params; i++) {
		const CType *t = function->params[i];
		good = t && t->kind != CTYPE_VOID && call_passed_as(t); /* void: any number may follow */
	}
	return good;
}

/* The beginning of its definition. A function that nobody defines has its name for the linker, so that it need
 * not agree with a declaration in the source. */
static void begin_stub(Shower *s, const CallStub *stub, u32 number, const char *params)
{
	const char *type = call_passed_as(stub->type->params[0]);
	bool only = s->c->stubs.len < 2 && !stub->missing;
	char *which = only         ? xstrdup("")
				  : stub->name ? xasprintf(" %s", stub->name)
							   : xasprintf(" %u", number);
	if (stub->missing)
		buf_addf(s->functions, "%s drift_stub%u(%s) __asm__(\"%s\");\n", type, number, params,
				 stub->name);
	buf_addf(s->functions,
			 "%s%s drift_stub%u(%s)\n{\n"
			 "\tstruct drift_seen drift_objects, *seen = &drift_objects;\n\tseen->n = 0;\n"
			 "\tfputs(\"called%s: \", stdout);\n",
			 stub->missing ? "" : "static ", type, number, params, which);
	free(which);
}

static bool show_stub(Shower *s, const CallStub *stub, u32 number)
{
	const CType *function = stub->type;
	Buf params = {0}, body = {0};
	bool good = true;
	s->inside = true;
	s->peeks = stub->missing;
	for (u32 i = 1; good && i < function->n_params; i++) {
		const CType *t = function->params[i];
		char *at = xasprintf("(const char *)&p%u", i);
		char *name = xasprintf("parameter %u of %s", i, stub->name ? stub->name : "@fn");
		good = call_records(function);
		if (good)
			buf_addf(&params, "%s%s p%u", i > 1 ? ", " : "", call_passed_as(t), i);
		if (good && i > 1)
			say(&body, ", ");
		if (good)
			show(s, t, at, name, &body);
		free(at);
		free(name);
	}
	const CType *result = function->n_params ? function->params[0] : NULL;
	good = good && result && call_passed_as(result);
	if (good) {
		if (stub->varies) /* how often it is called before it returns 0, and what it returns */
			buf_addf(s->functions,
					 "static int drift_stub_left%u;\nstatic %s drift_stub_returns%u;\n", number,
					 call_passed_as(result), number);
		begin_stub(s, stub, number, params.len ? params.at : "void");
		buf_addf(s->functions, "%s\tfputs(\"\\n\", stdout);\n", buf_str(&body));
		if (stub->missing)
			buf_adds(s->functions, "\tfflush(stdout);\n");
		if (stub->varies)
			buf_addf(
				s->functions,
				"\treturn drift_stub_left%u && drift_stub_left%u-- ? drift_stub_returns%u : 0;\n",
				number, number, number);
		else if (result->kind != CTYPE_VOID)
			buf_addf(s->functions, "\treturn (%s)%lld;\n", call_passed_as(result),
					 (long long)stub->returns);
		buf_adds(s->functions, "}\n");
	}
	buf_free(&params);
	buf_free(&body);
	return good;
}

bool call_show(const CType *type, LibraryCall *c, Buf *functions, Buf *statement, Err *err)
{
	Shower s = {.functions = functions, .c = c};
	bool good = true;
	s.named = c->wrap.function;
	for (u32 i = 0; good && i < c->stubs.len; i++)
		if (!show_stub(&s, &c->stubs.at[i], i + 1))
			good = err_set(err, "--call: @fn of %s: it has parameters that are not supported",
						   c->stubs.at[i].function);
	s.inside = s.named = s.peeks = false;
	if (good && type) {
		/* The mark tells it from what the library printed: "1" and 2 are not 12. */
		buf_adds(statement, "\tstruct drift_seen drift_objects, *seen = &drift_objects;\n"
							"\tseen->n = 0;\n\tfputs(\"=> \", stdout);\n");
		show(&s, type, "drift_value", "the value", statement);
		buf_adds(statement, "\tfputs(\"\\n\", stdout);\n");
	}
	if (s.follows) {
		call_unseen(c, "--call: what is behind the first element where a pointer leads to several");
		char *text = xasprintf("--call: objects of the value behind the first %d", MOST_OBJECTS);
		call_unseen(c, text);
		free(text);
	}
	vec_free(&s.structs);
	return good;
}
