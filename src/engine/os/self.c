/* self.c: /proc/self, the kernel's view of the subject's own process.
 *
 * The host's answer would describe drift. Entries that are the same for every process of the
 * user are the host's. Names and links are our own. All others end the run.
 */
#include <unistd.h>
#include "engine/os/impl.h"

static OsNode *add(Os *os, OsNode *dir, const char *name, NodeKind kind, u32 mode)
{
	OsNode *node = vnode_start(os, kind, mode);
	node->now.changed = false;
	node->dev = dir->dev;
	node->ino = dir->ino * 1000 + dir->names.len + 1;
	if (kind == NODE_DIR)
		node->now.parent = dir;
	bool base = os->base;
	os->base = true;
	vdir_set(os, dir, name, node);
	os->base = base;
	return node;
}

static void add_text(Os *os, OsNode *dir, const char *name, NodeMagic magic)
{
	OsNode *node = add(os, dir, name, NODE_FILE, S_IFREG | 0444);
	node->magic = magic;
	node->now.hosted = node->dynamic = true;
}

static void add_self(Os *os, OsNode *proc, const char *name, char *target)
{
	OsNode *link = add(os, proc, name, NODE_LINK, S_IFLNK | 0777);
	link->magic = MAGIC_SELF;
	link->target = target;
}

/* The subject's own process: a directory under its number, and self as a link to it. */
void os_self_fill(Os *os, OsNode *proc)
{
	char pid[16];
	snprintf(pid, sizeof pid, "%d", os->config.host_identity ? (int)getpid() : OS_PID);
	add_self(os, proc, "self", xstrdup(pid));
	add_self(os, proc, "thread-self", xasprintf("%s/task/%s", pid, pid));
	OsNode *self = add(os, proc, pid, NODE_DIR, S_IFDIR | 0555);
	self->host = xstrdup("/proc/self");
	self->complete = false;
	add(os, self, "fd", NODE_DIR, S_IFDIR | 0500)->magic = MAGIC_FD_DIR;
	add(os, self, "cwd", NODE_LINK, S_IFLNK | 0777)->magic = MAGIC_CWD;
	add(os, self, "root", NODE_LINK, S_IFLNK | 0777)->target = xstrdup("/");
	add(os, self, "exe", NODE_LINK, S_IFLNK | 0777)->magic = MAGIC_EXE;
	add_text(os, self, "comm", MAGIC_COMM);
	add_text(os, self, "cmdline", MAGIC_CMDLINE);
}

void os_begin(Os *os, char *const *argv)
{
	const char *slash = argv && argv[0] ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : argv && argv[0] ? argv[0] : "";
	snprintf(os->process.comm, sizeof os->process.comm, "%s", name);
	buf_reset(&os->start.cmdline);
	for (size_t i = 0; argv && argv[i]; i++)
		buf_add(&os->start.cmdline, argv[i], strlen(argv[i]) + 1);
}

/* The path the program would have if it had been built where the user names it. */
void os_self_exe(Os *os, Buf *out)
{
	if (os->config.exe) {
		buf_adds(out, os->config.exe);
		return;
	}
	char *name = xstrdup(os->start.cmdline.len ? buf_str(&os->start.cmdline) : "");
	char *slash = strrchr(name, '/');
	if (slash)
		*slash = 0;
	char *dir = realpath(!slash ? "." : *name ? name : "/", NULL);
	buf_addf(out, "%s/%s", dir && dir[1] ? dir : "", slash ? slash + 1 : name);
	free(dir);
	free(name);
}

bool os_self_text(Os *os, OsNode *file)
{
	if (file->magic != MAGIC_COMM && file->magic != MAGIC_CMDLINE)
		return false;
	vbytes_clear(&file->text);
	if (file->magic == MAGIC_COMM) {
		os_ask_name(os);
		vbytes_put(&file->text, 0, (const u8 *)os->process.comm, NULL, strlen(os->process.comm));
		vbytes_put(&file->text, file->text.len, (const u8 *)"\n", NULL, 1);
	} else if (os->config.in == OS_STREAM_CAPTURE) {
		os_refuse(os, "/proc/self/cmdline"); /* arguments may be inputs */
	} else {
		vbytes_put(&file->text, 0, (const u8 *)os->start.cmdline.at, NULL, os->start.cmdline.len);
	}
	return true;
}

/* Files that say the same of every process of this user here. */
static bool is_common(const char *name)
{
	static const char *const common[] = {
		"attr",          "cgroup",      "cpuset",     "gid_map",   "limits",    "loginuid",
		"mountinfo",     "mounts",      "mountstats", "net",       "ns",        "oom_adj",
		"oom_score_adj", "personality", "projid_map", "sessionid", "setgroups", "uid_map",
	};
	size_t n = strcspn(name, "/");
	for (size_t i = 0; i < countof(common); i++)
		if (strlen(common[i]) == n && !strncmp(common[i], name, n))
			return true;
	return false;
}

bool os_self_hides(Os *os, const char *path)
{
	static const char self[] = "/proc/self/";
	if (strncmp(path, self, sizeof self - 1) || is_common(path + sizeof self - 1))
		return false;
	if (!strcmp(path + sizeof self - 1, "environ") && os->config.in != OS_STREAM_CAPTURE)
		return false; /* drift's own environment is the subject's */
	if (access(path, F_OK))
		return false;
	os_refuse(os, "%s", path);
	return true;
}
