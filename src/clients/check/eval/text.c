/* text.c: texts in contracts: strings of the program, inputs, outputs. */
#include "clients/check/eval/eval.h"

enum { MOST_TEXT = 512 }; /* most bytes of a text that are evaluated */

bool check_is_text(const CheckValue *x)
{
	return x->kind == CHECK_TEXT || x->kind == CHECK_INPUT || x->kind == CHECK_STREAM ||
		   x->kind == CHECK_SLICE;
}

static bool is_string(const CheckValue *x)
{
	return x->kind == CHECK_TEXT || x->kind == CHECK_INPUT ||
		   (x->kind == CHECK_POINTER &&
			(!x->type || x->type->size == 1 || x->type->kind == CTYPE_VOID));
}

/* ---- bytes ---- */

/* Bytes that can be asked for, with the zero at the end. */
static u64 room_of(Eval *v, const CheckValue *x)
{
	if (x->kind == CHECK_TEXT)
		return x->text->len + 1;
	return x->kind == CHECK_INPUT ? input_room(x->part) + 1ull : memory_room(v, x);
}

static Expr byte_of(Eval *v, const CheckValue *x, u64 k, Expr *ok)
{
	*ok = EXPR_TRUE;
	if (x->kind == CHECK_TEXT)
		return expr_const(v->p, 8, k < x->text->len ? (u8)x->text->text[k] : 0);
	if (x->kind == CHECK_INPUT)
		return input_byte(&v->numbers, x->part, k);
	return memory_byte(v, x, k, ok);
}

static Expr is_zero(Eval *v, Expr byte)
{
	return expr_eq(v->p, byte, expr_const(v->p, 8, 0));
}

/* ---- equality ---- */

static void literal_items(const Term *text, OutItems *to)
{
	for (size_t i = 0; i < text->len; i++)
		vec_push(to, ((OutItem){.kind = OUT_BYTE, .byte = (u8)text->text[i]}));
}

/* Returns the items of an output; false: it cannot be compared with them. */
static bool items_of(Eval *v, const CheckValue *x, OutItems *to)
{
	if (x->kind == CHECK_TEXT) {
		literal_items(x->text, to);
		return true;
	}
	const Behaviour *b = x->kind == CHECK_STREAM ? v->state[x->state].does : NULL;
	for (size_t i = 0; b && i < b->items[x->stream].len; i++)
		vec_push(to, b->items[x->stream].at[i]);
	return x->kind == CHECK_STREAM;
}

static CheckValue streams_equal(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b)
{
	OutItems x = {0}, y = {0};
	Expr same = EXPR_FALSE;
	if (!items_of(v, a, &x) || !items_of(v, b, &y))
		eval_fail(v, t, "what is printed is compared with a string or with \\prev(stdout)");
	else
		same = items_same_text(v->p, &x, &y);
	if (!same) {
		v->known = EXPR_FALSE;
		same = EXPR_FALSE;
	}
	vec_free(&x);
	vec_free(&y);
	return check_truth(v, same, EXPR_TRUE);
}

static CheckValue slice_equal(Eval *v, const Term *t, const CheckValue *slice, const CheckValue *b)
{
	Expr same = EXPR_TRUE;
	if (b->kind != CHECK_TEXT || b->text->len != slice->bytes.len)
		return eval_fail(v, t, "these bytes are compared with a string of the same length");
	for (size_t i = 0; i < slice->bytes.len; i++)
		same =
			expr_and(v->p, same,
					 expr_eq(v->p, slice->bytes.at[i], expr_const(v->p, 8, (u8)b->text->text[i])));
	return check_truth(v, same, slice->ok);
}

/* Two texts, as strcmp has it. */
static CheckValue strings_equal(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b)
{
	Expr same = EXPR_TRUE, ok = expr_and(v->p, a->ok, b->ok);
	u64 n = room_of(v, a), m = room_of(v, b);
	if (!is_string(a) || !is_string(b))
		return eval_fail(v, t, "only a text can be compared with a string");
	/* A file may hold zeros: its length decides. */
	if (a->kind == CHECK_INPUT && a->part->kind == PART_FILE && b->kind == CHECK_TEXT)
		same =
			expr_eq(v->p, input_length(&v->numbers, a->part).e, expr_const(v->p, 32, b->text->len));
	n = n > m ? n : m;
	for (u64 k = 0; k < n && k < MOST_TEXT && same != EXPR_FALSE; k++) {
		Expr okx, oky, x = byte_of(v, a, k, &okx), y = byte_of(v, b, k, &oky);
		Expr both = expr_and(v->p, okx, oky);
		ok = expr_and(v->p, ok, expr_or(v->p, expr_not(v->p, same), both));
		same = expr_and(v->p, same, expr_and(v->p, both, expr_eq(v->p, x, y)));
		if (b->kind == CHECK_TEXT && k >= b->text->len)
			break;
	}
	if (b->kind != CHECK_TEXT && a->kind != CHECK_TEXT)
		return eval_fail(v, t, "two texts are compared with strcmp");
	return check_truth(v, same, ok);
}

