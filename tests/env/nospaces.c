/* nospaces.c: runs a command that cannot make namespaces, as containers are set up; or, with
 * --mounts before it, one that can make them but cannot mount. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void forbid_spaces(scmp_filter_ctx filter)
{
	static const unsigned long flags[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWUTS,
										  CLONE_NEWIPC,  CLONE_NEWNET, CLONE_NEWPID};
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(unshare), 1,
						 SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
						 SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
	}
	/* Its flags are in memory; libc falls back to clone. */
	seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

int main(int argc, char **argv)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	char **command = argv + 1;
	if (argc > 1 && !strcmp(argv[1], "--mounts")) {
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mount), 0);
		command++;
	} else {
		forbid_spaces(filter);
	}
	if (!*command || seccomp_load(filter) != 0) {
		perror("seccomp");
		return 126;
	}
	execvp(*command, command);
	perror(*command);
	return 127;
}
