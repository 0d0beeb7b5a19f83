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
	check "$unlike_name is not a file: drift test" confirmed "$unlike_name.test"
	run "$unlike_name.diff" diff "$@"
	check "$unlike_name is not a file: drift diff" verdict "$unlike_name.diff" different
	run "$unlike_name.check" check --function main "$@"
	check "$unlike_name is not a file: drift check" verdict "$unlike_name.check" violated
}

unlike directory 'mkdir("d",0755)' directory 0755
unlike pipe 'mkfifo("d",0644)' 'special file' 0644
unlike link 'symlink("abc","d")' 'link to abc' 0

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
