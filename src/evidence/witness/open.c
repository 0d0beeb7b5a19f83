/* open.c: a directory of tests, and of programs to run them with. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "evidence/native/harness.h"
#include "evidence/witness/impl.h"

static const char *const side_names[] = {"old", "new"};

/* DIR/native/old and DIR/native/new build the versions; with --entry, programs that call the
 * function. */
static bool native_begin(Evidence *ev, Err *err)
{
	const EvidenceConfig *c = &ev->config;
	char *dir = xasprintf("%s/native", c->dir);
	bool good = !file_exists(dir) || native_own(dir) ||
				err_set(err, "%s exists and is not drift's; choose another -o", dir);
	good = good && tree_remove(dir, err) && dir_make(dir, err);
	for (int side = OLD; good && side <= NEW; side++) {
		NativeProgram one = {.loaded = c->subject[side]->program,
							 .inputs = c->inputs,
							 .entry_type = c->entry_type[side],
							 .call = (u32)side,
							 .function = c->subject[side]->entry};
		char *path = xasprintf("%s/%s", dir, side_names[side]);
		good = native_write(&one, path, err);
		if (c->entry)
			ev->native[side] = path;
		else
			free(path);
	}
	free(dir);
	return good;
}

static bool tests_begin(Evidence *ev, Err *err)
{
	const EvidenceConfig *c = &ev->config;
	char *tests = xasprintf("%s/tests", c->dir);
	bool good = dir_make(c->dir, err);
	if (good && file_exists(tests) && !tests_own(tests))
		good = err_set(err, "%s exists and is not drift's; choose another -o", tests);
	if (good)
		tests_discard_rest(c->dir);
	good = good && (!c->native || native_begin(ev, err)) && tests_discard(c->dir, tests, err) &&
		   dir_make(tests, err);
	if (good) {
		unlink(ev->log);
		ev->location.fd = open(tests, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		good = ev->location.fd >= 0 || err_set(err, "%s: %s", tests, strerror(errno));
	}
	good = good && run_script_write(tests, c->subject[NEW]->name, true, err);
	free(tests);
	return good;
}

Evidence *evidence_open(const EvidenceConfig *config, Err *err)
{
	Evidence *ev = xcalloc(1, sizeof *ev);
	ev->config = *config;
	ev->location = (TestRoot){.fd = -1,
							  .dir = config->dir,
							  .inputs = config->inputs,
							  .files = config->entry || tests_need_files(config->inputs),
							  .old_fd = -1};
	if (config->dir) {
		ev->scratch = xasprintf("%s/scratch", config->dir);
		ev->log = xasprintf("%s/native.log", config->dir);
	}
	if (!config->dir || tests_begin(ev, err))
		return ev;
	evidence_close(ev);
	return NULL;
}

void evidence_close(Evidence *ev)
{
	if (!ev)
		return;
	confirmer_free(ev->confirmer);
	if (ev->location.fd >= 0)
		close(ev->location.fd);
	free(ev->scratch);
	free(ev->log);
	free(ev->native[OLD]);
	free(ev->native[NEW]);
	free(ev);
}

const char *evidence_log(const Evidence *ev)
{
	return ev->log;
}

const WitnessCounts *evidence_counts(const Evidence *ev)
{
	return &ev->counts;
}

void evidence_put_counts(Evidence *ev, const WitnessCounts *counts)
{
	ev->counts = *counts;
}

const char *evidence_io_trouble(const Evidence *ev)
{
	return ev->io_trouble.text;
}
