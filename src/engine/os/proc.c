/* proc.c: the process: its ids, limits, name, random bytes, and its end. */
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

/* ---- end ---- */

i64 sys_exit_group(Os *os, const u64 *a)
{
	os->status = OS_EXIT;
	os->status_value = (i64)(a[0] & 0xff);
	return 0;
}

i64 sys_exit(Os *os, const u64 *a)
{
	if (!os->family || !os_thread_ends(os))
		return sys_exit_group(os, a);
	os->status = OS_THREAD_END;
	return 0;
}

/* ---- who ---- */

i64 sys_getpid(Os *os, const u64 *a)
{
	(void)a;
	if (os_is_first(os))
		os_ask_number(os, WORLD_PID, 0, 8, (u64)os_self(os));
	else
		os_ask_decides(os, WORLD_PID);
	return os_self(os);
}

i64 sys_gettid(Os *os, const u64 *a)
{
	if (!os->family)
		return sys_getpid(os, a);
	os_ask_decides(os, WORLD_PID);
	return family_task(os)->tid;
}

i64 sys_set_tid_address(Os *os, const u64 *a)
{
	return sys_gettid(os, a);
}

i64 sys_getppid(Os *os, const u64 *a)
{
	(void)a;
	os_ask(os, WORLD_PID);
	if (!os_is_first(os))
		return family_self(os)->parent == NOBODY
				   ? 1
				   : os->family->members.at[family_self(os)->parent]->pid;
	return os->config.host_identity ? getppid() : OS_PPID;
}

i64 os_own_number(Os *os, i32 pid)
{
	i64 self = os_self(os);
	if (pid)
		os_ask_decides(os, WORLD_PID);
	if (pid && pid != self)
		os_ask_others(os);
	return pid == 0 || pid == self ? self : -ESRCH;
}

enum { REAL, EFFECTIVE, SAVED, IDS };

/* --vary makes the real, the effective and the saved id one input. A run that knows two of them knows whether
 * its program file has the set-user-id bit. */
static void ask_bit(Os *os, WorldKind kind, u32 which)
{
	u32 shift = kind == WORLD_UID ? 0 : IDS;
	os->process.seen.ids |= which << shift;
	u32 known = os->process.seen.ids >> shift & ((1 << IDS) - 1);
	if (os->world.varied[kind] && !os->process.ids_set && known & (known - 1))
		os_ask_inherited(os, kind == WORLD_UID ? "set-user-id bit" : "set-group-id bit");
}

/* An id as the subject sees it: as result, or at an address. */
static u32 tell_id(Os *os, WorldKind kind, int which, u64 addr, u32 id)
{
	if (os->world.varied[kind] && !os->process.ids_set)
		id = kind == WORLD_UID ? os->world.uid : os->world.gid;
	if (addr && !os_set(os, addr, &id, sizeof id))
		return 0;
	os_ask_number(os, kind, addr, addr ? sizeof id : 8, id);
	ask_bit(os, kind, 1u << which);
	return id;
}

i64 sys_getuid(Os *os, const u64 *a)
{
	(void)a;
	return tell_id(os, WORLD_UID, REAL, 0, os->process.ids.uid);
}

i64 sys_geteuid(Os *os, const u64 *a)
{
	(void)a;
	return tell_id(os, WORLD_UID, EFFECTIVE, 0, os->process.ids.euid);
}

i64 sys_getgid(Os *os, const u64 *a)
{
	(void)a;
	return tell_id(os, WORLD_GID, REAL, 0, os->process.ids.gid);
}

i64 sys_getegid(Os *os, const u64 *a)
{
	(void)a;
	return tell_id(os, WORLD_GID, EFFECTIVE, 0, os->process.ids.egid);
}

static i64 store_ids(Os *os, const u64 *a, WorldKind kind, const u32 ids[3])
{
	for (int i = 0; i < 3 && os->status != OS_FAULT; i++) {
		if (!a[i] && !os_set(os, a[i], &ids[i], sizeof ids[i]))
			return 0;
		tell_id(os, kind, i, a[i], ids[i]);
	}
	return 0;
}

i64 sys_getresuid(Os *os, const u64 *a)
{
	return store_ids(
		os, a, WORLD_UID,
		(const u32[]){os->process.ids.uid, os->process.ids.euid, os->process.ids.suid});
}

