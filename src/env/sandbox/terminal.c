/* terminal.c: restores the user's terminal after a rerun.
 *
 * A program may read from it and print on it. If it is killed meanwhile, echo may stay off, or the
 * program's group may stay in the foreground. */
#include "env/sandbox/sandbox.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void terminal_save(Terminal *t)
{
	*t = (Terminal){.fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)};
	if (t->fd < 0)
		return;
	t->group = tcgetpgrp(t->fd);
	if (tcgetattr(t->fd, &t->modes) != 0)
		terminal_close(t);
}

void terminal_restore(const Terminal *t)
{
	struct sigaction old, ignore = {.sa_handler = SIG_IGN};
	struct termios now;
	if (t->fd < 0)
		return;
	/* This signal would stop a process that is not in the foreground. */
	sigaction(SIGTTOU, &ignore, &old);
	if (t->group > 0 && tcgetpgrp(t->fd) != t->group)
		tcsetpgrp(t->fd, t->group);
	if (tcgetattr(t->fd, &now) == 0 && memcmp(&now, &t->modes, sizeof now) != 0)
		tcsetattr(t->fd, TCSANOW, &t->modes);
	sigaction(SIGTTOU, &old, NULL);
}

void terminal_close(Terminal *t)
{
	if (t->fd >= 0)
		close(t->fd);
	t->fd = -1;
}
