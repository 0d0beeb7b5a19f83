/* advice.c: gives advice about errors that occur only here.
 *
 * The meaning of an error depends on the call: EAGAIN from flock means that somebody holds a lock,
 * from read it means nothing. There is advice only if it is certain. */
#include "env/compare/differ.h"
#include "env/compare/owner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is known about the call. */
typedef struct AdviceCase {
	const TraceCall *here;
	const char *path; /* or address, or "" */
	bool local;       /* path is that of a socket in the file system */
	u32 uid;          /* of the calling process */
} AdviceCase;

void missing_part(const char *path, Buf *out)
{
	struct stat st;
	for (const char *p = path; *p;) {
		size_t n = strspn(p, "/");
		n += strcspn(p + n, "/");
		buf_add(out, p, n);
		p += n;
		if (lstat(buf_str(out), &st) != 0 ||
			(*p && stat(buf_str(out), &st) == 0 && !S_ISDIR(st.st_mode)))
			return;
	}
	/* Every part exists: a symbolic link in it leads nowhere. */
}

/* Finds a name in the same directory that differs only in upper and lower case. */
static bool find_alike(const char *path, Buf *out)
{
	const char *slash = strrchr(path, '/');
	char *parent = slash && slash > path ? xstrndup(path, (size_t)(slash - path)) : xstrdup("/");
	DIR *dir = slash ? opendir(parent) : NULL;
	bool found = false;
	for (struct dirent *e; !found && dir && (e = readdir(dir));) {
		found = !strcasecmp(e->d_name, slash + 1) && strcmp(e->d_name, slash + 1) != 0;
		if (found)
			buf_adds(out, e->d_name);
	}
	if (dir)
		closedir(dir);
	free(parent);
	return found;
}

static void advise_missing(Buf *b, const char *path)
{
	Buf part = {0}, alike = {0};
	struct stat st;
	missing_part(path, &part);
	bool whole = !strcmp(buf_str(&part), path);
	if (whole && lstat(path, &st) == 0)
		buf_addf(b, "the symbolic link %s leads nowhere here", path);
	else if (find_alike(buf_str(&part), &alike))
		buf_addf(b, "%s does not exist here, but %s lies beside it: upper and lower case differ",
				 buf_str(&part), alike.at);
	else
		buf_addf(b, "%s%s does not exist here; create it", whole ? "" : "directory ",
				 buf_str(&part));
	buf_free(&part);
	buf_free(&alike);
}

/* ---- permissions ---- */

/* True if the mode lets the user enter (directories) or read. For other users, supplementary groups
 * are unknown. */
static bool may_use(const struct stat *st, const char *path, u32 uid, bool directory)
{
	if (uid == geteuid() && uid != 0)
		return access(path, directory ? X_OK : R_OK) == 0;
	u32 bits = uid == st->st_uid ? st->st_mode >> 6 : st->st_mode;
	return uid == 0 || bits & (directory ? 1 : 4);
}

/* Calls that create, move or remove names: the directory must permit them. */
static bool changes_names(i32 nr)
{
	switch (nr) {
	case SYS_unlink:
	case SYS_unlinkat:
	case SYS_rmdir:
	case SYS_mkdir:
	case SYS_mkdirat:
	case SYS_mknod:
	case SYS_mknodat:
	case SYS_rename:
	case SYS_renameat:
	case SYS_renameat2:
	case SYS_link:
	case SYS_linkat:
	case SYS_symlink:
	case SYS_symlinkat: return true;
	default: return false;
	}
}

static void advise_directory(Buf *b, const AdviceCase *k)
{
	const char *slash = strrchr(k->path, '/');
	char *dir = slash == k->path ? xstrdup("/") : xstrndup(k->path, (size_t)(slash - k->path));
	struct stat st;
	if (stat(dir, &st) == 0)
		buf_addf(b,
				 "uid %u may not make or remove files in %s here: it belongs to uid %u, gid %u, "
				 "mode %04o",
				 k->uid, dir, st.st_uid, st.st_gid, st.st_mode & 07777);
	free(dir);
}

