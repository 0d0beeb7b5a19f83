/* words.c: an input as the command line and the environment of a native program. */
#include "evidence/native/testdir.h"

static void add_word(StrList *to, Buf *value, Arena *arena)
{
	vec_push(to, arena_strndup(arena, buf_str(value), value->len));
	buf_reset(value);
}

void native_words(const Inputs *in, const Shape *s, const Assignment *a, StrList *args,
				  StrList *env, Arena *arena)
{
	Buf value = {0};
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->role == ROLE_ENV) {
			buf_addf(&value, "%s=", part->path);
			inputs_bytes(in, part, a, &value);
			add_word(env, &value, arena);
		} else if (part->role != ROLE_STDIN && part->role != ROLE_FILE &&
				   part->role != ROLE_WORLD && part->kind != PART_STRUCT &&
				   (part->kind != PART_FIXED || part->role != ROLE_PARAM)) {
			if (part->kind == PART_FILE || part->kind == PART_OBJECT)
				buf_adds(&value, part->path);
			else
				inputs_bytes(in, part, a, &value);
			add_word(args, &value, arena);
		}
	}
	buf_free(&value);
}