CheckValue text_equal(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b, bool equal)
{
	CheckValue x = *a, y = *b;
	if (x.kind == CHECK_TEXT && y.kind != CHECK_TEXT) {
		x = *b;
		y = *a;
	}
	if (x.kind == CHECK_NUMBER && x.part)
		x = (CheckValue){.kind = CHECK_INPUT, .part = x.part, .ok = EXPR_TRUE};
	CheckValue r = x.kind == CHECK_STREAM || y.kind == CHECK_STREAM ? streams_equal(v, t, &x, &y)
				   : x.kind == CHECK_SLICE                          ? slice_equal(v, t, &x, &y)
																	: strings_equal(v, t, &x, &y);
	if (v->failed || equal)
		return r;
	return check_truth(v, expr_not(v->p, check_holds(v, &r)), r.ok);
}

/* ---- pieces ---- */

CheckValue text_index(Eval *v, const Term *t, const CheckValue *a, const CheckValue *index)
{
	ExprPool *p = v->p;
	if (a->kind == CHECK_STREAM) {
		const Behaviour *b = v->state[a->state].does;
		u64 k = expr_is_const(p, index->e) ? (u64)expr_value(p, index->e) : UINT64_MAX;
		Expr e = expr_const(p, 8, 0);
		for (u64 i = 0; b && i <= k && i < b->items[a->stream].len; i++) {
			const OutItem *o = &b->items[a->stream].at[i];
			if (o->kind == OUT_NUMBER || k == UINT64_MAX) {
				v->known = EXPR_FALSE; /* how long the text of a number is depends on it */
				break;
			}
			if (i == k)
				e = o->kind == OUT_BYTE ? expr_const(p, 8, o->byte) : o->e;
		}
		return check_number(e, false, index->ok);
	}
	Expr e = expr_const(p, 8, 0), ok;
	AssumeValue i = {index->e, index->is_signed};
	Expr at = value_widen(&v->numbers, i, 64);
	u64 n = room_of(v, a);
	if (expr_is_const(p, at))
		return check_number(byte_of(v, a, (u64)expr_value(p, at), &ok), false, index->ok);
	for (u64 k = 0; k < n && k < MOST_TEXT; k++)
		e = expr_ite(p, expr_eq(p, at, expr_const(p, 64, k)), byte_of(v, a, k, &ok), e);
	if (n > MOST_TEXT)
		return eval_fail(v, t, "the text is too long for an index that varies");
	return check_number(e, false, index->ok);
}

/* Bytes of a text or of an object, whatever its elements are. */
CheckValue eval_slice(Eval *v, const Term *t, StateKind s)
{
	v->quiet++;
	CheckValue a = eval_value(v, t->kid[0], s);
	v->quiet--;
	CheckValue from = v->failed ? a : eval_number(v, t->kid[1], s);
	CheckValue to = v->failed ? a : eval_number(v, t->kid[2], s);
	if (v->failed)
		return a;
	if (!expr_is_const(v->p, from.e) || !expr_is_const(v->p, to.e))
		return eval_fail(v, t, "the positions of bytes must be constants");
	u64 first = (u64)expr_value(v->p, from.e), last = (u64)expr_value(v->p, to.e);
	if (last < first || last - first >= MOST_TEXT)
		return eval_fail(v, t, "bytes are written as [0..3]");
	if (a.kind != CHECK_POINTER && a.kind != CHECK_INPUT && a.kind != CHECK_TEXT)
		return eval_fail(v, t, "this has no bytes");
	CheckValue x = {.kind = CHECK_SLICE, .ok = a.ok};
	for (u64 k = first; k <= last; k++) {
		Expr ok, e = byte_of(v, &a, k, &ok);
		vec_push(&x.bytes, e);
		x.ok = expr_and(v->p, x.ok, ok);
	}
	vec_push(&v->slices, x.bytes);
	return x;
}

/* ---- functions ---- */

static CheckValue length(Eval *v, const Term *t, const CheckValue *a)
{
	ExprPool *p = v->p;
	if (a->kind == CHECK_INPUT)
		return check_number(input_length(&v->numbers, a->part).e, true, EXPR_TRUE);
	if (!is_string(a))
		return eval_fail(v, t, "a text is expected");
	u64 room = room_of(v, a);
	Expr e = expr_const(p, 64, 0), ok = EXPR_FALSE;
	if (room > MOST_TEXT)
		room = MOST_TEXT;
	for (u64 k = room; k-- > 0;) {
		Expr there, ends = is_zero(v, byte_of(v, a, k, &there));
		e = expr_ite(p, ends, expr_const(p, 64, k), e);
		ok = expr_and(p, there, expr_or(p, ends, ok));
	}
	return check_number(e, false, expr_and(p, ok, a->ok));
}

/* strcmp, strncmp and memcmp: -1, 0 or 1. n: bytes that are compared at most; zero: they end with
 * one. */
