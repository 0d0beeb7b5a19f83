/* harm.c: does one harmful thing.
 *
 * harm CONF DIR ACTION: does nothing and succeeds if CONF begins with "fine"; else does what ACTION
 * says to the victim (victim.c) in DIR, and fails. It exits 1 whether it came through or not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char *dir;

static const char *in_dir(const char *name)
{
	static char paths[4][4096];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, sizeof paths[0], "%s/%s", dir, name);
	return path;
}

static long where(const char *name)
{
	char line[256];
	long value = 0;
	FILE *f = fopen(in_dir("where"), "r");
	size_t n = strlen(name);
	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, name, n) && line[n] == '=')
			value = strtol(line + n + 1, NULL, 0);
	if (f)
		fclose(f);
	return value;
}

static void put(int fd)
{
	if (fd < 0 || write(fd, "harm", 4) != 4)
		perror("write");
	if (fd > 2)
		close(fd);
}

static void put_into(const char *path)
{
	put(open(path, O_WRONLY | O_TRUNC | O_CREAT, 0644));
}

/* ---- files ---- */

static void overwrite(void)
{
	put_into(in_dir("data"));
}

static void tmpfile_link(void)
{
	char link[64];
	int fd = open(dir, O_TMPFILE | O_RDWR, 0644);
	if (fd < 0 || write(fd, "harm", 4) != 4)
		perror("O_TMPFILE");
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	unlink(in_dir("data"));
	if (linkat(AT_FDCWD, link, AT_FDCWD, in_dir("data"), AT_SYMLINK_FOLLOW) != 0)
		perror("linkat");
}

static void rename_across(void)
{
	if (rename(in_dir("data"), "/dev/shm/drift-harm") != 0 &&
		(unlink(in_dir("data")) != 0 || rename(in_dir("sub"), in_dir("gone")) != 0))
		perror("rename");
}

static void hard_link(void)
{
	if (link(in_dir("data"), in_dir("other")) != 0)
		perror("link");
	put_into(in_dir("other"));
	unlink(in_dir("sub/one"));
	rmdir(in_dir("sub"));
}

static void map_shared(void)
{
	int fd = open(in_dir("data"), O_RDWR);
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		perror("mmap");
	else
		memcpy(p, "harm", 4);
	fchmod(fd, 0);
	if (ftruncate(fd, 0) != 0)
		perror("ftruncate");
}

static void memory_file(void)
{
	char name[64];
	snprintf(name, sizeof name, "/drift-victim-%ld", where("pid"));
	put(shm_open(name, O_RDWR | O_TRUNC, 0));
	shm_unlink(name);
}

static void inherited(void)
{
	put(3);
	put(4);
	put(5);
	put_into("/proc/self/fd/0");
	put_into("/proc/self/fd/3");
	put(1);
	put(2);
}

/* ---- other processes ---- */

static void signal_one(void)
{
	kill((pid_t)where("pid"), SIGTERM);
	syscall(SYS_tkill, (pid_t)where("pid"), SIGTERM);
	union sigval v = {0};
	sigqueue((pid_t)where("pid"), SIGTERM, v);
	int fd = (int)syscall(SYS_pidfd_open, (pid_t)where("pid"), 0);
	syscall(SYS_pidfd_send_signal, fd, SIGTERM, NULL, 0);
	fcntl(0, F_SETOWN, (pid_t)where("pid"));
}

/* With a signal that nobody minds but the victim. */
static void signal_all(void)
{
	if (kill(-1, SIGURG) != 0)
		perror("kill");
	if (kill(0, SIGURG) != 0)
		perror("kill");
}

/* Children that nobody is to trace. */
static void untraced(void)
{
	uint64_t args[8] = {[0] = CLONE_UNTRACED, [4] = SIGCHLD};
	if (syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, NULL, NULL, NULL, NULL) == 0)
		_exit(kill((pid_t)where("pid"), SIGTERM));
	if (syscall(SYS_clone3, args, sizeof args) == 0)
		_exit(kill((pid_t)where("pid"), SIGTERM));
	while (wait(NULL) > 0)
		;
}

/* The kernel signals whoever is said to own a socket. */
static void owner(void)
{
	int s[2], pid = (int)where("pid");
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0 || ioctl(s[0], SIOCSPGRP, &pid) != 0)
		perror("SIOCSPGRP");
	fcntl(s[0], F_SETSIG, SIGTERM);
	fcntl(s[0], F_SETFL, O_ASYNC);
	put(s[1]);
}

