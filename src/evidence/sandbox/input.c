/* input.c: standard input of a native run, as a file, a pipe or a terminal.
 *
 * A pipe or terminal gets its bytes before the program starts, as in the machine (engine/os/stdin.c). A
 * terminal passes every byte as it is, and returns the end of the input as often as the program is likely
 * to ask for it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "evidence/sandbox/sandbox.h"

enum {
	MOST_IN_PIPE = 65536,    /* bytes that fit */
	MOST_IN_TERMINAL = 3000, /* likewise, with room for quotes and ends */
	ENDS = 64,               /* how often a terminal ends */
	END = 4,                 /* control-D */
	QUOTE = 22,              /* control-V */
};

static bool put(int fd, const Buf *bytes)
{
	size_t done = 0;
	while (done < bytes->len) {
		ssize_t n = write(fd, bytes->at + done, bytes->len - done);
		if (n < 0 && errno != EINTR)
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

static bool fill_pipe(const Buf *bytes, int *in)
{
	int ends[2];
	if (bytes->len > MOST_IN_PIPE || pipe2(ends, O_CLOEXEC))
		return false;
	bool good = put(ends[1], bytes);
	close(ends[1]);
	*in = ends[0];
	return good;
}

/* Only two characters have a meaning, and QUOTE takes it away. */
static bool set_terminal(int fd)
{
	struct termios t;
	if (tcgetattr(fd, &t))
		return false;
	t.c_iflag = 0;
	t.c_lflag = ICANON | IEXTEN;
	memset(t.c_cc, _POSIX_VDISABLE, sizeof t.c_cc);
	t.c_cc[VEOF] = END;
	t.c_cc[VLNEXT] = QUOTE;
	return !tcsetattr(fd, TCSANOW, &t);
}

static void type(const Buf *bytes, Buf *to)
{
	for (size_t i = 0; i < bytes->len; i++) {
		if (bytes->at[i] == END || bytes->at[i] == QUOTE)
			buf_addc(to, QUOTE);
		buf_addc(to, bytes->at[i]);
	}
	for (int i = 0; i < ENDS; i++)
		buf_addc(to, END);
}

/* The other side stays open as long as the program runs: its end would hang up the terminal. */
static bool fill_terminal(const Buf *bytes, int *in, int *other)
{
	Buf typed = {0};
	char name[64];
	*other = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	bool good = bytes->len <= MOST_IN_TERMINAL && *other >= 0 && !grantpt(*other) &&
				!unlockpt(*other) && !ptsname_r(*other, name, sizeof name);
	*in = good ? open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC) : -1;
	good = good && *in >= 0 && set_terminal(*in);
	type(bytes, &typed);
	good = good && put(*other, &typed);
	buf_free(&typed);
	return good;
}

bool sandbox_input(const SandboxRun *what, int *in, int *other, Err *err)
{
	Buf bytes = {0};
	*in = *other = -1;
	if (what->kind == SANDBOX_FILE)
		return true;
	bool good = !what->input || file_read(what->input, &bytes, err);
	if (good &&
		!(what->kind == SANDBOX_PIPE ? fill_pipe(&bytes, in) : fill_terminal(&bytes, in, other)))
		good = err_set(err, "standard input cannot be a %s here",
					   what->kind == SANDBOX_PIPE ? "pipe" : "terminal");
	buf_free(&bytes);
	return good;
}
