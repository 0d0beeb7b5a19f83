/* tests.c: writes a test for each case. */
#include "clients/paths/impl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "evidence/native/harness.h"

static bool write_native(const Cases *r, Err *err)
{
	const CasesConfig *c = &r->config;
	NativeProgram program = {c->loaded, c->inputs, c->entry_type, c->function};
	char *dir = xasprintf("%s/native", c->dir);
	bool good = native_write(&program, dir, err);
	free(dir);
	return good;
}

bool tests_open(Cases *r, Err *err)
{
	char *tests = xasprintf("%s/tests", r->config.dir);
	bool good = true;
	if (file_exists(tests) && !tests_own(tests))
		good = err_set(err, "%s exists and is not drift's; choose another -o", tests);
	good = good && write_native(r, err) && recycle_begin(&r->location, tests, err) &&
		   dir_make(tests, err) && run_script_write(tests, r->config.name, false, err);
	if (good) {
		r->location.fd = open(tests, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		r->location.files = r->config.entry_type || tests_need_files(r->config.inputs);
	}
	free(tests);
	return good;
}

bool test_write(Cases *r, const Path *path, u32 number, Err *err)
{
	const Shape *shape = &r->config.inputs->shapes.at[path->shape];
	const TestRoot *to = &r->location;
	char test[16], files[32];
	snprintf(test, sizeof test, "%04u", number);
	snprintf(files, sizeof files, "%s/files", test);
	if ((!recycle_take(to, test) && mkdirat(to->fd, test, 0777)) ||
		(to->files && mkdirat(to->fd, files, 0777)))
		return err_set(err, "cannot make %s/tests/%s: %s", to->dir, test, strerror(errno));
	Buf *text = &r->text;
	buf_reset(text);
	test_command(to->inputs, shape, path->input, to->files, text);
	if (r->config.entry)
		test_call_comment(to->inputs, r->config.entry, shape, path->input, text);
	bool good = test_put(to->fd, test, "cmd", text->at, text->len, err) &&
				test_put_world(to, test, shape, path->input, err);
	for (size_t i = 0; good && i < shape->parts.len; i++)
		good = test_put_part(to, test, &shape->parts.at[i], path->input, err);
	buf_reset(text);
	outcome_status(r->config.loaded, &path->run->result, text);
	buf_addc(text, '\n');
	const RunOutcome *o = &r->now;
	good = good && test_put(to->fd, test, "status", text->at, text->len, err) &&
		   test_put(to->fd, test, "out", buf_str(&o->out), o->out.len, err) &&
		   test_put(to->fd, test, "err", buf_str(&o->err), o->err.len, err);
	if (!good || !r->config.entry_type || !path->run->value.returned)
		return good;
	buf_reset(text);
	entry_value_text(&r->config.entry_type->result, path->run->value.lo, text);
	return test_put(to->fd, test, "returned", buf_str(text), text->len, err);
}
