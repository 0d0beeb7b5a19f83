/* pwd.c: users, from /etc/passwd. */
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENTRY struct passwd
#define ENTRY_FILE "/etc/passwd"
#define ENTRY_ROOM 4096
#include "entries.h"

/* name:password:uid:gid:comment:home:shell. Lines that are none are skipped. */
static int entry_parse(char *buf, size_t n, struct passwd *u)
{
	(void)n;
	char *field[7];
	unsigned long uid, gid;

	if (record_split(buf, field, 7) != 7 || !field[0][0] || !record_number(field[2], &uid) ||
		!record_number(field[3], &gid))
		return 0;
	u->pw_name = field[0];
	u->pw_passwd = field[1];
	u->pw_uid = (uid_t)uid;
	u->pw_gid = (gid_t)gid;
	u->pw_gecos = field[4];
	u->pw_dir = field[5];
	u->pw_shell = field[6];
	return 1;
}

static int entry_is(const struct passwd *u, const char *name, unsigned id)
{
	return name ? strcmp(u->pw_name, name) == 0 : u->pw_uid == id;
}

int fgetpwent_r(FILE *restrict f, struct passwd *restrict u, char *restrict buf, size_t n,
				struct passwd **restrict result)
{
	return entry_read(f, u, buf, n, result);
}

int getpwnam_r(const char *restrict name, struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	return entry_find(name, 0, u, buf, n, result);
}

int getpwuid_r(uid_t id, struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	return entry_find(NULL, id, u, buf, n, result);
}

struct passwd *getpwnam(const char *name)
{
	return entry_find_own(name, 0);
}

struct passwd *getpwuid(uid_t id)
{
	return entry_find_own(NULL, id);
}

struct passwd *fgetpwent(FILE *f)
{
	return entry_read_own(f);
}

void setpwent(void)
{
	entry_rewind();
}

void endpwent(void)
{
	entry_end();
}

int getpwent_r(struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	return entry_next(u, buf, n, result);
}

struct passwd *getpwent(void)
{
	return entry_next_own();
}

int putpwent(const struct passwd *restrict u, FILE *restrict f)
{
	return fprintf(f, "%s:%s:%u:%u:%s:%s:%s\n", u->pw_name, u->pw_passwd ? u->pw_passwd : "",
				   u->pw_uid, u->pw_gid, u->pw_gecos ? u->pw_gecos : "", u->pw_dir ? u->pw_dir : "",
				   u->pw_shell ? u->pw_shell : "") < 0
			   ? -1
			   : 0;
}

/* As in glibc: the kernel knows the user who logged in; -1 if there is none. */
int getlogin_r(char *buf, size_t n)
{
	char text[16];
	FILE *f = fopen("/proc/self/loginuid", "re");
	size_t got = f ? fread(text, 1, sizeof text - 1, f) : 0;
	if (f)
		fclose(f);
	text[got] = 0;
	if (!got)
		__drift_unsupported("getlogin where the kernel does not say who logged in");
	uid_t uid = (uid_t)strtoul(text, NULL, 10);
	struct passwd *u = uid == (uid_t)-1 ? NULL : getpwuid(uid);
	if (!u)
		return errno = ENXIO;
	if (strlen(u->pw_name) >= n)
		return errno = ERANGE;
	strcpy(buf, u->pw_name);
	return 0;
}

int __getlogin_r_chk(char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return getlogin_r(buf, n);
}

char *getlogin(void)
{
	static char name[33];
	return getlogin_r(name, sizeof name) ? NULL : name;
}

char *cuserid(char *buf)
{
	static char own[L_cuserid];
	struct passwd *u = getpwuid(geteuid());

	if (!buf)
		buf = own;
	buf[0] = 0;
	if (u) {
		strncpy(buf, u->pw_name, L_cuserid - 1);
		buf[L_cuserid - 1] = 0;
	}
	return buf;
}
