/* testdir.c: writes the parts of a test. */
#include "evidence/native/testdir.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/input/shell.h"
#include "engine/input/world.h"

/* True for a fixed argument that names an existing file: the test includes a copy of it. */
static bool is_named_file(const Part *part)
{
	struct stat st;
	if (part->kind != PART_FIXED || part->role != ROLE_ARG)
		return false;
	const char *name = buf_str(&part->fixed);
	return *name && *name != '/' && !strstr(name, "..") && !stat(name, &st) &&
		   S_ISREG(st.st_mode) && st.st_size <= 1 << 20;
}

bool tests_need_files(const Inputs *in)
{
	for (size_t i = 0; i < in->shapes.len; i++)
		for (size_t k = 0; k < in->shapes.at[i].parts.len; k++) {
			const Part *part = &in->shapes.at[i].parts.at[k];
			if ((part->kind == PART_FILE && part->path) || part->role == ROLE_FILE ||
				is_named_file(part))
				return true;
		}
	return false;
}

bool test_put(int dir, const char *test, const char *name, const void *bytes, size_t n, Err *err)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", test, name);
	/* A reused file is not truncated first, because ext4 would then write to the disk at once. */
	int fd = openat(dir, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	struct stat st;
	bool good = fd >= 0 && !fstat(fd, &st) && (st.st_size <= (off_t)n || !ftruncate(fd, (off_t)n));
	for (const char *p = bytes; good && n;) {
		ssize_t done = write(fd, p, n);
		good = done > 0 || (done < 0 && errno == EINTR);
		if (done > 0) {
			p += done;
			n -= (size_t)done;
		}
	}
	if (fd >= 0 && close(fd))
		good = false;
	return good || err_set(err, "cannot write %s: %s", path, strerror(errno));
}

/* ---- the command line ---- */

void test_variables(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd)
{
	Buf value = {0};
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (part->role != ROLE_ENV)
			continue;
		buf_reset(&value);
		inputs_bytes(in, part, a, &value);
		buf_addf(cmd, "%s=", part->path);
		shell_quote(cmd, buf_str(&value), value.len);
		buf_addc(cmd, ' ');
	}
	buf_free(&value);
}

/* True below a null pointer. */
static bool below_null(const Inputs *in, const Shape *shape, size_t i, const Assignment *a)
{
	for (u32 o = shape->parts.at[i].owner; o; o = shape->parts.at[o - 1].owner) {
		const Part *part = &shape->parts.at[o - 1];
		if (part->is_pointer && !assignment_get(a, input_group(in->pool, part->group)->first))
			return true;
	}
	return false;
}

void test_call(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to)
{
	Buf value = {0};
	bool any = false;
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (part->kind == PART_STRUCT || part->role == ROLE_WORLD || below_null(in, shape, i, a))
			continue;
		buf_reset(&value);
		inputs_bytes(in, part, a, &value);
		if (part->is_pointer && !part->owner && value.len && value.at[0] == '1')
			continue; /* its target has the name */
		buf_addf(to, "%s%s = ", any ? ", " : "", part->name);
		any = true;
		if (part->kind == PART_FIXED) {
			buf_adds(to, "NULL");
			continue;
		}
		if (part->is_pointer) {
			buf_adds(to, value.len && value.at[0] == '1' ? "(object)" : "NULL");
			continue;
		}
		if (part->kind == PART_INT) {
			buf_add(to, value.at, value.len);
			continue;
		}
		buf_addc(to, '"');
		buf_add_escaped(to, buf_str(&value), value.len);
		buf_addc(to, '"');
	}
	buf_free(&value);
}

void test_call_comment(const Inputs *in, const char *entry, const Shape *shape, const Assignment *a,
					   Buf *cmd)
{
	if (cmd->len && cmd->at[cmd->len - 1] == '\n')
		cmd->at[--cmd->len] = 0;
	buf_addf(cmd, " # %s: ", entry);
	test_call(in, shape, a, cmd);
	buf_addc(cmd, '\n');
}

void test_arguments(const Inputs *in, const Shape *shape, const Assignment *a, Buf *cmd)
{
	Buf value = {0};
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if ((part->role != ROLE_ARG && part->role != ROLE_PARAM) || part->kind == PART_STRUCT ||
			(part->role == ROLE_PARAM && part->kind == PART_FIXED))
			continue;
		buf_addc(cmd, ' ');
		buf_reset(&value);
		if (part->kind == PART_FILE || part->kind == PART_OBJECT)
			buf_adds(&value, part->path);
		else
			inputs_bytes(in, part, a, &value);
		shell_quote(cmd, buf_str(&value), value.len);
	}
	buf_free(&value);
}

/* Adds the value as in C; for a file also its length, which is passed as well. */
static void add_value(const Inputs *in, const Part *part, const Assignment *a, Buf *to)
{
	Buf value = {0};
	inputs_bytes(in, part, a, &value);
	if (part->kind == PART_INT) {
		buf_add(to, value.at, value.len);
	} else {
		buf_addc(to, '"');
		buf_add_escaped(to, buf_str(&value), value.len);
		buf_addc(to, '"');
	}
	if (part->kind == PART_FILE)
		buf_addf(to, ", %zu", value.len);
	buf_free(&value);
}

