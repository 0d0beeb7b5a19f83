#!/bin/sh
# express.t: figures and tables of "eXpress: Guided Path Exploration for Efficient Regression Test Generation".
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/papers/pairs.sh"
cd "$tmp" || exit 1
scan=$programs/pairs/express

# Figure 1. The paper: Pex needs 441 runs to cover the true branch of line 10, at least 6 are necessary. Our budget is 99 pairs.
compare scan --stop-after first --runs 99 "$scan/old.c" "$scan/new.c" -- @str:15
check 'figure 1: the change is found from an empty input' confirmed scan
check '... within 99 runs' at_most scan changes.0.runs_to_reach 99
check '... by four characters in sequence and the length' some scan 'differences.*.input' '.*\[{<\*.*'

# Figure 2: branches from which no change can be reached are not negated (B_E), and those behind which no infection can show (B_P).
# On a run without a change both sides of such a branch are one program; the search stays exhaustive.
sed 's/n == 15/n == 5/; s/n >= 15 && c\[14\]/n >= 5 \&\& c[4]/' "$scan/new.c" >small.new.c
sed 's/n == 15/n == 5/; s/n >= 15 && c\[14\]/n >= 5 \&\& c[4]/' "$scan/old.c" >small.old.c
compare pruned --no-confirm --strategy path --prune=reach,infect,propagate,once small.old.c small.new.c -- @str:3
compare whole --no-confirm --strategy path --no-prune small.old.c small.new.c -- @str:3
check 'figure 2: no input of three characters reaches the change' verdict pruned equivalent
check '... also without pruning' verdict whole equivalent
check '... which needs more runs' sh -c "[ '$(of pruned stats.runs)' -lt '$(of whole stats.runs)' ]"
diag "runs: $(of whole stats.runs) without pruning, $(of pruned stats.runs) with it"

# Early returns before the change: the paper prunes each of them. One run of each version is enough.
cat >early.old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	if (x == 1) return 1;
	if (x == 2) return 2;
	if (x == 3) return 3;
	if (x == 4) return 4;
	if (x == 5) return 5;
	printf("%d\n", x * 2);
	return 0;
}
END
sed 's/x \* 2/x + x/' early.old.c >early.new.c
compare early --no-confirm --strategy path --prune=reach,infect,propagate,once early.old.c early.new.c -- @int
compare late --no-confirm --strategy path --no-prune early.old.c early.new.c -- @int
check 'early returns before the change: equivalent' verdict early equivalent
check '... without pruning too' verdict late equivalent
check '... six paths without pruning' field late stats.runs 6
check '... with it, one' at_most early stats.runs 2

# Algorithm 1: the graph is inter-procedural.
capture calls "$drift" graph --kind callgraph "$scan/new.c"
check 'algorithm 1: the graph has calls' says calls '^ *f0 -> f1'

# Table 1 lists subjects. Table 2: the share of irrelevant paths. The paper: 55 % of the paths of replace, most of them execute no change.
run irrelevant compare --no-confirm --strategies path,path+prune early.old.c early.new.c -- @int
check 'table 2: five of six paths execute no change' field irrelevant 'compare.rows.0.tests' 6
check '... as drift compare counts them' field irrelevant 'compare.rows.0.tests_executing' 1
check '... pruning leaves out these' field irrelevant 'compare.rows.1.tests' 1

# Category P_I (not infected): the change is executed and the state is the same afterwards.
cat >infect.old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, y = argc > 2 ? atoi(argv[2]) : 0, limit = 0;
	if (x > 3)
		limit = x * 2;
	if (y > 5)
		puts(y > 50 ? "far" : "off");
	printf("%d\n", limit);
	return 0;
}
END
sed 's/x \* 2/x + x/' infect.old.c >infect.new.c
for option in --no-prune --prune=infect; do
	compare "infect$option" --no-confirm --strategy path $option infect.old.c infect.new.c -- @int @int
	check "a state that is not infected, $option: equivalent" verdict "infect$option" equivalent
done
check '... in fewer runs' sh -c "[ '$(of infect--prune=infect stats.runs)' -lt '$(of infect--no-prune stats.runs)' ]"

# "Incremental exploration", table 4: an existing test that covers all but the new line. The paper: 441 runs from scratch.
echo "'[{<*'" >suite
compare seeded --stop-after first --runs 30 --seeds suite "$scan/old.c" "$scan/new.c" -- @str:15
check 'a seed: the difference is found' confirmed seeded
check '... in no more runs than from an empty input' sh -c "
	[ '$(of seeded differences.0.runs)' -le '$(of scan differences.0.runs)' ]"
diag "runs to the difference: $(of scan differences.0.runs) from an empty input, $(of seeded differences.0.runs) with the seed"

# All of figure 1, for inputs of up to four characters with a length of four where the figure has 15: the same differences, fewer runs.
if [ "${PAPERS-}" = long ]; then
	sed 's/n == 5/n == 4/; s/n >= 5/n >= 4/; s/c.4./c[3]/' small.old.c >four.old.c
	sed 's/n == 5/n == 4/; s/n >= 5/n >= 4/; s/c.4./c[3]/' small.new.c >four.new.c
	compare four --no-confirm --strategy path --time 0 --prune=reach,infect,propagate,once four.old.c four.new.c -- @str:4
	compare all --no-confirm --strategy path --time 0 --no-prune four.old.c four.new.c -- @str:4
	check 'figure 1, all inputs: the same verdict' field four verdict "$(of all verdict)"
	check '... the same differences' field four semantic_changes "$(of all semantic_changes)"
	check '... in fewer runs' sh -c "[ '$(of four stats.runs)' -lt '$(of all stats.runs)' ]"
	diag "runs: $(of all stats.runs) without pruning, $(of four stats.runs) with it"
fi

# Tables 2 and 3 (62 % fewer runs on replace): with and without pruning in one table. make check-prune and bench/mutants/prune.sh
# have the figures over many pairs; bench/RESULTS.md records them.
run table compare --no-confirm --runs 200 --strategies path,path+prune,random infect.old.c infect.new.c -- @int @int
check 'tables 2 and 3: pruning needs no more runs for the same result' sh -c "
	[ '$(of table compare.rows.0.verdict)' = '$(of table compare.rows.1.verdict)' ] &&
	[ '$(of table compare.rows.1.runs)' -le '$(of table compare.rows.0.runs)' ]"
finish
