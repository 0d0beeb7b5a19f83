#!/bin/sh
# shards.t: drift merge joins shards to the result of one process: the programs of tests/programs/explore, which the
# oracle checks. SHARDS_STEP=1 takes all of them.
. "$(dirname "$0")/lib.sh"
. "$here/jobs_lib.sh"
cd "$tmp" || exit 2

# shard K/N DIR FILE...: searches one shard.
shard()
{
	shard_part=$1 shard_dir=$2
	shift 2
	"$drift" explore --shard "$shard_part" --tests none -o "$shard_dir" "$@" >/dev/null 2>err </dev/null || cat err
}

same() # FILE
{
	# shellcheck disable=SC2046
	"$drift" explore --tests none -o one.d "$1" $(inputs "$1") >/dev/null 2>err </dev/null || cat err
	facts one.d >one.facts
	for part in 1 2 3; do
		# shellcheck disable=SC2046
		shard $part/3 "part$part.d" "$1" $(inputs "$1")
	done
	"$drift" merge -o all.d part3.d part1.d part2.d >/dev/null 2>err </dev/null || cat err
	facts all.d >all.facts
	grep -qx true one.facts && cmp one.facts all.facts
}

number=0
for subject in "$programs"/explore/*.c; do
	[ $((number % ${SHARDS_STEP:-9})) = 0 ] && check "$(basename "$subject" .c)" same "$subject"
	number=$((number + 1))
done

cat >many.c <<'END_OF_FILE'
int main(int argc, char **argv)
{
	int sum = 0;
	for (const char *s = argv[1]; *s; s++)
		sum = *s < 'd' ? sum + 1 : *s < 'p' ? sum * 2 : sum ^ 5;
	return sum > 9;
}
END_OF_FILE

# merged SHARD...: merges, and prints whether the result is exhaustive.
merged()
{
	"$drift" merge -o merged.d "$@" >merged.out 2>merged.err </dev/null || cat merged.err
	"$DRIFT_BUILD/tests/json_get" merged.d/result.json exhaustive
}

"$drift" explore --tests none -o one.d many.c -- @str:5 >/dev/null 2>&1 </dev/null
facts one.d >one.facts
for part in 1 2 3 4; do
	shard $part/4 "m$part.d" many.c -- @str:5
done
check 'one shard is no exhaustive search' [ "$("$DRIFT_BUILD/tests/json_get" m1.d/result.json exhaustive)" = false ]
check 'all shards are' [ "$(merged m1.d m2.d m3.d m4.d)" = true ]
facts merged.d >all.facts
check 'with the same paths' cmp one.facts all.facts
check 'without one it is none' [ "$(merged m1.d m2.d m4.d)" = false ]
check 'and the missing one is named' grep -q '3 of 4' merged.out

refused() # WHAT COMMAND...
{
	refused_what=$1
	shift
	"$@" >/dev/null 2>err </dev/null
	[ $? -eq 2 ] && grep -q -e "$refused_what" err
}

merge_refused() { refused_file=$1 && shift && refused "$refused_file" "$drift" merge -o none.d "$@"; }

check 'one that is given twice is refused' merge_refused m2.d/search m1.d m2.d m2.d m4.d

shard 3/4 other.d many.c -- @str:4
check 'a shard of another shape is refused' merge_refused other.d/search m1.d m2.d other.d m4.d
shard 3/5 five.d many.c -- @str:5
check 'so is one of another division' merge_refused five.d/search m1.d m2.d five.d m4.d
cp -r m3.d torn.d
size=$(wc -c <m3.d/search)
head -c $((size - 40)) m3.d/search >torn.d/search
check 'a file that was cut off is not all' [ "$(merged m1.d m2.d torn.d m4.d)" = false ]
cp -r m2.d moved.d
check 'a shard may lie elsewhere' [ "$(merged m1.d moved.d m3.d m4.d)" = true ]
sed 's/> 9/> 8/' many.c >more.c
cp many.c kept.c && cp more.c many.c
check 'another program is refused' merge_refused m1.d/search m1.d m2.d m3.d m4.d
cp kept.c many.c

# ---- a shard that ends early is continued ----

again() { "$drift" explore --resume m3.d --shard 3/4 --tests none "$@" many.c -- @str:5 >/dev/null 2>err </dev/null || cat err; }

rm -rf m3.d
again --runs 80
check 'a shard that ended early is not all' [ "$(merged m1.d m2.d m3.d m4.d)" = false ]
again --runs 90
again
check 'continued, it is' [ "$(merged m1.d m2.d m3.d m4.d)" = true ]
facts merged.d >all.facts
check 'and nothing is there twice' cmp one.facts all.facts

# ---- two versions ----

# answer DIR: what does not depend on the order of the search.
answer() { for key in verdict exhaustive semantic_changes; do "$DRIFT_BUILD/tests/json_get" "$1/result.json" $key; done; }

test_same() # COMMAND OLD NEW ARG...
{
	test_command=$1
	shift
	"$drift" $test_command --world fixed --no-confirm -o one.d "$@" >/dev/null 2>err </dev/null
	for part in 1 2 3; do
		"$drift" $test_command --world fixed --no-confirm --shard $part/3 -o "part$part.d" "$@" >/dev/null 2>err </dev/null
	done
	"$drift" merge -o all.d part1.d part2.d part3.d >/dev/null 2>err </dev/null
	answer one.d >one.answer
	answer all.d >all.answer
	grep -qx true one.answer && cmp one.answer all.answer
}

sed 's/> 9/> 12/' many.c >differs.c
sed 's/sum + 1/1 + sum/' many.c >alike.c
check 'differences of all shards are joined' test_same 'test --no-prune' many.c differs.c -- @str:5
check 'and so is a proof' test_same 'test --no-prune' many.c alike.c -- @str:5
check 'which is one' grep -qx equivalent all.answer
check 'without a shard there is no proof' sh -c '"$1" merge -o less.d part1.d part3.d >/dev/null 2>&1 </dev/null; grep -q "\"verdict\":.*\"no difference found\"" less.d/result.json' sh "$drift"
check 'nor is a shard one' grep -q '"exhaustive":.*false' part2.d/result.json

check 'drift diff has shards, too' test_same 'diff --by path' many.c differs.c -- @str:5

# ---- a search on two versions that is continued ----

go_on() { "$drift" test --world fixed --no-confirm --no-prune --resume on.d "$@" many.c alike.c -- @str:5 >on.out 2>err </dev/null; }

go_on --runs 100
check 'a search on two versions ends early' [ "$(answer on.d | sed -n 2p)" = false ]
go_on --runs 150
go_on -j 2
answer on.d >on.answer
check 'continued, it has a proof' [ "$(tr '\n' ' ' <on.answer)" = 'equivalent true 0 ' ]
"$drift" test --world fixed --no-confirm --no-prune --resume on.d many.c differs.c -- @str:5 >/dev/null 2>err </dev/null
check 'other versions are refused' [ $? -eq 2 ]

# ---- another world ----

cat >asks.c <<'END_OF_FILE'
#include <stdio.h>
int main(int argc, char **argv)
{
	int sum = 0;
	for (const char *s = argv[1]; *s; s++)
		sum = *s < 'd' ? sum + 1 : *s < 'p' ? sum * 2 : sum ^ 5;
	FILE *f = sum == 10 ? fopen("limit", "r") : NULL;
	return f ? getc(f) : sum > 9;
}
END_OF_FILE
echo a >limit
touch -d 2020-01-01T00:00:00Z limit
for part in 1 2 3; do
	shard $part/3 "asks$part.d" asks.c -- @str:5
done
check 'shards in the same world are merged' [ "$(merged asks1.d asks2.d asks3.d)" = true ]
echo b >limit
check 'a file that has other contents here is no part of that' [ "$(merged asks1.d asks2.d asks3.d)" = false ]
check 'it is named' grep -q 'limit' merged.out
echo a >limit
check 'nor is one that was changed at another time' [ "$(merged asks1.d asks2.d asks3.d)" = false ]
rm limit
check 'nor is one that is missing here' [ "$(merged asks1.d asks2.d asks3.d)" = false ]
echo a >limit
touch -d 2020-01-01T00:00:00Z limit
check 'in the first world it is' [ "$(merged asks1.d asks2.d asks3.d)" = true ]

# ---- a workflow of CI ----

# step NAME: what it runs.
step() { awk -v name="$1" '/- name: / { on = $0 ~ "- name: " name "$"; text = 0 } on && /^        [a-z]/ { text = /run: \|/; next }
	/^      - / && !/- name: / { on = 0 } on && text { print }' "$top/examples/ci/shards.yml"; }

mkdir work && cd work || exit 2
git init -q -b main . && git config user.name t && git config user.email t@example.org
mkdir src && cp ../many.c src/many.c && git add src && git commit -q -m first
git update-ref refs/remotes/origin/main HEAD
cp ../differs.c src/many.c
GITHUB_BASE_REF=main HOME=$tmp/home
export GITHUB_BASE_REF HOME
mkdir -p "$HOME"
PATH=$DRIFT_BUILD/bin:$PATH
for SHARD in 1 2 3 4; do
	export SHARD
	step search | sed 's/@str:8/@str:5/' >step.sh
	sh -e step.sh >out 2>err </dev/null
	check "the example for CI searches shard $SHARD" test -s "shard-$SHARD/search"
	git worktree remove --force base
done
step merge >step.sh
sh -e step.sh >out 2>err </dev/null
check '... and merges them: the versions differ' grep -q '^::error file=src/many.c,line=' out
check '... on every input that was searched' [ "$("$DRIFT_BUILD/tests/json_get" drift-results/result.json exhaustive)" = true ]
cd "$tmp" || exit 2

# ---- bad input ----

for part in 0/3 4/3 3 1/0 1/99999 -1/3 1/3x a/b; do
	check "--shard $part is refused" refused --shard "$drift" explore --shard $part many.c -- @str:2
done
check 'without a shard nothing is merged' refused shard "$drift" merge -o x.d
check 'a directory without a search is refused' refused no.d "$drift" merge -o x.d no.d
check 'a search that is no shard is refused' sh -c '"$1" explore --resume plain.d --tests none many.c -- @str:1 >/dev/null 2>&1 </dev/null; ! "$1" merge -o x.d plain.d 2>err && grep -q -- --shard err' sh "$drift"
check 'nor are searches that do not follow paths' refused --shard "$drift" test --shard 1/2 --strategy output many.c differs.c -- @str:2
check 'nor those with experiments' refused --shard "$drift" test --shard 1/2 --explain many.c differs.c -- @str:2
check 'partitions are not divided' refused --shard "$drift" explore --shard 1/2 --by output many.c -- @str:2

finish
