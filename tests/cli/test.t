#!/bin/sh
# test.t: drift test from the command line.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/pairs

tests_in() { [ "$(ls -d "$tmp/$1.d/tests"/0* 2>/dev/null | wc -l)" -eq "$2" ]; }
# without_times FILE: result.json as it must repeat.
without_times() { sed '/"curve"/,/\]/d; /seconds/d; /"command_line"/d; /runs_per_second/d' "$1"; }

# ---- a change with an effect on some inputs ----

compare ase "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a difference ends with 1' status ase 1
check 'what changed is said first' sh -c 'head -n 1 ase.out | grep -q "^change 1"'
check 'x = 3 and x = 4 to 20 are two semantic changes' keeps ase '"semantic_changes":	2'
check 'each has a test' tests_in ase 2
check 'the comparison is exhaustive' field ase exhaustive true
check 'x = 3 is one of them' keeps ase '"input":	"3"'
check 'nothing of it is undefined' sh -c '! grep -q "\"undefined\":	true" ase.d/result.json'
check 'the input can be pasted' says ase 'difference [12]: ./new 3$'
check 'both outputs stand side by side' says ase 'stdout  0  *| 2'
check 'the condition is said' says ase 'when    arg1 == 3$'
check 'the change that did it is named' says ase 'through change 1 at .*new.c:11'
check 'how it came to the output is told, line by line' sh -c 'grep -A2 "effect .*new.c:11 *3 | 2 " ase.out | grep -q "new.c:16 *3 | 2 .*printf"'
check 'for programs as well' keeps ase '"source":	"out = x - y > 0 ? y : 0;"'
check 'every difference is confirmed' sh -c '! grep -q "\"confirmed\":	false" ase.d/result.json'
check 'the scratch directory is gone' sh -c '[ ! -e ase.d/scratch ]'
for side in old new; do
	"$clang" -w -o "$side" "$pairs/ase10/$side.c"
	for number in 0001 0002; do
		test=$tmp/ase.d/tests/$number
		(cd "$test" && PROG=$tmp/$side sh ./cmd >"$tmp/native.out" 2>/dev/null)
		echo $? >"$tmp/native.status"
		check "test $number runs natively as $side.out says" cmp "$test/$side.out" "$tmp/native.out"
		check "and ends as $side.status says" cmp "$test/$side.status" "$tmp/native.status"
	done
done

compare tr --undefined=count "$pairs/tr11/old.c" "$pairs/tr11/new.c" -- @int
check 'two semantic changes and one by overflow' keeps tr '"semantic_changes":	3'
check 'the overflow is at the largest integer' says tr 'difference .*2147483647'
check 'and is the only one marked as undefined' sh -c '[ "$(grep -c "\"undefined\":	true" tr.d/result.json)" -eq 1 ]'

compare returned --output status "$pairs/thesis613/old.c" "$pairs/thesis613/new.c" -- @int @int @int
check 'by the returned value there is one semantic change' keeps returned '"semantic_changes":	1,\?$'
compare printed "$pairs/thesis613/old.c" "$pairs/thesis613/new.c" -- @int @int @int
check 'with what is printed there are two' keeps printed '"semantic_changes":	2'

# ---- a change that is hard to reach ----

compare scan --runs 99 "$pairs/scanner/old.c" "$pairs/scanner/new.c" -- @str:20
check 'four characters in sequence are found in under 100 runs' keeps scan '"reached":	true'
check 'and with the length that counts, so that it shows' status scan 1
echo "'[{<*'" >suite
compare seeded --runs 19 --seeds suite "$pairs/scanner/old.c" "$pairs/scanner/new.c" -- @str:20
check 'from a suite that has them, in under 20' keeps seeded '"reached":	true'
check 'and the length as well' status seeded 1

