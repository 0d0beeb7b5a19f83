/* file.c: the only file that writes result.json. */
#include "output/result/file.h"

#include <cjson/cJSON.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
	const char *name, *words;
} ends[] = {
#define RESULT_END_ROW(id, name, words) {name, words},
	RESULT_ENDS(RESULT_END_ROW)
#undef RESULT_END_ROW
};

const char *result_end_name(ResultEnd e)
{
	return ends[e].name;
}

const char *result_end_words(ResultEnd e)
{
	return ends[e].words;
}

static char *path_of(const char *dir)
{
	return xasprintf("%s/result.json", dir);
}

bool result_file_write(const char *dir, const char *text, Err *err)
{
	char *path = path_of(dir);
	bool good = dir_make(dir, err) && file_write(path, text, strlen(text), err);
	free(path);
	return good;
}

ResultStamp result_stamp(const char *dir)
{
	struct stat st;
	ResultStamp stamp = {0};
	char *path = path_of(dir);
	if (!stat(path, &st)) {
		stamp.inode = (u64)st.st_ino;
		stamp.changed = (u64)st.st_mtim.tv_sec * 1000000000 + (u64)st.st_mtim.tv_nsec;
	}
	free(path);
	return stamp;
}

/* What the search wrote, or NULL. */
static cJSON *written_result(const ResultLeft *left)
{
	ResultStamp now = result_stamp(left->dir);
	bool ours = now.inode && (now.inode != left->older.inode || now.changed != left->older.changed);
	Buf text = {0};
	Err ignored;
	char *path = path_of(left->dir);
	cJSON *root = ours && file_read(path, &text, &ignored) ? cJSON_Parse(buf_str(&text)) : NULL;
	buf_free(&text);
	free(path);
	return root;
}

static const char *text_at(const cJSON *root, const char *key)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, key));
	return text ? text : "";
}

static bool write_end(const ResultLeft *left, cJSON *root, ResultEnd end, Err *err)
{
	cJSON_ReplaceItemInObjectCaseSensitive(root, "ended", cJSON_CreateString(ends[end].name));
	char *text = cJSON_Print(root);
	bool good = result_file_write(left->dir, text, err);
	free(text);
	return good;
}

/* A file that the engine has begun to write. */
static void remove_begun(const ResultLeft *left)
{
	char *path = path_of(left->dir), *begun = file_new_name(path, left->pid);
	unlink(begun);
	free(begun);
	free(path);
}

bool result_file_end(const ResultLeft *left, ResultEnd end, Verdict *verdict, Err *err)
{
	remove_begun(left);
	*verdict = VERDICT_NOTHING_KNOWN;
	cJSON *root = written_result(left);
	if (!root)
		root = cJSON_Parse(left->first);
	if (!root)
		return true;
	verdict_parse(text_at(root, "verdict"), verdict);
	/* The last result says itself why the search ended. */
	bool running = !strcmp(text_at(root, "ended"), ends[RESULT_RUNNING].name);
	bool good = !running || write_end(left, root, end, err);
	cJSON_Delete(root);
	return good;
}

bool result_file_trouble(const ResultLeft *left, Err *err)
{
	cJSON *root = written_result(left);
	bool running = root && !strcmp(text_at(root, "ended"), ends[RESULT_RUNNING].name);
	bool good = !running || write_end(left, root, RESULT_KILLED, err);
	cJSON_Delete(root);
	return good;
}