/* True if a part of the text is about this input: see CALL_IF. */
static bool is_shown(const Inputs *in, const Shape *shape, const Assignment *a, const char *at)
{
	u32 k = (u8)at[1];
	long value = at[2] - 1, n = at[3];
	Buf text = {0};
	if (k && k <= shape->parts.len)
		inputs_bytes(in, &shape->parts.at[k - 1], a, &text);
	long is = atol(buf_str(&text));
	buf_free(&text);
	return value ? is == value : is < 1 || is >= n;
}

static const char *skip_part(const char *at)
{
	for (; *at && *at != CALL_END; at++)
		at += *at == CALL_VALUE && at[1];
	return at;
}

void test_shown(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to)
{
	if (!in->call) {
		test_arguments(in, shape, a, to);
		return;
	}
	buf_addc(to, ' ');
	for (const char *at = in->call; *at; at++) {
		if (*at == CALL_IF) {
			at = is_shown(in, shape, a, at) ? at + 3 : skip_part(at + 4);
			if (!*at)
				break;
			continue;
		}
		if (*at == CALL_END)
			continue;
		u32 k = *at == CALL_VALUE ? (u32)(u8) * ++at : 0;
		if (k && k <= shape->parts.len)
			add_value(in, &shape->parts.at[k - 1], a, to);
		else
			buf_addc(to, *at);
	}
}

void test_world(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to)
{
	Buf text = {0};
	if (inputs_world_text(in, shape, a, &text))
		buf_addf(to, " # %s", buf_str(&text));
	buf_free(&text);
}

void test_command(const Inputs *in, const Shape *shape, const Assignment *a, bool files, Buf *cmd)
{
	bool input = false, piped = inputs_stdin_kind(in, shape, a) == OS_INPUT_PIPE;
	for (size_t i = 0; i < shape->parts.len; i++)
		input |= shape->parts.at[i].role == ROLE_STDIN;
	const char *from = !input ? "/dev/null" : files ? "../stdin" : "stdin";
	buf_adds(cmd, files ? "cd files && " : "");
	if (piped)
		buf_addf(cmd, "cat %s | ", from);
	buf_adds(cmd, "env -i ");
	test_variables(in, shape, a, cmd);
	buf_adds(cmd, "\"$PROG\"");
	test_arguments(in, shape, a, cmd);
	if (!piped)
		buf_addf(cmd, " <%s", from);
	test_world(in, shape, a, cmd);
	buf_addc(cmd, '\n');
}

/* ---- the directory ---- */

/* Creates the directory of a file of the test. */
static bool make_parent(const TestRoot *to, const char *test, const char *name, Err *err)
{
	const char *slash = strrchr(name, '/');
	char *dir = xasprintf("%s/tests/%s/%.*s", to->dir, test, (int)(slash - name), name);
	bool good = dir_make(dir, err);
	free(dir);
	return good;
}

bool test_put_part(const TestRoot *to, const char *test, const Part *part, const Assignment *a,
				   Err *err)
{
	Buf bytes = {0};
	bool good = true;
	char *name = NULL;
	if (part->role == ROLE_STDIN) {
		name = xstrdup("stdin");
	} else if (part->role == ROLE_FILE) {
		name = xasprintf("files/%s", part->path);
		good = make_parent(to, test, name, err);
	} else if ((part->kind == PART_FILE || part->kind == PART_OBJECT) && part->path) {
		name = xasprintf("files/%s", part->path);
	} else if (is_named_file(part)) {
		name = xasprintf("files/%s", buf_str(&part->fixed));
		good = file_read(buf_str(&part->fixed), &bytes, err);
		good = good && make_parent(to, test, name, err);
	}
	if (name && !bytes.len && !is_named_file(part))
		inputs_bytes(to->inputs, part, a, &bytes);
	good = good && (!name || test_put(to->fd, test, name, buf_str(&bytes), bytes.len, err));
	buf_free(&bytes);
	free(name);
	return good;
}

bool test_put_world(const TestRoot *to, const char *test, const Shape *shape, const Assignment *a,
					Err *err)
{
	Buf text = {0};
	bool good = true;
	if (inputs_world_text(to->inputs, shape, a, &text)) {
		buf_addc(&text, '\n');
		good = test_put(to->fd, test, "world", text.at, text.len, err);
	}
	buf_free(&text);
	return good;
}

bool test_put_input(const TestRoot *to, const char *test, const Shape *shape, const Assignment *a,
					const char *entry, Err *err)
{
	char files[32];
	Buf cmd = {0};
	snprintf(files, sizeof files, "%s/files", test);
	if (mkdirat(to->fd, test, 0777) || (to->files && mkdirat(to->fd, files, 0777)))
		return err_set(err, "cannot make %s/tests/%s: %s", to->dir, test, strerror(errno));
	test_command(to->inputs, shape, a, to->files, &cmd);
	if (entry)
		test_call_comment(to->inputs, entry, shape, a, &cmd);
	bool good = test_put(to->fd, test, "cmd", cmd.at, cmd.len, err) &&
				test_put_world(to, test, shape, a, err);
	for (size_t i = 0; good && i < shape->parts.len; i++)
		good = test_put_part(to, test, &shape->parts.at[i], a, err);
	buf_free(&cmd);
	return good;
}
