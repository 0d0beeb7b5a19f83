/* origin.c: where a result comes from.
 *
 * These are facts of the process, as the working directory is: the writer asks the system for them, and no module
 * has to hand them on. Some come by environment variables. The engine takes these away at its start, because a subject
 * of `drift run` gets the engine's environment.
 */
#include "output/result/json/json.h"
#include "output/result/result.h"

enum {
	FACT_COMMIT,
	FACT_OLD,
	FACT_NEW,
	FACT_OLD_FILES,
	FACT_NEW_FILES,
	N_FACTS,
};

static const char *const fact_names[N_FACTS] = {
	"DRIFT_COMMIT",       /* of this build, from front.c */
	"DRIFT_OLD_REVISION", /* from git drift */
	"DRIFT_NEW_REVISION",
	"DRIFT_OLD_FILES", /* from git drift: the tree, and the directory where it is checked out */
	"DRIFT_NEW_FILES",
};

/* Values that result_take_origin took out of the environment. Written once, before any thread exists. */
static char *facts[N_FACTS];

void result_take_origin(void)
{
	for (int i = 0; i < N_FACTS; i++) {
		const char *value = getenv(fact_names[i]);
		if (value && !facts[i])
			facts[i] = xstrdup(value);
		unsetenv(fact_names[i]);
	}
}

static const char *fact(int which)
{
	return facts[which] ? facts[which] : getenv(fact_names[which]);
}

static void add_drift(cJSON *root)
{
	const char *commit = fact(FACT_COMMIT);
	cJSON *drift = cJSON_AddObjectToObject(root, "drift");
	cJSON_AddStringToObject(drift, "version", DRIFT_VERSION);
	if (commit && *commit)
		cJSON_AddStringToObject(drift, "commit", commit);
}

static void add_command_line(cJSON *root)
{
	Buf words = {0};
	Err ignored;
	cJSON *list = cJSON_AddArrayToObject(root, "command_line");
	if (!file_read("/proc/self/cmdline", &words, &ignored))
		return;
	for (size_t at = 0, n; at < words.len; at += n + 1) {
		Buf text = {0};
		n = strlen(words.at + at);
		json_bytes((ResultBytes){words.at + at, n}, &text);
		cJSON_AddItemToArray(list, cJSON_CreateString(buf_str(&text)));
		buf_free(&text);
	}
	buf_free(&words);
}

/* "TREE DIRECTORY", as git drift says it. */
static void add_files(cJSON *to, const char *text)
{
	size_t n = text ? strcspn(text, " ") : 0;
	if (!n || !text[n])
		return;
	char *tree = xstrndup(text, n);
	cJSON_AddStringToObject(to, "tree", tree);
	cJSON_AddStringToObject(to, "directory", text + n + 1);
	free(tree);
}

/* "COMMIT NAME", likewise. */
static void add_revision(cJSON *to, const char *role, const char *text, const char *files)
{
	size_t n = strcspn(text, " ");
	char *commit = xstrndup(text, n);
	cJSON *one = cJSON_AddObjectToObject(to, role);
	cJSON_AddStringToObject(one, "commit", commit);
	cJSON_AddStringToObject(one, "name", text[n] ? text + n + 1 : commit);
	add_files(one, files);
	free(commit);
}

static void add_revisions(cJSON *root)
{
	const char *old = fact(FACT_OLD), *new = fact(FACT_NEW);
	if (!old || !new || !*old || !*new)
		return;
	cJSON *to = cJSON_AddObjectToObject(root, "revisions");
	add_revision(to, "old", old, fact(FACT_OLD_FILES));
	add_revision(to, "new", new, fact(FACT_NEW_FILES));
}

void json_origin(cJSON *root)
{
	add_drift(root);
	add_command_line(root);
	add_revisions(root);
}