static void write_memory(void)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/mem", where("pid"));
	int fd = open(path, O_RDWR);
	if (fd < 0 || pwrite(fd, "harm", 4, where("memory")) != 4)
		perror("mem");
	char bytes[] = "harm";
	struct iovec mine = {bytes, 4}, theirs = {(void *)where("memory"), 4};
	if (process_vm_writev((pid_t)where("pid"), &mine, 1, &theirs, 1, 0) != 4)
		perror("process_vm_writev");
}

static void trace_other(void)
{
	pid_t pid = (pid_t)where("pid");
	if (ptrace(PTRACE_ATTACH, pid, NULL, NULL) != 0) {
		perror("ptrace");
		return;
	}
	waitpid(pid, NULL, __WALL);
	long word;
	memcpy(&word, "harmharm", 8);
	ptrace(PTRACE_POKEDATA, pid, (void *)where("memory"), (void *)word);
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
}

static void through_proc(void)
{
	char path[8192];
	snprintf(path, sizeof path, "/proc/%ld/root%s", where("pid"), in_dir("data"));
	put_into(path);
	snprintf(path, sizeof path, "/proc/%ld/cwd", where("pid"));
	if (chdir(path) == 0)
		put_into("data");
	int fd = open(path, O_PATH | O_DIRECTORY);
	put(openat(fd, "data", O_WRONLY | O_TRUNC));
	unlinkat(fd, "data", 0);
	symlink(path, "/tmp/drift-harm-link");
	fd = open("/tmp/drift-harm-link", O_RDONLY | O_DIRECTORY);
	unlinkat(fd, "data", 0);
	chdir("/");
	truncate("/tmp/drift-harm-link/data", 0);
}

static void enter_other(void)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/ns/mnt", where("pid"));
	int fd = open(path, O_RDONLY);
	if (setns(fd, 0) != 0)
		perror("setns");
	overwrite();
}

/* The same calls by the numbers of 32-bit programs. */
static long old_call(long nr, long a, long b)
{
	long ret;
	__asm__ volatile("int $0x80"
					 : "=a"(ret)
					 : "a"(nr), "b"(a), "c"(b)
					 : "memory", "r8", "r9", "r10", "r11");
	return ret;
}

static void old_numbers(void)
{
	enum { OLD_UNLINK = 10, OLD_KILL = 37 };
	char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	old_call(OLD_KILL, where("pid"), SIGTERM);
	if (low != MAP_FAILED) {
		strcpy(low, in_dir("data"));
		old_call(OLD_UNLINK, (long)low, 0);
	}
}

/* Any descriptor shows the way to the file system below, if one may use it so. */
static void by_handle(void)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + MAX_HANDLE_SZ];
	} h = {.handle.handle_bytes = MAX_HANDLE_SZ};
	int id;
	if (name_to_handle_at(AT_FDCWD, in_dir("data"), &h.handle, &id, 0) != 0)
		perror("name_to_handle_at");
	for (int fd = 0; fd < 16; fd++)
		put(open_by_handle_at(fd, &h.handle, O_WRONLY | O_TRUNC));
}

static void at_the_end(int signo)
{
	(void)signo;
	kill((pid_t)where("pid"), SIGTERM);
	unlink(in_dir("data"));
	_exit(1);
}

/* What a server does when it is asked to end, and what its grandchild does after it. */
static void when_asked(void)
{
	signal(SIGTERM, at_the_end);
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			at_the_end(0);
		_exit(0);
	}
	for (;;)
		pause();
}

static void priorities(void)
{
	struct rlimit none = {0, 0};
	setpriority(PRIO_PROCESS, (id_t)where("pid"), 19);
	prlimit((pid_t)where("pid"), RLIMIT_NOFILE, &none, NULL);
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity((pid_t)where("pid"), sizeof set, &set);
}

/* ---- sockets, pipes, IPC ---- */

static void say(int s, const void *address, socklen_t len)
{
	if (s < 0 || connect(s, address, len) != 0 || write(s, "harm", 4) != 4)
		perror("connect");
	if (sendto(s, "harm", 4, MSG_NOSIGNAL, address, len) != 4)
		perror("sendto");
	char bytes[] = "harm";
	struct iovec v = {bytes, 4};
	struct msghdr m = {
		.msg_name = (void *)(uintptr_t)address, .msg_namelen = len, .msg_iov = &v, .msg_iovlen = 1};
	if (sendmsg(s, &m, MSG_NOSIGNAL) != 4)
		perror("sendmsg");
	close(s);
}

