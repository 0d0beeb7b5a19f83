#!/bin/sh
# thesis.t: figures of "Semantic Analyses to Detect and Localize Software Regression Errors", chapters II, V, VI and VII. Chapter IV is
# ase2010.t.
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/papers/pairs.sh"
cd "$tmp" || exit 1
explained=$programs/explain
contracts=$programs/contracts
partitions=$programs/partition

# suspects NAME OLD NEW ARG...: leaves the result of drift explain in NAME.d; status 1.
suspects()
{
	suspects_name=$1
	shift
	run "$suspects_name" explain --builds 0 "$@"
	status "$suspects_name" 1 >/dev/null
}
# first NAME N LINE: the line is among the first N suspects.
first() { of "$1" 'suspects.*.line' | head -n "$2" | grep -qx "$3" || { of "$1" 'suspects.*.line'; return 1; }; }

# ---- II: basic concepts ----

# Figures 2.1 to 2.3, table 2.1. The thesis: the path condition of x = 1, y = 1 is x > 0 && y + 1 > 0. In C the addition may overflow:
# the range leaves out the input on which it does.
explore basic --entry 'int basic(int x = 1, int y = 1)' "$papers/basic.c"
check 'figure 2.1: three paths' all_paths basic 3
check 'table 2.1: their conditions' values basic 'cases.*.condition' 'x <= 0' 'x > 0 && y in 0..2147483646' 'x > 0 && y not in 0..2147483646'
for kind in cfg cdg; do
	capture "$kind" "$drift" graph --kind "$kind" "$papers/basic.c"
	check "figures 2.2 and 2.3: drift graph --kind $kind" status "$kind" 0
done

# ---- V: DARWIN ----

# Figures 5.1 and 5.2. The thesis: trace comparison shows lines 4 to 9; of the conditions only that of line 6 is satisfiable.
printf '5 5' >five
suspects checks "$explained/checks_old.c" "$explained/checks_new.c" --stdin five
check 'figure 5.1: one suspect, line 6 of the thesis' field checks 'suspects.*.line' 12
check '... in the new program' field checks 'suspects.*.side' new
# Figure 5.3 is the architecture. Figure 5.4: a missing length check. The thesis: 9 branches of input validation, with the missing
# check. The fixed version is the reference.
pair length
suspects length length.old.c length.new.c -- abcdef
check 'figure 5.4: the missing check is among the first three suspects' first length 3 13
# Figures 5.5 and 5.6: a patch of tcpflow. The thesis: 6 suspects, with the line that sets the sequence number.
suspects packet "$explained/packet_old.c" "$explained/packet_new.c" -- s s1
check 'figure 5.6: the patched check is among the first three suspects' sh -c "
	'$DRIFT_BUILD/tests/json_get' packet.d/result.json 'suspects.*.source' | head -n 3 | grep -q 'n == 1'"
# Figure 5.7: a mistake in both versions that only NEW comes to.
suspects flow "$explained/flow_old.c" "$explained/flow_new.c" -- 2 100 '' 0 101 hi
check 'figure 5.7: the latent mistake is among the first three suspects' first flow 3 26

# ---- VI: symbolic output ----