compare express --runs 99 "$pairs/express/old.c" "$pairs/express/new.c" -- @str:20
check 'a statement behind a length that is only counted is reached from the empty input in under 100 runs' status express 1
compare grown --runs 19 --seeds suite "$pairs/express/old.c" "$pairs/express/new.c" -- @str:20
check 'and from the suite in under 20' status grown 1
check 'by inputs that were aimed at it' sh -c 'grep -A1 "\"aimed\"" grown.d/result.json | grep -q "\"runs\":	[1-9]"'

compare unused --strategy directed --runs 80 --no-confirm "$pairs/unused/old.c" "$pairs/unused/new.c" -- @int @str:12
check 'what a change computes is driven to where it is used' status unused 1

# ---- an effect that is masked early, then a long way to the output ----

# runs NAME: of both versions until the search ended.
runs() { sed -n 's/^	*"runs":	\([0-9]*\),*$/\1/p' "$tmp/$1.d/result.json" | sort -n | tail -n 1; }
# spread PAIR SHAPE...: the difference is found, in fewer runs than without the quers.
spread()
{
	spread_pair=$1
	shift
	set -- --strategy directed --runs 5000 --stop-after first --no-confirm "$pairs/$spread_pair/old.c" "$pairs/$spread_pair/new.c" -- "$@"
	compare "$spread_pair" "$@"
	compare "$spread_pair.without" --no-propagate "$@"
	check "$spread_pair: found by inputs that let the effect go on" status "$spread_pair" 1
	check '... counted in the result' sh -c "grep -A4 '\"spread\"' $spread_pair.d/result.json | grep -q '\"runs\":	[1-9]'"
	check '... and in the summary' says "$spread_pair" '^effects: [1-9][0-9]* quer'
	check "... in fewer runs than without: $(runs "$spread_pair") and $(runs "$spread_pair.without")" [ "$(runs "$spread_pair")" -lt "$(runs "$spread_pair.without")" ]
	check '... which asks nothing' keeps "$spread_pair.without" '"on":	false'
}
spread weighed @int @int @str:6
spread kinds @int @int @str:6
spread table @int @str:6
compare weighed_auto --runs 390 --stop-after first "$pairs/weighed/old.c" "$pairs/weighed/new.c" -- @int @int @str:6
check 'an effect that is let go on shows natively' status weighed_auto 1
compare asked_same --runs 300 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
compare asked_not --runs 300 --no-propagate "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'what is proved does not hang on the quers' sh -c 'grep -q "\"verdict\":	\"equivalent\"" asked_same.d/result.json && grep -q "\"verdict\":	\"equivalent\"" asked_not.d/result.json'

# ---- no difference ----

compare same "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int
check 'the same program is equivalent' status same 0
check 'because no code changed' no_code_changed same
sed 's,/\*.*\*/,,; s/	/  /' "$pairs/ase10/old.c" >layout.c
compare layout "$pairs/ase10/old.c" layout.c -- @int
check 'layout and comments are no change' no_code_changed layout
compare unseen --new-cflags '-O2 -fopenmp' "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int
check 'options that only native code has are named where they differ' lists unseen 'not_compared.*' OLD -fopenmp NEW
compare unseen_both --cflags -fopenmp --new-cflags -O2 "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int
check '... and only there' field unseen_both not_compared '[]'
cat >fast.c <<'E'
#include <stdio.h>
int main(int argc, char **argv)
{
	double n = argv[1][0], x = 1.0 + n * 0x1p-30;
#ifdef __FAST_MATH__
	puts("fast");
#endif
	printf("%a\n", x * x - 1.0);
	return 0;
}
E
compare fast_level --new-cflags -Ofast fast.c fast.c -- @str:1=b
check '-Ofast has the macros of -ffast-math, here and natively' field fast_level verdict different
compare slow_level --new-cflags '-Ofast -O2' fast.c fast.c -- @str:1=b
check '... unless another level is behind it' no_code_changed slow_level
compare leave --new-cflags '-ffp-contract=fast -mfma' fast.c fast.c -- @str:1=b
check 'what an optimiser makes of its leave with floating point is not compared' lists leave 'not_compared.*' OLD -ffp-contract=fast NEW
compare proof "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'a refactoring is proved equivalent' status proof 0
check 'and called so' field proof verdict equivalent
check 'after comparing paths' proved proof
compare cut --runs 1 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'what was not compared is not called equivalent' field cut verdict 'no difference found'
check 'and ends with 0' status cut 0
compare unproved --require-proof --runs 1 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'but with 1 if a proof is required' status unproved 1
compare narrow --assume 'arg1 > 20' "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'assumptions narrow the question' field narrow verdict equivalent