i64 sys_getresgid(Os *os, const u64 *a)
{
	return store_ids(
		os, a, WORLD_GID,
		(const u32[]){os->process.ids.gid, os->process.ids.egid, os->process.ids.sgid});
}

/* From here on the ids are the Os's own business. */
static void take_ids(Os *os)
{
	const OsWorld *w = &os->world;
	os_ask_decides(os, WORLD_UID);
	os_ask_decides(os, WORLD_GID);
	ask_bit(os, WORLD_UID, (1 << IDS) - 1);
	ask_bit(os, WORLD_GID, (1 << IDS) - 1);
	if (!os->process.ids_set && w->varied[WORLD_UID])
		os->process.ids.uid = os->process.ids.euid = os->process.ids.suid = w->uid;
	if (!os->process.ids_set && w->varied[WORLD_GID])
		os->process.ids.gid = os->process.ids.egid = os->process.ids.sgid = w->gid;
	os->process.ids_set = true;
}

/* Without privilege each of the three may only become one of the three. */
static i64 set_ids(const Os *os, u32 *ids[3], const u32 want[3])
{
	const u32 have[3] = {*ids[0], *ids[1], *ids[2]};
	for (int i = 0; i < 3; i++) {
		bool one_of = want[i] == have[0] || want[i] == have[1] || want[i] == have[2];
		if (want[i] != (u32)-1 && os->process.ids.euid && !one_of)
			return -EPERM;
	}
	for (int i = 0; i < 3; i++)
		*ids[i] = want[i] == (u32)-1 ? have[i] : want[i];
	return 0;
}

static i64 set_user(Os *os, u32 real, u32 effective, u32 saved)
{
	u32 *ids[3] = {&os->process.ids.uid, &os->process.ids.euid, &os->process.ids.suid};
	return set_ids(os, ids, (const u32[]){real, effective, saved});
}

static i64 set_group(Os *os, u32 real, u32 effective, u32 saved)
{
	u32 *ids[3] = {&os->process.ids.gid, &os->process.ids.egid, &os->process.ids.sgid};
	return set_ids(os, ids, (const u32[]){real, effective, saved});
}

i64 sys_setuid(Os *os, const u64 *a)
{
	take_ids(os);
	u32 id = (u32)a[0], others = os->process.ids.euid ? (u32)-1 : id;
	return id == (u32)-1 ? -EINVAL : set_user(os, others, id, others);
}

i64 sys_setgid(Os *os, const u64 *a)
{
	take_ids(os);
	u32 id = (u32)a[0], others = os->process.ids.euid ? (u32)-1 : id;
	return id == (u32)-1 ? -EINVAL : set_group(os, others, id, others);
}

/* The saved id follows the effective one when the real one is set or they part. */
i64 sys_setreuid(Os *os, const u64 *a)
{
	take_ids(os);
	u32 real = (u32)a[0], effective = (u32)a[1], old = os->process.ids.uid;
	i64 error = set_user(os, real, effective, (u32)-1);
	if (!error && (real != (u32)-1 || (effective != (u32)-1 && effective != old)))
		os->process.ids.suid = os->process.ids.euid;
	return error;
}

i64 sys_setregid(Os *os, const u64 *a)
{
	take_ids(os);
	u32 real = (u32)a[0], effective = (u32)a[1], old = os->process.ids.gid;
	i64 error = set_group(os, real, effective, (u32)-1);
	if (!error && (real != (u32)-1 || (effective != (u32)-1 && effective != old)))
		os->process.ids.sgid = os->process.ids.egid;
	return error;
}

i64 sys_setresuid(Os *os, const u64 *a)
{
	take_ids(os);
	return set_user(os, (u32)a[0], (u32)a[1], (u32)a[2]);
}

i64 sys_setresgid(Os *os, const u64 *a)
{
	take_ids(os);
	return set_group(os, (u32)a[0], (u32)a[1], (u32)a[2]);
}

i64 sys_getgroups(Os *os, const u64 *a)
{
	size_t n = os->start.groups.len;
	os_ask(os, WORLD_GID);
	if ((i32)a[0] < 0 || ((u32)a[0] && (u32)a[0] < n))
		return -EINVAL;
	if (a[0] && n)
		os_set(os, a[1], os->start.groups.at, n * sizeof(u32));
	return (i64)n;
}

i64 sys_umask(Os *os, const u64 *a)
{
	u32 old = os->process.umask;
	if (!(os->process.seen.own & OWN_UMASK))
		os_ask_inherited(os, "umask");
	os->process.seen.own |= OWN_UMASK;
	os->process.umask = (u32)a[0] & 0777;
	return old;
}

