/* place.c: finds out that the recording is from another place: directory, home, installation, user. */
#include "env/locate/locate.h"

#include "env/alone/accounts.h"

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

/* The first word of a command. */
static const char *text_in(const Trace *t, i32 nr)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceData *d = call_data(&t->calls.at[i], 0, 0, DATA_IN);
		if (t->calls.at[i].nr == nr && d && !d->held)
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

/* Cuts the components at the end that both paths share: /opt/a/bin and /srv/b/bin become /opt/a and
 * /srv/b, because what belongs to a program lies beside its directory as well. */
static void cut_common_end(char *a, char *b)
{
	for (;;) {
		char *x = strrchr(a, '/'), *y = strrchr(b, '/');
		if (!x || !y || x == a || y == b || strcmp(x, y) != 0)
			return;
		*x = *y = 0;
	}
}

/* The path of the file that a command executes; "" if there is none. */
static void path_of_command(const char *command, char here[4096])
{
	char link[64];
	int fd = command ? program_find(command) : -1;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = fd >= 0 ? readlink(link, here, 4095) : -1;
	if (fd >= 0)
		close(fd);
	here[n > 0 ? n : 0] = 0;
}

static void add_program(PathMaps *m, const Trace *t, const char *command)
{
	/* The file that was executed may be a script; traces of before have its interpreter only. */
	const char *script = text_of(t, PSEUDO_PROGRAM, NULL, 2);
	const char *there = script ? script : text_of(t, PSEUDO_PROGRAM, NULL, 1);
	char here[4096];
	path_of_command(command ? command : text_in(t, PSEUDO_PROGRAM), here);
	const char *a = there ? strrchr(there, '/') : NULL;
	char *b = strrchr(here, '/');
	if (!a || a == there || !b || b == here || strcmp(a, b) != 0)
		return;
	char *dir = xstrndup(there, (size_t)(a - there));
	*b = 0;
	if (access(dir, F_OK) != 0) {
		cut_common_end(dir, here);
		add_place(m, dir, here);
	}
	free(dir);
}

static const char *user_there(const Trace *t)
{
	const char *name = text_of(t, PSEUDO_VAR, "USER", 1);
	return name ? name : text_of(t, PSEUDO_VAR, "LOGNAME", 1);
}

/* The name of the user, and the directory that systemd makes for the user's number. A name that is
 * also an account here may mean that account. */
static void add_user(PathMaps *m, const Trace *t)
{
	const char *there = user_there(t);
	char *here = account_name(geteuid());
	const char *set = getenv("USER") ? getenv("USER") : getenv("LOGNAME");
	char from[64], to[64];
	if (there && *there && (set || here) && !account_exists(there) && !remap_is_here(t, there))
		remap_add(m, there, set ? set : here);
	free(here);
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		snprintf(from, sizeof from, "/run/user/%u", (u32)c->args[0]);
		snprintf(to, sizeof to, "/run/user/%u", getuid());
		if (c->nr == PSEUDO_IDS)
			add_place(m, from, to);
	}
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
	add_user(m, t);
	return true;
}

void place_print(const PathMaps *m, FILE *to)
{
	for (size_t i = 0; i < m->len; i++)
		fprintf(to, "mapped: %s%s there is %s here (--no-map)\n",
				*m->at[i].there == '/' ? "" : "user ", m->at[i].there, m->at[i].here);
}

/* The value of a variable there and here, as a pair. */
static char *pair_of(const char *there, const char *here)
{
	PathMaps m = {0};
	bool ok = there && here && remap_add(&m, there, here) && m.len;
	char *pair = ok ? xasprintf("%s=%s", there, here) : NULL;
	remap_free(&m);
	return pair;
}

char *place_of_cause(const Trace *t, u32 call)
{
	const TraceCall *c = &t->calls.at[call];
	const char *name = c->nr == PSEUDO_VAR ? call_text(c, 0) : NULL;
	if (call >= t->head)
		return NULL;
	if (c->nr == PSEUDO_CWD) {
		char *here = getcwd(NULL, 0);
		char *pair = pair_of(text_of(t, PSEUDO_CWD, NULL, 0), here);
		free(here);
		return pair;
	}
	bool place =
		name && (!strcmp(name, "HOME") || !strcmp(name, "USER") || !strcmp(name, "LOGNAME"));
	return place ? pair_of(text_of(t, PSEUDO_VAR, name, 1), getenv(name)) : NULL;
}