/* A number of /proc/self/status, which the program inherits; -1: it is missing. */
static i64 own_status(const char *name, int base)
{
	Buf status = {0};
	file_read("/proc/self/status", &status, NULL);
	const char *at = strstr(buf_str(&status), name);
	i64 number = at ? (i64)strtoull(at + strlen(name), NULL, base) : -1;
	buf_free(&status);
	return number;
}

static bool has_filter(void)
{
	return own_status("\nSeccomp:", 10) == 2;
}

/* Owner and mode mean nothing to root, as long as it has the capability to ignore them. */
static void advise_root(Buf *b, const AdviceCase *k)
{
	enum { DAC_OVERRIDE = 1 };
	i64 capabilities = own_status("\nCapEff:", 16);
	if (!(capabilities >> DAC_OVERRIDE & 1))
		buf_addf(b,
				 "uid 0 lacks cap_dac_override here (CapEff in /proc/self/status), so owner and "
				 "mode of %s count",
				 k->path);
	else if (has_filter())
		buf_addf(b,
				 "a seccomp filter is in force here (Seccomp in /proc/self/status) and may "
				 "refuse %s",
				 call_name(k->here->nr));
	else
		buf_addf(b,
				 "owner and mode do not keep uid 0 from %s: look at attributes (lsattr) and "
				 "security modules",
				 k->path);
}

static void advise_forbidden(Buf *b, const AdviceCase *k)
{
	Buf part = {0};
	struct stat st;
	struct statvfs fs;
	for (const char *p = k->path; *p;) {
		size_t n = strspn(p, "/");
		n += strcspn(p + n, "/");
		buf_add(&part, p, n);
		p += n;
		bool there = stat(part.at, &st) == 0;
		if (!*p && k->uid != 0 && (!there || changes_names(k->here->nr))) {
			advise_directory(b, k);
			break;
		}
		if (!there)
			break;
		if (*p && may_use(&st, part.at, k->uid, true))
			continue;
		if (k->uid == 0 && statvfs(part.at, &fs) == 0 && fs.f_flag & ST_RDONLY)
			buf_addf(b, "the file system of %s is mounted read-only here", part.at);
		else if (k->uid == 0)
			advise_root(b, k);
		else
			buf_addf(b, "uid %u may not use %s here: it belongs to uid %u, gid %u, mode %04o",
					 k->uid, part.at, st.st_uid, st.st_gid, st.st_mode & 07777);
		break;
	}
	buf_free(&part);
}

static void advise_exec_forbidden(Buf *b, const AdviceCase *k)
{
	struct stat st;
	struct statvfs fs;
	if (stat(k->path, &st) == 0 && S_ISDIR(st.st_mode))
		buf_addf(b, "%s is a directory here", k->path);
	else if (stat(k->path, &st) == 0 && !(st.st_mode & 0111))
		buf_addf(b, "%s is not executable here (mode %04o); see chmod", k->path,
				 st.st_mode & 07777);
	else if (statvfs(k->path, &fs) == 0 && fs.f_flag & ST_NOEXEC)
		buf_addf(b, "the file system of %s is mounted noexec here: nothing in it can be executed",
				 k->path);
	else
		advise_forbidden(b, k);
}

/* The name of the privilege that a call needs. */
static const char *capability_for(const TraceCall *c)
{
	switch (c->nr) {
	case SYS_bind: return "cap_net_bind_service";
	case SYS_socket: return "cap_net_raw";
	case SYS_setuid:
	case SYS_setreuid:
	case SYS_setresuid: return "cap_setuid";
	case SYS_setgid:
	case SYS_setregid:
	case SYS_setresgid:
	case SYS_setgroups: return "cap_setgid";
	case SYS_chroot: return "cap_sys_chroot";
	case SYS_chown:
	case SYS_fchown:
	case SYS_lchown:
	case SYS_fchownat: return "cap_chown";
	case SYS_mknod:
	case SYS_mknodat: return "cap_mknod";
	case SYS_setrlimit:
	case SYS_prlimit64: return "cap_sys_resource";
	case SYS_setpriority:
	case SYS_sched_setscheduler:
	case SYS_sched_setparam: return "cap_sys_nice";
	case SYS_mlock:
	case SYS_mlock2:
	case SYS_mlockall: return "cap_ipc_lock";
	case SYS_clock_settime:
	case SYS_settimeofday: return "cap_sys_time";
	case SYS_mount:
	case SYS_umount2:
	case SYS_unshare:
	case SYS_setns:
	case SYS_sethostname: return "cap_sys_admin";
	default: return NULL;
	}
}

