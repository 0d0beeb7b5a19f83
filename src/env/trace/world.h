/* world.h: what numbers and names in calls stand for.
 *
 * A World follows a sequence of calls and knows, at each, which open file, socket or pipe a
 * descriptor is, and which absolute path a name means. From that come
 *   - names for people (`read(3</etc/app.conf>, ...)`),
 *   - a key per call: equal keys in two runs mean "the same call" whatever numbers it uses,
 *   - dependences: explicit ones through descriptors, implicit ones through paths and addresses.
 * The same code runs over a recorded trace and along a live rerun.
 */
#ifndef DRIFT_ENV_WORLD_H
#define DRIFT_ENV_WORLD_H

#include "env/trace/calls.h"

typedef struct World World;

enum { USE_MAX = 20 };

typedef enum PathUse {
	PATH_USED = 1,    /* what is at the path matters to the call */
	PATH_CHANGED = 2, /* the call changes what is there */
	PATH_LISTED = 4,  /* the names below it matter */
} PathUse;

/* What one call refers to. */
typedef struct CallUse {
	u64 key;              /* equal for the same call of two runs */
	u32 objects[USE_MAX]; /* open things it works on */
	i32 fds[USE_MAX];     /* the numbers they had */
	u8 n_objects;
	u32 made; /* object that it made, or 0 */
	u32 uid;  /* user that the program had made itself by then; UINT32_MAX: the one it started as */
	u32 paths[4];
	u8 path_use[4]; /* PathUse bits */
	u8 n_paths;
} CallUse;

typedef struct WorldObject {
	char *name;     /* for people: path, address, "pipe" */
	u64 key;        /* of the call that made it: the same in two runs */
	u32 path;       /* of the file or address, 0 if it has none */
	u32 refs;       /* descriptors that stand for it now */
	u32 maker;      /* call that made it; 0 for inherited ones */
	u32 death;      /* call that closed the last descriptor; UINT32_MAX: never */
	bool inherited; /* was open when the program started */
	bool writable;  /* opened for writing */
} WorldObject;

World *world_new(void);
void world_free(World *w);
/* Runs over a whole trace and keeps the uses of every call. */
World *world_of_trace(const Trace *t);

void world_inherit(World *w, int fd, const char *name);
/* The key of what was open under that number at the start. */
u64 inherited_key(int fd);
void world_set_cwd(World *w, u32 task, const char *path);
/* A task begins: with a copy of its parent's descriptors, or as a thread with the same ones. */
void world_task(World *w, u32 task, u32 parent, bool thread);
/* A number that is the program's own: it tells no two names apart. */
void world_pid(World *w, u32 pid);
/* What the call refers to, before it takes effect. */
void world_describe(World *w, const TraceCall *c, CallUse *use);
/* Its effect, given the result that the program saw. */
void world_apply(World *w, const TraceCall *c, u32 index, CallUse *use);

/* Of a trace's calls. */
const CallUse *world_use(const World *w, u32 call);
const WorldObject *world_object(const World *w, u32 id);
u32 world_object_count(const World *w);
const char *world_path(const World *w, u32 id);
u32 world_path_count(const World *w);
u32 world_path_parent(const World *w, u32 id);
/* What a descriptor stood for at a call; fits Decode.fd_name. */
const char *world_fd_name(void *world, u32 call, int fd);

/* Which of the calls that replay[] says to replay must be executed as well, because a call that is
 * executed depends on them (check_dep of the thesis, for any set of replayed calls). */
void world_needs(const World *w, const Trace *t, const bool *replay, bool *need);

/* Whether two execve execute the same program with the same arguments. */
bool same_command(const TraceCall *a, const TraceCall *b);

/* Whether a descriptor that the call makes is closed by execve. */
bool call_cloexec(const TraceCall *c);

/* The path as the kernel would see it from dir, without resolving links; result in out. */
void path_resolve(const char *dir, const char *path, Buf *out);

#endif
