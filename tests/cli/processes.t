#!/bin/sh
# processes.t: programs with several processes or threads do in the machine what they do natively.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# as_natively KIND NAME: output, errors and status are those of a native run.
as_natively()
{
	as_source=$programs/$1/$2.c
	${CC:-gcc} -std=gnu17 -w -pthread -o native "$as_source" || return 1
	capture native ./native
	capture run "$drift" run "$as_source"
	cmp native.out run.out && cmp native.err run.err && cmp native.status run.status
}

for kind in processes/dev processes/held threads/dev threads/held; do
	for file in "$programs/$kind"/*.c; do
		name=$(basename "$file" .c)
		check "$kind/$name" as_natively "$kind" "$name"
	done
done

# ---- what goes wrong ----

cat >locks.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&a);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
END
capture locks "$drift" run locks.c
check 'a deadlock is an error' grep -q '^drift: ERROR: deadlock at locks.c:14:' locks.err
check 'and shows where the other thread waits' grep -q '#[0-9]* other locks.c:6:' locks.err

cat >after.c <<'END'
#include <pthread.h>
static void *work(void *at)
{
	int mine = 1;
	*(int **)at = &mine;
	return NULL;
}
int main(void)
{
	pthread_t t;
	int *at;
	pthread_create(&t, NULL, work, &at);
	pthread_join(t, NULL);
	return *at;
}
END
capture after "$drift" run after.c
check 'the stack of a thread that has ended is gone' grep -q 'use-after-return at after.c:14:' after.err

cat >orphan.c <<'END'
#include <unistd.h>
int main(void)
{
	int p[2];
	char c;
	pipe(p);
	if (fork() == 0)
		return (int)read(p[0], &c, 1);
	return 3;
}
END
capture orphan "$drift" run --notes orphan.c
check 'a process that waits for ever is named' grep -q 'orphans: 1 process still waited' orphan.err
check 'the status is that of the first process' status orphan 3

# ---- two versions ----

cat >old.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *twice(void *n)
{
	*(int *)n = *(int *)n > 900 ? 900 : *(int *)n * 2;
	return NULL;
}
int main(int argc, char **argv)
{
	int p[2], n = atoi(argv[1]), r = 0;
	pthread_t t;
	pipe(p);
	if (fork() == 0) {
		int v;
		read(p[0], &v, sizeof v);
		_exit(v > 1000 ? 2 : 1);
	}
	write(p[1], &n, sizeof n);
	wait(&r);
	pthread_create(&t, NULL, twice, &n);
	pthread_join(t, NULL);
	printf("%d %d\n", WEXITSTATUS(r), n);
	return 0;
}
END
sed 's/v > 1000/v >= 1000/' old.c >child.c
sed 's/n > 900 ?/n > 901 ?/' old.c >thread.c
sed 's/v > 1000 ? 2 : 1/v <= 1000 ? 1 : 2/' old.c >same.c
for new in child thread same; do
	capture $new "$drift" test -o $new.d old.c $new.c -- @int
done
check 'a difference behind a fork is found and confirmed' grep -q '^different: ./child 1000 prints' child.out
check 'a difference in a thread is found and confirmed' grep -q '^different: ./thread 901 prints' thread.out
check 'equivalence names the schedule' grep -q '^world:  equivalent if .* threads and ' same.out
check 'nothing is pruned' grep -q '^  pruning: ' same.out

# ---- other programs ----

cat >old.c <<'END'
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), status = 7;
	pid_t pid;
	char *words[] = {"true", n == 4 ? "four" : "other", NULL};
	char *none[] = {"no-such-program", NULL};
	printf("%d\n", system(n > 5 ? "true" : "true small"));
	FILE *f = popen("cat >out", "w");
	fputs(n == 6 ? "six\n" : "not six\n", f);
	printf("%d\n", pclose(f));
	printf("%d\n", posix_spawn(&pid, "/bin/true", NULL, NULL, words, environ));
	waitpid(pid, &status, 0);
	printf("%d %d\n", status, posix_spawnp(&pid, none[0], NULL, NULL, none, environ) != 0);
	return 0;
}
END
sed 's/n > 5/n >= 6/; s/n == 4/!(n != 4)/' old.c >alike.c
sed 's/n > 5/n > 50/' old.c >shell.c
sed 's/n == 6 ?/n == 5 ?/' old.c >written.c
sed 's/n == 4 ?/n == 3 ?/' old.c >argument.c
for new in alike shell written argument; do
	capture $new "$drift" test --no-confirm --world fixed -o $new.d old.c $new.c -- @int
done
check 'the same commands: equivalent, and what is assumed of them is named' sh -c "grep -q '^equivalent:' alike.out && grep -q ' with status 0 ' alike.out"
check 'another command line is a difference' grep -q 'files   /.drift-commands' shell.out
check 'other input of a command is a difference' grep -q 'files   /.drift-commands' written.out
check 'another argument is a difference' grep -q 'files   /.drift-commands' argument.out
capture refused "$drift" run old.c 5
check 'drift run does not skip a command' status refused 2

finish
