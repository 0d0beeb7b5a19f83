/* refuse_socket.c: refuses connections and messages to other programs.
 *
 * An address belongs to the rerun if one of its tasks bound it. In its own network the rerun can
 * reach nobody else, and the overlay cuts off sockets with a name in the file system; the guard
 * notes that. If the network is shared, or in place, the call fails as if nobody listened.
 */
#include "env/sandbox/refuse.h"
#include "env/trace/decode.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

/* Values of Guard.foreign_peers. */
enum {
	PEER_FOREIGN = 1,  /* datagrams go to another program */
	PEER_RAW = 2,      /* it sends something else than messages to an address */
	PEER_NETLINK = 16, /* the protocol is added */
};

typedef struct PeerAddress {
	u8 bytes[128];
	u32 len;
} PeerAddress;

static bool is_shared(const Guard *g)
{
	return !g->cell || g->cell->shared & SANDBOX_NETWORK;
}

static bool read_address(const TracedTask *task, u64 at, u64 len, PeerAddress *a)
{
	a->len = len > sizeof a->bytes ? sizeof a->bytes : (u32)len;
	memset(a->bytes, 0, sizeof a->bytes);
	return at && a->len >= 2 && mem_read(task->tid, at, a->bytes, a->len) == a->len;
}

static int family_of(const PeerAddress *a)
{
	sa_family_t family;
	memcpy(&family, a->bytes, sizeof family);
	return family;
}

static u16 port_of(const PeerAddress *a)
{
	u16 port;
	memcpy(&port, a->bytes + 2, sizeof port);
	return ntohs(port);
}

/* Adds a key that is equal for two addresses of the same object: a port, a resolved path, a
 * name. */
static void address_key(const Guard *g, const TracedTask *task, const PeerAddress *a, Buf *out)
{
	int family = family_of(a);
	if (family == AF_INET || family == AF_INET6) {
		buf_addf(out, "port %u", port_of(a));
	} else if (family == AF_UNIX && a->bytes[2]) {
		PathTarget t;
		char path[sizeof a->bytes + 1] = {0};
		memcpy(path, a->bytes + 2, a->len - 2);
		target_find(g, task, -100, path, true, &t);
		buf_addf(out, "unix %s", buf_str(&t.path));
		target_free(&t);
	} else {
		buf_addf(out, "%d ", family);
		buf_add_escaped(out, a->bytes + 2, a->len - 2);
	}
}

static bool owns_address(const Guard *g, const TracedTask *task, const PeerAddress *a)
{
	Buf key = {0};
	u32 known;
	address_key(g, task, a, &key);
	bool own = strmap_get(&g->addresses, key.at, &known);
	buf_free(&key);
	return own;
}

static bool is_loopback(const PeerAddress *a)
{
	static const u8 local6[16] = {[15] = 1}, any6[16] = {0},
					mapped[12] = {[10] = 0xff, [11] = 0xff};
	if (family_of(a) == AF_INET)
		return a->bytes[4] == 127 || !memcmp(a->bytes + 4, any6, 4);
	return !memcmp(a->bytes + 8, local6, 16) || !memcmp(a->bytes + 8, any6, 16) ||
		   (!memcmp(a->bytes + 8, mapped, 12) && a->bytes[20] == 127);
}

/* True if a socket at the local address, as the tables print it, may get what is sent to the peer: in
 * doubt it may. The address is in words of the machine's byte order. */
static bool may_take(const char *local, size_t len, const PeerAddress *a)
{
	static const u8 none[16] = {0}, mapped[12] = {[10] = 0xff, [11] = 0xff};
	bool old = family_of(a) == AF_INET;
	const u8 *ip = a->bytes + (old ? 4 : 8);
	if (strspn(local, "0") >= len || !memcmp(ip, none, old ? 4 : 16))
		return true;
	if (old && len == 32)
		return !strncmp(local + 16, "FFFF0000", 8);
	if (!old && !memcmp(ip, mapped, sizeof mapped))
		return true;
	char text[33];
	size_t n = 0;
	for (; n < (old ? 8 : 32); n += 8) {
		u32 word;
		memcpy(&word, ip + n / 2, sizeof word);
		snprintf(text + n, sizeof text - n, "%08X", word);
	}
	return n == len && !strncmp(local, text, n);
}

/* True if a socket waits for the peer's address, in one of the kernel's tables. Connections that ended
 * stay in the table for a while, and nobody answers there. */
static bool is_in_table(const TracedTask *task, const char *table, const PeerAddress *a)
{
	char path[64], port[16];
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/net/%s", task->tid, table);
	snprintf(port, sizeof port, ":%04X ", port_of(a));
	file_read(path, &b, NULL);
	bool found = false, tcp = table[0] == 't';
	for (const char *l = strchr(buf_str(&b), '\n'); l && !found; l = strchr(l + 1, '\n')) {
		const char *first = strchr(l + 1, ':'); /* after the line's number */
		const char *own = first ? strchr(first + 1, ':') : NULL;
		const char *peer = own ? strchr(own + 1, ':') : NULL;
		found = peer && !strncmp(own, port, strlen(port)) &&
				(!tcp || !strncmp(peer, ":0000 0A ", 9)) &&
				may_take(first + 2, (size_t)(own - first - 2), a);
	}
	buf_free(&b);
	return found;
}

