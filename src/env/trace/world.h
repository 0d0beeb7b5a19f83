/* world.h: the objects that numbers and names in calls refer to.
 *
 * A World follows a sequence of calls. At each call it knows which open file, socket or pipe a
 * descriptor refers to, and which absolute path a name means. It provides
 *   - names for people (`read(3</etc/app.conf>, ...)`),
 *   - a key per call: equal keys in two runs mean "the same call", whatever numbers it uses,
 *   - dependences: explicit ones through descriptors, implicit ones through paths and addresses.
 * The same code handles a recorded trace and a live rerun.
 */
#ifndef DRIFT_ENV_WORLD_H
#define DRIFT_ENV_WORLD_H

#include "env/trace/calls.h"

typedef struct World World;

enum { USE_MAX = 20 };

typedef enum PathUse {
	PATH_USED = 1,    /* the call depends on what is at the path */
	PATH_CHANGED = 2, /* the call changes what is there */
	PATH_LISTED = 4,  /* the call depends on the names below the path */
} PathUse;

/* The objects and paths that one call refers to. */
typedef struct CallUse {
	u64 key;              /* equal for the same call of two runs */
	u32 objects[USE_MAX]; /* open objects that it works on */
	i32 fds[USE_MAX];     /* the descriptor numbers they had */
	u8 n_objects;
	u32 made; /* object that it created, or 0 */
	u32 uid;  /* user id after the program's own changes; UINT32_MAX: unchanged */
	u32 paths[4];
	u8 path_use[4]; /* PathUse bits */
	u8 n_paths;
} CallUse;

typedef struct WorldObject {
	char *name;     /* for people: path, address, "pipe" */
	u64 key;        /* of the call that created it: the same in two runs */
	u32 path;       /* of the file or address; 0: it has none */
	u32 refs;       /* descriptors that refer to it now */
	u32 maker;      /* call that created it; 0 for inherited objects */
	u32 death;      /* call that closed the last descriptor; UINT32_MAX: never */
	bool inherited; /* was open when the program started */
	bool writable;  /* opened for writing */
} WorldObject;

World *world_new(void);
void env_world_free(World *w);
/* Runs over a whole trace and keeps the uses of every call. */
World *world_of_trace(const Trace *t);

void world_inherit(World *w, int fd, const char *name);
/* The key of the object that was open under that number at the start. */
u64 inherited_key(int fd);
void world_set_cwd(World *w, u32 task, const char *path);
/* A task begins. It gets a copy of its parent's descriptors; a thread shares them. */
void world_task(World *w, u32 task, u32 parent, bool thread);
/* Registers a process number of the program itself: such a number does not make two names
 * different. */
void world_pid(World *w, u32 pid);
/* Fills *use with what the call refers to, before the call takes effect. */
void world_describe(World *w, const TraceCall *c, CallUse *use);
/* Applies the effect of the call, given the result that the program saw. */
void world_apply(World *w, const TraceCall *c, u32 index, CallUse *use);

/* For calls of a trace. */
const CallUse *world_use(const World *w, u32 call);
const WorldObject *world_object(const World *w, u32 id);
u32 world_object_count(const World *w);
const char *world_path(const World *w, u32 id);
u32 world_path_count(const World *w);
u32 world_path_parent(const World *w, u32 id);
/* The name of the object that a descriptor referred to at a call; fits Decode.fd_name. */
const char *world_fd_name(void *world, u32 call, int fd);

/* Sets need[] for calls of replay[] that must be executed as well, because an executed call depends
 * on them (check_dep of the thesis, for any set of replayed calls). */
void world_needs(const World *w, const Trace *t, const bool *replay, bool *need);

/* True if two execve calls execute the same program with the same arguments. */
bool same_command(const TraceCall *a, const TraceCall *b);

/* True if execve closes the descriptor that the call creates. */
bool call_cloexec(const TraceCall *c);

/* Writes the path as the kernel would see it from dir to out, without resolving links. */
void path_resolve(const char *dir, const char *path, Buf *out);

#endif
