#!/bin/sh
# link.t: a unit of a library is run alone and natively: what it only mentions need not be there; linker
# trouble is one line. With DRIFT_ALL=1 also what takes longer: make check-libraries.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
has() { grep -q -e "$2" "$1.out" "$1.err" || { cat "$1.out" "$1.err"; return 1; }; }
hasnt() { ! grep -e "$2" "$1.out" "$1.err"; }

cat >old.c <<'END'
extern int table[4], other;
int helper(int), (*chosen)(int) = helper;
int f(int a)
{
	if (a > 1000)
		return helper(a);
	if (a == 77)
		return table[1] + other;
	return a == 5 ? 1 : 2;
}
END
sed 's/a == 5/a == 6/' old.c >new.c
run entry test old.c new.c --entry f --stop-after 1
check 'a function whose file mentions others' status entry 1
check 'is compared natively, too' sh -c 'grep -q "^difference 1: .*(a = [56]," entry.out && ! grep unconfirmed entry.out'
check 'its tests run' sh entry.d/tests/run.sh
check 'in the machine, too' "$drift" replay entry.d/tests
run same test old.c new.c --entry 'int f(int a)' --assume 'a == 77 || a > 1000'
check 'nothing is said of calls that come to what is not there' verdict same 'no difference found'
check 'a function of which nothing is known is named' lists same 'not_compared.*' helper
check 'so is a variable' mentions same "'table'"
run call test old.c new.c --call 'f(@int)' --stop-after 1
check 'by --call' sh -c '[ "$(cat call.status)" -eq 1 ] && ! grep unconfirmed call.out'
run explore explore old.c --entry f
check 'in drift explore' status explore 0
stub()
{
	sh explore.d/native/build.sh plain || return
	(mkdir -p empty && cd empty && ../explore.d/native/plain 2000 0 >../said) && grep -q -w helper said
}
check 'natively such a call says so' stub
hidden() { (cd empty && ! ../explore.d/native/plain 77 2>/dev/null); }
check 'and a variable cannot be read' hidden
check 'there is a build with sanitizers' sh explore.d/native/build.sh sanitized

# ---- programs beside a library ----

for side in old new; do
	mkdir "tree_$side"
	echo 'int f(int a) { return a == 5 ? 1 : 2; }' >"tree_$side/lib.c"
	for name in one two; do
		printf 'int verbose;\nint f(int);\nint main(void) { return f(%d); }\n' ${#name} >"tree_$side/$name.c"
	done
done
sed -i 's/a == 5/a == 6/' tree_new/lib.c
for how in '--call f(@int)' '--entry f'; do
	run tree test tree_old tree_new $how --stop-after 1
	check "a directory with two programs beside the library, $how" sh -c '[ "$(cat tree.status)" -eq 1 ] && ! grep unconfirmed tree.out || { cat tree.out tree.err; false; }'
done
capture tree "$drift" changes tree_old tree_new
check 'its changes' has tree '^change 1: modification in f'
run tree test tree_old tree_new -- 1
check 'as one program it is refused in one line' rejects tree two.c "'verbose'"

# ---- a C file that another includes ----

mkdir data_old
echo 'static const short table[] = {1, 2, 3};' >data_old/data.c
printf '#include "data.c"\nint third(int n) { return n == 2 ? table[n] : 0; }\n' >data_old/lib.c
cp -r data_old data_new
sed -i 's/3}/4}/' data_new/data.c
run data test data_old data_new --no-confirm --entry third --stop-after 1
check 'a file that another one includes is none of its own' sh -c '[ "$(cat data.status)" -eq 1 ] || { cat data.out data.err; false; }'

# ---- trouble with the linker ----

printf '#include <stdlib.h>\nint main(int c, char **v) { return atoi(v[1]) == 3; }\n' >m_old.c
sed 's/== 3/== 4/' m_old.c >m_new.c
run trouble test m_old.c m_new.c --cflags -lno-such-library --stop-after 1 -- @int
check 'a library that is not there, in one line with a way out' has trouble 'unconfirmed: m_old.c .*-lno-such-library.*'
printf '#include <stdlib.h>\nint nobody(int);\nint main(int c, char **v) { return atoi(v[1]) == 3 ? nobody(1) : 2; }\n' >n_old.c
capture trouble "$drift" run n_old.c 4 </dev/null
check 'a program without a library must be whole' mentions trouble n_old.c "'nobody'"
sed 's/: 2/: 5/' n_old.c >n_new.c
run trouble test n_old.c n_new.c --cflags -lm --stop-after 1 -- @int
check 'with one, what is in it is an outcome of the run' sh -c '[ "$(cat trouble.status)" -eq 1 ] && ! grep unconfirmed trouble.out'

[ -n "${DRIFT_ALL-}" ] || finish

# ---- of what drift-cc built ----

for side in old new; do
	mkdir "lib_$side"
	(cd "lib_$side" && "$DRIFT_BUILD/bin/drift-cc" -g -c "../$side.c" -o unit.o && ar rc libunit.a unit.o)
done
run built test lib_old/libunit.a lib_new/libunit.a --entry f --stop-after 1
check 'an archive that mentions others' sh -c '[ "$(cat built.status)" -eq 1 ] && ! grep unconfirmed built.out'
echo 'int f(int);' >old.h
run built test lib_old/libunit.a lib_new/libunit.a --call 'f(@int)' --cflags "-include $tmp/old.h" --stop-after 1
check 'by --call, too' sh -c '[ "$(cat built.status)" -eq 1 ] && ! grep unconfirmed built.out || { cat built.out built.err; false; }'

finish
