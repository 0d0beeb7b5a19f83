#!/bin/sh
# covers.t: a verdict says what it covers; --strict tells a proof from what proves nothing.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/pairs

# version FILE EXPR...: base.c with each sed expression applied.
version()
{
	version_to=$1
	shift
	for version_expr; do
		set -- "$@" -e "$version_expr"
		shift
	done
	sed "$@" base.c >"$version_to"
}

cat >base.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[1]), hidden = 1;
	if (argc == 5)
		puts("five");
	if (x == 9)
		hidden = 2;
	printf("%d\n", x & 7);
	return hidden == 3;
}
END

# ---- changes that are executed, and those that no input executes ----

version all.c 's/x & 7/(unsigned)x % 8/'
compare all --strict base.c all.c -- @int
check 'a change that is executed on every input' proved all
check '... is a proof' status all 0
check '... of which all is said' says all '^changes: 1 of 1 executed$'
check '... for programs, too' sh -c 'grep -A2 "\"changes_executed\"" all.d/result.json | tr -d "\n\t " | grep -q "\"number\":1,\"list\":\[1\]"'
check '... and nothing is vacuous' keeps all '"vacuous":	null'
check '... nothing left out' keeps all '"not_compared":	\[\]'

version none.c 's/five/cinq/'
compare none base.c none.c -- @int
check 'a change that no input executes' verdict none equivalent
check '... is vacuous' lists none vacuous 1 '(none.c:7)'
check '... and ends with 0' status none 0
compare none_strict --strict base.c none.c -- @int
check '... with 3 if that is no proof' status none_strict 3
compare five --strict base.c none.c -- @int 2 3 4
check '... and is found in another shape' status five 1

version some.c 's/five/cinq/' 's/x & 7/(unsigned)x % 8/'
compare some --strict base.c some.c -- @int
check 'where some changes are executed, the others are named' mentions some 'equivalent: ' 1 '(some.c:7)'
check '... which is a proof' status some 0
check '... of the changes it names' says some '^changes: 1 of 2 executed$'

# ---- inputs that do not vary ----

compare one --strict --one-input base.c all.c -- 7
check 'one input that does not vary' none one vacuous null
check '... proves nothing' status one 3
compare pinned --assume 'arg1 == 7' base.c all.c -- @int
check 'nor does one that assumptions leave' none pinned vacuous null
compare idle base.c none.c -- 7
check 'nor one that executes no change' none idle vacuous null
compare narrow --assume 'arg1 == 7 || arg1 == 8' --strict base.c all.c -- @int
check 'two values are inputs that vary' status narrow 0

# ---- every run ends before the change ----

version dies.c 's/	printf/	*(volatile int *)argv[argc] = 1;\n	printf/'
sed 's/x & 7/x \& 3/' dies.c >dead.c
compare dead --strict dies.c dead.c -- @int
check 'all runs end in one error before the change, in the block of the change' mentions dead 'equivalent: ' null-dereference 'dies.c:10:' '(dead.c:11)'
check '... which is vacuous' status dead 3
check '... and not executed, for programs' keeps dead '"reached":	false'
show dead_diff --strict dies.c dead.c -- @int
check '... by partitions, too' mentions dead_diff 'equivalent: ' null-dereference
check '... with the same status' status dead_diff 3

cat >loop.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	char *volatile p = argv[0];
	for (int i = 0;; i++) {
		*p = 'x';
		puts("round");
		p = i == 2 ? 0 : p;
	}
}
END
sed 's/round/other/' loop.c >again.c
compare again --output status --strict --one-input loop.c again.c -- @int
check 'a change in front of which the run ends is executed if it was there before' says again '^changes: 1 of 1 executed$'
check '... and that is a proof' status again 0

# ---- what is not compared ----

check 'what does not count is said' field again not_compared.# 3
check '... for programs, too' keeps again '"not_compared":	\["standard output", "standard error", "files"\]'
compare ignored --ignore '^v[0-9]' base.c all.c -- @int
check 'lines that are ignored as well' lists ignored 'not_compared.*' "'^v[0-9]'"

# ---- drift diff ----

show plain --strict base.c all.c -- @int
check 'drift diff proves a change that is executed' status plain 0
cat >quiet.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned x = (unsigned)atoi(argv[argc - 1]);
	volatile int unused = 0;
	if (x * 2654435761u == 3141592653u)
		unused = 2;
	printf("%u\n", x & 7);
	return 0;
}
END
sed 's/unused = 2/unused = 5/' quiet.c >still.c
show unseen --strict quiet.c still.c -- @int
check 'a change that no output depends on is not said to be unreachable' mentions unseen 'equivalent: ' 1 '(still.c:8)'
check '... and counts as no proof' status unseen 3
compare seen --strict quiet.c still.c -- @int
check '... which drift test has, by paths' status seen 0
show diff_none --strict base.c none.c -- @int
check 'one that no run of drift diff executed is no proof' status diff_none 3
show diff_different --strict base.c dead.c -- @int
check 'what differs ends with 1' status diff_different 1

# ---- statuses ----

compare same --strict base.c base.c -- @int
check 'no code changed is a proof' status same 0
compare cut --strict --runs 1 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check 'a search that was cut is none' status cut 3
compare both --strict --require-proof --runs 1 "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
check '... with --require-proof as well it is still 3' status both 3
compare required --require-proof base.c none.c -- @int
check '--require-proof alone takes what is vacuous' status required 0
compare differs --strict "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a difference ends with 1' status differs 1
check '--strict is in the help' sh -c '"$1" test --help | grep -q -- "--strict"' sh "$drift"

finish
