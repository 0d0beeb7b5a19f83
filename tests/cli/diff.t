#!/bin/sh
# diff.t: drift diff from the command line.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/pairs

# lines NAME N TEXT: so many lines of the output have it.
lines() { [ "$(grep -c -e "$3" "$tmp/$1.out")" -eq "$2" ] || { cat "$tmp/$1.out"; false; }; }

# ---- side by side ----

show ase "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a difference ends with 1' status ase 1
check 'x = 3 and x = 4 to 20 are two pairs of behaviours' lines ase 2 '^different [0-9]*: 1 partition'
check 'each has its condition' says ase 'when   arg1 in 4..20'
check 'an input' says ase 'example: ./new 3'
check 'and the change it executes' says ase 'example: ./new 3 (executes change 1)'
check 'both outputs stand side by side' says ase 'stdout    3  *| 2'
check 'equal partitions are one line' says ase '^partitions: 3 equal .*, 2 different'
check 'and not shown' silent ase '^equal'
check 'nothing is written' sh -c '[ ! -e drift-out ]'
"$drift" diff --json "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int >ase.json
check 'the comparison is exhaustive' field ase.json exhaustive true

show every --all "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'equal ones can be asked for' says every '^equal 1'
check 'then every partition has a condition' lines every 5 '^  \(when\|or\) '

show over "$pairs/tr11/old.c" "$pairs/tr11/new.c" -- @int
check 'outputs are written over the input' says over 'stdout    {arg1 + 5}  *| {arg1 + 6}'
check 'overflow in one version only is said' mentions over overflow NEW 'arg1 == 2147483642'

show status --output status "$pairs/thesis613/old.c" "$pairs/thesis613/new.c" -- @int @int @int
check 'what counts can be chosen' says status '^different: .*(1 '
check 'a status is written over the input' says status 'exit {(unsigned char)arg1}  *| exit {(unsigned char)arg2}'
check 'what does not count is not shown' silent status 'stdout'

# A difference on a part of a partition only.
printf '#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v) { (void)c; int x = atoi(v[1]); printf("%%d\\n", x); }\n' >one.c
sed 's/printf.*, x)/printf("%d\\n", x \& 0xff)/' one.c >two.c
show part one.c two.c -- @int
"$drift" diff --json one.c two.c -- @int >part.json
check 'what else must hold is said' lists part.json 'partitions.*.differs_if' arg1
check 'with an input where it does' sh -c 'n=$(sed -n "s/.*example: .\/two \(-*[0-9]*\) .*/\1/p" part.out); [ "$n" -ne "$((n & 255))" ]'

# ---- other partitions ----

show paths --by path "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'partitions may be paths' status paths 1
check 'which are as many or more' sh -c '[ "$(sed -n "s/^pairs:  \([0-9]*\).*/\1/p" paths.out)" -ge 5 ]'

# ---- no difference ----

show same "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int
"$drift" diff --json "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int >same.json
check 'the same program is equivalent' no_code_changed same.json
check 'and ends with 0' status same 0
show proof "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'a refactoring has equal partitions only' says proof '^partitions: [0-9]* equal.*, 0 different$'
"$drift" diff --json "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int >proof.json
check 'and is proved equivalent' proved proof.json
show cut --runs 1 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'what was not compared is not called equivalent' says cut '^no difference found'

# ---- very many ----

parser=$top/bench/explore/parser.c
sed 's/"%d\\n", value/"=%d\\n", value/' "$parser" >printed.c
show many "$parser" printed.c --stdin @text:5=1+2
check 'of very many, 30 are shown' lines many 30 '^different [0-9]*: '
check 'with 10 conditions each' sh -c '! awk "/^  or / { if (++n > 10) bad = 1 } /^  when/ { n = 1 } END { exit !bad }" "$1"' sh many.out
check 'the others are counted' says many '^and [0-9]* .*--json'

# ---- JSON ----

show json --json --all "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'JSON names the command' says json '"command":	"diff"'
check 'the verdict' says json '"verdict":	"different"'
check 'and every partition' lines json 5 '"condition":'
check 'with its relation' lines json 2 '"relation":	"different"'
if command -v python3 >/dev/null; then
	check 'it can be parsed' sh -c 'python3 -m json.tool <json.out >/dev/null'
fi

# ---- tests ----

show made -o made "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
show plain "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
groups=$(grep -c '^different [0-9]*: ' plain.out)
check 'with -o, each difference has a test' lines made "$groups" '^         test  made/tests/[0-9]*$'
check 'and nothing else changes' sh -c 'grep "^different [0-9]*: \|^  when\|^partitions" plain.out >a; grep "^different [0-9]*: \|^  when\|^partitions" made.out >b; cmp a b'
check 'the tests were confirmed natively' sh -c '[ "$(grep -c "\"confirmed\":	true" made/result.json)" = "$1" ]' sh "$groups"
check 'and can be run again' sh -c 'made/tests/run.sh >said && [ "$(grep -c "^ok" said)" = "$(($1 * 2))" ]' sh "$groups"
check 'without -o nothing is written' sh -c '! test -e drift-out'

show where --clock 2030-01-01T00:00:00Z --vary clock -o where --new-cflags -DNEW=1 --old-cflags -DNEW=0 "$programs/agree/clock_differs.c" "$programs/agree/clock_differs.c" -- @int=5
check 'a difference that needs the clock is confirmed natively' says where '^         test  where/tests/0001$'
check 'its input says so' says where 'example: ./clock_differs 5 # clock = 0'

# ---- bad input ----

show unsafe --no-confirm "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check '--no-confirm without -o is refused' rejects unsafe --no-confirm '-o DIR'
show bound --bound 3 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check '--bound without a function is refused' rejects bound --bound

cat >"$tmp/tables1.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
static const int t[] = {10, 21};
int main(int c, char **v) { printf("%d\n", t[atoi(v[1]) & 1]); return 0; }
END
sed 's/21/22/' "$tmp/tables1.c" >"$tmp/tables2.c"
show tables "$tmp/tables1.c" "$tmp/tables2.c" -- @int
check 'two tables of one name are written by their contents' says tables 'if also .*{10, 21}.*{10, 22}'

show how --by colour "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'an unknown kind of partition is named' complains how "--by 'colour'"
show one "$pairs/ase10/old.c" -- @int
check 'two versions are needed' complains one "see 'drift diff --help'"
check 'the help says how' sh -c '"$1" diff --help | grep -q "drift diff old.c new.c"' sh "$drift"

finish
