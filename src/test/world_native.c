/* world_native.c: native runs in the world of a difference.
 *
 * A program that is built from sources gets a shim (shim.c) that answers as the input says. Which
 * call of malloc is the n-th depends on the C library: glibc's has blocks of its own. So where the
 * n-th does not show a difference, another one may, and a program for which some failing call
 * makes the versions differ differs by a failing call.
 */
#include "input/world.h"
#include "test/tester.h"

enum { MOST_CALLS = 24 }; /* that are let fail, one in each run */

bool world_is_input(const Shape *s)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD)
			return true;
	return false;
}

static void add_setting(StrList *to, const Part *part, const Buf *value, Arena *arena)
{
	Buf text = {0};
	buf_addf(&text, "DRIFT_%s=", part->name);
	for (size_t i = 0; part->kind == PART_OBJECT && i < value->len; i++)
		buf_addf(&text, "%c%c", 'a' + ((u8)value->at[i] >> 4), 'a' + ((u8)value->at[i] & 15));
	if (part->kind != PART_OBJECT)
		buf_add(&text, buf_str(value), value->len);
	vec_push(to, arena_strndup(arena, buf_str(&text), text.len));
	buf_free(&text);
}

/* What the shim is told; which: the call that fails instead of the one that the input says, 0: that
 * one. True if some call is to fail. */
static bool settings(const Tester *t, const Shape *s, const Assignment *a, u32 which, StrList *to,
					 Arena *arena)
{
	Buf value = {0};
	bool fails = false;
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->role != ROLE_WORLD)
			continue;
		buf_reset(&value);
		inputs_bytes(t->search->config.inputs, part, a, &value);
		bool call = strchr(part->name, '.') && strcmp(buf_str(&value), "0");
		fails |= call;
		if (call && which) {
			buf_reset(&value);
			buf_addf(&value, "%u", which);
		}
		add_setting(to, part, &value, arena);
	}
	buf_free(&value);
	return fails;
}

Confirmation world_confirm(Tester *t, const Shape *s, const Assignment *a, NativeInput *in,
						   Err *err)
{
	Confirmation r = CONFIRM_NO;
	StrList world = {0};
	Arena arena = {0};
	bool fails = world_is_input(s);
	in->world = fails ? &world : NULL;
	for (u32 which = 0; r == CONFIRM_NO && (!which || fails) && which <= MOST_CALLS; which++) {
		world.len = 0;
		fails = settings(t, s, a, which, &world, &arena);
		r = confirm(t->confirmer, in, err);
	}
	in->world = NULL;
	vec_free(&world);
	arena_free(&arena);
	return r;
}

bool world_hides(const Tester *t, u32 shape, const Assignment *a, Err *err)
{
	const Shape *s = &t->search->config.inputs->shapes.at[shape];
	Buf text = {0};
	bool any = world_is_input(s);
	if (any) {
		if (!inputs_world_text(t->search->config.inputs, s, a, &text))
			buf_adds(&text, "what --vary and --faults name as it is in the machine");
		err_set(err, "no native run could be given %s so that it shows", buf_str(&text));
	}
	buf_free(&text);
	return any;
}
