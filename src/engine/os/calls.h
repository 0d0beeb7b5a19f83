/* calls.h: the functions behind the system calls of engine/load/kernel.h. */
#ifndef DRIFT_OS_CALLS_H
#define DRIFT_OS_CALLS_H

#include "engine/load/kernel.h"
#include "engine/os/impl.h"

/* The first column of the table in kernel.h. */
typedef enum OsFdAnswer { FD_ALIKE, FD_OUTPUT, FD_KIND, FD_SELF } OsFdAnswer;

#define OS_DECLARE(call, ...) SysFn sys_##call;
OS_CALLS(OS_DECLARE)
#undef OS_DECLARE

SysFn os_nothing, os_forbidden;

#endif