static CheckValue order(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b, u64 n,
						bool zero)
{
	ExprPool *p = v->p;
	if (!zero && a->kind == CHECK_POINTER && b->kind == CHECK_POINTER)
		;
	else if (!is_string(a) || !is_string(b))
		return eval_fail(v, t, "two texts are expected");
	u64 x = room_of(v, a), y = room_of(v, b), room = x < y ? x : y;
	room = room < MOST_TEXT ? room : MOST_TEXT;
	bool whole = n <= room;
	room = whole ? n : room;
	Expr e = expr_const(p, 32, 0), ok = expr_bool(whole);
	for (u64 k = room; k-- > 0;) {
		Expr okc, okd, c = byte_of(v, a, k, &okc), d = byte_of(v, b, k, &okd);
		Expr same = expr_eq(p, c, d), ends = zero ? is_zero(v, c) : EXPR_FALSE;
		Expr sign =
			expr_ite(p, expr_ult(p, c, d), expr_const(p, 32, UINT32_MAX), expr_const(p, 32, 1));
		e = expr_ite(p, same, expr_ite(p, ends, expr_const(p, 32, 0), e), sign);
		Expr more = expr_and(p, same, expr_not(p, ends));
		ok = expr_and(p, expr_and(p, okc, okd), expr_or(p, expr_not(p, more), ok));
	}
	return check_number(e, true, expr_and(p, ok, expr_and(p, a->ok, b->ok)));
}

/* little(a[0..3]): the number that bytes are. */
static CheckValue number_of(Eval *v, const Term *t, const CheckValue *x, bool big)
{
	Expr e = 0;
	size_t n = x->bytes.len;
	if (x->kind != CHECK_SLICE || n > 8)
		return eval_fail(v, t, "at most 8 bytes are expected: a[0..3]");
	for (size_t k = 0; k < n; k++) {
		Expr byte = x->bytes.at[big ? n - 1 - k : k];
		e = e ? expr_concat(v->p, byte, e) : byte;
	}
	return check_number(e, n == 2 || n == 4 || n == 8, x->ok);
}

static CheckValue letter(Eval *v, const CheckValue *x, bool lower)
{
	ExprPool *p = v->p;
	AssumeValue n = {x->e, x->is_signed};
	Expr e = value_widen(&v->numbers, n, 32), first = expr_const(p, 32, lower ? 'A' : 'a');
	Expr is = expr_ult(p, expr_sub(p, e, first), expr_const(p, 32, 26));
	Expr other =
		lower ? expr_add(p, e, expr_const(p, 32, 32)) : expr_sub(p, e, expr_const(p, 32, 32));
	return check_number(expr_ite(p, is, other, e), true, x->ok);
}

/* What a function does with its arguments. */
static CheckValue call(Eval *v, const Term *t, const char *name, const CheckValue a[3], u64 n)
{
	if (!strcmp(name, "strlen"))
		return length(v, t, &a[0]);
	if (!strcmp(name, "strcmp"))
		return order(v, t, &a[0], &a[1], UINT64_MAX, true);
	if (!strcmp(name, "strncmp") || !strcmp(name, "memcmp"))
		return order(v, t, &a[0], &a[1], n, *name == 's');
	if (!strcmp(name, "little") || !strcmp(name, "big"))
		return number_of(v, t, &a[0], *name == 'b');
	return letter(v, &a[0], name[2] == 'l');
}

static const struct {
	const char *name;
	u32 n;
} known[] = {{"strlen", 1}, {"strcmp", 2}, {"strncmp", 3}, {"memcmp", 3},
			 {"little", 1}, {"big", 1},    {"tolower", 1}, {"toupper", 1}};

bool eval_is_builtin(const char *name)
{
	for (size_t i = 0; i < countof(known); i++)
		if (!strcmp(known[i].name, name))
			return true;
	return false;
}

CheckValue eval_call(Eval *v, const Term *t, StateKind s)
{
	CheckValue a[3] = {0};
	u64 limit = UINT64_MAX;
	for (size_t i = 0; i < countof(known); i++) {
		if (strcmp(known[i].name, t->text))
			continue;
		u32 n = 0;
		for (const Term *arg = t->list; arg && n < 4 && !v->failed; arg = arg->next, n++)
			if (n < 3)
				a[n] = i >= 6 || n == 2 ? eval_number(v, arg, s) : eval_value(v, arg, s);
		if (v->failed)
			return a[0];
		if (n != known[i].n)
			return eval_fail(v, t, "%s has %u argument%s", t->text, known[i].n,
							 known[i].n == 1 ? "" : "s");
		if (n == 3 && !expr_is_const(v->p, a[2].e))
			return eval_fail(v, t, "how many bytes are compared must be a constant");
		if (n == 3)
			limit = (u64)expr_value(v->p, a[2].e);
		return call(v, t, t->text, a, limit);
	}
	return eval_program_call(v, t, s);
}
