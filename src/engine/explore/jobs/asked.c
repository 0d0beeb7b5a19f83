/* asked.c: questions to the world, and digests of its answers. */
#include "engine/explore/jobs/asked.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "engine/explore/explorer.h"
#include "engine/machine/world.h"

enum { VERSIONS = 2 };

static const WorldAsk *asks_of(const Explorer *x, u32 version, size_t *n)
{
	*n = 0;
	return x->runner.asks ? x->runner.asks(x->runner.ctx, version, n) : NULL;
}

size_t asked_count(const Explorer *x)
{
	size_t all = 0, n;
	for (u32 v = 0; v < VERSIONS; v++, all += n)
		asks_of(x, v, &n);
	return all;
}

/* ---- answers ---- */

static int name_order(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_directory(Digest *d, const char *path)
{
	struct dirent **list;
	int n = scandir(path, &list, NULL, name_order);
	for (int i = 0; i < n; i++) {
		digest_text(d, list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/* Answers of which we do not know what they depend on: the same only on this computer, until it starts again. */
static void add_computer(Digest *d)
{
	Buf id = {0};
	Err ignored;
	struct timespec now;
	if (file_read("/proc/sys/kernel/random/boot_id", &id, &ignored) && id.len) {
		digest_add(d, id.at, id.len);
	} else { /* not even known to be this computer: nobody has this answer again */
		clock_gettime(CLOCK_REALTIME, &now);
		digest_add(d, &now, sizeof now);
	}
	buf_free(&id);
}

/* A file of the host: its kind, its contents, who may use it, and when it was changed. Without a name it is one of too many. */
static void add_file(Digest *d, const char *path)
{
	struct stat st;
	Buf text = {0};
	Err ignored;
	if (!path) {
		add_computer(d);
		return;
	}
	if (stat(path, &st)) {
		digest_text(d, NULL);
		return;
	}
	u64 facts[] = {st.st_mode,
				   st.st_uid,
				   st.st_gid,
				   st.st_nlink,
				   (u64)st.st_mtim.tv_sec,
				   (u64)st.st_mtim.tv_nsec};
	digest_add(d, facts, sizeof facts);
	if (S_ISREG(st.st_mode) && file_read(path, &text, &ignored))
		digest_add(d, buf_str(&text), text.len);
	else if (S_ISDIR(st.st_mode))
		add_directory(d, path);
	buf_free(&text);
}

static void add_number(Digest *d, u64 number)
{
	digest_add(d, &number, sizeof number);
}

static Digest answer(const Explorer *x, WorldKind kind, const char *name)
{
	Digest d = {0};
	char text[4096] = "";
	switch (kind) {
	case WORLD_CLOCK: add_number(&d, (u64)x->in->clock); break;
	case WORLD_UID: add_number(&d, getuid()); break;
	case WORLD_GID: add_number(&d, getgid()); break;
	case WORLD_HOSTNAME:
		os_host_name(text);
		digest_text(&d, text);
		break;
	case WORLD_CWD: digest_text(&d, getcwd(text, sizeof text)); break;
	case WORLD_FILE:
	case WORLD_ABSENT: add_file(&d, name); break;
	case WORLD_SYSTEM:
	case WORLD_INHERITED:
	case WORLD_PROCESSOR:
	case WORLD_STACK: add_computer(&d); break;
	default: break; /* the same build of drift gives the same answer everywhere */
	}
	return d;
}

/* ---- as bytes ---- */

void asked_write(const Explorer *x, Buf *to)
{
	size_t n;
	bytes_number(to, asked_count(x));
	for (u32 v = 0; v < VERSIONS; v++) {
		const WorldAsk *asks = asks_of(x, v, &n);
		for (size_t i = 0; i < n; i++) {
			Digest d = answer(x, asks[i].kind, asks[i].name);
			bytes_number(to, asks[i].kind);
			bytes_text(to, asks[i].name ? asks[i].name : "");
			buf_add(to, d.at, sizeof d.at);
		}
	}
}

bool asked_compare(Explorer *x, ByteReader *from, const char *who)
{
	for (u64 n = bytes_read(from, UINT32_MAX); n && !from->bad; n--) {
		WorldKind kind = (WorldKind)bytes_read(from, N_WORLD - 1);
		char *name = bytes_read_text(from);
		const u8 *at = bytes_take(from, sizeof(Digest));
		Digest own = answer(x, kind, *name ? name : NULL);
		if (at && memcmp(at, own.at, sizeof own.at) != 0) {
			char *what = xasprintf("%s searched with another answer of the system: %s%s%s", who,
								   world_text(kind), *name ? " " : "", name);
			remark(x, "world", what, 0, 1, true);
			free(what);
		}
		free(name);
	}
	return bytes_done(from);
}
