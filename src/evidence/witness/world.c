/* world.c: native runs in the world of a witness.
 *
 * The sandbox makes standard input of the kind that the input says. For the other answers, a program
 * that is built from sources gets a shim (evidence/native/shim.c). Which call of malloc is the n-th depends on the C library: glibc allocates blocks of
 * its own. So if the n-th call shows nothing, other calls are tried. If some failing call makes the
 * versions differ, the versions differ by a failing call. */
#include "engine/input/world.h"
#include "evidence/witness/impl.h"

enum { MOST_CALLS = 24 }; /* that fail, one in each run */

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

/* Variables for the shim. which: the call that fails instead of the one that the input says; 0: that
 * one. Returns true if some call is to fail. */
static bool settings(const Evidence *ev, const Shape *s, const Assignment *a, u32 which,
					 StrList *to, Arena *arena)
{
	Buf value = {0};
	bool fails = false;
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->role != ROLE_WORLD || !strcmp(part->name, world_word(WORLD_STDIN)))
			continue;
		buf_reset(&value);
		inputs_bytes(ev->config.inputs, part, a, &value);
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

static Confirmation judge_once(Evidence *ev, NativeInput *in, const WitnessJudge *judge, Err *err)
{
	return judge ? judge->judge(judge->ctx, ev->confirmer, in, err)
				 : confirm(ev->confirmer, in, err);
}

Confirmation world_try(Evidence *ev, const Shape *s, const Assignment *a, NativeInput *in,
					   const WitnessJudge *judge, Err *err)
{
	Confirmation r = CONFIRM_NO;
	StrList world = {0};
	Arena arena = {0};
	bool fails = shape_needs_shim(s);
	in->kind = (SandboxInput)inputs_stdin_kind(ev->config.inputs, s, a);
	in->world = fails ? &world : NULL;
	for (u32 which = 0;
		 (r == CONFIRM_NO || r == CONFIRM_OTHER) && (!which || fails) && which <= MOST_CALLS;
		 which++) {
		world.len = 0;
		fails = settings(ev, s, a, which, &world, &arena);
		r = judge_once(ev, in, judge, err);
	}
	in->world = NULL;
	vec_free(&world);
	arena_free(&arena);
	return r;
}

bool world_hides(const Evidence *ev, const Shape *s, const Assignment *a, Err *err)
{
	Buf text = {0};
	bool any = shape_needs_shim(s);
	if (any) {
		if (!inputs_world_text(ev->config.inputs, s, a, &text))
			buf_adds(&text, "the values of --vary and --faults");
		err_set(err, "no native run could be given %s", buf_str(&text));
	}
	buf_free(&text);
	return any;
}
