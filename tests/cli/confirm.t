#!/bin/sh
# confirm.t: native confirmation of differences between binaries of drift-cc and between bitcode files.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
room=$programs/pairs/room
cc=$DRIFT_BUILD/bin/drift-cc

mkdir lib old new
"$clang" -shared -fPIC -o lib/libfar.so "$room/far.c"
for version in old:25 new:20; do
	"$cc" -w -DROOM="${version#*:}" -o "${version%:*}/room" "$room/main.c" "$room/table.c" -Llib -lfar -Wl,-rpath,"$tmp/lib"
done
compare binary old/room new/room -- @int
check 'a memory error of a binary is confirmed by a build of its bitcode' status binary 1
check 'it is the one that the machine found' says binary 'ends .*exit 0 .*| out-of-bounds at .*table.c:8'
check 'it is all there is' field binary exhaustive true
check 'the test runs natively without showing it' sh -c 'cd binary.d/tests/0001 && PROG=$OLDPWD/new/room sh ./cmd | grep -q kept'
compare harmless --assume 'arg1 < 20' old/room new/room -- @int
check 'where the room suffices there is none' field harmless verdict equivalent

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
compare plus --no-prune --undefined=count plus wrap -- @int
check 'overflow cannot be looked for in a binary' status plus 0
check 'which is said' says plus 'unconfirmed: plus: '
check 'and is no proof' field plus verdict 'no difference found'

# ---- no native program ----

cat >five.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	printf("%d\n", atoi(argv[argc - 1]) == 5);
	return 0;
}
END
sed 's/== 5/== 6/' five.c >six.c
compare unbuilt --cflags -lnothere five.c six.c -- @int
check 'a difference for which there is no native program ends with 1' status unbuilt 1
check 'its verdict is unconfirmed' field unbuilt verdict unconfirmed
check 'it is among the differences' keeps unbuilt '"confirmed":	false'
check 'the reason is one line' says unbuilt '^unconfirmed: .*five.c.*nothere'
check 'all of the reason is in a file that is named' sh -c 'grep -q "unbuilt.d/native.log" unbuilt.out && grep -q nothere unbuilt.d/native.log'
compare built five.c six.c -o unbuilt.d -- @int
check 'which goes away when there is none' sh -c '! [ -e unbuilt.d/native.log ]'

# ---- what sanitizers confirm ----

cat >moves.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	char text[32] = "a text of some length";
	memmove(text, text + 8, atoi(argv[argc - 1]) == 9 ? 9 : 8);
	memmove(text + 20, text + 16, 8);
	puts(text);
	return 0;
}
END
sed 's/memmove/memcpy/' moves.c >copies.c
compare overlap moves.c copies.c -- @int
check 'memcpy onto a part of itself is an error' status overlap 1
check 'told with its place' says overlap 'ends .*| overlap at copies.c:7:'
check 'and all there is' field overlap exhaustive true

# ---- ends that the machine does not know ----

cat >fork.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]);
	if (x == 5)
		HOW;
	printf("%d\n", x);
	return 0;
}
END
sed 's/HOW/abort()/' fork.c >aborts.c
sed 's/HOW/(void)eventfd(0, 0)/' fork.c >forks.c
sed 's/HOW/(void)0/' fork.c >quiet.c
compare forks aborts.c forks.c -- @int
check 'a version that aborts where the other does what is unsupported differs natively' status forks 1
check 'how the other ends is said' says forks 'ends    SIGABRT .*| unsupported at forks.c:9:.*; natively exit 0'
check 'and what it prints is in the test' sh -c '[ "$(cat forks.d/tests/0001/new.out)" = 5 ]'
compare alike quiet.c forks.c -- @int
check 'where both do the same natively it remains a remark' status alike 0
check 'and is no proof' verdict alike 'no difference found'
compare trusting --no-confirm --world fixed aborts.c forks.c -- @int
check 'without native runs it remains one as well' status trusting 0