# ---- errors, files, endless loops ----

compare bounds "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc
check 'a memory error is a behaviour' says bounds 'out-of-bounds at .*new.c'
check 'it is undefined behaviour' keeps bounds '"undefined":	true'
check 'not ending is one, too' says bounds '^  ends .*[0-9] instructions'
check 'so is what is written to a file' says bounds 'files .*log'
compare quiet --output stdout "$pairs/errors/old.c" "$pairs/errors/new.c" --assume 'arg1 == 3' -- @int @str:4=abc
check 'what does not count makes no difference' field quiet verdict equivalent

# ---- pruning ----

compare pruned "$pairs/modes/old.c" "$pairs/modes/new.c" -- @int @str:4
compare unpruned --no-prune "$pairs/modes/old.c" "$pairs/modes/new.c" -- @int @str:4
# pairs_of NAME: pairs of paths that were compared.
pairs_of() { json "$(result_of "$1")" stats.pairs; }
check 'what cannot come to a change is not explored' sh -c '[ "$1" -lt 10 ] && [ "$2" -gt 100 ]' sh "$(pairs_of pruned)" "$(pairs_of unpruned)"
check 'and is counted' keeps pruned '"decisions_cannot_reach":	[1-9]'
check 'unless that is not wanted' keeps unpruned '"on":	false'
check 'the search is exhaustive with it' field pruned exhaustive true
check 'and without' field unpruned exhaustive true
check 'and both find the same' sh -c 'grep "\"input\"" pruned.d/result.json >1; grep "\"input\"" unpruned.d/result.json | cmp 1 -'

compare whole --no-prune --no-confirm "$pairs/fading/old.c" "$pairs/fading/new.c" -- @int @str:3
compare fading --no-confirm "$pairs/fading/old.c" "$pairs/fading/new.c" -- @int @str:3
check 'what follows an effect that is gone is not explored' sh -c '[ "$1" -lt 10 ] && [ "$2" -gt 100 ]' sh "$(pairs_of fading)" "$(pairs_of whole)"
check 'and counted' keeps fading '"runs_not_propagated":	[1-9]'
check 'also in the summary' mentions fading 'skipped: ' 2
check 'the proof stands' field fading verdict equivalent
compare harmless --no-confirm "$pairs/harmless/old.c" "$pairs/harmless/new.c" -- @int @str:3
check 'nor what follows a change that had no effect' keeps harmless '"runs_not_infected":	[1-9]'
check 'which is proved as well' field harmless verdict equivalent
compare chosen --prune=reach --no-confirm "$pairs/harmless/old.c" "$pairs/harmless/new.c" -- @int @str:3
check 'each can be had alone' keeps chosen '"runs_not_infected":	0'
compare wrongly --prune=all "$pairs/harmless/old.c" "$pairs/harmless/new.c" -- @int @str:3
check 'under its name' status wrongly 2

# ---- choosing ----

compare first --stop-after first "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'the search can stop at the first difference' keeps first '"semantic_changes":	1,\?$'
compare accepted --accept ase.d/tests/0001 --accept ase.d/tests/0002 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'accepted differences are none' status accepted 0
compare half --accept ase.d/tests/0001 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'the others are still reported' keeps half '"semantic_changes":	1,\?$'
compare ignored --ignore '^[0-3]$' "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'lines that are ignored make no difference' status ignored 0
compare every --all "$pairs/thesis613/old.c" "$pairs/thesis613/new.c" -- @int @int @int
check 'all pairs of paths can be asked for' sh -c '[ "$(ls -d every.d/tests/0* | wc -l)" -ge 2 ]'
for strategy in directed reach path random; do
	compare "$strategy" --strategy "$strategy" --runs 3000 "$pairs/ase10/old.c" "$pairs/ase10/new.c" \
		--assume 'arg1 > -50 && arg1 < 50' -- @int
	check "strategy $strategy finds both" keeps "$strategy" '"semantic_changes":	2'
