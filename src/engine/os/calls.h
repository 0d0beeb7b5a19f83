/* calls.h: the functions behind the system calls of engine/load/kernel.h. */
#ifndef DRIFT_OS_CALLS_H
#define DRIFT_OS_CALLS_H

#include "engine/load/kernel.h"
#include "engine/os/impl.h"

#define OS_DECLARE(call) SysFn sys_##call;
OS_CALLS(OS_DECLARE)
#undef OS_DECLARE

SysFn os_nothing, os_forbidden;

#endif
