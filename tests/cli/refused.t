#!/bin/sh
# refused.t: a native run to which the sandbox refused something confirms nothing.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

cat >head.h <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
END

# pair NAME CALL: NEW says other words where CALL fails. eventfd is what the machine cannot follow.
pair()
{
	mkdir "$1"
	for pair_word in old new; do
		cat >"$1/$pair_word.c" <<END
#include "../head.h"
int main(int argc, char **argv)
{
	int p[2], number = argc > 1 ? atoi(argv[1]) : 0, fd = eventfd(0, 0);
	struct termios t = {0};
	(void)p, (void)t;
	close(fd);
	if ($2)
		puts("$pair_word cannot");
	else
		puts("can");
	return number > 3;
}
END
	done
	capture "$1" "$drift" test -o "$tmp/$1.d" "$1/old.c" "$1/new.c" -- @int=1 </dev/null
}

# refused NAME CALL REFUSED: such a pair is not confirmed, and the call that the sandbox refused is named.
refused()
{
	pair "$1" "$2"
	check "$1: no difference is confirmed" status "$1" 0
	check "$1: the call is named" mentions "$1" sandbox refused "$3"
}
# same NAME CALL STATUS: the call does in the sandbox what it does elsewhere.
same()
{
	pair "$1" "$2"
	check "$1: nothing is refused" silent "$1" 'sandbox'
	check "$1: the call does as ever" status "$1" "$3"
}

refused pair 'socketpair(AF_UNIX, SOCK_STREAM, 0, p)' socketpair
refused twice 'socket(AF_INET, SOCK_STREAM, 0) < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, p) < 0 || setsid() < 0' socket
refused letters 'socket(AF_UNIX, SOCK_DGRAM, 0) < 0' socket
refused session 'setsid() < 0' setsid
refused signal 'kill(getppid(), 0)' kill
refused death 'prctl(PR_SET_PDEATHSIG, SIGKILL)' prctl
refused owner 'close(creat("f", 0600)) || chown("f", 1, 1)' 'chown'
refused file "(p[0] = open(\"$tmp/elsewhere\", O_CREAT | O_WRONLY, 0600)) < 0" 'openat'
refused directory "mkdir(\"$tmp/made\", 0700)" 'mkdir'
refused remove "unlink(\"$tmp/head.h\")" 'unlink'
refused mode "chmod(\"$tmp/head.h\", 0600)" 'chmod'
check 'what was refused did not happen' sh -c '[ -e head.h ] && [ ! -e elsewhere ] && [ ! -e made ]'

# What fails anywhere is no refusal: these differ, and that shows.
same moved 'rename("/tmp/drift has no such file", "/tmp/drift has none")' 1
same terminal 'tcsetattr(1, TCSANOW, &t)' 1
same there "mkdir(\"$tmp\", 0700)" 1
same missing 'open("/proc/drift-none", O_RDWR) < 0' 1
same gone "unlink(\"$tmp/none\")" 1
# What is allowed works: no version says that it cannot.
same own 'close(creat("f", 0600)) || chmod("f", 0644) || rename("f", "g") || mkdir("d", 0700) || unlink("g")' 0
same times 'close(creat("f", 0600)) || utimensat(AT_FDCWD, "f", NULL, 0) || (p[0] = open("f", O_RDWR)) < 0 || futimens(p[0], NULL)' 0
same mine 'close(creat("f", 0600)) || chown("f", getuid(), getgid()) || chown("f", -1, -1)' 0
same null '(p[0] = open("/dev/null", O_WRONLY)) < 0 || (p[1] = open("/dev/stdout", O_WRONLY)) < 0' 0

# The C library goes outside for these; they do as ever.
same unnamed 'tmpfile() == NULL' 0
[ -e /var/run/nscd/socket ] || same user 'getpwnam("root") == NULL' 0

# What the machine knows of both versions is told, as not confirmed.
for word in old new; do
	cat >"$word.c" <<END
#include "head.h"
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (prctl(PR_SET_PDEATHSIG, SIGTERM))
		return 9;
	puts(n == 7 ? "$word" : "same");
}
END
done
capture known "$drift" test -o "$tmp/known.d" old.c new.c -- @int=7 </dev/null
check 'a difference of the machine that no run can confirm is unconfirmed' says known '^unconfirmed: '
check 'and says by which call' mentions known sandbox refused prctl
finish
