#!/bin/sh
# conditions.t: conditions of differences are generalised, and every input that satisfies one shows the difference.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/conditions

# general NAME RUNS OPTIONS...: drift test on a pair of tests/programs/conditions
general()
{
	general_name=$1 general_runs=$2
	shift 2
	compare "$general_name" --runs "$general_runs" --no-confirm "$pairs/${general_name%-*}/old.c" "$pairs/${general_name%-*}/new.c" "$@"
}

# condition NAME N TEXT: of difference N, from 0.
condition() { field "$1" "differences.$2.condition" "$3"; }

general unneeded 30 -- @int @int
check 'decisions that no output depends on are dropped' condition unneeded 0 'arg1 > 0 && arg2 > 0'
check '... and the result says so' field unneeded 'differences.0.generalised' true
check '... and has the condition of the path' field unneeded 'differences.0.path_condition' 'arg2 == 1 && arg1 > 0'
general unneeded-path 30 --path-conditions -- @int @int
check '--path-conditions: the condition of one pair of paths' condition unneeded-path 0 'arg2 == 1 && arg1 > 0'
check '... is not generalised' field unneeded-path 'differences.0.generalised' false
check '... and has no second condition' omits unneeded-path 'differences.*' '"path_condition"'

general neighbours 30 -- @int @int
check 'paths with the same outputs are joined' condition neighbours 0 'arg1 < 6 && arg2 in 1..3'
check '... on both sides of a decision' condition neighbours 1 'arg1 > 5 && arg2 in 1..3'
check '... and there are no more semantic changes' field neighbours semantic_changes 2

general needed 60 -- @int @int @int
check 'decisions that an output depends on stay' lists needed 'differences.*.condition' 'arg2'
check '... those that may end the run, too' lists needed 'differences.*.condition' 'arg3'
check '... in four combinations' field needed semantic_changes 4

general product 30 -- @int @int
check 'products that differ in one factor' condition product 0 'arg1 in -1000..1000 && arg2 in {-1000..-1, 1..1000}'
check '... and a witness without overflow' field product 'differences.0.undefined' false

# One version of the mutation bench against native runs on inputs of each condition.
native() { MOST=20 RUNS=60 sh "$top/tests/gen/check_conditions.sh" "$@" >bench.out 2>&1 || { cat bench.out; false; }; }
if command -v "$clang" >/dev/null; then
	check 'every input of a condition differs natively' native advisory/v01 ranges/v02
	check '... and some conditions were generalised' grep -q ' general ' bench.out
fi
finish
