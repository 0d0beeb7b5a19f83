#!/bin/sh
# tr2011.t: figures of "Comprehensive Test Suite Augmentation" (TR11/11).
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/papers/pairs.sh"
cd "$tmp" || exit 1

# Figure 1: reachability conditions. The paper: for i = 0, j = 1 the condition has the decisions of lines 3, 7 and 8, not those of the
# loop and of the procedure.
pair reach
explore reach --by reach --target reach.old.c:23 reach.old.c -- @int=0 @int=1
check 'figure 1: three partitions, whatever the loop and the procedure do' all_partitions reach 3
check '... their conditions' values reach 'cases.*.condition' 'arg1 <= 0 && arg2 > 0' 'arg1 > 0 && arg2 > 0' 'arg2 <= 0'
check '... one of them executes the change' field reach targets.0.cases 1
explore paths reach.old.c -- @int=0 @int=1
check '... of more paths' sh -c "[ '$(of paths paths)' -gt 3 ]"

# Definition 3, algorithm CBPE: the partial semantic signature of each version.
second=$programs/pairs/tr11
explore signature --by change "$second/old.c" "$second/new.c" -- @int
check 'figure 2: the signature of P' values signature.d/old 'cases.*.condition' 'arg1 <= 0' 'arg1 > 0'
check '... and its outputs' lists signature.d/old 'cases.*.output' '{arg1 + 5}'
# The paper writes i + 1 > 0 over mathematical integers. In C, i + 1 overflows for the largest int; with -fwrapv semantics of the
# machine that input belongs to the other side, so the condition is a range.
check "figure 2: the signature of P'" all_partitions signature.d/new 2
check '... and its outputs' lists signature.d/new 'cases.*.output' '{arg1 + 6}'

# Section IV.B: semantic changes. The paper: of four pairs of partitions two are satisfiable, with i = 0 and i = 1.
compare changes --undefined=count "$second/old.c" "$second/new.c" -- @int
check 'figure 2: i == 0 is one of the semantic changes' some changes 'differences.*.condition' 'arg1 == 0'
check '... the larger ones are the other' some changes 'differences.*.condition' 'arg1 in 1..2147483646'
# A third one is the overflow, which the paper does not have: OLD prints i + 5, NEW's addition overflows.
check '... besides those of overflow' sh -c "[ '$(of changes semantic_changes)' -ge 2 ] && [ '$(of changes exhaustive)' = true ]"
compare narrow --assume 'arg1 < 1000' "$second/old.c" "$second/new.c" -- @int
check '... exactly two without overflow' field narrow semantic_changes 2

# Figures 4 and 5: REACH, CBPE and CBPE_SD, first in first out and last in first out. drift compare makes the table; the claim is
# the order of the paper: semantic differencing shows at least as many semantic changes as reaching the change.
run orders compare --runs 100 --no-confirm --strategies reach,signature,new --orders newest,oldest "$second/old.c" "$second/new.c" -- @int
check 'figure 4: a row for each strategy, in both orders where it has no own' field orders 'compare.rows.#' 5
check '... semantic differencing shows all semantic changes' sh -c "
	[ '$(of orders compare.rows.1.semantic_changes)' = '$(of orders compare.semantic_changes)' ]"
check '... reaching the change shows no more' sh -c "
	[ '$(of orders compare.rows.0.semantic_changes)' -le '$(of orders compare.rows.1.semantic_changes)' ]"

# Figure 3 shows pictures of bar codes. Section VII.B (6.5 semantic changes per version of tcas): docs/test-reference.md says what
# drift counts as one.
finish
