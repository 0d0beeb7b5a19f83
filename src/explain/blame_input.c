/* blame_input.c: the input to explain, as native programs are given it. */
#include "explain/impl.h"

static void add_word(StrList *to, const Buf *value, Arena *arena)
{
	vec_push(to, arena_strndup(arena, buf_str(value), value->len));
}

static bool put(const char *dir, const char *name, const Buf *bytes, Err *err)
{
	char *path = xasprintf("%s/%s", dir, name), *cut = xstrdup(path);
	*strrchr(cut, '/') = 0;
	bool good = dir_make(cut, err) && file_write(path, buf_str(bytes), bytes->len, err);
	free(path);
	free(cut);
	return good;
}

/* Arguments, environment, standard input and files of the input below a directory. */
static bool write_input(const Explanation *x, const char *dir, NativeInput *in, StrList *args,
						StrList *env, Arena *arena, Err *err)
{
	const Shape *s = &x->config.inputs->shapes.at[x->config.shape];
	char *files = xasprintf("%s/files", dir);
	bool good = dir_make(files, err);
	for (size_t i = 0; good && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		Buf value = {0}, name = {0};
		inputs_bytes(x->config.inputs, part, &x->start, &value);
		if (part->role == ROLE_STDIN) {
			in->input = true;
			good = put(dir, "stdin", &value, err);
		} else if (part->role == ROLE_FILE) {
			good = put(files, part->path, &value, err);
		} else if (part->role == ROLE_ENV) {
			add_word(env, &value, arena);
		} else if (part->kind == PART_FILE) {
			buf_adds(&name, part->path);
			add_word(args, &name, arena);
			good = put(files, part->path, &value, err);
		} else if (part->role == ROLE_ARG) {
			add_word(args, &value, arena);
		}
		buf_free(&value);
		buf_free(&name);
	}
	free(files);
	return good;
}

void explain_blame(Explanation *x, const ExplainSources *from, const char *scratch)
{
	StrList args = {0}, env = {0};
	Arena arena = {0};
	char *dir = xasprintf("%s/input", scratch), *lab = xasprintf("%s/lab", scratch);
	Err ignored;
	NativeInput in = {.args = &args,
					  .env = &env,
					  .test_dir = dir,
					  .files = true,
					  .hangs = x->of[NEW].behaviour.outcome == RAN_LIMIT,
					  .found = {machine_os(x->of[OLD].machine), machine_os(x->of[NEW].machine)}};
	BlameConfig c = {.version = {x->config.subject[OLD]->version, x->config.subject[NEW]->version},
					 .cflags = {x->config.subject[OLD]->cflags, x->config.subject[NEW]->cflags},
					 .name = "prog",
					 .scratch = lab,
					 .input = &in,
					 .builds = from->builds,
					 .unsafe = from->unsafe,
					 .from = from->trees,
					 .budget = from->budget};
	x->blamed = write_input(x, dir, &in, &args, &env, &arena, &x->blame_trouble) &&
				blame_find(&c, &x->blame, &x->blame_trouble);
	tree_remove(scratch, &ignored);
	vec_free(&args);
	vec_free(&env);
	arena_free(&arena);
	free(dir);
	free(lab);
}
