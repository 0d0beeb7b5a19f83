/* mounts.c: reads the list of mounts from /proc/self/mountinfo. */
#include "env/sandbox/sandbox.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

static const struct {
	const char *name;
	unsigned long flag;
} flags[] = {{"ro", MS_RDONLY},         {"nosuid", MS_NOSUID},
			 {"nodev", MS_NODEV},       {"noexec", MS_NOEXEC},
			 {"noatime", MS_NOATIME},   {"nodiratime", MS_NODIRATIME},
			 {"relatime", MS_RELATIME}, {"strictatime", MS_STRICTATIME}};

static unsigned long parse_flags(const char *list)
{
	unsigned long all = 0;
	for (; list && *list; list += list[0] == ',') {
		size_t n = strcspn(list, ",");
		for (size_t i = 0; i < countof(flags); i++)
			if (strlen(flags[i].name) == n && !strncmp(flags[i].name, list, n))
				all |= flags[i].flag;
		list += n;
	}
	return all;
}

/* Blanks and similar characters are escaped as \040. */
static char *unescape(const char *s)
{
	char *out = xmalloc(strlen(s) + 1), *to = out;
	for (; *s; s++) {
		unsigned value;
		if (*s == '\\' && sscanf(s + 1, "%3o", &value) == 1) {
			*to++ = (char)value;
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
	return out;
}

/* True if the name leads to this mount, not to one that covers it. */
static bool is_visible(const Mount *m)
{
	struct statx st;
	if (statx(AT_FDCWD, m->point, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_MNT_ID, &st) != 0)
		return false;
	return !(st.stx_mask & STATX_MNT_ID) || st.stx_mnt_id == m->id;
}

/* 36 35 98:0 /root /point rw,noatime master:1 - type source options */
static bool parse_line(char *line, Mount *m)
{
	char *save = NULL, *words[6] = {0}, *word = strtok_r(line, " ", &save);
	for (size_t i = 0; i < countof(words) && word; i++, word = strtok_r(NULL, " ", &save))
		words[i] = word;
	while (word && strcmp(word, "-") != 0)
		word = strtok_r(NULL, " ", &save);
	char *type = word ? strtok_r(NULL, " ", &save) : NULL;
	if (!words[5] || !type)
		return false;
	strtok_r(NULL, " ", &save);
	char *options = strtok_r(NULL, " ", &save);
	*m = (Mount){.id = strtoull(words[0], NULL, 10), .flags = parse_flags(words[5])};
	m->flags |= parse_flags(options) & MS_RDONLY;
	m->point = unescape(words[4]);
	m->type = xstrdup(type);
	return true;
}

static int by_point(const void *a, const void *b)
{
	return strcmp(((const Mount *)a)->point, ((const Mount *)b)->point);
}

bool mounts_read(Mounts *out, Err *err)
{
	Buf text = {0};
	*out = (Mounts){0};
	if (!file_read("/proc/self/mountinfo", &text, err))
		return false;
	char *save = NULL;
	for (char *l = strtok_r(text.at, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		Mount m;
		if (!parse_line(l, &m))
			continue;
		if (is_visible(&m)) {
			vec_push(out, m);
		} else {
			free(m.point);
			free(m.type);
		}
	}
	buf_free(&text);
	/* The name of a parent is a prefix of its children's names. */
	if (out->len)
		qsort(out->at, out->len, sizeof *out->at, by_point);
	if (!out->len || strcmp(out->at[0].point, "/") != 0)
		return err_set(err, "the root directory is no mount of its own (chroot)");
	return true;
}

void mounts_free(Mounts *m)
{
	for (size_t i = 0; i < m->len; i++) {
		free(m->at[i].point);
		free(m->at[i].type);
	}
	vec_free(m);
}

bool mounts_below(const Mounts *m, const char *dir)
{
	size_t n = strcmp(dir, "/") ? strlen(dir) : 0;
	for (size_t i = 0; i < m->len; i++)
		if (!strncmp(m->at[i].point, dir, n) && m->at[i].point[n] == '/' && m->at[i].point[n + 1])
			return true;
	return false;
}
