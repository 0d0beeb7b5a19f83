/* nursery.c: a process that forks workers. */
#include "engine/explore/jobs/nursery.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A request is the number of the worker, with its end of the socket. */
typedef struct Request {
	struct iovec part;
	struct msghdr message;
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
} Request;

static void request_init(Request *r, u32 *number)
{
	memset(r, 0, sizeof *r);
	r->part = (struct iovec){number, sizeof *number};
	r->message = (struct msghdr){.msg_iov = &r->part,
								 .msg_iovlen = 1,
								 .msg_control = &r->control,
								 .msg_controllen = sizeof r->control};
}

/* ---- in the nursery ---- */

/* Returns the worker's end of the socket; -1: nobody asks any more. */
static int take_request(int fd, u32 *number)
{
	Request r;
	request_init(&r, number);
	ssize_t n;
	while ((n = recvmsg(fd, &r.message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
		;
	struct cmsghdr *head = n == sizeof *number ? CMSG_FIRSTHDR(&r.message) : NULL;
	int end = -1;
	if (head && head->cmsg_type == SCM_RIGHTS)
		memcpy(&end, CMSG_DATA(head), sizeof end);
	return end;
}

/* The parent may have died before the kernel was asked to tell. */
static void end_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

typedef VEC(pid_t) PidList;

/* Waits for workers that have ended, so that their time counts as the nursery's and its parent's. */
static void reap(PidList *workers)
{
	pid_t pid;
	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (size_t i = 0; i < workers->len; i++)
			if (workers->at[i] == pid)
				workers->at[i--] = vec_pop(workers);
}

static void end_all(PidList *workers)
{
	reap(workers);
	for (size_t i = 0; i < workers->len; i++)
		kill(workers->at[i], SIGKILL);
	while (wait(NULL) > 0 || errno == EINTR)
		;
}

static _Noreturn void nurse(int fd, const NurseryWork *work)
{
	PidList workers = {0};
	u32 number;
	int end;
	while ((end = take_request(fd, &number)) >= 0) {
		pid_t self = getpid(), pid = fork();
		if (!pid) {
			end_with(self);
			close(fd);
			work->work(work->ctx, number, end);
			_exit(1);
		}
		close(end);
		reap(&workers);
		if (pid > 0)
			vec_push(&workers, pid);
	}
	end_all(&workers);
	_exit(0);
}

/* ---- in the parent ---- */

static bool no_workers(Err *err)
{
	return err_set(err, "cannot start workers: %s", strerror(errno));
}

bool nursery_begin(Nursery *n, const NurseryWork *work, Err *err)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return no_workers(err);
	fflush(NULL);
	pid_t self = getpid(), pid = fork();
	if (!pid) {
		/* The parent decides when it is over. */
		signal(SIGINT, SIG_IGN);
		signal(SIGTERM, SIG_IGN);
		end_with(self);
		close(ends[0]);
		nurse(ends[1], work);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return no_workers(err);
	}
	*n = (Nursery){.pid = pid, .fd = ends[0]};
	return true;
}

bool nursery_start(Nursery *n, u32 number, int *fd, Err *err)
{
	int ends[2];
	Request r;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return no_workers(err);
	request_init(&r, &number);
	struct cmsghdr *head = CMSG_FIRSTHDR(&r.message);
	*head = (struct cmsghdr){
		.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
	memcpy(CMSG_DATA(head), &ends[1], sizeof(int));
	bool good = sendmsg(n->fd, &r.message, MSG_NOSIGNAL) == sizeof number;
	good = good || no_workers(err);
	close(ends[1]);
	if (good)
		*fd = ends[0];
	else
		close(ends[0]);
	return good;
}

void nursery_end(Nursery *n)
{
	if (!n->pid)
		return;
	close(n->fd); /* this tells it to end */
	while (waitpid(n->pid, NULL, 0) < 0 && errno == EINTR)
		;
	n->pid = 0;
}
