/* sysconf_misc.c: limits, names, users, messages: what does not depend on the machine. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libintl.h>
#include <mntent.h>
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void constants(void)
{
	static const int names[] = {
		_SC_PAGESIZE,       _SC_CLK_TCK,          _SC_LINE_MAX,      _SC_RE_DUP_MAX,
		_SC_IOV_MAX,        _SC_VERSION,          _SC_NGROUPS_MAX,   _SC_HOST_NAME_MAX,
		_SC_LOGIN_NAME_MAX, _SC_GETPW_R_SIZE_MAX, _SC_THREADS,       _SC_BC_BASE_MAX,
		_SC_ATEXIT_MAX,     _SC_2_VERSION,        _SC_EXPR_NEST_MAX, _SC_SYMLOOP_MAX,
		_SC_TTY_NAME_MAX,   _SC_LONG_BIT,         _SC_XOPEN_VERSION, _SC_COLL_WEIGHTS_MAX,
		_SC_JOB_CONTROL,    _SC_MONOTONIC_CLOCK};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		printf("sysconf %zu %ld\n", i, sysconf(names[i]));
	errno = 0;
	printf("%ld", sysconf(99999));
	printf(" %d\n", errno);
	printf("%d %d\n", sysconf(_SC_OPEN_MAX) == getdtablesize(), sysconf(_SC_ARG_MAX) >= 131072);
	static const int paths[] = {_PC_NAME_MAX,         _PC_PATH_MAX,  _PC_PIPE_BUF, _PC_NO_TRUNC,
								_PC_CHOWN_RESTRICTED, _PC_MAX_CANON, _PC_VDISABLE};
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
		printf("pathconf %ld\n", pathconf("/tmp", paths[i]));
	errno = 0;
	printf("%ld", pathconf("/none", _PC_NAME_MAX));
	printf(" %d\n", errno);
	char buf[32];
	printf("%zu %s", confstr(_CS_PATH, buf, sizeof buf), buf);
	printf(" %zu %s\n", confstr(_CS_PATH, buf, 5), buf);
}

static void users(void)
{
	struct passwd *u = getpwnam("root"), own, *found;
	struct group *g = getgrgid(0);
	char buf[1024];

	printf("%s %d %d %s\n", u->pw_name, u->pw_uid, u->pw_gid, u->pw_dir);
	printf("%s %d %d\n", g->gr_name, g->gr_gid, g->gr_mem[0] == NULL);
	printf("%d %d\n", getpwnam("no such user") == NULL, getgrnam("no such group") == NULL);
	printf("%d", getpwuid_r(0, &own, buf, sizeof buf, &found));
	printf(" %d %s\n", found == &own, own.pw_shell);
	printf("%d", getpwuid_r(0, &own, buf, 4, &found));
	printf(" %d\n", found == NULL);
	int n = 0, m = 0;
	setpwent();
	while ((u = getpwent()))
		n++;
	endpwent();
	setgrent();
	while ((g = getgrent()))
		m++;
	endgrent();
	FILE *f = fopen("/etc/passwd", "r");
	while (fgetpwent(f))
		n--;
	fclose(f);
	printf("%d %d\n", n, m > 0);
	gid_t list[8];
	int count = 8;
	printf("%d", getgrouplist("root", 77, list, &count));
	printf(" %d %d\n", count, list[0]);
}

static void messages(void)
{
	printf("%s %s\n", textdomain(NULL), textdomain("mine"));
	printf("%s %s\n", textdomain(NULL), gettext("text"));
	printf("%s %s %s\n", ngettext("one", "many", 1), ngettext("one", "many", 0),
		   dcngettext("x", "one", "many", 5, 5));
	printf("%s\n", bindtextdomain("mine", NULL));
	printf("%s %s\n", bindtextdomain("mine", "/some/dir"), bindtextdomain("mine", NULL));
	printf("%d\n", bind_textdomain_codeset("mine", NULL) == NULL);
	printf("%s\n", bind_textdomain_codeset("mine", "UTF-8"));
}

static void waiting(void)
{
	int ends[2];
	pipe(ends);
	struct pollfd p[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
	printf("%d", poll(p, 2, 0));
	printf(" %x %x\n", p[0].revents, p[1].revents);
	write(ends[1], "x", 1);
	printf("%d", poll(p, 2, 0));
	printf(" %x %x\n", p[0].revents, p[1].revents);
	fd_set in;
	FD_ZERO(&in);
	FD_SET(ends[0], &in);
	struct timeval none = {0, 0};
	printf("%d", select(ends[0] + 1, &in, NULL, NULL, &none));
	printf(" %d\n", FD_ISSET(ends[0], &in) != 0);
	errno = 0;
	printf("%d", waitpid(-1, NULL, 0));
	printf(" %d\n", errno);
	struct termios t;
	errno = 0;
	printf("%d", tcgetattr(ends[0], &t));
	printf(" %d %d\n", errno, ttyname(ends[0]) == NULL);
	memset(&t, 0, sizeof t);
	printf("%d", cfsetspeed(&t, B9600));
	printf(" %d %d\n", cfgetospeed(&t) == B9600, cfgetispeed(&t) == B9600);
	cfmakeraw(&t);
	printf("%x %x %d\n", t.c_cflag, t.c_lflag, t.c_cc[VMIN]);
}

int main(void)
{
	struct utsname names;
	struct rlimit limit;
	struct rusage usage;
	char name[100], small[1], bytes[300];

	constants();
	users();
	messages();
	waiting();
	printf("%d %s %s\n", uname(&names), names.sysname, names.machine);
	printf("%d %d\n", gethostname(name, sizeof name), strcmp(name, names.nodename));
	errno = 0;
	printf("%d", gethostname(small, 0));
	printf(" %d\n", errno);
	printf("%d %d\n", getrlimit(RLIMIT_NOFILE, &limit), limit.rlim_cur > 0);
	printf("%d", setrlimit(RLIMIT_NOFILE, &limit));
	printf(" %d\n", getrusage(RUSAGE_SELF, &usage));
	errno = 0;
	printf("%d", getrlimit(99, &limit));
	printf(" %d\n", errno);
	printf("%d\n", getpriority(PRIO_PROCESS, 0) == nice(0)); /* whatever it was started with */
	printf("%zd %d", getrandom(bytes, 16, 0), getentropy(bytes, 256));
	errno = 0;
	printf(" %d", getentropy(bytes, 257));
	printf(" %d\n", errno);
	void *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	printf("%d %d", p != MAP_FAILED, ((char *)p)[5000]);
	printf(" %d\n", munmap(p, 8192));
	printf("%d %d %d\n", getpid() > 0, getuid() == geteuid(), getpgrp() == getpgid(0));
	printf("%d %d\n", sched_yield(), getpagesize());
	struct mntent m = {.mnt_opts = "rw,noatime,size=5"};
	printf("%s %d\n", hasmntopt(&m, "size"), hasmntopt(&m, "time") == NULL);
	return 0;
}