/* A socket in the file system. Its name may be relative: it counts if it leads to a socket. */
static bool advise_socket(Buf *b, const AdviceCase *k)
{
	struct stat st;
	if (!k->local || stat(k->path, &st) != 0 || !S_ISSOCK(st.st_mode))
		return false;
	buf_addf(b,
			 "uid %u may not write to the socket %s here: it belongs to uid %u, gid %u, mode %04o; "
			 "see chmod",
			 k->uid, k->path, st.st_uid, st.st_gid, st.st_mode & 07777);
	return true;
}

static void advise_denied(Buf *b, const AdviceCase *k)
{
	const char *capability = capability_for(k->here);
	if (k->here->nr == SYS_connect && advise_socket(b, k))
		return;
	if (call_spec(k->here->nr)->class == CLASS_EXEC)
		advise_exec_forbidden(b, k);
	else if (*k->path == '/' && !(capability && k->uid != 0 && k->here->ret == -EPERM))
		advise_forbidden(b, k);
	else if (has_filter() && (!capability || k->uid == 0))
		buf_addf(b,
				 "a seccomp filter is in force here (Seccomp in /proc/self/status) and may "
				 "refuse %s",
				 call_name(k->here->nr));
	else if (capability)
		buf_addf(b, "uid %u needs the privilege %s for it here; see 'getcap' for the program's own",
				 k->uid, capability);
	else
		buf_addf(b, "uid %u lacks a privilege for it here", k->uid);
}

/* ---- resources that another process holds ---- */

static void advise_locked(Buf *b, const char *path)
{
	pid_t owner = lock_owner(path);
	if (owner) {
		buf_addf(b, "%s is locked here by ", path);
		process_format(b, owner);
	} else {
		buf_addf(b, "somebody holds a lock on %s here", path);
	}
}

static void advise_taken(Buf *b, const AdviceCase *k)
{
	const char *colon = strrchr(k->path, ':');
	pid_t owner = !k->local && colon ? port_owner((u16)atoi(colon + 1)) : 0;
	if (k->local && unix_socket_listens(k->path)) {
		buf_addf(b, "another program uses the socket %s here", k->path);
	} else if (k->local) {
		buf_addf(b, "%s exists here already, and nobody uses it: a socket left over; remove it",
				 k->path);
	} else if (owner) {
		buf_addf(b, "%s is taken here by ", k->path);
		process_format(b, owner);
	} else {
		buf_addf(b, "%s is taken here: another program listens there (see 'ss -ltnp')", k->path);
	}
}

/* Asks the kernel's tables who listens. They know this machine only. */
static void advise_refused(Buf *b, const AdviceCase *k)
{
	const char *colon = strrchr(k->path, ':');
	bool near = !strncmp(k->path, "127.", 4) || !strncmp(k->path, "[::1]", 5);
	Buf others = {0};
	if (near && colon)
		port_listeners((u16)atoi(colon + 1), &others);
	if (k->local && unix_socket_listens(k->path))
		buf_addf(b, "somebody listens at %s here; drift did not let the program connect", k->path);
	else if (k->local)
		buf_addf(b, "%s exists here, but nobody listens there: a socket left over", k->path);
	else if (others.len)
		buf_addf(b,
				 "at this port, somebody listens at %s here: not at the address that the program "
				 "uses, or drift did not let it connect (--allow sockets)",
				 others.at);
	else if (near)
		buf_addf(b, "nothing listens at %s here", k->path);
	else
		buf_addf(b, "nothing listens at %s, or a firewall rejects the connection", k->path);
	buf_free(&others);
}

/* True if inodes are missing, not bytes. Free space may have changed since the failure, so the
 * scarcer of the two decides. */
static bool lacks_files(const AdviceCase *k, const struct statvfs *fs)
{
	bool names = call_find_arg(call_spec(k->here->nr), ARG_PATH) >= 0;
	return fs->f_files &&
		   (!fs->f_favail || (names && (double)fs->f_favail / (double)fs->f_files <
										   (double)fs->f_bavail / (double)fs->f_blocks));
}

