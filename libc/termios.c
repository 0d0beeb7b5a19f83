/* termios.c: terminals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include "sys.h"

/* The kernel's structure; struct termios has more control characters and the speeds. */
struct kernel_termios {
	tcflag_t iflag, oflag, cflag, lflag; /* as in struct termios */
	cc_t line;                           /* line discipline */
	cc_t cc[19];                         /* control characters */
};

int tcgetattr(int fd, struct termios *t)
{
	struct kernel_termios k;

	if (ioctl(fd, TCGETS, &k) < 0)
		return -1;
	memset(t, 0, sizeof *t);
	t->c_iflag = k.iflag;
	t->c_oflag = k.oflag;
	t->c_cflag = k.cflag;
	t->c_lflag = k.lflag;
	t->c_line = k.line;
	memcpy(t->c_cc, k.cc, sizeof k.cc);
	t->c_ispeed = t->c_ospeed = k.cflag & (CBAUD | CBAUDEX);
	return 0;
}

int tcsetattr(int fd, int when, const struct termios *t)
{
	struct kernel_termios k;
	unsigned long request = when == TCSADRAIN ? TCSETSW : when == TCSAFLUSH ? TCSETSF : TCSETS;

	if (when != TCSANOW && when != TCSADRAIN && when != TCSAFLUSH)
		return fail(EINVAL);
	k.iflag = t->c_iflag & ~0x80000000u; /* glibc stores its own flag there */
	k.oflag = t->c_oflag;
	k.cflag = t->c_cflag;
	k.lflag = t->c_lflag;
	k.line = t->c_line;
	memcpy(k.cc, t->c_cc, sizeof k.cc);
	return ioctl(fd, request, &k);
}

int isatty(int fd)
{
	struct kernel_termios k;
	return SYS4(SYS_ioctl, fd, TCGETS, &k, DRIFT_INSIDE) == 0;
}

int ttyname_r(int fd, char *buf, size_t n)
{
	char link[32] = "/proc/self/fd/", digits[12];
	struct stat open_one, named;
	size_t len = 0;

	if (n < sizeof "/dev/pts/")
		return errno = ERANGE;
	if (!isatty(fd))
		return errno;
	do
		digits[len++] = (char)('0' + fd % 10);
	while (fd /= 10);
	for (size_t i = strlen(link); len > 0; i++)
		link[i] = digits[--len];
	ssize_t k = readlink(link, buf, n - 1);
	if (k < 0)
		return errno;
	if ((size_t)k == n - 1)
		return errno = ERANGE;
	buf[k] = 0;
	if (stat(link, &open_one) < 0 || stat(buf, &named) < 0 || open_one.st_rdev != named.st_rdev)
		return errno = ENODEV;
	return 0;
}

int __ttyname_r_chk(int fd, char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return ttyname_r(fd, buf, n);
}

char *ttyname(int fd)
{
	static char name[64];
	return ttyname_r(fd, name, sizeof name) ? NULL : name;
}

char *ctermid(char *buf)
{
	static char own[L_ctermid];
	return strcpy(buf ? buf : own, "/dev/tty");
}

pid_t tcgetpgrp(int fd)
{
	pid_t group;
	return ioctl(fd, TIOCGPGRP, &group) < 0 ? -1 : group;
}

int tcsetpgrp(int fd, pid_t group)
{
	return ioctl(fd, TIOCSPGRP, &group);
}

pid_t tcgetsid(int fd)
{
	pid_t session;
	return ioctl(fd, TIOCGSID, &session) < 0 ? -1 : session;
}

int tcdrain(int fd)
{
	return ioctl(fd, TCSBRK, 1);
}

int tcflow(int fd, int action)
{
	return ioctl(fd, TCXONC, action);
}

int tcflush(int fd, int queue)
{
	return ioctl(fd, TCFLSH, queue);
}

int tcsendbreak(int fd, int duration)
{
	return duration > 0 ? ioctl(fd, TCSBRKP, (duration + 99) / 100) : ioctl(fd, TCSBRK, 0);
}

speed_t cfgetospeed(const struct termios *t)
{
	return t->c_cflag & (CBAUD | CBAUDEX);
}

speed_t cfgetispeed(const struct termios *t)
{
	return t->c_iflag & 0x80000000u ? 0 : t->c_cflag & (CBAUD | CBAUDEX);
}

int cfsetospeed(struct termios *t, speed_t speed)
{
	if ((speed & ~(speed_t)CBAUD) && (speed < B57600 || speed > B4000000))
		return fail(EINVAL);
	t->c_ospeed = speed;
	t->c_cflag = (t->c_cflag & ~(tcflag_t)(CBAUD | CBAUDEX)) | speed;
	return 0;
}

int cfsetispeed(struct termios *t, speed_t speed)
{
	if ((speed & ~(speed_t)CBAUD) && (speed < B57600 || speed > B4000000))
		return fail(EINVAL);
	t->c_ispeed = speed;
	if (speed == 0) {
		t->c_iflag |= 0x80000000u;
		return 0;
	}
	t->c_iflag &= ~0x80000000u;
	t->c_cflag = (t->c_cflag & ~(tcflag_t)(CBAUD | CBAUDEX)) | speed;
	return 0;
}

int cfsetspeed(struct termios *t, speed_t speed)
{
	return cfsetospeed(t, speed) < 0 ? -1 : cfsetispeed(t, speed);
}

void cfmakeraw(struct termios *t)
{
	t->c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
	t->c_oflag &= ~(tcflag_t)OPOST;
	t->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	t->c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
	t->c_cflag |= CS8;
	t->c_cc[VMIN] = 1;
	t->c_cc[VTIME] = 0;
}

int tcgetwinsize(int fd, struct winsize *size)
{
	return ioctl(fd, TIOCGWINSZ, size);
}

int tcsetwinsize(int fd, const struct winsize *size)
{
	return ioctl(fd, TIOCSWINSZ, size);
}
