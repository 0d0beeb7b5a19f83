/* owner.c: finds the processes that hold locks and ports, from /proc. */
#include "env/compare/owner.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

void process_format(Buf *b, pid_t pid)
{
	char path[64];
	Buf name = {0};
	snprintf(path, sizeof path, "/proc/%d/comm", pid);
	file_read(path, &name, NULL);
	buf_addf(b, "process %d (", pid);
	buf_add_escaped(b, buf_str(&name), strcspn(buf_str(&name), "\n"));
	buf_addc(b, ')');
	buf_free(&name);
}

pid_t lock_owner(const char *path)
{
	struct stat st;
	Buf locks = {0};
	pid_t found = 0;
	if (stat(path, &st) != 0 || !file_read("/proc/locks", &locks, NULL))
		return 0;
	for (const char *line = buf_str(&locks); *line && !found;) {
		/* 1: POSIX  ADVISORY  WRITE 4711 fe:01:131 0 EOF; waiting locks have an arrow. */
		unsigned maj, min;
		unsigned long ino;
		int pid;
		if (sscanf(line, "%*d: %*s %*s %*s %d %x:%x:%lu", &pid, &maj, &min, &ino) == 4 &&
			maj == major(st.st_dev) && min == minor(st.st_dev) && ino == st.st_ino)
			found = pid;
		line += strcspn(line, "\n");
		line += *line != 0;
	}
	buf_free(&locks);
	return found;
}

/* The process with an open file that /proc shows as that link. */
static pid_t holder_of(const char *link)
{
	DIR *proc = opendir("/proc");
	pid_t found = 0;
	for (struct dirent *p; !found && proc && (p = readdir(proc));) {
		char dir[300], path[600], target[64];
		if (p->d_name[0] < '1' || p->d_name[0] > '9')
			continue;
		snprintf(dir, sizeof dir, "/proc/%s/fd", p->d_name);
		DIR *fds = opendir(dir);
		for (struct dirent *e; !found && fds && (e = readdir(fds));) {
			snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
			ssize_t n = readlink(path, target, sizeof target - 1);
			target[n > 0 ? n : 0] = 0;
			if (!strcmp(target, link))
				found = atoi(p->d_name);
		}
		if (fds)
			closedir(fds);
	}
	if (proc)
		closedir(proc);
	return found;
}

static unsigned long port_inode(const char *table, u16 port)
{
	enum { LISTENING = 0x0a, UNCONNECTED = 0x07 };
	Buf b = {0};
	unsigned long found = 0;
	file_read(table, &b, NULL);
	for (const char *line = buf_str(&b); *line && !found;) {
		unsigned local, state;
		unsigned long inode;
		if (sscanf(line, " %*d: %*[0-9A-Fa-f]:%x %*s %x %*s %*s %*s %*s %*s %lu", &local, &state,
				   &inode) == 3 &&
			local == port && (state == LISTENING || state == UNCONNECTED))
			found = inode;
		line += strcspn(line, "\n");
		line += *line != 0;
	}
	buf_free(&b);
	return found;
}

pid_t port_owner(u16 port)
{
	static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6", "/proc/net/udp",
										 "/proc/net/udp6"};
	char link[64];
	unsigned long inode = 0;
	for (size_t i = 0; i < countof(tables) && !inode; i++)
		inode = port_inode(tables[i], port);
	snprintf(link, sizeof link, "socket:[%lu]", inode);
	return inode ? holder_of(link) : 0;
}

bool port_listens(u16 port)
{
	return port_inode("/proc/net/tcp", port) || port_inode("/proc/net/tcp6", port);
}

/* Adds those of one table, which has addresses as words of the machine's byte order. */
static void add_listeners(const char *table, u16 port, Buf *b)
{
	enum { LISTENING = 0x0a };
	Buf all = {0};
	file_read(table, &all, NULL);
	for (const char *line = buf_str(&all); *line;) {
		char hex[40], text[64];
		unsigned local, state;
		u32 words[4] = {0};
		int n = 0;
		if (sscanf(line, " %*d: %39[0-9A-Fa-f]:%x %*s %x", hex, &local, &state) == 3 &&
			local == port && state == LISTENING) {
			for (; n < 4 && sscanf(hex + 8 * n, "%8x", &words[n]) == 1 && hex[8 * n + 8]; n++)
				;
			bool wide = n > 0;
			inet_ntop(wide ? AF_INET6 : AF_INET, words, text, sizeof text);
			buf_addf(b, wide ? "%s[%s]:%u" : "%s%s:%u", b->len ? ", " : "", text, port);
		}
		line += strcspn(line, "\n");
		line += *line != 0;
	}
	buf_free(&all);
}

void port_listeners(u16 port, Buf *b)
{
	add_listeners("/proc/net/tcp", port, b);
	add_listeners("/proc/net/tcp6", port, b);
}

bool unix_socket_listens(const char *path)
{
	Buf b = {0};
	bool found = false;
	size_t n = strlen(path);
	file_read("/proc/net/unix", &b, NULL);
	for (const char *line = buf_str(&b); *line && !found;) {
		size_t len = strcspn(line, "\n");
		found = len > n && !memcmp(line + len - n, path, n) && line[len - n - 1] == ' ';
		line += len + (line[len] != 0);
	}
	buf_free(&b);
	return found;
}
