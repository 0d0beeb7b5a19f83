/* advice.c: where to look, for errors that only come here. */
#include "env/differ.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void missing_part(const char *path, Buf *out)
{
	struct stat st;
	for (const char *p = path; *p;) {
		size_t n = strspn(p, "/");
		n += strcspn(p + n, "/");
		buf_add(out, p, n);
		p += n;
		if (lstat(buf_str(out), &st) != 0)
			return;
	}
	/* All of it is there: a symbolic link in it leads nowhere. */
}

static void advise_missing(Buf *b, const char *path)
{
	Buf part = {0};
	struct stat st;
	missing_part(path, &part);
	bool whole = !strcmp(buf_str(&part), path);
	if (whole && lstat(path, &st) == 0)
		buf_addf(b, "the symbolic link %s leads nowhere here", path);
	else
		buf_addf(b, "%s %s does not exist here; create it", whole ? "file" : "directory",
				 buf_str(&part));
	buf_free(&part);
}

static void forbidden_part(Buf *b, const char *path)
{
	Buf part = {0};
	struct stat st;
	for (const char *p = path; *p;) {
		size_t n = strspn(p, "/");
		n += strcspn(p + n, "/");
		buf_add(&part, p, n);
		p += n;
		if (stat(part.at, &st) != 0)
			break;
		if (*p && access(part.at, X_OK) == 0)
			continue;
		buf_addf(b, "uid %u may not use %s here: it belongs to uid %u, gid %u, mode %04o",
				 geteuid(), part.at, st.st_uid, st.st_gid, st.st_mode & 07777);
		break;
	}
	buf_free(&part);
}

void advice_format(Buf *b, const World *w, u32 index, const TraceCall *here)
{
	struct stat st;
	const CallUse *use = world_use(w, index);
	const char *path = use->n_paths     ? world_path(w, use->paths[0])
					   : use->n_objects ? world_object(w, use->objects[0])->name
										: "";
	if (!strncmp(path, "addr:", 5))
		path += 5;
	switch (-here->ret) {
	case ENOENT:
		if (*path == '/')
			advise_missing(b, path);
		break;
	case EACCES:
	case EPERM:
		if (call_spec(here->nr)->class == CLASS_EXEC && stat(path, &st) == 0 &&
			!(st.st_mode & 0111))
			buf_addf(b, "%s is not executable here (mode %04o); see chmod", path,
					 st.st_mode & 07777);
		else if (*path == '/')
			forbidden_part(b, path);
		else
			buf_addf(b, "uid %u lacks a privilege for it here", geteuid());
		break;
	case EADDRINUSE:
		buf_addf(b, "%s is taken here: another program listens there (see 'ss -ltnp')", path);
		break;
	case EADDRNOTAVAIL: buf_addf(b, "no network interface here has the address %s", path); break;
	case ECONNREFUSED: buf_addf(b, "nothing listens at %s here", path); break;
	case ENETUNREACH:
	case EHOSTUNREACH: buf_addf(b, "no route to %s from here", path); break;
	case ENOSPC:
	case EDQUOT: buf_addf(b, "the file system of %s is full here (see 'df')", path); break;
	case EROFS: buf_addf(b, "the file system of %s is mounted read-only here", path); break;
	case EMFILE: buf_adds(b, "the limit of open files is lower here (see 'ulimit -n')"); break;
	case EFBIG: buf_adds(b, "the limit of file size is lower here (see 'ulimit -f')"); break;
	case ENOMEM:
	case EAGAIN:
		buf_adds(b, "a limit of memory or processes is lower here (see 'ulimit -a')");
		break;
	case ENXIO:
	case ENODEV: buf_addf(b, "the device behind %s is missing here", path); break;
	case ELOOP: buf_addf(b, "symbolic links of %s go round in circles here", path); break;
	default: break;
	}
}
