/* uname.c: the names of the machine. */
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "sys.h"

int uname(struct utsname *names)
{
	return (int)SYS1(SYS_uname, names);
}

/* Copies what fits; a name that does not fit with its NUL is an error, as glibc has it. */
static int copy_name(const char *name, char *buf, size_t n)
{
	size_t len = strlen(name) + 1;
	memcpy(buf, name, len < n ? len : n);
	return len > n ? fail(ENAMETOOLONG) : 0;
}

int gethostname(char *buf, size_t n)
{
	struct utsname names;
	return SYS2(SYS_uname, &names, DRIFT_INSIDE) < 0 ? -1 : copy_name(names.nodename, buf, n);
}

int __gethostname_chk(char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return gethostname(buf, n);
}

int getdomainname(char *buf, size_t n)
{
	struct utsname names;
	if (uname(&names) < 0)
		return -1;
	size_t len = strlen(names.domainname) + 1;
	memcpy(buf, names.domainname, len < n ? len : n);
	return 0;
}

int __getdomainname_chk(char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return getdomainname(buf, n);
}

int sethostname(const char *name, size_t n)
{
	return (int)SYS2(SYS_sethostname, name, n);
}

int setdomainname(const char *name, size_t n)
{
	return (int)SYS2(SYS_setdomainname, name, n);
}

/* glibc reads it from a file, or from the address of the host's name. */
long gethostid(void)
{
	__drift_unsupported("gethostid");
}