# Figure 6.1: conditions of the wrong value alone. The thesis: not(inp1 > 0) and not(inp1 >= 0) remain.
suspects two "$explained/two_old.c" "$explained/two_new.c" -- 0 0
check 'figure 6.1: one suspect' field two 'suspects.*.line' 6
check '... two decisions are compared' field two stats.suspects.decisions 2
# Figures 6.2, 6.3, 6.5, tables 6.1 and 6.2, algorithms 6.1 and 6.2: three partitions of eight paths; without the order of dependence
# one would be missed.
pick='int pick(int x = 6, int y = 2, int z = 2)'
explore paths "$partitions/signature.c" --entry "$pick"
check 'figure 6.2: eight paths' all_paths paths 8
explore three "$partitions/signature.c" --entry "$pick" --by output --output return
check 'figure 6.5: three partitions' all_partitions three 3
check '... table 6.2: in three runs' field three stats.runs 3
check '... the semantic signature' values three 'cases.*.signature' 'returns 2' 'returns x' 'returns y'
check '... its conditions' values three 'cases.*.condition' 'x + y <= 10' 'x + y > 10 && x - y > 0' 'x + y > 10 && x - y <= 0'
# Figure 6.3: line 15 depends potentially on line 9, which prevented line 10. Dynamic slice: no branch.
capture slice "$drift" slice "$partitions/signature.c" --at signature.c:18 --var out -- 6 2 2
check 'figure 6.3: the second decision is relevant and not dynamic' says slice '^ r *12 .*x + y > 10'
check '... the third is in no slice' silent slice '^[ >][drs] *14 '
# Figure 6.4. The thesis: not(x - 1 > 0). In C the subtraction may overflow: the smallest int is on the other side.
explore assigned "$papers/signatures.c" --entry assigned --by output
check 'figure 6.4: the assignment is in the condition' values assigned 'cases.*.condition' 'x in -2147483647..1' 'x not in -2147483647..1'
# Figure 6.7: no transformation is necessary.
explore returns "$papers/signatures.c" --entry returns --by output
check 'figure 6.7: two returns' values returns 'cases.*.signature' 'returns x + 1' 'returns x + 2'
# Figures 6.10 and 6.15. The thesis: symbolic indices are concretised, so partitions are missed. Ours: arrays are part of expressions.
explore selected "$papers/signatures.c" --entry 'int selected(int x = 0)' --by output
check 'figure 6.10: an element selected by the input' values selected 'cases.*.condition' 'x in {0, 2}' 'x == 1' 'x > 2' 'x < 0'
explore element "$papers/signatures.c" --entry 'int element(int i = 0)' --by output
check 'figure 6.15: both elements' values element 'cases.*.signature' 'returns 0' 'returns 2' 'returns 9' 'returns 9'
check '... all there are' field element exhaustive true
# Section 6.5: two objects that are never the same. Over-approximate aliasing would explore both sides.
explore apart "$papers/signatures.c" --entry apart --by output
check 'section 6.5: one partition' all_partitions apart 1
# Figure 6.14: two outputs, six partitions, eight paths.
explore outputs "$papers/outputs.c" --entry foo --by output
check 'figure 6.14: six partitions' all_partitions outputs 6
# Figure 6.12: the name is parsed instead of the value.
pair attribute
suspects attribute attribute.old.c attribute.new.c -- w=5
check 'figure 6.12: the wrong call is among the first two suspects' first attribute 2 20
# Figure 6.13: of nine pairs of partitions one is satisfiable.
compare augment --output status --no-confirm "$programs/pairs/thesis613/old.c" "$programs/pairs/thesis613/new.c" -- @int @int @int
check 'figure 6.13: versions differ where x - y is 1 or 2' some augment 'differences.*.condition' '.*arg1 - arg2 in 1\.\.2.*'
# Table 6.5: the value as the criterion.
suspects value "$explained/signature_old.c" "$explained/signature_new.c" -- 8 6 2
check 'figure 6.13 explained: one suspect' field value 'suspects.*.line' 9

# ---- VII.1: change contracts ----

# contract FIGURE WRONG VERDICTS
contract()
{
	run "contract$1$2" check --no-confirm --new-cflags "-DWRONG=$2" "$contracts/$1_old.c" "$contracts/$1_new.c"
	clauses "contract$1$2" "$3"
}
check 'figures 7.1 and 7.2: the fixed crash' contract fig72 0 'holds holds holds holds holds holds holds'
check '... a fix that still crashes' contract fig72 1 'violated holds holds holds holds holds holds'
check 'figures 7.3 and 7.4: \prev and \old' contract fig74 0 'holds holds holds holds'
check 'figure 7.5: the result of OLD in the premise' contract fig75 0 'holds holds holds'
check '... an incorrect change' contract fig75 1 'holds holds violated'
check 'figure 7.6: a field and a new parameter' contract fig76 0 'holds holds holds holds'
# Table 7.2, figure 7.7: the run-time check is a C file that needs no drift.
capture emit "$drift" check --emit check.c --function check_include "$contracts/fig72_old.c" "$contracts/fig72_new.c"
check 'table 7.2: a run-time check' sh -c "[ -s check.c ] && '$clang' -w -c -o check.o check.c"

# ---- VII.2: environments ----

# Figures 7.8 to 7.10, algorithm 7.1. The thesis: of open and read, read is the cause; its contents differ.
if "$clang" -w -o config "$papers/config.c" && { printf 'format 1\n' >conf; "$drift" env record -o good.trace -- ./config conf; } >env.said 2>&1; then
	printf 'format 2\n' >conf
	capture located "$drift" env locate good.trace -- ./config conf
	check 'figure 7.9: the read of the file is the cause' mentions located conf "'format 1'" "'format 2'"
	check '... in few reruns' sh -c "[ \$(sed -n 's/^\([0-9]*\) reruns.*/\1/p' located.out) -le 12 ]"
else
	ok 'figure 7.9 # SKIP programs cannot be traced here'
fi
finish
