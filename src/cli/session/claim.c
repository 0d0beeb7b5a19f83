/* claim.c: locks the directory of results. */
#include "cli/session/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The directory that this process made; its children must not remove it. */
static char *made;
static pid_t maker;

static void remove_empty(void)
{
	if (made && maker == getpid())
		rmdir(made);
}

/* True if the path still names the open directory: an earlier command may have removed it at its end. */
static bool is_at(const char *dir, int fd)
{
	struct stat here, open;
	return !stat(dir, &here) && !fstat(fd, &open) && here.st_dev == open.st_dev &&
		   here.st_ino == open.st_ino;
}

bool claim_dir(const char *dir, Err *err)
{
	for (;;) {
		bool existed = file_exists(dir);
		if (!dir_make(dir, err))
			return false;
		int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd <
			0) { /* an unreadable one cannot be locked; whoever writes there says what is wrong */
			if (errno == ENOENT)
				continue;
			return true;
		}
		if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
			close(fd);
			return err_set(
				err,
				"%s: another drift command is writing its results there; wait until it has "
				"ended, or name another directory with -o",
				dir);
		}
		if (is_at(dir, fd)) { /* fd stays open: it holds the lock */
			if (!existed && !made && (made = realpath(dir, NULL))) {
				maker = getpid();
				atexit(remove_empty);
			}
			return true;
		}
		close(fd);
	}
}
