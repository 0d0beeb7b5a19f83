#!/bin/sh
# fse2013.t: figures of "Regression Tests to Expose Change Interaction Errors" (FSE 2013).
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/papers/pairs.sh"
cd "$tmp" || exit 1
pairs=$programs/interactions

# Figures 2 to 4: cut, its output, its error, and the sequences of changes that an input can exercise. The paper: the overflow needs the changed allocation (C.1) and the changed access (C.2); the deletion (C.3) is no
# node of the graph, as it is not in P'. Ours: by experiment, the deletion and the allocation make the error; the access as it was in OLD
# is out of bounds as well, so C.2 is not needed. drift's graph has deletions as nodes: OLD's code is known.
run cut test --interactions --runs 3000 "$pairs/cut_old.c" "$pairs/cut_new.c" -- @str:5 @str:1
check 'figure 3: the error is found' lists cut 'differences.*.new.ends' out-of-bounds
check '... by a closed range before an open one, with a delimiter' some cut 'differences.*.input' '.*-.* d'
check '... it needs the deletion and the allocation together' some cut 'interactions.*.changes.#' 2

# Figure 5, section 3.4. The paper: the error shows on "0-" by the sequence <1,5,7>, and statements 5 and 7 interact at line 8.
run five test --interactions "$pairs/figure5_old.c" "$pairs/figure5_new.c" -- @str:3
check 'figure 5: "0-" shows the error' some five 'differences.*.input' '0-'
check '... by lines 5 and 7 of the paper together' field five 'interactions.*.changes.*' '2 3'
check '... shown by experiment' field five 'interactions.*.by' experiment
check '... a change interaction error' field five 'interactions.*.cie' true
check '... which interact at line 8 of the paper' lists five 'interactions.*.places.*' figure5_new.c:18
# The paper: <1,7,7>, <1,7,5> and <1,7,7,5> do not show it.
check '... no input without both shows it' none five 'differences.*.input' '-.*'

# Figure 6, algorithm 1: the change sequence graph.
capture graph "$drift" graph --kind changes "$pairs/figure5_old.c" "$pairs/figure5_new.c"
check 'figure 6: three changes' sh -c "[ \$(grep -c '^change [0-9]' graph.out) = 3 ]"
check '... which meet at line 8 of the paper' mentions graph figure5_new.c:18 1, 2, 3

# Algorithm 2, figure 7: the search along the graph reaches the sequence.
compare sequence --strategy sequence --stop-after first --runs 200 "$pairs/figure5_old.c" "$pairs/figure5_new.c" -- @str:3
check 'algorithm 2: the search along sequences finds the error' confirmed sequence

# Definition 2, section 3.2: regression, incomplete fix and progress against the intended program.
sed 's/c = lhs/c = lhs \&\& v/' "$pairs/figure5_new.c" >intended.c
run golden test --golden intended.c "$pairs/figure5_old.c" "$pairs/figure5_new.c" -- @str:2
check 'definition 1: a regression' some golden 'differences.*.class' regression

# Tables 2 and 3: tests of critical and of other sequences, and errors by strategy. The paper: tests that exercise a critical
# sequence are 15 times as likely to show an error. Of figure 5 no other test shows one.
check 'table 2: tests of critical sequences show errors' sh -c "[ '$(of five sequences.critical.differ)' -gt 0 ]"
check '... the others none' field five sequences.other.differ 0
run table compare --golden intended.c --no-confirm --runs 100 --strategies sequence,isolation,random "$pairs/figure5_old.c" "$pairs/figure5_new.c" -- @str:2
check 'table 3: errors by strategy' field table 'compare.rows.*.strategy' 'sequence isolation random'
check '... the search along sequences finds all of them' sh -c "
	[ '$(of table compare.rows.0.errors)' -ge '$(of table compare.rows.2.errors)' ] && [ '$(of table compare.rows.0.errors)' -gt 0 ]"
# Figure 1 counts commits of coreutils and table 1 lists versions of them: no programs.
finish