sed 's/HOW/x += eventfd(0, 0) > 0/' fork.c >both.c
sed 's/> 0/> 0 ? 2 : 0/' both.c >other.c
sed 's/> 0/> 0 ? 1 : 2/' both.c >same.c
compare both both.c other.c -- @int
check 'where both do what is unsupported, native runs decide' status both 1
check 'the input that was run is what is known' lists both 'differences.*.condition' ';'
check 'how both end natively is said' says both 'ends    unsupported at both.c:9:.*; natively exit 0 | unsupported at other.c:9:.*; natively exit 0'
check 'and what both print is in the test' sh -c '[ "$(cat both.d/tests/0001/old.out both.d/tests/0001/new.out | tr "\n" " ")" = "6 7 " ]'
compare same both.c same.c -- @int
check 'where they do not differ natively it is said how many were tried' says same '^no difference found: .* on 1 .* on 1,'
check '... and that is no proof' verdict same 'no difference found'
compare untried --no-confirm both.c other.c -- @int
check 'without native runs, how many were not followed' says untried '^no difference found: .* on 1 [^;]*$'

cat >long.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned n = (unsigned)atoi(argv[argc - 1]), sum = 0;
	for (unsigned i = 0; n == 5 && i < ROUNDS; i++)
		sum = sum * 3 + i;
	printf("%d\n", sum == 77);
	return 0;
}
END
sed 's/ROUNDS/10/' long.c >short.c
sed -i 's/ROUNDS/30000000/' long.c
compare long short.c long.c -- @int
check 'a run that only takes long is no difference' status long 0
check 'and no proof' verdict long 'no difference found'
check '... for that reason' lists long 'notes.*.what' limit instructions
compare long_diff short.c long.c --no-confirm -- @int
check '... nor without native runs' status long_diff 0

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
check 'too large a file is not copied, which is said' keeps large 'conf/level'

# ---- built beside the search ----
XDG_CACHE_HOME=$tmp/own-cache
mkdir "$XDG_CACHE_HOME"
cat >"$tmp/one.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", n > 41 ? n : 1);
	return 0;
}
END
sed 's/n > 41/n > 42/' "$tmp/one.c" >"$tmp/two.c"
differ() { "$drift" test "$@" --time 0 -o "$tmp/beside" "$tmp/one.c" "$tmp/two.c" -- @int=3 >"$tmp/beside.out" 2>&1; [ $? = 1 ] && grep -q '^different' "$tmp/beside.out"; }
native() { find "$tmp/own-cache" -name '*.native' | wc -l; }
check 'nothing is kept with --no-cache' sh -c '[ "$1" = 0 ]' sh "$(differ --no-cache; native)"
check 'options for native code only: the compiler is asked again' sh -c '[ "$1" = 0 ]' sh "$(differ --cflags -D_FORTIFY_SOURCE=2; native)"
check 'as with libraries' sh -c '[ "$1" = 0 ]' sh "$(differ --cflags -lz; native)"
check 'both versions differ' differ
check 'and their programs are kept' sh -c '[ "$1" = 2 ]' sh "$(native)"
for file in $(find "$tmp/own-cache" -name '*.native'); do
	printf 'xxxx' | dd of="$file" bs=1 seek=900 conv=notrunc 2>/dev/null
done
check 'damaged ones are made again' differ
mkdir "$tmp/slow"
cat >"$tmp/slow/gcc" <<END
#!/bin/sh
echo \$\$ >>"$tmp/pids"
exec sleep 600
END
printf '#!/bin/sh\nexit 3\n' >"$tmp/slow/broken" && chmod +x "$tmp/slow/gcc" "$tmp/slow/broken"
gone() { [ -s "$tmp/pids" ] || return 1; for pid in $(cat "$tmp/pids"); do kill -0 "$pid" 2>/dev/null && return 1; done; return 0; }
PATH=$tmp/slow:$PATH "$drift" test --no-cache -o "$tmp/beside" "$tmp/one.c" "$tmp/two.c" -- @int=3 >"$tmp/beside.out" 2>&1 &
job=$!
await [ -s "$tmp/pids" ]
kill -INT "$job"
wait "$job"
check 'a build that is interrupted leaves no process' gone
check 'nor scratch files' test ! -e "$tmp/beside/scratch"
rm -f "$tmp/pids"
PATH=$tmp/slow:$PATH "$drift" test --no-cache --time 10 -o "$tmp/beside" "$tmp/one.c" "$tmp/two.c" -- @int=3 >"$tmp/beside.out" 2>&1
check 'nor one that has no time' gone
mv "$tmp/slow/broken" "$tmp/slow/gcc"
check 'where gcc is of no use, clang links' sh -c 'PATH=$1:$PATH; shift; "$@"; [ $? = 1 ]' sh "$tmp/slow" "$drift" test --no-cache -o "$tmp/beside" "$tmp/one.c" "$tmp/two.c" -- @int=3

finish
