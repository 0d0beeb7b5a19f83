/* tracee.h: one traced task's memory and registers.
 *
 * Thin wrappers over process_vm_readv, /proc/PID/mem and ptrace. Nothing here decides anything.
 */
#ifndef DRIFT_ENV_TRACEE_H
#define DRIFT_ENV_TRACEE_H

#include "env/trace/calls.h"

#include <sys/types.h>

/* Bytes read, fewer when the memory ends; 0 when nothing is there. */
size_t mem_read(pid_t tid, u64 addr, void *to, size_t n);
/* Writes also where the task itself may not (private mappings). */
bool mem_write(pid_t tid, u64 addr, const void *from, size_t n);
/* Only where the task may, all or nothing. */
bool mem_write_own(pid_t tid, u64 addr, const void *from, size_t n);
/* Adds the string at addr without its NUL; false if it does not end within max bytes. */
bool mem_read_string(pid_t tid, u64 addr, size_t max, Buf *to);

/* A stretch of memory that a call reads or writes. */
typedef struct CallMemory {
	u64 addr;
	u64 len;     /* bytes */
	u8 arg;      /* argument it hangs on */
	u8 sub;      /* which piece of that argument */
	bool string; /* ends at its NUL, len is the most it may have */
} CallMemory;

enum { MAX_REGIONS = 1200 }; /* an iovec has at most 1024 entries */

typedef struct Regions {
	CallMemory at[MAX_REGIONS];
	size_t len;
} Regions;

/* What the call reads (dir DATA_IN, before it runs) or writes (DATA_OUT, after it returned ret,
 * or, for injecting, before it runs with the ret that it will be given). */
void call_regions(pid_t tid, i32 nr, const u64 args[6], i64 ret, int dir, Regions *out);

/* ---- registers ---- */

bool reg_set_call(pid_t tid, i64 nr);       /* at entry: run another call; -1 runs none */
bool reg_set_arg(pid_t tid, int i, u64 v);  /* at entry */
bool reg_set_old_arg(pid_t tid, u64 v);     /* the first one of a 32-bit call */
bool reg_set_result(pid_t tid, i64 ret);    /* at exit, or for a call that is not run */
bool reg_rewind(pid_t tid, u64 ip, i64 nr); /* at entry: make the call, which is not run, again */

/* Runs a system call in the task, which must be at the exit of a call; leaves all registers as they
 * were. A signal that arrives meanwhile is put into *signal for the caller to deliver. */
i64 inject_call(pid_t tid, i64 nr, const u64 args[6], int *signal);
/* An address below the stack that the task does not use. */
u64 scratch_address(pid_t tid);
/* Address of the auxiliary vector of a task that has just executed, or 0 (32-bit images). */
u64 auxv_address(pid_t tid);

#endif
