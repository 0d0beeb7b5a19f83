/* pwd.c: users, from /etc/passwd. */
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "record.h"
#include "sys.h"

static FILE *users; /* what getpwent reads, or NULL */

/* name:password:uid:gid:comment:home:shell. Lines that are none are skipped. */
static int parse_user(char *line, struct passwd *u)
{
	char *field[7];
	unsigned long uid, gid;

	if (record_split(line, field, 7) != 7 || !field[0][0] || !record_number(field[2], &uid) ||
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

int fgetpwent_r(FILE *restrict f, struct passwd *restrict u, char *restrict buf, size_t n,
				struct passwd **restrict result)
{
	int r;
	*result = NULL;
	while ((r = record_line(f, buf, n)) == 0)
		if (parse_user(buf, u)) {
			*result = u;
			return 0;
		}
	return r;
}

/* The first user that is name, or, with no name, has the id. */
static int look_up(const char *name, uid_t id, struct passwd *u, char *buf, size_t n,
				   struct passwd **result)
{
	int saved = errno, r;
	FILE *f = fopen("/etc/passwd", "re");

	*result = NULL;
	if (!f) {
		/* No such file means no such user. */
		r = errno == ENOENT ? 0 : errno;
		errno = saved;
		return r;
	}
	while ((r = fgetpwent_r(f, u, buf, n, result)) == 0)
		if (name ? strcmp(u->pw_name, name) == 0 : u->pw_uid == id)
			break;
	fclose(f);
	errno = saved;
	if (r == 0)
		return 0;
	*result = NULL;
	return r == ENOENT ? 0 : (errno = r);
}

int getpwnam_r(const char *restrict name, struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	return look_up(name, 0, u, buf, n, result);
}

int getpwuid_r(uid_t id, struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	return look_up(NULL, id, u, buf, n, result);
}

/* One buffer for all functions that return a pointer to their own memory. */
static struct passwd own_user;
static char own_line[4096];

struct passwd *getpwnam(const char *name)
{
	struct passwd *result;
	look_up(name, 0, &own_user, own_line, sizeof own_line, &result);
	return result;
}

struct passwd *getpwuid(uid_t id)
{
	struct passwd *result;
	look_up(NULL, id, &own_user, own_line, sizeof own_line, &result);
	return result;
}

struct passwd *fgetpwent(FILE *f)
{
	struct passwd *result;
	int r = fgetpwent_r(f, &own_user, own_line, sizeof own_line, &result);
	if (r && r != ENOENT)
		errno = r;
	return result;
}

void setpwent(void)
{
	if (users)
		rewind(users);
}

void endpwent(void)
{
	if (users)
		fclose(users);
	users = NULL;
}

int getpwent_r(struct passwd *restrict u, char *restrict buf, size_t n,
			   struct passwd **restrict result)
{
	*result = NULL;
	if (!users && !(users = fopen("/etc/passwd", "re")))
		return errno;
	return fgetpwent_r(users, u, buf, n, result);
}

struct passwd *getpwent(void)
{
	struct passwd *result;
	getpwent_r(&own_user, own_line, sizeof own_line, &result);
	return result;
}

int putpwent(const struct passwd *restrict u, FILE *restrict f)
{
	return fprintf(f, "%s:%s:%u:%u:%s:%s:%s\n", u->pw_name, u->pw_passwd ? u->pw_passwd : "",
				   u->pw_uid, u->pw_gid, u->pw_gecos ? u->pw_gecos : "", u->pw_dir ? u->pw_dir : "",
				   u->pw_shell ? u->pw_shell : "") < 0
			   ? -1
			   : 0;
}

/* As glibc finds it: the kernel knows the user who logged in, -1 if nobody did. */
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
