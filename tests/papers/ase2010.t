#!/bin/sh
# ase2010.t: figures of "Test Generation to Expose Changes in Evolving Programs" (ASE 2010; chapter IV of the thesis).
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/papers/pairs.sh"
cd "$tmp" || exit 1

# Figure 1. The paper: from x = -1, the second run (x = 1) reaches the change, and the third (x = 3) shows its effect. Ours is the
# same: a run of OLD that executes no change is one of NEW as well, so counted in runs of one version it is at most one more.
first=$programs/pairs/ase10
compare first --stop-after first "$first/old.c" "$first/new.c" -- @int=-1
check 'figure 1: the second run reaches the change' at_most first changes.0.runs_to_reach 2
check '... x = 3 shows the effect' field first differences.0.input 3
check '... both versions on three inputs' at_most first stats.runs 6
# The paper stops there. The effect also shows where the value itself is printed.
compare all "$first/old.c" "$first/new.c" -- @int=-1
check 'figure 1: all effects' values all 'differences.*.condition' 'arg1 == 3' 'arg1 in 4..20'
check '... and there are no others' field all exhaustive true

# Figure 3 shows the parts of an implementation.
# Figure 2, algorithm 1: decisions that the change depends on are negated, others are not. The paper: line 16 of figure 1 does not
# help to reach the change; line 7 does.
explore reach --by reach --target old.c:11 "$first/old.c" -- @int=-1
check 'algorithm 1: one decision reaches the change' all_partitions reach 2
check '... the one that it depends on' values reach 'cases.*.condition' 'arg1 <= 0' 'arg1 > 0'

# Algorithm 2 propagates the effect of a reached change; figures 4 to 6 are what it is for.
# Figure 4: the changed value is read under other conditions only. The paper: the change is reached, and inputs are changed until
# the value is read.
pair intent
compare intent --stop-after first intent.old.c intent.new.c -- @int=0 @int=1 @int=0 @int=1 @int=1
check 'figure 4: a value that is defined and not read' confirmed intent
check '... shows where it is read' lists intent 'differences.*.condition' 'arg1 != 0' 'arg2 != 0'

# Figure 5. The paper: the effect propagates for a rate in (600, 700] only, and 604 was found.
pair rate
compare rate rate.old.c rate.new.c -- @int=1 @int=0 @int=1
check 'figure 5: the effect passes a branch in 601..700' lists rate 'differences.*.condition' 'arg2 in 601..700'
check '... and nowhere else' field rate semantic_changes 1
check '... of all inputs' field rate exhaustive true

# Figure 6: a change of an expression, without a branch. The condition is that of both values.
pair high_byte
compare byte high_byte.old.c high_byte.new.c -- @int=0
check 'figure 6: a comparison that became a shift' confirmed byte
check '... all inputs' field byte exhaustive true

# Figures 4.1 to 4.6 and algorithms 4.1 and 4.2 of the thesis are these figures and algorithms.
# Table 1 (runs to reach the changes of tcas): the paper needs 32 runs for 11 changes, the paper of figure 1 of eXpress 95. Ours, on
# programs of our own, is in bench/RESULTS.md ("runs to reach"), made by bench/mutants/strategies.sh.
finish
