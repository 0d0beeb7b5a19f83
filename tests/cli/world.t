#!/bin/sh
# world.t: what a verdict hangs on besides the inputs: clock, ids, files, failures.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# pair NAME OLD NEW: NAME-old.c and NAME-new.c from standard input, with OLD and NEW in place of @.
pair()
{
	cat >"$1.c"
	sed "s/@/$2/" "$1.c" >"$1-old.c"
	sed "s/@/$3/" "$1.c" >"$1-new.c"
}

# both NAME [OPTION...]: drift test on the pair.
both()
{
	both_name=$1
	shift
	compare "$both_name" --one-input --world fixed --clock 2030-01-01T00:00:00Z "$both_name-old.c" "$both_name-new.c" "$@"
}

# found NAME: different, and all differences there are were found; depends NAME KIND WORD...: the result depends on that kind,
# which was no input; an element of the world has all words.
found() { verdict "$1" different && field "$1" exhaustive true; }
depends()
{
	depends_name=$1 depends_kind=$2
	shift 2
	status "$depends_name" 0 && lists "$depends_name" 'world.*' "\"kind\":\"$depends_kind\"" '"varied":false' "$@"
}

# says NAME STATUS PATTERN...: that status, and a line for each pattern.
says()
{
	says_name=$1
	[ "$(cat "$says_name.status")" = "$2" ] || {
		echo "status $(cat "$says_name.status"), not $2"
		cat "$says_name.out" "$says_name.err"
		return 1
	}
	shift 2
	for pattern; do
		grep -q -- "$pattern" "$says_name.out" || {
			echo "no line like '$pattern':"
			cat "$says_name.out"
			return 1
		}
	done
}

# ---- the clock ----

pair clock 1 2 <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (time(0) < 1893456000)
		n += @;
	printf("%d\n", n);
	return 0;
}
EOF
both clock -- @int
check 'a change behind the clock: equivalent in this world, with the place' \
	depends clock clock clock-old.c:7
check '... and how to vary it' mentions clock world: clock-new.c:7 '--vary clock'
both clock --vary clock -- @int
check 'with the clock as an input it is found and confirmed natively' \
	says clock 1 'clock-new 0 # clock = 0' 'when    clock < 1893456000'
check '... which is all there is' found clock
check '... and the world is an input' field clock 'world.*.varied' 'true true'
check 'the test says what it needs' grep -qx 'clock = 0' clock.d/tests/0001/world
cp -R clock.d/tests/0001 accepted
both clock --vary clock --accept accepted -- @int
check 'an accepted test is taken with its clock' verdict clock 'no difference found'
both clock --vary clock --assume 'clock >= 1893456000' -- @int
check '--assume can name the clock' verdict clock equivalent
both clock --vary clock --strategy output -- @int
check 'by output, too' says clock 1 'clock-new 0 # clock = 0'
capture partitions "$drift" diff --vary clock clock-old.c clock-new.c -- @int </dev/null
check 'drift diff has its partition' says partitions 1 'when   clock < 1893456000'
both clock --vary moon -- @int
check 'a kind that is none is refused with those there are' rejects clock --vary "'moon'" clock uid gid pid random hostname

pair stamp 3 4 <<'EOF'
#include <stdio.h>
#include <sys/stat.h>
int main(void)
{
	struct stat st;
	FILE *f = fopen("x.tmp", "w");
	if (!f)
		return 9;
	fclose(f);
	return stat("x.tmp", &st) ? 8 : st.st_mtime < 1000 ? @ : 0;
}
EOF
both stamp --vary clock --
check 'times of files do not follow it, and that is said' depends stamp stamps stamp-old.c:10

# ---- other answers ----

pair ask 1 2 <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int k = 0;
	char name[65];
	unsigned char r[2];
	gethostname(name, sizeof name);
	getrandom(r, 2, 0);
	k += getuid() == 71;
	k += getgid() == 72;
	k += getpid() == 73;
	k += !strcmp(name, "moon");
	k += r[1] == 74;
	printf("%d\n", k == 5 ? @ : 0);
	return 0;
}
EOF
both ask --
line=11
for kind in hostname random uid gid pid; do
	check "$kind is listed" depends ask $kind ask-old.c:$line
	line=$((line + 1))
done
check 'with the option to vary them' says ask 0 '--vary hostname,random,uid,gid,pid)'
both ask --vary uid,gid,pid,random,hostname --
check 'each can be an input, confirmed natively' \
	says ask 1 'ask-new # uid = 71, gid = 72, pid = 73, .*hostname = "moon"'
check '... which is all there is' found ask
check 'nothing is left of the world then' none ask 'world.*.varied' false

