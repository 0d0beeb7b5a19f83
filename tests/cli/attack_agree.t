#!/bin/sh
# attack_agree.t: pairs that once had a wrong answer, or different ones from drift test, drift diff and drift check.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# What stands under a name counts, not only the bytes that describe it: a directory, a pipe, a link and a file whose
# contents are the words that drift uses for them.
cat >node.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void leave(const char *text)
{
	int f = open("d", O_CREAT | O_WRONLY, MODE);
	write(f, text, strlen(text));
	close(f);
}

int main(int argc, char **argv)
{
	umask(0);
	if (argc < 2 || atoi(argv[1]) != 3)
		return 0;
#ifdef NEW
	leave(TEXT);
#else
	MAKE;
#endif
	return 0;
}
END

# unlike NAME MAKE TEXT MODE: all three commands see that a file with this text is not what MAKE makes.
unlike()
{
	unlike_name=$1
	set -- --cflags "'-DMAKE=$2' '-DTEXT=\"$3\"' -DMODE=$4" --new-cflags -DNEW node.c node.c -- @int
	compare "$unlike_name.test" --world fixed "$@"
	check "$unlike_name is not a file: drift test" status "$unlike_name.test" 1
	run "$unlike_name.diff" diff "$@"
	check "$unlike_name is not a file: drift diff" status "$unlike_name.diff" 1
	run "$unlike_name.check" check --function main "$@"
	check "$unlike_name is not a file: drift check" verdict "$unlike_name.check" violated
}

unlike directory 'mkdir("d",0755)' directory 0755
unlike pipe 'mkfifo("d",0644)' 'named pipe' 0644
unlike socket 'mknod("d",S_IFSOCK|0644,0)' 'special file' 0644
unlike link 'symlink("abc","d")' 'link to abc' 0

# Calls that change files, behind a branch that the first run does not take: partitions by output see them without a run.
cat >late.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int f = open("conf", O_RDWR);
	if (argc < 2 || f < 0)
		return 1;
#ifdef NEW
	if (atoi(argv[1]) == 3)
		LATE;
#endif
#ifdef AFTER
	AFTER;
#endif
	return 0;
}
END
echo text >conf
for late in 'chmod("conf",0600)' 'fchmod(f,0600)' 'fallocate(f,0,0,100)' 'mkfifo("n",0644)' 'mknod("n",S_IFREG|0644,0)' 'truncate("conf",1)'; do
	run late diff --cflags "'-DLATE=$late'" --new-cflags -DNEW late.c late.c -- @int=1
	check "$late shows" verdict late different
	check "$late shows in the search, not in its refutation" field late exhaustive true
done

# Likewise what such a call does to a later one, which writes nothing.
mkdir sub
for late in 'umask(077)' 'chdir("sub")'; do
	for after in 'mkdir("n",0777)' 'close(open("n",O_CREAT|O_WRONLY,0666))' 'mkfifo("n",0666)'; do
		run after diff --cflags "'-DLATE=(void)!$late' '-DAFTER=$after'" --new-cflags -DNEW late.c late.c -- @int=1
		check "$late before $after shows" verdict after different
		check "$late before $after shows in the search" field after exhaustive true
	done
done

# Nobody knows what a pipe of the host would do; a process that opens it may wait for ever.
mkfifo host
compare host --cflags "'-DLATE=open(\"host\",O_RDONLY)'" --new-cflags -DNEW late.c late.c -- @int=1
check 'a pipe of the host is not known to fail' verdict host 'no difference found'

# A header of the current directory, though both versions have their own beside the directory of their sources.
for tree in v1 v2; do
	mkdir -p $tree/src $tree/include
	printf '#include <lim.h>\nint main(int argc, char **argv) { return argc > 1 && argv[1][0] > LIM; }\n' >$tree/src/main.c
done
mkdir include
echo '#define LIM 1' >include/lim.h
compare here v1/src v2/src --cflags -Iinclude -- @str:1
check 'a header that only the current directory has is for both' no_code_changed here
echo '#define LIM 1' >v1/include/lim.h
echo '#define LIM 2' >v2/include/lim.h
compare refused v1/src v2/src --cflags -Iinclude -- @str:1
check 'a header of the current directory instead of those of the versions is refused' complains refused v1/include/lim.h
compare own v1/src v2/src --cflags -I../include -- @str:1
check 'their own headers are taken if they are named' confirmed own

finish