static bool is_anybody_there(const TracedTask *task, const PeerAddress *a)
{
	return !is_loopback(a) || is_in_table(task, "tcp", a) || is_in_table(task, "tcp6", a) ||
		   is_in_table(task, "udp", a) || is_in_table(task, "udp6", a);
}

static u64 inode_of(const TracedTask *task, int fd)
{
	char link[64];
	struct stat st;
	snprintf(link, sizeof link, "/proc/%d/fd/%d", task->tid, fd);
	return stat(link, &st) == 0 ? (u64)st.st_ino : 0;
}

static bool is_datagram(const TracedTask *task, int fd)
{
	int type = 0;
	socklen_t len = sizeof type;
	int process = (int)syscall(SYS_pidfd_open, task->tgid, 0);
	int own = process >= 0 ? (int)syscall(SYS_pidfd_getfd, process, fd, 0) : -1;
	bool datagram =
		own >= 0 && getsockopt(own, SOL_SOCKET, SO_TYPE, &type, &len) == 0 && type == SOCK_DGRAM;
	if (own >= 0)
		close(own);
	if (process >= 0)
		close(process);
	return datagram;
}

static bool hold(Guard *g, const PeerAddress *a, const char *what)
{
	Buf b = {0};
	address_format(&b, a->bytes, a->len);
	bool held = guard_hold(g, HELD_SOCKETS, "%s %s", what, buf_str(&b));
	buf_free(&b);
	return held;
}

static void note_isolated(Guard *g, const PeerAddress *a, const char *what)
{
	Buf b = {0};
	address_format(&b, a->bytes, a->len);
	guard_note_isolated(g, HELD_SOCKETS, "%s %s", what, buf_str(&b));
	buf_free(&b);
}

/* True if the kernel refuses the task the socket because of its mode: then the call does no harm, and
 * its error is the one that the program gets outside. Only known of a task with drift's own rights. */
static bool is_forbidden(const TracedTask *task, const PathTarget *t)
{
	char path[64];
	struct stat st;
	snprintf(path, sizeof path, "/proc/%d", task->tid);
	return stat(path, &st) == 0 && st.st_uid == geteuid() &&
		   faccessat(AT_FDCWD, buf_str(&t->path), W_OK, AT_EACCESS) != 0 && errno == EACCES;
}

/* Refuses a socket in the file system: inside a cell there is only its name. */
static bool refuse_unix(Guard *g, const TracedTask *task, const PeerAddress *a, const char *what,
						i64 *ret)
{
	char path[sizeof a->bytes + 1] = {0};
	PathTarget t = {0};
	*ret = -ECONNREFUSED;
	if (a->len <= 2 || owns_address(g, task, a))
		return false;
	if (!a->bytes[2])
		return is_shared(g) && hold(g, a, what);
	memcpy(path, a->bytes + 2, a->len - 2);
	bool there = target_find(g, task, -100, path, true, &t) && t.exists && S_ISSOCK(t.st.st_mode) &&
				 !is_forbidden(task, &t);
	target_free(&t);
	return there && hold(g, a, what);
}

static bool refuse_peer(Guard *g, const TracedTask *task, const PeerAddress *a, const char *what,
						i64 *ret)
{
	int family = family_of(a);
	if (family == AF_UNIX)
		return refuse_unix(g, task, a, what, ret);
	*ret = -ECONNREFUSED;
	if (family != AF_INET && family != AF_INET6)
		return family == AF_VSOCK && hold(g, a, what);
	if (a->len < 8 || owns_address(g, task, a))
		return false;
	if (!is_shared(g)) {
		if (!(g->allowed >> HELD_SOCKETS & 1))
			note_isolated(g, a, what);
		return false;
	}
	return is_anybody_there(task, a) && hold(g, a, what);
}

static bool refuse_connect(Guard *g, const TracedTask *task, i64 *ret)
{
	PeerAddress a;
	int fd = (int)task->args[0];
	if (!read_address(task, task->args[1], task->args[2], &a))
		return false;
	int family = family_of(&a);
	/* Connecting a datagram socket sends nothing: libc uses it to sort addresses. */
	if ((family == AF_INET || family == AF_INET6) && is_shared(g) && is_datagram(task, fd)) {
		if (!owns_address(g, task, &a) && is_anybody_there(task, &a) && inode_of(task, fd))
			intmap_put(&g->foreign_peers, inode_of(task, fd), PEER_FOREIGN);
		return false;
	}
	return refuse_peer(g, task, &a, "connecting to", ret);
}

/* ---- messages ---- */

