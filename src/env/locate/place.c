/* place.c: finds out that the recording is from another place: directory, home, installation. */
#include "env/locate/locate.h"

#include <unistd.h>

static const char *text_of(const Trace *t, i32 nr, const char *name, u8 arg)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *key = call_data(c, 0, 0, DATA_IN), *d = call_data(c, arg, 0, DATA_OUT);
		bool fits =
			c->nr == nr && d && !d->held &&
			(!name || (key && key->len == strlen(name) && !memcmp(key->at, name, key->len)));
		if (fits)
			return (const char *)d->at;
	}
	return NULL;
}

/* Adds a pair, unless the path exists here as well: then nobody knows which one is meant. */
static void add_place(PathMaps *m, const char *there, const char *here)
{
	if (there && here && *there == '/' && access(there, F_OK) != 0)
		remap_add(m, there, here);
}

static void add_program(PathMaps *m, const Trace *t, const char *command)
{
	const char *there = text_of(t, PSEUDO_PROGRAM, NULL, 1);
	char link[64], here[4096];
	int fd = command ? program_find(command) : -1;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = fd >= 0 ? readlink(link, here, sizeof here - 1) : -1;
	if (fd >= 0)
		close(fd);
	here[n > 0 ? n : 0] = 0;
	const char *a = there ? strrchr(there, '/') : NULL;
	char *b = strrchr(here, '/');
	if (!a || !b || strcmp(a, b) != 0)
		return;
	char *dir = xstrndup(there, (size_t)(a - there));
	*b = 0;
	add_place(m, dir, here);
	free(dir);
}

bool place_find(const EnvLocate *options, const Trace *t, PathMaps *m, Err *err)
{
	for (size_t i = 0; options->map && i < options->map->len; i++)
		if (!remap_parse(m, options->map->at[i], err))
			return false;
	if (options->no_map)
		return true;
	char *cwd = getcwd(NULL, 0);
	add_place(m, text_of(t, PSEUDO_CWD, NULL, 0), cwd);
	free(cwd);
	add_place(m, text_of(t, PSEUDO_VAR, "HOME", 1), getenv("HOME"));
	add_program(m, t, options->argv ? options->argv[0] : NULL);
	return true;
}

char *place_of_cause(const Trace *t, u32 call)
{
	const TraceCall *c = &t->calls.at[call];
	const char *name = c->nr == PSEUDO_VAR ? call_text(c, 0) : NULL;
	bool home = name && !strcmp(name, "HOME");
	const char *there = c->nr == PSEUDO_CWD ? text_of(t, PSEUDO_CWD, NULL, 0)
						: home              ? text_of(t, PSEUDO_VAR, "HOME", 1)
											: NULL;
	char *here = home ? xstrdup(getenv("HOME") ? getenv("HOME") : "") : getcwd(NULL, 0);
	PathMaps m = {0};
	bool ok = call < t->head && there && here && remap_add(&m, there, here) && m.len;
	char *pair = ok ? xasprintf("%s=%s", there, here) : NULL;
	remap_free(&m);
	free(here);
	return pair;
}
