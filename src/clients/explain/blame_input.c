/* blame_input.c: the input to explain, in the form for native programs. */
#include "engine/input/world.h"
#include "clients/explain/impl.h"

#include <unistd.h>

static bool put(const char *dir, const char *name, const Buf *bytes, Err *err)
{
	char *path = xasprintf("%s/%s", dir, name), *cut = xstrdup(path);
	*strrchr(cut, '/') = 0;
	bool good = dir_make(cut, err) && file_write(path, buf_str(bytes), bytes->len, err);
	free(path);
	free(cut);
	return good;
}

/* Standard input and files of the input below a directory. */
static bool write_input(const Explanation *x, const char *dir, NativeInput *in, Err *err)
{
	const Shape *s = &x->config.inputs->shapes.at[x->config.shape];
	char *files = xasprintf("%s/files", dir);
	bool good = dir_make(files, err);
	for (size_t i = 0; good && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		Buf value = {0};
		inputs_bytes(x->config.inputs, part, &x->start, &value);
		if (part->role == ROLE_STDIN) {
			in->input = true;
			good = put(dir, "stdin", &value, err);
		} else if (part->role == ROLE_FILE ||
				   ((part->kind == PART_FILE || part->kind == PART_OBJECT) && part->path)) {
			good = put(files, part->path, &value, err);
		}
		buf_free(&value);
	}
	free(files);
	return good;
}

/* Returns the plan by which native programs read the post-state. Versions between have the layout
 * of OLD or of NEW: they can only use it if both are the same. */
static const char *plan_of(const Explanation *x)
{
	const PostState *left = x->seen.now[OLD].left;
	return left && !strcmp(buf_str(&left->plan[OLD]), buf_str(&left->plan[NEW]))
			   ? buf_str(&left->plan[OLD])
			   : NULL;
}

/* Returns the part in which the difference is observed. */
static u32 seen_in(const Explanation *x)
{
	static const u32 in[] = {[DIFFER_ENDING] = OBSERVE_STATUS, [DIFFER_POST_STATE] = OBSERVE_STATUS,
							 [DIFFER_STDOUT] = OBSERVE_STDOUT, [DIFFER_STDERR] = OBSERVE_STDERR,
							 [DIFFER_FILES] = OBSERVE_FILES,   [DIFFER_UNSET] = 0};
	return in[x->differs];
}

static u32 processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (u32)n : 1;
}

/* True if the input has answers of the world: the versions that are built to find who is to blame do not get them. */
static bool needs_world(const Explanation *x, Err *err)
{
	const Inputs *inputs = x->config.inputs;
	Buf text = {0};
	bool needs = inputs_world_text(inputs, &inputs->shapes.at[x->config.shape], &x->start, &text);
	if (needs)
		err_set(err, "experiments cannot be given %s", buf_str(&text));
	buf_free(&text);
	return needs;
}

/* The latest runs are those of the input: what they left behind says where to look. */
void explain_blame(Explanation *x, const ExplainSources *from, const char *scratch)
{
	StrList args = {0}, env = {0};
	Arena arena = {0};
	char *dir = xasprintf("%s/input", scratch), *lab = xasprintf("%s/lab", scratch);
	Err ignored;
	const Inputs *inputs = x->config.inputs;
	NativeInput in = {.args = &args,
					  .env = &env,
					  .test_dir = dir,
					  .files = true,
					  .plan = {plan_of(x), plan_of(x)},
					  .errors = x->seen.now[OLD].outcome == RAN_ERROR ||
								x->seen.now[NEW].outcome == RAN_ERROR,
					  .hangs = x->seen.now[NEW].outcome == RAN_LIMIT,
					  .found = {machine_os(x->of[OLD].machine), machine_os(x->of[NEW].machine)}};
	BlameConfig c = {.version = {from->version[OLD], from->version[NEW]},
					 .cflags = {from->cflags[OLD], from->cflags[NEW]},
					 .given = from->given,
					 .name = x->config.subject[NEW]->name,
					 .scratch = lab,
					 .input = &in,
					 .observe = x->config.observe,
					 .first = seen_in(x),
					 .builds = from->builds,
					 .jobs = from->jobs ? from->jobs : processors(),
					 .unsafe = from->unsafe,
					 .from = from->trees,
					 .target = from->target,
					 .budget = from->budget};
	if (x->blamed)
		blame_free(&x->blame);
	x->blame_trouble = (Err){0};
	native_words(inputs, &inputs->shapes.at[x->config.shape], &x->start, &args, &env, &arena);
	x->blamed = !needs_world(x, &x->blame_trouble) && write_input(x, dir, &in, &x->blame_trouble) &&
				blame_find(&c, &x->blame, &x->blame_trouble);
	tree_remove(scratch, &ignored);
	vec_free(&args);
	vec_free(&env);
	arena_free(&arena);
	free(dir);
	free(lab);
}
