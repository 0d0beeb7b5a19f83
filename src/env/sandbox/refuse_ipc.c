/* refuse_ipc.c: protects System V objects and message queues of others if IPC is shared. */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum IpcKind { IPC_SHM = 1, IPC_SEM, IPC_MSG } IpcKind;

static u64 ipc_key(IpcKind kind, u64 id)
{
	return (u64)kind << 32 | (u32)id;
}

static bool is_shared(const Guard *g)
{
	return !g->cell || g->cell->shared & SANDBOX_IPC;
}

/* Reads the second number of each line except the first. */
static void read_ids(Guard *g, IpcKind kind, const char *path)
{
	Buf b = {0};
	file_read(path, &b, NULL);
	const char *line = strchr(buf_str(&b), '\n');
	for (; line && line[1]; line = strchr(line + 1, '\n')) {
		long key;
		unsigned id;
		u64 known;
		if (sscanf(line + 1, "%ld %u", &key, &id) == 2 &&
			!intmap_get(&g->own_ipc, ipc_key(kind, id), &known))
			intmap_put(&g->foreign_ipc, ipc_key(kind, id), 1);
	}
	buf_free(&b);
}

void ipc_begin(Guard *g)
{
	if (!is_shared(g))
		return;
	read_ids(g, IPC_SHM, "/proc/sysvipc/shm");
	read_ids(g, IPC_SEM, "/proc/sysvipc/sem");
	read_ids(g, IPC_MSG, "/proc/sysvipc/msg");
}

/* Removes the objects that the rerun created and did not remove. */
void ipc_end(Guard *g)
{
	for (size_t i = 0; i < g->own_ipc.cap; i++) {
		u64 key = g->own_ipc.keys[i];
		int id = (int)(u32)key;
		if (key >> 32 == IPC_SHM)
			shmctl(id, IPC_RMID, NULL);
		else if (key >> 32 == IPC_SEM)
			semctl(id, 0, IPC_RMID);
		else if (key >> 32 == IPC_MSG)
			msgctl(id, IPC_RMID, NULL);
	}
}

void learn_ipc(Guard *g, const TracedTask *task, i64 ret)
{
	IpcKind kind = task->nr == SYS_shmget   ? IPC_SHM
				   : task->nr == SYS_semget ? IPC_SEM
				   : task->nr == SYS_msgget ? IPC_MSG
											: 0;
	u64 known;
	if (!kind || ret < 0 || !is_shared(g))
		return;
	u64 flags = task->args[kind == IPC_MSG ? 1 : 2];
	bool makes = flags & IPC_CREAT || task->args[0] == IPC_PRIVATE;
	if (makes && !intmap_get(&g->foreign_ipc, ipc_key(kind, (u64)ret), &known))
		intmap_put(&g->own_ipc, ipc_key(kind, (u64)ret), 1);
}

/* The kind of object that the call changes, if it changes one. */
static IpcKind changed_kind(const TracedTask *task)
{
	i64 command = (i32)task->args[task->nr == SYS_semctl ? 2 : 1];
	bool changes = (command & 0xff) == IPC_RMID || (command & 0xff) == IPC_SET;
	switch (task->nr) {
	case SYS_shmat: return task->args[2] & SHM_RDONLY ? 0 : IPC_SHM;
	case SYS_shmctl: return changes || command == SHM_LOCK || command == SHM_UNLOCK ? IPC_SHM : 0;
	case SYS_semop:
	case SYS_semtimedop: return IPC_SEM;
	case SYS_semctl: return changes || command == SETVAL || command == SETALL ? IPC_SEM : 0;
	case SYS_msgsnd:
	case SYS_msgrcv: return IPC_MSG;
	case SYS_msgctl: return changes ? IPC_MSG : 0;
	default: return 0;
	}
}

static bool refuse_queue(Guard *g, const TracedTask *task, i64 *ret)
{
	bool opens = task->nr == SYS_mq_open;
	u64 flags = task->args[1];
	if ((!opens && task->nr != SYS_mq_unlink) ||
		(opens && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)))
		return false;
	Buf name = {0};
	mem_read_string(task->tid, task->args[0], 256, &name);
	*ret = -EACCES;
	bool held = guard_hold(g, HELD_IPC, "message queue %s", buf_str(&name));
	buf_free(&name);
	return held;
}

bool refuse_ipc(Guard *g, const TracedTask *task, i64 *ret)
{
	static const char *const words[] = {"", "shared memory", "semaphores", "message queue"};
	u64 known;
	if (!is_shared(g))
		return false;
	if (refuse_queue(g, task, ret))
		return true;
	/* Objects that exist before the call do not belong to the rerun. */
	if (task->nr == SYS_shmget || task->nr == SYS_semget || task->nr == SYS_msgget)
		ipc_begin(g);
	IpcKind kind = changed_kind(task);
	*ret = -EACCES;
	return kind && intmap_get(&g->foreign_ipc, ipc_key(kind, task->args[0]), &known) &&
		   guard_hold(g, HELD_IPC, "System V %s %d", words[kind], (int)task->args[0]);
}