/* ---- children: there are none ---- */

/* ---- limits ---- */

void os_limits_reset(Os *os)
{
	const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
	for (size_t i = 0; i < RLIM_NLIMITS; i++)
		os->process.limits[i] = none;
	os->process.limits[RLIMIT_STACK].rlim_cur = 8 << 20;
	os->process.limits[RLIMIT_CORE].rlim_cur = 0;
	os->process.limits[RLIMIT_NOFILE] = (struct rlimit){1024, 1048576};
	os->process.limits[RLIMIT_NPROC] = (struct rlimit){31000, 31000};
	os->process.limits[RLIMIT_MEMLOCK] = (struct rlimit){8 << 20, 8 << 20};
	os->process.limits[RLIMIT_SIGPENDING] = (struct rlimit){31000, 31000};
	os->process.limits[RLIMIT_MSGQUEUE] = (struct rlimit){819200, 819200};
	os->process.limits[RLIMIT_NICE] = (struct rlimit){0, 0};
	os->process.limits[RLIMIT_RTPRIO] = (struct rlimit){0, 0};
	os->process.limits_changed = false;
}

i64 sys_prlimit64(Os *os, const u64 *a)
{
	struct rlimit wanted;
	u32 which = (u32)a[1];
	if (os_own_number(os, (i32)a[0]) < 0)
		return -ESRCH;
	if (which >= RLIM_NLIMITS)
		return -EINVAL;
	struct rlimit *limit = &os->process.limits[which], old = *limit;
	os_ask(os, WORLD_SYSTEM);
	if (a[2]) {
		if (!os_get(os, a[2], &wanted, sizeof wanted))
			return 0;
		if (wanted.rlim_cur > wanted.rlim_max)
			return -EINVAL;
		bool too_high = which == RLIMIT_NOFILE && wanted.rlim_max > 1048576;
		if (wanted.rlim_max > old.rlim_max)
			os_ask(os, WORLD_UID);
		if (too_high || (wanted.rlim_max > old.rlim_max && os->process.ids.euid))
			return -EPERM;
		*limit = wanted;
		os->process.limits_changed = true;
	}
	if (a[3])
		os_set(os, a[3], &old, sizeof old);
	return 0;
}

i64 sys_getrlimit(Os *os, const u64 *a)
{
	return sys_prlimit64(os, (const u64[]){0, a[0], 0, a[1]});
}

i64 sys_setrlimit(Os *os, const u64 *a)
{
	return sys_prlimit64(os, (const u64[]){0, a[0], a[1], 0});
}

/* ---- the system ---- */

i64 sys_uname(Os *os, const u64 *a)
{
	struct utsname name;
	Tag tags[sizeof name.nodename] = {0};
	const OsBytes *given = &os->world.hostname;
	uname(&name);
	bool varied = os->world.varied[WORLD_HOSTNAME];
	if (varied) {
		memset(name.nodename, 0, sizeof name.nodename);
		memcpy(name.nodename, given->at, given->len);
		memcpy(tags, given->tags, given->len * sizeof *tags);
	}
	if (!os_set(os, a[0], &name, sizeof name))
		return 0;
	if (varied)
		os_set_tagged(os, a[0] + offsetof(struct utsname, nodename), (const u8 *)name.nodename,
					  tags, sizeof name.nodename);
	os_ask_number(os, WORLD_HOSTNAME, 0, 0, 0);
	if (a[1] != OS_INSIDE) /* release, machine, domain */
		os_ask(os, WORLD_SYSTEM);
	return 0;
}

i64 sys_sysinfo(Os *os, const u64 *a)
{
	struct sysinfo info = {
		.uptime = OS_BOOT_SECONDS,
		.totalram = 8ull << 30,
		.freeram = 4ull << 30,
		.procs = 100,
		.mem_unit = 1,
	};
	os_ask(os, WORLD_SYSTEM);
	os_set(os, a[0], &info, sizeof info);
	return 0;
}

i64 sys_getrandom(Os *os, const u64 *a)
{
	size_t n = a[1] < 0x1ffffff ? a[1] : 0x1ffffff;
	if (a[2] & ~7ull)
		return -EINVAL;
	for (size_t done = 0; done < n;) {
		u8 piece[256];
		Tag tags[sizeof piece];
		size_t m = n - done < sizeof piece ? n - done : sizeof piece;
		os_random_bytes(os, piece, tags, m);
		if (!os_set_tagged(os, a[0] + done, piece, tags, m))
			return 0;
		done += m;
	}
	return (i64)n;
}

