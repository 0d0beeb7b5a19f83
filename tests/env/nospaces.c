/* nospaces.c: runs a command that cannot make namespaces, as containers are set up. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static const unsigned long flags[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWUTS,
										  CLONE_NEWIPC,  CLONE_NEWNET, CLONE_NEWPID};
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(unshare), 1,
						 SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
						 SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]));
	}
	/* Its flags are in memory; libc falls back to clone. */
	seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
	if (argc < 2 || seccomp_load(filter) != 0) {
		perror("seccomp");
		return 126;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