/* Requests to the kernel that only query. */
static bool only_asks(const TracedTask *task, u64 protocol, u64 at)
{
	struct nlmsghdr h = {0};
	mem_read(task->tid, at, &h, sizeof h);
	if (protocol == NETLINK_ROUTE)
		return h.nlmsg_type < RTM_BASE || ((h.nlmsg_type - RTM_BASE) & 3) == 2;
	if (protocol == NETLINK_GENERIC)
		return h.nlmsg_type <= NLMSG_MIN_TYPE;
	return protocol == NETLINK_SOCK_DIAG || protocol == NETLINK_CRYPTO;
}

/* Refuses messages on a socket that sends to others. */
static bool refuse_by_socket(Guard *g, const TracedTask *task, u64 bytes, i64 *ret)
{
	u64 inode = g->foreign_peers.len ? inode_of(task, (int)task->args[0]) : 0, kind = 0;
	*ret = -EPERM;
	if (!inode || !intmap_get(&g->foreign_peers, inode, &kind) || !is_shared(g))
		return false;
	if (kind >= PEER_NETLINK)
		return !only_asks(task, kind - PEER_NETLINK, bytes) &&
			   guard_hold(g, HELD_KERNEL, "a setting of the kernel (netlink)");
	return guard_hold(g, HELD_SOCKETS,
					  kind == PEER_RAW ? "a packet to the network"
									   : "a datagram to another program");
}

static bool refuse_message(Guard *g, const TracedTask *task, u64 at, i64 *ret)
{
	struct msghdr m = {0};
	struct iovec first = {0};
	PeerAddress a;
	if (mem_read(task->tid, at, &m, sizeof m) != sizeof m)
		return false;
	mem_read(task->tid, (u64)(uintptr_t)m.msg_iov, &first, sizeof first);
	if (refuse_by_socket(g, task, (u64)(uintptr_t)first.iov_base, ret))
		return true;
	return read_address(task, (u64)(uintptr_t)m.msg_name, m.msg_namelen, &a) &&
		   refuse_peer(g, task, &a, "sending to", ret);
}

static bool refuse_messages(Guard *g, const TracedTask *task, i64 *ret)
{
	enum { MAX = 1024 };
	for (u64 i = 0; i < task->args[2] && i < MAX; i++)
		if (refuse_message(g, task, task->args[1] + i * sizeof(struct mmsghdr), ret))
			return true;
	return false;
}

/* Refuses socket options that set packet filters. */
static bool refuse_option(Guard *g, const TracedTask *task, i64 *ret)
{
	bool ip = task->args[1] == IPPROTO_IP || task->args[1] == IPPROTO_IPV6;
	u64 option = task->args[2];
	*ret = -EPERM;
	return ip && (option == 64 || option == 65 || option == 96 || option == 97 || option == 128) &&
		   is_shared(g) && guard_hold(g, HELD_KERNEL, "a filter of packets");
}

bool refuse_socket(Guard *g, const TracedTask *task, i64 *ret)
{
	PeerAddress a;
	u64 first;
	switch (task->nr) {
	case SYS_connect: return refuse_connect(g, task, ret);
	case SYS_sendto:
		if (refuse_by_socket(g, task, task->args[1], ret))
			return true;
		return read_address(task, task->args[4], task->args[5], &a) &&
			   refuse_peer(g, task, &a, "sending to", ret);
	case SYS_sendmsg: return refuse_message(g, task, task->args[1], ret);
	case SYS_sendmmsg: return refuse_messages(g, task, ret);
	case SYS_write: return refuse_by_socket(g, task, task->args[1], ret);
	case SYS_writev:
		return g->foreign_peers.len && mem_read(task->tid, task->args[1], &first, 8) == 8 &&
			   refuse_by_socket(g, task, first, ret);
	case SYS_sendfile: return refuse_by_socket(g, task, 0, ret);
	case SYS_setsockopt: return refuse_option(g, task, ret);
	default: return false;
	}
}

void learn_socket(Guard *g, const TracedTask *task, i64 ret)
{
	PeerAddress a;
	u32 len = 0;
	Buf key = {0};
	u64 type = task->args[1] & 15;
	if (ret < 0)
		return;
	if (task->nr == SYS_socket && task->args[0] == AF_NETLINK && inode_of(task, (int)ret))
		intmap_put(&g->foreign_peers, inode_of(task, (int)ret), PEER_NETLINK + task->args[2]);
	else if (task->nr == SYS_socket && (task->args[0] == AF_PACKET || type == SOCK_RAW) &&
			 inode_of(task, (int)ret))
		intmap_put(&g->foreign_peers, inode_of(task, (int)ret), PEER_RAW);
	if (task->nr == SYS_getsockname)
		mem_read(task->tid, task->args[2], &len, 4);
	if ((task->nr == SYS_bind && read_address(task, task->args[1], task->args[2], &a)) ||
		(task->nr == SYS_getsockname && read_address(task, task->args[1], len, &a))) {
		address_key(g, task, &a, &key);
		strmap_put(&g->addresses, key.at, 1);
	}
	buf_free(&key);
}