static void advise_full(Buf *b, const AdviceCase *k)
{
	struct statvfs fs;
	Buf dir = {0};
	buf_adds(&dir, k->path);
	while (dir.len > 1 && statvfs(dir.at, &fs) != 0)
		dir.at[dir.len = (size_t)(strrchr(dir.at, '/') - dir.at)] = 0;
	if (k->here->nr == SYS_inotify_add_watch)
		buf_adds(b, "too many files are watched here (see fs.inotify.max_user_watches)");
	else if (k->here->nr == SYS_shmget || k->here->nr == SYS_semget || k->here->nr == SYS_msgget)
		buf_adds(b,
				 "a limit of shared memory, semaphores or queues is reached here (see 'ipcs -l')");
	else if (k->here->ret == -EDQUOT)
		buf_addf(b, "a quota on the file system of %s is used up here (see 'quota')", k->path);
	else if (*k->path == '/' && statvfs(buf_str(&dir), &fs) == 0 && lacks_files(k, &fs))
		buf_addf(b, "the file system of %s has no room for more files here (see 'df -i')", k->path);
	else
		buf_addf(b, "the file system of %s is full here (see 'df')", k->path);
	buf_free(&dir);
}

/* ---- programs ---- */

/* A file exists and execve still reports that it does not: its interpreter is missing. */
static void advise_no_program(Buf *b, const AdviceCase *k)
{
	struct stat st;
	char line[256] = {0};
	int fd = open(k->path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
	if (fd >= 0)
		close(fd);
	if (stat(k->path, &st) != 0) {
		advise_missing(b, k->path);
	} else if (n > 2 && !memcmp(line, "#!", 2)) {
		char *name = line + 2 + strspn(line + 2, " \t");
		size_t end = strcspn(name, " \t\r\n");
		bool windows = name[end] == '\r';
		name[end] = 0;
		if (windows)
			buf_addf(
				b,
				"the first line of %s ends with a carriage return, which counts as part of the "
				"name of its interpreter %s",
				k->path, name);
		else
			buf_addf(b, "%s is there, but its interpreter %s is not", k->path, name);
	} else {
		buf_addf(b, "%s is there, but the loader that it names is not (see 'file %s')", k->path,
				 k->path);
	}
}

/* ---- the table ---- */

static bool advise_network(Buf *b, const AdviceCase *k)
{
	switch (-k->here->ret) {
	case EADDRINUSE: advise_taken(b, k); return true;
	case EADDRNOTAVAIL:
		buf_addf(b, "no network interface here has the address %s", k->path);
		return true;
	case ECONNREFUSED: advise_refused(b, k); return true;
	case ENETUNREACH:
	case EHOSTUNREACH: buf_addf(b, "no route to %s from here", k->path); return true;
	case EAFNOSUPPORT: buf_adds(b, "this kind of address is not supported here"); return true;
	default: return false;
	}
}

/* A file with the number of a process that lives is not left over. */
static void advise_exists(Buf *b, const AdviceCase *k)
{
	struct stat st;
	Buf text = {0};
	char *end = NULL, process[64];
	bool small = stat(k->path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < 64;
	long pid = small && file_read(k->path, &text, NULL) ? strtol(buf_str(&text), &end, 10) : 0;
	snprintf(process, sizeof process, "/proc/%ld", pid);
	if (pid > 0 && end[strspn(end, " \n")] == 0 && access(process, F_OK) == 0) {
		buf_addf(b, "%s exists here already, and its ", k->path);
		process_format(b, (pid_t)pid);
		buf_adds(b, " runs");
	} else {
		buf_addf(b, "%s exists here already: left over from an earlier run?", k->path);
	}
	buf_free(&text);
}

static bool advise_file(Buf *b, const AdviceCase *k)
{
	const TraceCall *c = k->here;
	bool exec = call_spec(c->nr)->class == CLASS_EXEC;
	switch (-c->ret) {
	case ENOENT:
		if (exec)
			advise_no_program(b, k);
		else if (*k->path == '/')
			advise_missing(b, k->path);
		return true;
	case EACCES:
	case EPERM:
		if (c->nr == SYS_fcntl)
			advise_locked(b, k->path);
		else
			advise_denied(b, k);
		return true;
	case EEXIST:
		if (!*k->path) {
			buf_adds(b, "another program has it here, or it was left over (see 'ipcs')");
			return true;
		}
		advise_exists(b, k);
		return true;
	case ENOTDIR: {
		Buf part = {0};
		missing_part(k->path, &part);
		buf_addf(b, "%s is not a directory here", buf_str(&part));
		buf_free(&part);
		return true;
	}
	case EXDEV:
		buf_addf(b, "%s is on another file system here than the other name", k->path);
		return true;
	case EISDIR: buf_addf(b, "%s is a directory here", k->path); return true;
	case ENOTEMPTY: buf_addf(b, "the directory %s is not empty here", k->path); return true;
	case ENOSPC:
	case EDQUOT: advise_full(b, k); return true;
	case EROFS:
		buf_addf(b, "the file system of %s is mounted read-only here", k->path);
		return true;
	case ETXTBSY: buf_addf(b, "%s is being executed or written here", k->path); return true;
	case ENOEXEC:
		buf_addf(b, "%s is no program for this machine (see 'file %s')", k->path, k->path);
		return true;
	case ENXIO:
	case ENODEV: buf_addf(b, "the device behind %s is missing here", k->path); return true;
	case ELOOP: buf_addf(b, "symbolic links of %s go round in circles here", k->path); return true;
	case ENAMETOOLONG: buf_addf(b, "%s is too long for a name here", k->path); return true;
	case ENOTTY: buf_adds(b, "this is no terminal here"); return true;
	default: return false;
	}
}

static void advise_limit(Buf *b, const AdviceCase *k)
{
	bool lock = k->here->nr == SYS_flock || k->here->nr == SYS_fcntl;
	switch (-k->here->ret) {
	case EAGAIN:
		if (lock)
			advise_locked(b, k->path);
		break;
	case EMFILE:
		buf_adds(b, "the limit of open files RLIMIT_NOFILE is lower here (see 'ulimit -n')");
		break;
	case ENFILE: buf_adds(b, "the system has no more open files (see fs.file-max)"); break;
	case EFBIG:
		buf_adds(b, "the limit of file size RLIMIT_FSIZE is lower here (see 'ulimit -f')");
		break;
	case ENOMEM:
		buf_adds(b, "there is less memory here, or its limits RLIMIT_AS, RLIMIT_DATA or "
					"RLIMIT_MEMLOCK are lower (see 'ulimit -a')");
		break;
	default: break;
	}
}

/* For a call with two names, the one that the error is about. */
static u32 guilty_path(const World *w, const CallUse *use, i64 ret)
{
	u32 first = use->paths[0], second = use->n_paths > 1 ? use->paths[1] : 0;
	switch (-ret) {
	case EEXIST:
	case ENOTEMPTY:
	case EISDIR:
	case ENOTDIR:
	case ENOSPC:
	case EDQUOT:
	case EXDEV:
	case ETXTBSY: return second ? second : first;
	case ENOENT: return second && access(world_path(w, first), F_OK) == 0 ? second : first;
	default: return first;
	}
}

void advice_of_program(Buf *b, const char *path, i64 error)
{
	TraceCall here = {.nr = SYS_execve, .ret = error};
	AdviceCase k = {.here = &here, .path = path, .uid = geteuid()};
	advise_file(b, &k);
}

void advice_format(Buf *b, const World *w, u32 index, const TraceCall *here)
{
	const CallUse *use = world_use(w, index);
	AdviceCase k = {.here = here, .uid = use->uid == UINT32_MAX ? geteuid() : use->uid};
	k.path = use->n_paths     ? world_path(w, guilty_path(w, use, here->ret))
			 : use->n_objects ? world_object(w, use->objects[0])->name
							  : "";
	if (!strncmp(k.path, "addr:", 5))
		k.path += 5;
	k.local = !strncmp(k.path, "unix:", 5) && k.path[5] != '@';
	if (k.local)
		k.path += 5;
	if (!advise_network(b, &k) && !advise_file(b, &k))
		advise_limit(b, &k);
}
