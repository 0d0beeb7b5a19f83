#!/bin/sh
# confirm.t: native confirmation of differences between binaries of drift-cc and between bitcode files.
. "$(dirname "$0")/lib.sh"

limit=120
cd "$tmp" || exit 1
room=$programs/pairs/room
cc=$DRIFT_BUILD/bin/drift-cc

# compare NAME OPTIONS...: runs drift test into $tmp/NAME.d; what it says is captured under the same name.
compare()
{
	compare_to=$1
	shift
	capture "$compare_to" "$drift" test -o "$tmp/$compare_to.d" "$@" </dev/null
}
status() { [ "$(cat "$tmp/$1.status")" -eq "$2" ] || { cat "$tmp/$1.err" "$tmp/$1.out"; false; }; }
says() { grep -q -e "$2" "$tmp/$1.out" || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }
json() { grep -q "$2" "$tmp/$1.d/result.json" || { head -80 "$tmp/$1.d/result.json"; false; }; }

mkdir lib old new
"$clang" -shared -fPIC -o lib/libfar.so "$room/far.c"
for version in old:25 new:20; do
	"$cc" -w -DROOM="${version#*:}" -o "${version%:*}/room" "$room/main.c" "$room/table.c" -Llib -lfar -Wl,-rpath,"$tmp/lib"
done
compare binary old/room new/room -- @int
check 'a memory error of a binary is confirmed by a build of its bitcode' status binary 1
check 'it is the one that the machine found' says binary 'ends .*exit 0 .*| out-of-bounds at .*table.c:8'
check 'it is all there is' json binary '"exhaustive":	true'
check 'the test runs natively without showing it' sh -c 'cd binary.d/tests/0001 && PROG=$OLDPWD/new/room sh ./cmd | grep -q kept'
compare harmless --assume 'arg1 < 20' old/room new/room -- @int
check 'where the room suffices there is none' json harmless '"verdict":	"equivalent"'

for side in old new; do
	"$clang" -w -g -emit-llvm -c -o "$side.bc" "$programs/pairs/behind/$side.c"
done
compare bitcode old.bc new.bc -- @str:2
check 'to read behind the end of an argument is confirmed from bitcode' says bitcode 'out-of-bounds at .*new.c:7'

"$cc" -w -DALWAYS=1 -o set "$room/unset.c"
"$cc" -w -DALWAYS=0 -o unset "$room/unset.c"
compare unset set unset -- @int
check 'a local that is not set is confirmed from bitcode, by two builds that fill it' status unset 1
check 'and said to be' says unset 'undefined behaviour: new: .* uninitialised'

cat >plus.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	int y = NEXT;
	if (x == 2147483647)
		puts("last");
	puts(y == 7 ? "seven" : "other");
	return 0;
}
END
"$cc" -DNEXT='x + 1' -o plus plus.c
"$cc" -DNEXT='(int)((unsigned)x + 1)' -o wrap plus.c
compare plus --no-prune plus wrap -- @int
check 'overflow cannot be looked for in a binary' status plus 0
check 'which is said' says plus 'unconfirmed: plus: undefined behaviour that is no memory error, like overflow'
check 'and is no proof' json plus '"verdict":	"no difference found"'

# ---- files of the working directory, which the machine reads, are there natively ----

mkdir conf
echo 3 >conf/level
cat >level.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
	struct stat st;
	int level = 0, n = argc > 1 ? atoi(argv[1]) : 0;
	FILE *f = fopen("conf/level", "r");
	if (!f || fscanf(f, "%d", &level) != 1 || stat("level.c", &st) || !stat("nothing", &st))
		return 2;
	fclose(f);
	puts(n ABOVE level ? "above" : "below");
	return 0;
}
END
"$cc" -DABOVE='>' -o above level.c
"$cc" -DABOVE='>=' -o least level.c
compare level above least -- @int
check 'a difference behind a file of the working directory is confirmed' status level 1
check 'where it is' says level 'when    arg1 == 3'
dd if=/dev/zero of=conf/level bs=1048576 seek=70 count=0 2>/dev/null
compare large above least -- @int
check 'too large a file is not copied, which is said' says large 'conf/level cannot be copied for a native run'

finish
