#!/bin/sh
# world_named.t: everything that a run reads beside its input is named: the name of the program, its process group, its
# privilege. What is only written, or set by the run itself, is not. What other worlds show without a native run is a note.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
get=$DRIFT_BUILD/tests/json_get

# asks NAME KIND WHAT: reads statements; n is the input. The result names the question (WHAT: - for none of the kind).
asks()
{
	{
		printf '#define _GNU_SOURCE\n'
		printf '#include <%s>\n' errno.h fcntl.h sched.h stdio.h stdlib.h string.h sys/auxv.h sys/personality.h \
			sys/prctl.h sys/stat.h sys/utsname.h unistd.h
		printf 'int main(int argc, char **argv)\n{\n\tint n = atoi(argv[1]), k = 0;\n'
		cat
		printf '\tprintf("%%d\\n", k ? n ^ 1111 : n);\n}\n'
	} >"$1-old.c"
	sed 's/1111/2222/' "$1-old.c" >"$1-new.c"
	"$drift" test --runs 100 --world fixed --stdin @text:2 -o "$1.d" "$1-old.c" "$1-new.c" -- @int >"$1.out" 2>&1
	"$get" "$1.d/result.json" verdict | grep -q -x equivalent || cat "$1.out"
	if [ "$3" = - ]; then
		check "$1: nothing of the kind $2" sh -c "! $get $1.d/result.json 'world.*.kind' | grep -q -x -e '$2'"
	elif [ "$2" = "$3" ]; then
		check "$1: $2" sh -c "$get $1.d/result.json 'world.*.kind' | grep -q -x -e '$2'"
	else
		check "$1: $2, $3" sh -c "$get $1.d/result.json 'world.*.name' | grep -q -x -e '$3'"
	fi
}

name='name of the program'
asks argv0 inherited "$name" <<'END'
	k = !strcmp(argv[0], "gunzip");
END
asks argv_copied inherited "$name" <<'END'
	char *copy[2];
	memcpy(copy, argv, sizeof copy);
	k = !strcmp(copy[0], "gunzip");
END
asks short_name inherited "$name" <<'END'
	k = !strcmp(program_invocation_short_name, "gunzip");
END
asks exe inherited "$name" <<'END'
	char b[99] = "";
	k = readlink("/proc/self/exe", b, 98) > 0 && !strcmp(b, "/gunzip");
END
asks thread_name inherited "$name" <<'END'
	char b[17] = "";
	prctl(PR_GET_NAME, b);
	k = !strcmp(b, "gunzip");
END
asks arguments_only inherited - <<'END'
	for (int i = 1; i < argc; i++)
		k |= argv[i][0] == 'x';
END
asks name_replaced inherited - <<'END'
	argv[0] = "gzip";
	k = argv[0][1] == 'u';
END

asks group inherited 'process group and session' <<'END'
	k = getpgrp() != getpid();
END
asks session inherited 'process group and session' <<'END'
	k = setsid() >= 0;
END
asks policy inherited 'scheduling policy' <<'END'
	k = sched_getscheduler(0) != SCHED_OTHER;
END
asks personality inherited personality <<'END'
	k = personality(0xffffffff) != 0;
END
asks secure inherited 'set-user-id bit' <<'END'
	k = getauxval(AT_SECURE) != 0;
END
asks others inherited 'other processes' <<'END'
	k = getpgid(1) == 1;
END
asks position inherited 'position of standard input' <<'END'
	k = lseek(0, 0, SEEK_CUR) > 0;
END
asks processor system system <<'END'
	k = sched_getcpu() > 0;
END
asks release system system <<'END'
	struct utsname u;
	uname(&u);
	k = u.release[0] == 'z';
END

# ---- privilege ----

asks owner uid uid <<'END'
	int fd = open("made", O_CREAT | O_WRONLY | O_TRUNC, 0600);
	k = fd < 0 || (n > 5 && !fchown(fd, 5, 5) && 0);
END
asks no_rights uid uid <<'END'
	close(open("made", O_CREAT | O_WRONLY | O_TRUNC, 0));
	int fd = open("made", O_RDONLY);
	k = n == 5 && fd == 99;
END
asks own_rights uid - <<'END'
	close(open("made", O_CREAT | O_WRONLY | O_TRUNC, 0600));
	k = open("made", O_RDONLY) < 0;
END

# ---- files and variables ----

asks appended absent log <<'END'
	FILE *f = fopen("log", "a");
	k = f && !fseek(f, 0, SEEK_END) && ftell(f) > 0;
END
asks emptied absent - <<'END'
	FILE *f = fopen("log", "w");
	k = f && !fseek(f, 0, SEEK_END) && ftell(f) > 0;
END
asks not_replaced environment MODE <<'END'
	setenv("MODE", "1", 0);
	k = strcmp(getenv("MODE"), "1");
END
asks replaced environment - <<'END'
	setenv("MODE", "1", 1);
	k = strcmp(getenv("MODE"), "1");
END

# ---- other worlds ----

# No native run can be given what /dev/urandom says: the difference there is a note, not silence.
cat >random-old.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	unsigned char c = 0;
	int fd = open("/dev/urandom", O_RDONLY);
	if (read(fd, &c, 1) == 1 && c == 7)
		puts("1111");
}
END
sed 's/1111/2222/' random-old.c >random-new.c
"$drift" test --one-input --runs 400 -o random.d random-old.c random-new.c >random.out 2>&1
check 'a difference with other random numbers that cannot run natively is a note' \
	sh -c "$get random.d/result.json 'notes.*.kind' | grep -q -x world"
check '... and the verdict is that of the first world' sh -c "$get random.d/result.json verdict | grep -q -x equivalent"

finish