i64 sys_prctl(Os *os, const u64 *a)
{
	switch ((int)a[0]) {
	case PR_SET_NAME: {
		Buf name = {0};
		bool good = os->mem.text(os->mem.machine, a[1], &name);
		if (good)
			os->process.seen.own |= OWN_NAME;
		if (good)
			snprintf(os->process.comm, sizeof os->process.comm, "%s", buf_str(&name));
		else
			os->status = OS_FAULT;
		buf_free(&name);
		return 0;
	}
	case PR_GET_NAME:
		if (!(os->process.seen.own & OWN_NAME))
			os_ask_name(os);
		os_set(os, a[1], os->process.comm, sizeof os->process.comm);
		return 0;
	case PR_GET_DUMPABLE: os_ask_inherited(os, "set-user-id bit"); return !os->process.undumpable;
	case PR_SET_DUMPABLE:
		if (a[1] > 1)
			return -EINVAL;
		os->process.undumpable = !a[1];
		return 0;
	case PR_SET_PDEATHSIG:
	case PR_SET_NO_NEW_PRIVS:
	case PR_SET_TIMERSLACK: return 0;
	default: return os_refuse(os, "prctl: option %d", (int)a[0]);
	}
}

/* ---- scheduling: one processor, nothing to choose ---- */

i64 sys_sched_getaffinity(Os *os, const u64 *a)
{
	u64 mask = 1;
	os_ask(os, WORLD_SYSTEM);
	if (a[1] < 8 || a[1] % 8)
		return -EINVAL;
	if (os_own_number(os, (i32)a[0]) < 0)
		return -ESRCH;
	os_set(os, a[2], &mask, sizeof mask);
	return 8;
}

i64 sys_sched_setaffinity(Os *os, const u64 *a)
{
	u64 mask = 0;
	os_ask(os, WORLD_SYSTEM);
	if (os_own_number(os, (i32)a[0]) < 0)
		return -ESRCH;
	if (!os_get(os, a[2], &mask, a[1] < 8 ? a[1] : 8))
		return 0;
	return mask & 1 ? 0 : -EINVAL;
}

i64 sys_sched_getscheduler(Os *os, const u64 *a)
{
	os_ask_inherited(os, "scheduling policy");
	return os_own_number(os, (i32)a[0]) < 0 ? -ESRCH : 0;
}

i64 sys_getcpu(Os *os, const u64 *a)
{
	u32 zero = 0;
	os_ask(os, WORLD_SYSTEM);
	if (a[0] && !os_set(os, a[0], &zero, sizeof zero))
		return 0;
	if (a[1])
		os_set(os, a[1], &zero, sizeof zero);
	return 0;
}

i64 sys_getpriority(Os *os, const u64 *a)
{
	if ((u32)a[0] > 2)
		return -EINVAL;
	if (a[0] != PRIO_PROCESS || os_own_number(os, (i32)a[1]) < 0)
		return os_refuse(os, "getpriority of others");
	if (!(os->process.seen.own & OWN_NICE))
		os_ask_inherited(os, "priority");
	return 20 - os->process.nice;
}

i64 sys_setpriority(Os *os, const u64 *a)
{
	i32 to = (i32)a[2] < -20 ? -20 : (i32)a[2] > 19 ? 19 : (i32)a[2];
	if ((u32)a[0] > 2)
		return -EINVAL;
	if (a[0] != PRIO_PROCESS || os_own_number(os, (i32)a[1]) < 0)
		return os_refuse(os, "setpriority of others");
	if (!(os->process.seen.own & OWN_NICE))
		os_ask_inherited(os, "priority");
	if (to < os->process.nice)
		os_ask(os, WORLD_UID);
	if (to < os->process.nice && os->process.ids.euid)
		return -EACCES;
	os->process.nice = to;
	os->process.seen.own |= OWN_NICE;
	return 0;
}

/* Only asking, and what every process is anyway. */
i64 sys_personality(Os *os, const u64 *a)
{
	if ((u32)a[0] && (u32)a[0] != UINT32_MAX)
		return os_refuse(os, "personality");
	os_ask_inherited(os, "personality");
	return 0;
}
