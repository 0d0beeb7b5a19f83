/* noptrace.c: runs a command under a filter that forbids ptrace, as some containers do. */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
	if (argc < 2 || !f || seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ptrace), 0) != 0 ||
		seccomp_load(f) != 0)
		return 9;
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 9;
}
