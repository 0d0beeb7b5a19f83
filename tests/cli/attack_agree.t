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

finish