pair file 3 4 <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	char first[8] = "";
	FILE *f = fopen("/etc/passwd", "r");
	if (f && fgets(first, 8, f) && first[0] == '%')
		return @;
	if (fopen("no-such.conf", "r"))
		return 5;
	return getenv("SECRET") != NULL;
}
EOF
both file --
check 'files of the host' depends file file /etc/passwd file-old.c:6
check 'files that are not there' depends file absent no-such.conf file-old.c:9
check 'variables that are not set' depends file environment SECRET file-old.c:11
both file --env SECRET=1 --file no-such.conf=file.c --
check 'what is given is not the world' silent file 'no-such.conf\|SECRET'
echo here >no-such.conf
both file --
check 'a file that happens to be here is' depends file file no-such.conf file-old.c:9
both file --file no-such.conf=file.c --
check 'unless it is given' silent file 'no-such.conf'

pair named 3 4 <<'EOF'
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = fopen(argv[1], "r");
	return f && getc(f) == '%' ? @ : 0;
}
EOF
both named -- named.c
check 'nor is a file that an argument names' omits named 'world.*' '"kind":"file"'

# ---- failures ----

pair memory 3 4 <<'EOF'
#include <stdio.h>
#include <stdlib.h>
struct box {
	char *text;
};
int main(int argc, char **argv)
{
	struct box b, *p = &b;
	p->text = malloc(20);
	if (!p->text)
		return @;
	printf("%d\n", atoi(argv[1]));
	free(p->text);
	return 0;
}
EOF
both memory -- @int
check 'a change behind a failing malloc: said with its place' \
	depends memory fail.malloc memory-old.c:10 '"count":0'
check 'for the user, too' mentions memory world: malloc memory-old.c:10 memory-new.c:10
both memory --faults malloc -- @int
check 'with failures it is found and confirmed natively' \
	says memory 1 'memory-new 0 # fail.malloc = 1'
check '... which is all there is' found memory
both memory --faults malloc --strategy output -- @int
check 'by output, too' says memory 1 '# fail.malloc = 1'

pair order 'free(malloc(9));' '' <<'EOF'
#include <stdlib.h>
int main(int argc, char **argv)
{
	@
	char *p = malloc(5);
	if (!p)
		return 3;
	free(p);
	return atoi(argv[1]) > 5;
}
EOF
both order --faults malloc -- @int
check 'which call fails is counted across a change: nothing is cut there' \
	says order 1 '# fail.malloc = 1' '# fail.malloc = 2'
check '... and these are all' found order

pair dup 3 4 <<'EOF'
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s)
{
	return strdup(s);
}
int main(int argc, char **argv)
{
	char *s = copy(argv[1]);
	int good = s != NULL;
	if (good)
		return 0;
	return @;
}
EOF
both dup -- @str:2
check 'calls that come to malloc count as well' depends dup fail.malloc dup-old.c:11
both dup --faults malloc -- @str:2
check 'and fail' found dup

pair value 3 4 <<'EOF'
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *p = malloc(atoi(argv[1]) > 3 ? 7 : 8);
	return p ? 0 : @;
}
EOF
both value -- @int
check 'a choice without a branch is one, too' depends value fail.malloc value-old.c:5
both value --faults malloc -- @int
check 'and is made' found value

pair short 5 6 <<'EOF'
#include <unistd.h>
int main(void)
{
	char b[8];
	ssize_t n = read(0, b, 4);
	if (n < 0)
		return 7;
	return n == 1 ? @ : 0;
}
EOF
printf abcd >four
both short --stdin four --
check 'a read that is never short: said with its place' depends short fail.read short-old.c:6
both short --stdin four --faults read --
check 'short reads are inputs' says short 1 'short-new # short.read = 1'
check '... all of them' found short

pair flush 5 6 <<'EOF'
#include <stdio.h>
int main(void)
{
	printf("hello\n");
	return fflush(stdout) ? @ : 0;
}
EOF
both flush --faults write --
check 'what no native run can be given is unconfirmed, and why' lists flush 'differences.*.unconfirmed' 'fail.write = 1'
both flush --faults write --no-confirm --
check 'the machine has it' says flush 1 'flush-new # fail.write = 1'

# ---- exploring ----

capture explored "$drift" explore -o ways --faults malloc --vary clock memory-old.c -- @int </dev/null
check 'drift explore takes the same options' grep -q '# fail.malloc = 1' ways/tests/0002/cmd ways/tests/0003/cmd
check 'tests that need a world are skipped natively' sh -c 'sh ways/tests/run.sh >tap && grep -q "SKIP needs fail.malloc = 1" tap && ! grep -q "^not" tap'
check 'the script alone does so, too' sh -c 'DRIFT=/nonexistent sh ways/tests/run.sh >tap && grep -q "SKIP needs fail.malloc = 1" tap'
capture again "$drift" replay ways </dev/null
check 'and drift replay' grep -q 'not run (needs fail.malloc = 1)' again.out

# ---- nothing to say ----

pair none 1 1+0 <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *p = malloc(9);
	printf("%d\n", atoi(argv[1]) + @);
	free(p);
	return 0;
}
EOF
both none -- @int
check 'a program that asks for nothing: no word of the world' silent none '^world'

finish
