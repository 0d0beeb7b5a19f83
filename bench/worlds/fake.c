/* fake.c: is linked into a version and answers as the environment says: FAKE_clock, FAKE_uid, FAKE_gid, FAKE_pid,
 * FAKE_host, FAKE_random (hexadecimal). The judge of this bench alone uses it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long number(const char *name, long long otherwise)
{
	const char *text = getenv(name);
	return text ? atoll(text) : otherwise;
}

time_t time(time_t *to)
{
	struct timespec now;
	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	time_t t = (time_t)number("FAKE_clock", now.tv_sec);
	if (to)
		*to = t;
	return t;
}

uid_t getuid(void) { return (uid_t)number("FAKE_uid", 1000); }
uid_t geteuid(void) { return (uid_t)number("FAKE_uid", 1000); }
gid_t getgid(void) { return (gid_t)number("FAKE_gid", 1000); }
gid_t getegid(void) { return (gid_t)number("FAKE_gid", 1000); }
pid_t getpid(void) { return (pid_t)number("FAKE_pid", 4000); }

int gethostname(char *to, size_t n)
{
	const char *name = getenv("FAKE_host");
	snprintf(to, n, "%s", name ? name : "here");
	return 0;
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
	const char *hex = getenv("FAKE_random");
	(void)flags;
	memset(to, 0x55, n);
	for (size_t i = 0; hex && i < n && hex[2 * i]; i++) {
		unsigned byte;
		sscanf(hex + 2 * i, "%2x", &byte);
		((unsigned char *)to)[i] = (unsigned char)byte;
	}
	return (ssize_t)n;
}