done
compare workers -j 2 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'workers find the same' keeps workers '"semantic_changes":	2'
# While a worker looks for another target of a call, an aimed input may bring just that one.
compare table -j 2 --runs 3000 --new-cflags -DNEW "$pairs/table.c" "$pairs/table.c" --stdin @text:4 --
check 'workers: what came in the meantime is no divergence' field table exhaustive true
check 'workers: all differences' keeps table '"semantic_changes":	31'
compare macro --new-cflags -DLIMIT=4 "$pairs/macro.c" "$pairs/macro.c" -- @int
check 'versions may be one source with other options' status macro 1

compare behind "$pairs/behind/old.c" "$pairs/behind/new.c" -- @str:2
check 'to read behind the end of an argument is a difference' says behind 'out-of-bounds at .*new.c:7'
check 'and is undefined' says behind 'undefined behaviour: new: out-of-bounds'

compare padded "$pairs/padded/old.c" "$pairs/padded/new.c" -- @int
check 'zeros by hand and by printf are the same' says padded '^equivalent'

compare status "$pairs/status/old.c" "$pairs/status/new.c" -- @str:1
check 'an exit status that was never set is a difference' status status 1
check 'and says so' says status 'new: .*uninitialised'

# ---- files of a given name ----

echo 'some words' >words
settings="--file .columnsrc=@text:4 --file data/words=words --env HOME=. --runs 400"
compare settings $settings "$pairs/settings/old.c" "$pairs/settings/new.c" --
check 'a file in the home directory may vary' status settings 1
check 'and is told beside the command line' says settings '^  file1   "w=1.*" in .columnsrc$'
check 'conditions name it' says settings 'when  *file1.*"w=1"'
check 'a test has all named files' sh -c 'cmp words settings.d/tests/0001/files/data/words && grep -q w=1 settings.d/tests/0001/files/.columnsrc'
capture settings_paths "$drift" explore -o settings_paths.d $settings "$pairs/settings/old.c" --
check 'drift explore has them as well' says settings_paths '^paths: '
capture settings_replay "$drift" replay settings_paths.d/tests
check 'such tests run again' status settings_replay 0
"$clang" -w -o settings "$pairs/settings/old.c"
capture settings_native "$drift" replay --with ./settings settings_paths.d/tests
check 'and natively' status settings_native 0
for bad in /etc/x=@text:3 ../x=@text:3 a/../../b=@text:3 x=@str:3 =@text:3 name; do
	compare badfile --file "$bad" "$pairs/settings/old.c" "$pairs/settings/new.c" --
	check "--file $bad is refused" status badfile 2
done

cat >commas.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = fopen(argv[argc - 1], "r");
	int n = 0;
	for (int c; f && (c = fgetc(f)) != EOF;)
		n += c == ',';
	return n > LIMIT;
}
END
compare commas --old-cflags -DLIMIT=1 --new-cflags -DLIMIT=0 --stop-after 1 commas.c commas.c -- @file:3
check 'a file that is an argument is shown' says commas '^  arg1    ".*,.*" in input1$'
check 'and is in the result' keeps commas '"file":	"files/input1"'

# ---- results ----

