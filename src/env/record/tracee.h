/* tracee.h: memory and registers of one traced task.
 *
 * Thin wrappers over process_vm_readv, /proc/PID/mem and ptrace. They make no decisions.
 */
#ifndef DRIFT_ENV_TRACEE_H
#define DRIFT_ENV_TRACEE_H

#include "env/trace/calls.h"

#include <sys/types.h>

/* Returns the number of bytes read: fewer than n if the memory ends, 0 if nothing is mapped
 * there. */
size_t mem_read(pid_t tid, u64 addr, void *to, size_t n);
/* Writes even where the task itself may not write (private mappings). */
bool mem_write(pid_t tid, u64 addr, const void *from, size_t n);
/* Writes only where the task may write; all or nothing. */
bool mem_write_own(pid_t tid, u64 addr, const void *from, size_t n);
/* Adds the string at addr without its NUL; false if it does not end within max bytes. */
bool mem_read_string(pid_t tid, u64 addr, size_t max, Buf *to);

/* A range of memory that a call reads or writes. */
typedef struct CallMemory {
	u64 addr;
	u64 len;     /* bytes to keep */
	u64 full;    /* bytes that the call reads or writes; 0 for strings */
	u8 arg;      /* argument that refers to it */
	u8 sub;      /* which piece of that argument */
	bool string; /* true if it ends at its NUL; len is then the maximum */
} CallMemory;

enum { MAX_REGIONS = 1200 }; /* an iovec has at most 1024 entries */

typedef struct Regions {
	CallMemory at[MAX_REGIONS];
	size_t len;
	bool whole; /* input: keep all that a call reads, not only its beginning */
} Regions;

/* Finds the memory that the call reads (dir DATA_IN, before it runs) or writes (DATA_OUT). For
 * DATA_OUT, ret is the result of the call, or the result that will be injected. */
void call_regions(pid_t tid, i32 nr, const u64 args[6], i64 ret, int dir, Regions *out);

/* ---- registers ---- */

bool reg_set_call(pid_t tid, i64 nr);       /* at entry: run another call; -1 runs none */
bool reg_set_arg(pid_t tid, int i, u64 v);  /* at entry */
bool reg_set_old_arg(pid_t tid, u64 v);     /* first argument of a 32-bit call */
bool reg_set_result(pid_t tid, i64 ret);    /* at exit, or for a call that is not run */
bool reg_rewind(pid_t tid, u64 ip, i64 nr); /* at entry: skip this call and make it again */

/* Runs a system call in the task, which must be at the exit of a call, and restores all registers.
 * A signal that arrives meanwhile is stored in *signal; the caller must deliver it. */
i64 inject_call(pid_t tid, i64 nr, const u64 args[6], int *signal);
/* Returns an address below the stack that the task does not use. */
u64 scratch_address(pid_t tid);
/* Address of the auxiliary vector of a task that has just called execve, or 0 (32-bit images). */
u64 auxv_address(pid_t tid);

#endif
