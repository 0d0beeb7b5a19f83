#!/bin/sh
# stubs.t: what the C library and the virtual OS cannot do ends the run with its place; nothing fails silently.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# ---- the program's own symbols ----

cat >old.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int shown = 7;
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int (*f)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, n > 4 ? "two" : "one");
	void *own = dlopen(NULL, RTLD_NOW);
	int *s = dlsym(own, "shown");
	printf("%d %d %d\n", f(n & 3), *s, dlclose(own));
	return 0;
}
C
sed 's/x + 2/x + 3/' old.c >new.c
capture found "$drift" test -o found.d old.c new.c -- @int </dev/null
check 'a change behind dlsym is found and confirmed' status found 1
check 'where it is called' shows found 'when    arg1 > 4'
capture elsewhere "$drift" test -o elsewhere.d --assume 'arg1 < 5' old.c new.c -- @int </dev/null
check 'and is none elsewhere' shows elsewhere 'equivalent'
cat >alias.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
int two(int x) __attribute__((alias("f")));
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n > 7)
		printf("%d\n", ((int (*)(int))dlsym(RTLD_DEFAULT, "two"))(n));
	return 0;
}
C
sed -i '1i #define _GNU_SOURCE' alias.c
sed 's/alias("f")/alias("g")/' alias.c >other.c
capture alias "$drift" test -o alias.d alias.c other.c -- @int </dev/null
check 'what a name stands for is data that dlsym reads' status alias 1
sed 's/shown = 7/shown = 8/' old.c >data.c
capture data "$drift" test -o data.d --stop-after first old.c data.c -- @int </dev/null
check 'nor is changed data lost' status data 1
"$DRIFT_BUILD/bin/drift-cc" -rdynamic -o exports old.c
"$DRIFT_BUILD/bin/drift-cc" -o hides old.c
capture exports "$drift" run ./exports 5 </dev/null
check 'a binary that exports its symbols has them' shows exports '3 7 0'
capture hides "$drift" run ./hides 5 </dev/null
check 'one that does not has not' status hides 2

# ---- what cannot be done is said, with the place ----

# ends NAME HEADERS STATEMENT: the statement on line 3 ends the run as unsupported.
ends()
{
	{
		echo '#define _GNU_SOURCE'
		for header in $2; do echo "#include <$header>"; done >head.h
		echo '#include "head.h"'
		printf 'int main(void) { %s; return 0; }\n' "$3"
	} >stub.c
	capture stub "$drift" run stub.c </dev/null
	check "$1" sh -c '[ "$(cat stub.status)" -eq 2 ] && grep -q "stub.c:3:.*: unsupported: " stub.err || { cat stub.err; false; }'
}

ends 'dlsym of what the program does not export' 'dlfcn.h' 'dlsym(RTLD_DEFAULT, "strlen")'
ends 'dlsym of the next object' 'dlfcn.h' 'dlsym(RTLD_NEXT, "main")'
ends 'dlopen of a file' 'dlfcn.h' 'dlopen("libm.so.6", RTLD_NOW)'
ends 'dl_iterate_phdr' 'link.h' 'dl_iterate_phdr(0, 0)'
ends 'dladdr' 'dlfcn.h' 'Dl_info i; dladdr(&i, &i)'
ends 'backtrace' 'execinfo.h' 'void *p[4]; backtrace(p, 4)'
ends 'mallinfo2' 'malloc.h' 'mallinfo2()'
ends 'malloc_stats' 'malloc.h' 'malloc_stats()'
ends 'gethostid' 'unistd.h' 'gethostid()'
ends 'getauxval' 'sys/auxv.h' 'getauxval(AT_HWCAP)'
ends 'mount' 'sys/mount.h' 'umount("/nowhere")'
ends 'sem_unlink' 'semaphore.h' 'sem_unlink("/x")'
ends 'iconv_open with a set that only glibc has' 'iconv.h' 'iconv_open("UTF-8", "KOI8-R")'
ends 'sbrk' 'unistd.h' 'sbrk(16)'
ends 'madvise that empties pages' 'stddef.h sys/mman.h' 'madvise(mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, MADV_DONTNEED)'
ends 'mprotect that takes the right to read' 'stddef.h sys/mman.h' 'mprotect(mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, PROT_NONE)'
ends 'mprotect of a part' 'stddef.h sys/mman.h' 'mprotect(mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, PROT_READ)'
ends 'flags of floating point' 'fenv.h' 'fetestexcept(FE_INEXACT)'
ends 'memory that cannot be read' 'stddef.h sys/mman.h' 'mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)'
ends 'a timer of processor time' 'sys/time.h' 'struct itimerval t = {{0}, {1}}; setitimer(ITIMER_PROF, &t, 0)'
ends 'timer_create' 'signal.h time.h' 'timer_t t; timer_create(CLOCK_REALTIME, 0, &t)'
ends 'options of prctl' 'sys/prctl.h' 'prctl(PR_SET_SECCOMP, 1)'
ends 'syscall with other numbers' 'sys/syscall.h unistd.h' 'syscall(SYS_splice, 0, 0, 1, 0, 1, 0)'

# ---- handlers, by whatever name they are installed ----

for name in signal sysv_signal bsd_signal ssignal sigset; do
	cat >handler.c <<C
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
__sighandler_t bsd_signal(int, __sighandler_t);
static void handle(int sig)
{
	write(1, sig == SIGALRM ? "timer\n" : "other\n", 6);
}
int main(void)
{
	$name(SIGALRM, handle);
	$name(SIGUSR1, handle);
	raise(SIGUSR1);
	alarm(1);
	pause();
	return 0;
}
C
	"$clang" -w -o handler handler.c
	capture native ./handler </dev/null
	capture machine "$drift" run --cflags -w handler.c </dev/null
	check "$name installs a handler" same native machine
done
# An alarm also comes to who looks at the clock instead of waiting.
cat >busy.c <<'C'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile int rang;
static void ring(int sig) { rang = sig; }
int main(void)
{
	struct itimerval soon = {{0, 0}, {0, 2000}};
	struct timeval now;
	signal(SIGALRM, ring);
	setitimer(ITIMER_REAL, &soon, 0);
	for (int i = 0; i < 100000000 && !rang; i++)
		gettimeofday(&now, 0);
	puts(rang ? "rang" : "silent");
	return 0;
}
C
capture busy "$drift" run --limit-insns 10000000 busy.c </dev/null
check 'an alarm goes off at the first call after its time' shows busy 'rang'
# What is static about handlers holds for all calls at which one may run.
cat >ring.c <<'C'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile int rang;
static void ring(int sig) { rang = sig; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	struct timespec t = {2, 0};
	sigset(SIGALRM, ring);
	if (n > 5)
		alarm(1);
	if (n != 7)
		nanosleep(&t, 0);
	puts(rang ? "rang" : "quiet");
	return 0;
}
C
capture ring "$drift" explore -o ring.d --by reach --target ring.c:8 ring.c -- @int </dev/null
check 'a handler run by a timer is reached' shows ring 'arg1 > 5 && arg1 != 7 => executes'

finish
