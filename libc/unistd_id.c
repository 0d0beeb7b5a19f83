/* unistd_id.c: the identity of the process: ids, groups, sessions. */
#include <grp.h>
#include <unistd.h>
#include <sys/fsuid.h>
#include "sys.h"

/* The calls of this file that take nothing, cannot fail and return an id. */
#define ID_CALL(type, name, nr) \
	type name(void)             \
	{                           \
		return (type)SYS0(nr);  \
	}

ID_CALL(pid_t, getpid, SYS_getpid)
ID_CALL(pid_t, getppid, SYS_getppid)
ID_CALL(pid_t, gettid, SYS_gettid)
ID_CALL(uid_t, getuid, SYS_getuid)
ID_CALL(uid_t, geteuid, SYS_geteuid)
ID_CALL(gid_t, getgid, SYS_getgid)
ID_CALL(gid_t, getegid, SYS_getegid)
ID_CALL(pid_t, getpgrp, SYS_getpgrp)
ID_CALL(pid_t, setsid, SYS_setsid)

ALIAS(getpid, __getpid);

pid_t getpgid(pid_t pid)
{
	return (pid_t)SYS1(SYS_getpgid, pid);
}

ALIAS(getpgid, __getpgid);

int setpgid(pid_t pid, pid_t group)
{
	return (int)SYS2(SYS_setpgid, pid, group);
}

int setpgrp(void)
{
	return setpgid(0, 0);
}

pid_t getsid(pid_t pid)
{
	return (pid_t)SYS1(SYS_getsid, pid);
}

int setuid(uid_t id)
{
	return (int)SYS1(SYS_setuid, id);
}

int setgid(gid_t id)
{
	return (int)SYS1(SYS_setgid, id);
}

int setreuid(uid_t real, uid_t effective)
{
	return (int)SYS2(SYS_setreuid, real, effective);
}

int setregid(gid_t real, gid_t effective)
{
	return (int)SYS2(SYS_setregid, real, effective);
}

int setresuid(uid_t real, uid_t effective, uid_t saved)
{
	return (int)SYS3(SYS_setresuid, real, effective, saved);
}

int setresgid(gid_t real, gid_t effective, gid_t saved)
{
	return (int)SYS3(SYS_setresgid, real, effective, saved);
}

int seteuid(uid_t id)
{
	if (id == (uid_t)-1)
		return fail(EINVAL);
	return setresuid((uid_t)-1, id, (uid_t)-1);
}

int setegid(gid_t id)
{
	if (id == (gid_t)-1)
		return fail(EINVAL);
	return setresgid((gid_t)-1, id, (gid_t)-1);
}

int getresuid(uid_t *real, uid_t *effective, uid_t *saved)
{
	return (int)SYS3(SYS_getresuid, real, effective, saved);
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved)
{
	return (int)SYS3(SYS_getresgid, real, effective, saved);
}

int setfsuid(uid_t id)
{
	return (int)SYS1(SYS_setfsuid, id);
}

int setfsgid(gid_t id)
{
	return (int)SYS1(SYS_setfsgid, id);
}

int getgroups(int n, gid_t list[])
{
	return (int)SYS2(SYS_getgroups, n, list);
}

int __getgroups_chk(int n, gid_t list[], size_t room)
{
	if (n < 0)
		return fail(EINVAL);
	check_room((size_t)n * sizeof(gid_t), room);
	return getgroups(n, list);
}

int setgroups(size_t n, const gid_t *list)
{
	return (int)SYS2(SYS_setgroups, n, list);
}

int group_member(gid_t group)
{
	int n = getgroups(0, NULL);
	if (n <= 0)
		return 0;
	gid_t list[n];
	n = getgroups(n, list);
	for (int i = 0; i < n; i++)
		if (list[i] == group)
			return 1;
	return 0;
}

int issetugid(void)
{
	return getuid() != geteuid() || getgid() != getegid();
}