static void unix_socket(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	strncpy(a.sun_path, in_dir("socket"), sizeof a.sun_path - 1);
	say(socket(AF_UNIX, SOCK_STREAM, 0), &a, sizeof a);
}

static void abstract_socket(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int n = snprintf(a.sun_path + 1, sizeof a.sun_path - 1, "drift-victim-%ld", where("pid"));
	say(socket(AF_UNIX, SOCK_STREAM, 0), &a, (socklen_t)(sizeof(sa_family_t) + (size_t)n + 1));
}

static void inet_sockets(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	a.sin_port = htons((uint16_t)where("tcp"));
	say(socket(AF_INET, SOCK_STREAM, 0), &a, sizeof a);
	a.sin_port = htons((uint16_t)where("udp"));
	say(socket(AF_INET, SOCK_DGRAM, 0), &a, sizeof a);
}

static void pipe_to_reader(void)
{
	put(open(in_dir("pipe"), O_WRONLY | O_NONBLOCK));
	put(open(in_dir("pipe"), O_RDWR | O_NONBLOCK));
}

static void ipc_objects(void)
{
	char *p = shmat((int)where("shm"), NULL, 0);
	if (p != (void *)-1)
		memcpy(p, "harm", 4);
	struct sembuf take = {.sem_op = -1, .sem_flg = IPC_NOWAIT};
	semop((int)where("sem"), &take, 1);
	semctl((int)where("sem"), 0, SETVAL, 7);
	shmctl((int)where("shm"), IPC_RMID, NULL);
	semctl((int)where("sem"), 0, IPC_RMID);
	/* One of its own, left behind. */
	shmget(IPC_PRIVATE, 12345, IPC_CREAT | 0600);
}

/* ---- the system ---- */

static void settings(void)
{
	char same[65] = {0};
	put_into("/proc/sys/kernel/printk_delay");
	put_into("/sys/kernel/uevent_seqnum");
	put(open("/dev/kmsg", O_WRONLY));
	ioctl(0, TIOCSTI, "x");
	if (gethostname(same, sizeof same) == 0)
		sethostname(same, strlen(same));
}

/* Leaves the user's terminal without echo and itself in its foreground. */
static void terminal(void)
{
	struct termios t;
	int fd = open("/dev/tty", O_RDWR);
	signal(SIGTTOU, SIG_IGN);
	setpgid(0, 0);
	if (fd < 0 || tcgetattr(fd, &t) != 0)
		perror("/dev/tty");
	t.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(fd, TCSANOW, &t);
	tcsetpgrp(fd, getpid());
}

static void mounts(void)
{
	if (mount("harm", dir, "tmpfs", 0, NULL) != 0)
		perror("mount");
	umount2(dir, MNT_DETACH);
}

static void system_calls(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	clock_settime(CLOCK_REALTIME, &now);
	syscall(SYS_reboot, 1, 2, 3, 4); /* not the magic numbers: never obeyed */
	syscall(SYS_swapoff, in_dir("data"));
}

static const struct {
	const char *name;
	void (*run)(void);
} actions[] = {
	{"overwrite", overwrite}, {"tmpfile", tmpfile_link},     {"rename", rename_across},
	{"link", hard_link},      {"map", map_shared},           {"memoryfile", memory_file},
	{"inherited", inherited}, {"signal", signal_one},        {"signalall", signal_all},
	{"memory", write_memory}, {"ptrace", trace_other},       {"proc", through_proc},
	{"terminal", terminal},   {"old", old_numbers},          {"handle", by_handle},
	{"asked", when_asked},    {"enter", enter_other},        {"priorities", priorities},
	{"unix", unix_socket},    {"abstract", abstract_socket}, {"inet", inet_sockets},
	{"pipe", pipe_to_reader}, {"ipc", ipc_objects},          {"settings", settings},
	{"mounts", mounts},       {"system", system_calls},      {"untraced", untraced},
	{"owner", owner},
};

int main(int argc, char **argv)
{
	char mode[16] = {0};
	int fd = argc > 3 ? open(argv[1], O_RDONLY) : -1;
	if (fd < 0 || read(fd, mode, 4) != 4)
		return 2;
	close(fd);
	if (!strcmp(mode, "fine"))
		return 0;
	dir = argv[2];
	signal(SIGURG, SIG_IGN);
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (!strcmp(actions[i].name, argv[3]))
			actions[i].run();
	return 1;
}
