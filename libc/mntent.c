/* mntent.c: tables of mounted file systems, such as /etc/mtab and /etc/fstab. */
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sys.h"

FILE *setmntent(const char *path, const char *mode)
{
	return fopen(path, mode);
}

int endmntent(FILE *f)
{
	if (f)
		fclose(f);
	return 1;
}

/* Turns \040 and its like back into the character, in place. */
static char *decode(char *s)
{
	char *to = s;
	for (char *p = s; *p; to++) {
		if (p[0] == '\\' && p[1] >= '0' && p[1] <= '3' && p[2] >= '0' && p[2] <= '7' &&
			p[3] >= '0' && p[3] <= '7') {
			*to = (char)((p[1] - '0') * 64 + (p[2] - '0') * 8 + (p[3] - '0'));
			p += 4;
		} else if (p[0] == '\\' && p[1] == '\\') {
			*to = '\\';
			p += 2;
		} else {
			*to = *p++;
		}
	}
	*to = 0;
	return s;
}

static char *next_field(char **at)
{
	char *field = *at + strspn(*at, " \t");
	char *end = field + strcspn(field, " \t");
	*at = *end ? end + 1 : end;
	*end = 0;
	return decode(field);
}

struct mntent *getmntent_r(FILE *restrict f, struct mntent *restrict m, char *restrict buf, int n)
{
	for (;;) {
		if (!fgets(buf, n, f))
			return NULL;
		size_t len = strlen(buf);
		/* Of a line that is too long the rest is lost. */
		if (len && buf[len - 1] != '\n')
			for (int c; (c = getc(f)) != EOF && c != '\n';)
				;
		while (len && (buf[len - 1] == '\n' || buf[len - 1] == ' ' || buf[len - 1] == '\t'))
			buf[--len] = 0;
		char *p = buf + strspn(buf, " \t");
		if (!*p || *p == '#')
			continue;
		m->mnt_fsname = next_field(&p);
		m->mnt_dir = next_field(&p);
		m->mnt_type = next_field(&p);
		m->mnt_opts = next_field(&p);
		m->mnt_freq = m->mnt_passno = 0;
		sscanf(p, " %d %d", &m->mnt_freq, &m->mnt_passno);
		return m;
	}
}

struct mntent *getmntent(FILE *f)
{
	static struct mntent own;
	static char line[4096];
	return getmntent_r(f, &own, line, sizeof line);
}

static void put_field(FILE *f, const char *s)
{
	for (; *s; s++)
		if (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\\')
			fprintf(f, "\\%03o", *s);
		else
			putc(*s, f);
}

int addmntent(FILE *restrict f, const struct mntent *restrict m)
{
	if (fseek(f, 0, SEEK_END))
		return 1;
	put_field(f, m->mnt_fsname);
	putc(' ', f);
	put_field(f, m->mnt_dir);
	putc(' ', f);
	put_field(f, m->mnt_type);
	putc(' ', f);
	put_field(f, m->mnt_opts);
	return fprintf(f, " %d %d\n", m->mnt_freq, m->mnt_passno) < 0 || fflush(f) ? 1 : 0;
}

char *hasmntopt(const struct mntent *m, const char *option)
{
	size_t n = strlen(option);
	for (char *p = m->mnt_opts; (p = strstr(p, option)); p += n)
		if ((p == m->mnt_opts || p[-1] == ',') && (p[n] == 0 || p[n] == '=' || p[n] == ','))
			return p;
	return NULL;
}