compare many "$pairs/many/old.c" "$pairs/many/new.c" -- @str:1
check 'differences that had to wait are all confirmed at the end' keeps many '"semantic_changes":	26'
check 'and then nothing is left' field many exhaustive true
check '20 of a kind have a test' tests_in many 20
check 'what came to the output in the same way is told three times' sh -c '[ "$(grep -c "^difference " many.out)" = 3 ] && [ "$(grep -c "^  effect" many.out)" = 3 ]'
check 'and then counted' mentions many 20 6 result.json --all
check '... and that is said' says many '^tests:  20 in '
check 'a condition is that of one path, and is said to be' says many '^conditions: '
# The effect takes another line for each column that a dot is in.
cat >dots.c <<'END'
#include <stdio.h>
int main(void)
{
	int dot = DOT, column = 0;
	for (int c; (c = getchar()) != EOF; column++)
		if (c != '.')
			putchar(c);
		else if (column == 0)
			putchar(dot);
		else if (column == 1)
			putchar(dot);
		else
			putchar(dot);
	return 0;
}
END
compare dots --old-cflags -DDOT=45 --new-cflags -DDOT=43 dots.c dots.c --stdin @text:4=abcd
check 'one for each place where something may stand' keeps dots '"semantic_changes":	26'
check 'is one story, whatever way it takes' keeps dots '"stories":	1'
check '... told three times' sh -c '[ "$(grep -c "^difference " dots.out)" = 3 ]'
check "... and counted" says dots "(26 semantic changes of 1 kind"
compare some --stop-after 20 "$pairs/many/old.c" "$pairs/many/new.c" -- @str:1
check 'those that wait count for --stop-after' keeps some '"semantic_changes":	20'

compare again "$pairs/ase10/old.c" "$pairs/ase10/new.c" --runs 1000 -- @int
without_times again.d/result.json >again.1
compare again "$pairs/ase10/old.c" "$pairs/ase10/new.c" --runs 1000 -- @int
without_times again.d/result.json >again.2
check 'the same command gives the same result' cmp again.1 again.2
capture text "$drift" test --json -o text.d "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check '--json prints the result' test "$(json text.out '' | tr -d '\n')" = "$(json text.d/result.json '' | tr -d '\n')"
check '... of this command' field text command test
"$drift" test -o stopped.d --no-confirm "$pairs/endless/old.c" "$pairs/endless/new.c" -- @str:60 >stopped.out 2>&1 &
pid=$!
await grep -q -s '"verdict":	"different"' stopped.d/result.json
kill -INT "$pid"
wait "$pid"
echo $? >stopped.status
check 'an interrupted search keeps what it found' status stopped 1
check 'and leaves a valid result' keeps stopped '"ended":	"stopped"'
mkdir -p own/tests
capture own "$drift" test -o own "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a tests/ that is not drift'\''s is left alone' rejects own own/tests -o

# ---- the sandbox ----

mkdir outside
compare writes --runs 40 "$pairs/writes/old.c" "$pairs/writes/new.c" --assume "arg1[0] == '/'" -- "@str:80=$tmp/outside/made"
check 'a generated argument writes nothing outside the scratch directory' sh -c '[ -z "$(ls outside)" ]'
check 'and the difference is found' status writes 1

# ---- bad input ----

echo 'int main(void) { return x; }' >broken.c
compare broken "$pairs/ase10/old.c" broken.c -- @int
check 'a version that does not compile is trouble' complains broken '^drift: broken.c: '
echo 'int other(int a) { return a; }' >nomain.c
compare nomain "$pairs/ase10/old.c" nomain.c -- @int
check 'a version without main is trouble' rejects nomain nomain.c "'main'"
compare one "$pairs/ase10/old.c" -- @int
check 'two versions are needed' rejects one 'drift test'
compare kind --output colour "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'an unknown kind of output is named' complains kind "colour"
compare how --strategy clever "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'an unknown strategy is named' complains how "clever"
compare never --assume 'arg1 > 3 && arg1 < 2' "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'impossible assumptions are trouble' rejects never
compare missing --accept nowhere "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a missing test is named' complains missing 'nowhere'
check 'the help says how' sh -c '"$1" test --help | grep -q "drift test old.c new.c"' sh "$drift"

finish
