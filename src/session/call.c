/* call.c: programs that --call stands for. */
#include "session/session.h"

bool session_called(const Session *s)
{
	return s->call.files.len || s->call.text.len;
}

bool session_call_words(Session *s, Err *err)
{
	if (s->call.words.len && s->words.len)
		return err_set(err, "with --call, placeholders stand in the call: nothing follows --");
	for (size_t i = 0; i < s->call.words.len; i++)
		vec_push(&s->words, s->call.words.at[i]);
	s->inputs.call = s->call.words.len ? buf_str(&s->call.shown) : NULL;
	return true;
}

bool session_call(Session *s, const char *dir, const char *name, const char *cflags,
				  const char **prog, Err *err)
{
	if (!session_called(s))
		return true;
	if (!dir && !s->scratch && !(s->scratch = temp_dir(err)))
		return false;
	char *to = xasprintf("%s/%s%s", dir ? dir : s->scratch, dir ? "call/" : "", name), *path;
	bool good = call_make(&s->call, *prog, cflags, to, &path, err);
	if (good && s->o.keep)
		fprintf(stderr, "drift: --call: %s/call.c\n", to);
	free(s->name);
	s->name = xstrdup("call");
	if (good)
		*prog = arena_strdup(&s->call.arena, path);
	free(path);
	free(to);
	return good;
}

bool session_fuzz(Session *s, Err *err)
{
	char *text = xasprintf(HARNESS_NAME "(@buf:%u)", session_bounds(s).bytes);
	StrList texts = {0};
	vec_push(&texts, text);
	bool good = call_parse(&texts, &s->call, err);
	vec_free(&texts);
	free(text);
	return good;
}

void session_call_end(Session *s)
{
	Err ignored;
	if (s->scratch && !s->o.keep)
		tree_remove(s->scratch, &ignored);
	free(s->scratch);
	call_free(&s->call);
}
