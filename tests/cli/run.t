#!/bin/sh
# run.t: what the options of drift run do, and how outcomes show.
. "$(dirname "$0")/lib.sh"

mkdir "$tmp/work"
cd "$tmp/work" || exit 1

cat >files.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	FILE *f = fopen("made", "w");
	if (!f || fputs("new\n", f) < 0 || fclose(f) || remove("old"))
		return 1;
	return fopen("old", "r") != NULL;
}
END
echo 'int main(void) { volatile int i = 0; for (;;) i++; }' >loop.c
cat >hoard.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(void) { for (;;) memset(malloc(100000), 1, 100000); }
END
cat >math.c <<'END'
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) { (void)argv; printf("%g\n", cbrt(argc * 8.0)); return 3; }
END
printf '#include <sys/eventfd.h>\nint main(void)\n{\n\treturn eventfd(0, 0);\n}\n' >forks.c
printf '#include <signal.h>\nint main(void)\n{\n\treturn raise(SIGTERM);\n}\n' >dies.c
printf 'int main(int argc, char **argv)\n{\n\treturn argv[argc][0];\n}\n' >null.c
printf 'int frobnicate(int);\nint main(void) { return frobnicate(1); }\n' >external.c
"$clang" -emit-llvm -g -c external.c -o external.bc
printf 'int main(int argc, char **argv) { (void)argv; return argc + N; }\n' >flags.c
cat >cpuid.c <<'END'
#include <cpuid.h>
int main(void)
{
	unsigned a = 1, b = 2, c = 3, d = 4, low = 5, high = 6;
	__cpuid_count(7, 0, a, b, c, d);
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return (a | b | c | d | low | high | __get_cpuid_max(0, 0)) ? 1 : __builtin_cpu_supports("avx2") ? 2 : 42;
}
END
printf 'int main(void)\n{\n\tunsigned a;\n\t__asm__ volatile("rdtsc\\n\tshl $2,%%%%eax" : "=a"(a) : : "edx");\n\treturn a;\n}\n' >rdtsc.c

# ran STATUS PATTERN ARG...: drift run ends with this status; PATTERN, unless empty, is in its errors.
ran()
{
	ran_status=$1
	ran_pattern=$2
	shift 2
	capture run "$drift" run "$@" </dev/null
	cat "$tmp/run.out" "$tmp/run.err"
	[ "$(cat "$tmp/run.status")" = "$ran_status" ] || return
	[ -z "$ran_pattern" ] || grep -q -e "$ran_pattern" "$tmp/run.err"
}

quiet()
{
	ran "$@" && [ ! -s "$tmp/run.err" ]
}

untouched()
{
	[ ! -e made ] && [ "$(cat old)" = kept ]
}

saved()
{
	[ "$(cat saved/made)" = new ] && [ "$(cat saved/.deleted)" = old ]
}

echo kept >old
check 'files written and removed' quiet 0 '' files.c
check '... stay as they are on the disk' untouched
check '-o' ran 0 '' -o saved files.c
check '... saves what was written, lists what was removed' saved
check '... and leaves the disk alone' untouched

check 'the status of the program' quiet 3 '' math.c
check 'death by a signal is 128 + its number' quiet 143 '' dies.c
check 'an error is 1' ran 1 '^drift: ERROR: null-dereference at null.c:3:[0-9]* in main$' null.c
check 'unsupported is 2, with its place' ran 2 '^drift: forks.c:4:[0-9]*: unsupported: eventfd2$' forks.c
check 'cpuid shows a processor without extensions' quiet 42 '' cpuid.c
check 'inline assembly that drift does not know' ran 2 "^drift: rdtsc.c:4:[0-9]*: unsupported: inline assembly 'rdtsc;shl \$\$2,%eax'$" rdtsc.c
check '--limit-insns' ran 2 '^drift: loop.c:1:[0-9]*: stopped: .*instructions' --limit-insns 10K loop.c
check '--limit-time' ran 2 '^drift: loop.c:1:[0-9]*: stopped: .*time' --limit-time 50ms loop.c
check '--limit-mem' ran 2 '^drift: hoard.c:3:[0-9]*: stopped: .*memory' --limit-mem 1M hoard.c
check 'a limit that makes no sense' ran 2 'limit-insns' --limit-insns many loop.c

check '--cflags' quiet 42 '' --cflags '-DN=41' flags.c
check '--stats' ran 3 '^instructions: [1-9]' --stats math.c
check '... names native calls' ran 3 '^native calls: 1 (cbrt)$' --stats math.c
check '--notes' ran 3 '^drift: note: math.c:3:[0-9]*: native: cbrt' --notes math.c
check '--native given twice' quiet 3 '' --native cbrt --native cos math.c
check 'an external function' ran 2 "unsupported: 'frobnicate' " external.bc
printf 'int main(int argc, char **argv) { (void)argc; return argv[0][0]; }\n' >name.c
check 'argv[0] is the name of the program' quiet 110 '' name.c
check '--name' quiet 65 '' --name Another name.c
check '--repeat' quiet 3 '' --repeat 3 math.c
check '--dump' ran 0 '' --dump main dies.c
check '... of a function that is not there' ran 2 "no function 'other'" --dump other dies.c

for outcome in 'exit math.c' 'signal dies.c' 'error null.c' 'unsupported forks.c'; do
	check "--json: ${outcome% *}" ran "$(case $outcome in exit*) echo 3 ;; signal*) echo 143 ;; error*) echo 1 ;; *) echo 2 ;; esac)" \
		"\"verdict\":.*\"${outcome% *}\"" --json "${outcome#* }"
done
finish
