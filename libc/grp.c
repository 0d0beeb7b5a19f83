/* grp.c: groups, from /etc/group. */
#include <grp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENTRY struct group
#define ENTRY_FILE "/etc/group"
#define ENTRY_ROOM 16384
#include "entries.h"

/* Splits the list of members into an array after the line in the buffer. Returns 0 if there is no
 * room. */
static int parse_members(char *list, char *buf, size_t n, struct group *g)
{
	uintptr_t free_at = ((uintptr_t)(list + strlen(list) + 1) + 7) & ~(uintptr_t)7;
	char **member = (char **)free_at, **end = (char **)((uintptr_t)(buf + n) & ~(uintptr_t)7);

	g->gr_mem = member;
	while (*list) {
		char *comma = strchr(list, ',');
		if (comma)
			*comma = 0;
		if (*list) {
			if (member + 1 >= end)
				return 0;
			*member++ = list;
		}
		list = comma ? comma + 1 : list + strlen(list);
	}
	if (member >= end)
		return 0;
	*member = NULL;
	return 1;
}

/* name:password:gid:members. 1 good, 0 no group, -1 no room. */
static int entry_parse(char *buf, size_t n, struct group *g)
{
	char *field[4];
	unsigned long gid;
	int k = record_split(buf, field, 4);

	if (k < 3 || !field[0][0] || !record_number(field[2], &gid))
		return 0;
	g->gr_name = field[0];
	g->gr_passwd = field[1];
	g->gr_gid = (gid_t)gid;
	return parse_members(k == 4 ? field[3] : field[2] + strlen(field[2]), buf, n, g) ? 1 : -1;
}

static int entry_is(const struct group *g, const char *name, unsigned id)
{
	return name ? strcmp(g->gr_name, name) == 0 : g->gr_gid == id;
}

int fgetgrent_r(FILE *restrict f, struct group *restrict g, char *restrict buf, size_t n,
				struct group **restrict result)
{
	return entry_read(f, g, buf, n, result);
}

int getgrnam_r(const char *restrict name, struct group *restrict g, char *restrict buf, size_t n,
			   struct group **restrict result)
{
	return entry_find(name, 0, g, buf, n, result);
}

int getgrgid_r(gid_t id, struct group *restrict g, char *restrict buf, size_t n,
			   struct group **restrict result)
{
	return entry_find(NULL, id, g, buf, n, result);
}

struct group *getgrnam(const char *name)
{
	return entry_find_own(name, 0);
}

struct group *getgrgid(gid_t id)
{
	return entry_find_own(NULL, id);
}

struct group *fgetgrent(FILE *f)
{
	return entry_read_own(f);
}

void setgrent(void)
{
	entry_rewind();
}

void endgrent(void)
{
	entry_end();
}

int getgrent_r(struct group *restrict g, char *restrict buf, size_t n,
			   struct group **restrict result)
{
	return entry_next(g, buf, n, result);
}

struct group *getgrent(void)
{
	return entry_next_own();
}

int putgrent(const struct group *restrict g, FILE *restrict f)
{
	fprintf(f, "%s:%s:%u:", g->gr_name, g->gr_passwd ? g->gr_passwd : "", g->gr_gid);
	for (char **m = g->gr_mem; m && *m; m++)
		fprintf(f, "%s%s", m == g->gr_mem ? "" : ",", *m);
	return putc('\n', f) < 0 ? -1 : 0;
}

/* The groups of a user: the given one first, then those that list it. */
int getgrouplist(const char *user, gid_t first, gid_t *list, int *n)
{
	FILE *f = fopen(ENTRY_FILE, "re");
	struct group g, *found;
	char *buf = malloc(sizeof own_line);
	int count = 0, room = *n;

	if (count++ < room)
		list[0] = first;
	while (f && buf && fgetgrent_r(f, &g, buf, sizeof own_line, &found) == 0) {
		if (g.gr_gid == first)
			continue;
		for (char **m = g.gr_mem; *m; m++)
			if (strcmp(*m, user) == 0) {
				if (count < room)
					list[count] = g.gr_gid;
				count++;
				break;
			}
	}
	if (f)
		fclose(f);
	free(buf);
	*n = count;
	return count > room ? -1 : count;
}

int initgroups(const char *user, gid_t group)
{
	gid_t list[256];
	int n = 256;
	getgrouplist(user, group, list, &n);
	return setgroups((size_t)(n < 256 ? n : 256), list);
}
