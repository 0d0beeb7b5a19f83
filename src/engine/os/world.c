/* world.c: what a run reads from the world although it is not an input.
 *
 * The Os answers such questions in the same way in every run: its clock restarts, its random
 * numbers have a seed, the host's files do not change. Conclusions from runs must list these
 * questions, since in another world the answers are different. So each call leaves a list of
 * what it asked for. Some answers can be set from outside (OsWorld). Then the list says where
 * the value was stored, so that the machine can attach its expression there.
 */
#include <sys/utsname.h>
#include <unistd.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

#define SECOND 1000000000ll

void os_set_world(Os *os, const OsWorld *world)
{
	os->world = world ? *world : (OsWorld){0};
}

size_t os_asked(const Os *os, const OsAsked **list)
{
	for (size_t i = 0; i < os->asked.len; i++) {
		OsAsked *a = &os->asked.at[i];
		if (a->kind == WORLD_FILE || a->kind == WORLD_ABSENT || a->kind == WORLD_INHERITED)
			a->name = buf_str(&os->names) + a->value;
	}
	*list = os->asked.at;
	return os->asked.len;
}

void os_ask(Os *os, WorldKind kind)
{
	vec_push(&os->asked, ((OsAsked){.kind = kind}));
}

void os_ask_inherited(Os *os, const char *what)
{
	vec_push(&os->asked, ((OsAsked){.kind = WORLD_INHERITED, .value = os->names.len}));
	buf_add(&os->names, what, strlen(what) + 1);
}

void os_ask_others(Os *os)
{
	os_ask_inherited(os, "other processes");
}

void os_ask_name(Os *os)
{
	os_ask_inherited(os, "name of the program");
}

void os_ask_stream(Os *os, const OsNode *node)
{
	if (os_is_stdin(os, node))
		os_stdin_decides(os, node, false);
	else
		os_ask_streams(os, node);
}

void os_ask_streams(Os *os, const OsNode *node)
{
	for (size_t i = 0; i < countof(os->streams); i++)
		if (os->streams[i] == node) {
			os_ask_inherited(os, "kind of streams");
			return;
		}
}

static bool is_given(const Os *os, WorldKind kind)
{
	return os->world.varied[kind] &&
		   !((kind == WORLD_UID || kind == WORLD_GID) && os->process.ids_set);
}

void os_ask_number(Os *os, WorldKind kind, u64 addr, u32 size, u64 value)
{
	OsAsked a = {.kind = kind, .varied = is_given(os, kind)};
	if (a.varied)
		a.at = addr, a.size = size, a.value = value;
	vec_push(&os->asked, a);
}

void os_ask_decides(Os *os, WorldKind kind)
{
	bool given = is_given(os, kind);
	vec_push(&os->asked, ((OsAsked){.kind = kind, .varied = given, .decided = given}));
}

/* What is there was given to the run or made by it, or the run itself took it away. */
static bool own_doing(const PathWalk *w)
{
	size_t at;
	const OsNode *node = w->node;
	if (node)
		return !node->host || node->kind == NODE_DEVICE ||
			   (node->kind == NODE_FILE && !node->now.hosted);
	const DirEntry *e = w->dir && w->last == LAST_NAME ? vdir_find(w->dir, w->name, &at) : NULL;
	return e && e->logged;
}

void os_ask_file(Os *os, const char *path, const PathWalk *w)
{
	if (os->base || own_doing(w))
		return;
	/* A name is its place in the buffer, which may still move, until somebody asks. */
	vec_push(&os->asked,
			 ((OsAsked){.kind = w->node ? WORLD_FILE : WORLD_ABSENT, .value = os->names.len}));
	buf_add(&os->names, path, strlen(path) + 1);
}

void os_ask_directory(Os *os, const char *path, const PathWalk *w)
{
	const char *slash = strrchr(path, '/');
	if (os->base || own_doing(&(PathWalk){.node = w->dir}))
		return;
	vec_push(&os->asked, ((OsAsked){.kind = WORLD_FILE, .value = os->names.len}));
	if (slash)
		buf_add(&os->names, path, (size_t)(slash > path ? slash - path : 1));
	buf_add(&os->names, ".", slash ? 0 : 1);
	buf_addc(&os->names, 0);
}

/* ---- values ---- */

i64 os_first_pid(const Os *os)
{
	if (os->world.varied[WORLD_PID])
		return os->world.pid;
	return os->config.host_identity ? getpid() : OS_PID;
}

i64 os_self(const Os *os)
{
	return os->family ? family_self(os)->pid : os_first_pid(os);
}

i64 os_clock_start(const Os *os)
{
	return os->config.clock ? os->config.clock : OS_CLOCK_START;
}

i64 os_wall_seconds(const Os *os)
{
	i64 start = os->world.varied[WORLD_CLOCK] ? os->world.clock : os_clock_start(os);
	return (i64)((u64)start + (u64)(os->elapsed / SECOND));
}

/* splitmix64: any number is a good state. */
static u64 next(u64 *state)
{
	u64 z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static u64 os_random_next(Os *os)
{
	return next(&os->random);
}

void os_random_start(u8 *to, size_t n)
{
	u64 state = OS_RANDOM_SEED;
	for (size_t i = 0; i < n; i++)
		to[i] = (u8)next(&state);
}

void os_random_bytes(Os *os, u8 *to, Tag *tags, size_t n)
{
	const OsBytes *given = &os->world.random;
	bool any = false, all = true;
	for (size_t i = 0; i < n; i++) {
		bool is = os->world.varied[WORLD_RANDOM] && os->random_used < given->len;
		to[i] = (u8)os_random_next(os);
		tags[i] = 0;
		if (is) {
			to[i] = given->at[os->random_used];
			tags[i] = given->tags[os->random_used++];
		}
		any |= is;
		all &= is;
	}
	if (any)
		os_ask_number(os, WORLD_RANDOM, 0, 0, 0);
	if (!all)
		os_ask(os, WORLD_RANDOM);
}

void os_host_name(char to[OS_HOST_NAME + 1])
{
	struct utsname name;
	uname(&name);
	snprintf(to, OS_HOST_NAME + 1, "%s", name.nodename);
}
