#!/bin/sh
# compare.t: drift compare: strategies with equal budgets, judged alike; drift test --order and --strategy new.
. "$(dirname "$0")/lib.sh"

cd "$programs/suite" || exit 1
of() { "$DRIFT_BUILD/tests/json_get" "$tmp/$1.d/result.json" "$2"; }
is() { [ "$(of "$1" "$2")" = "$3" ] || { of "$1" "$2"; return 1; }; }
# column NAME KEY: of each search, in one line.
column() { of "$1" "compare.rows.*.$2" | tr '\n' ' '; }

run all compare --seed 3 fare_old.c fare_new.c -- @int @int
check 'versions differ: status 1' status all 1
check 'the strategies of the papers are the default' sh -c "
	[ '$(column all strategy)' = 'path path+prune reach signature output sequence isolation random ' ]"
for row in 0 1 2 3 4 5 6; do
	check "search $row is exhaustive, reaches both changes and finds all differences" sh -c "
		[ '$(of all compare.rows.$row.exhaustive)$(of all compare.rows.$row.changes)' = true2 ] &&
		[ '$(of all compare.rows.$row.differences)' = '$(of all compare.semantic_changes)' ]"
done
check 'random inputs use up the runs, and prove nothing' sh -c "
	[ '$(of all compare.rows.7.runs) $(of all compare.rows.7.exhaustive)' = '1000 false' ]"
check 'partitions by output need no more runs than paths' sh -c "
	[ '$(of all compare.rows.4.runs)' -le '$(of all compare.rows.0.runs)' ] &&
	[ '$(of all compare.rows.4.partitions)' -ge '$(of all compare.rows.0.partitions)' ]"
check 'no search meets more than all together' sh -c "
	for n in $(column all partitions); do [ \$n -le '$(of all compare.partitions)' ] || exit 1; done"
check 'pruning leaves out inputs that execute no change, and no others' sh -c "
	[ '$(of all compare.rows.1.tests)' -lt '$(of all compare.rows.0.tests)' ] &&
	[ '$(of all compare.rows.1.tests_executing)' = '$(of all compare.rows.0.tests_executing)' ] &&
	[ '$(of all compare.rows.0.tests_executing)' -ge '$(of all compare.rows.0.tests_differing)' ]"
check 'each search has its result and tests' sh -c "
	'$tmp/all.d/path+prune/tests/run.sh' | grep -q '^ok 1 ' &&
	[ \$('$DRIFT_BUILD/tests/json_get' '$tmp/all.d/path+prune/result.json' command) = test ]"

# The same search by drift test says the same.
compare path --strategy path --no-prune --no-sequences --no-propagate --runs 1000 fare_old.c fare_new.c -- @int @int
check 'drift test agrees' sh -c "
	[ '$(of path stats.runs_of_search) $(of path semantic_changes)' = \
		'$(of all compare.rows.0.runs) $(of all compare.rows.0.differences)' ]"

run few compare --runs 4 --strategies path,new,auto --orders newest,oldest fare_old.c fare_new.c -- @int @int
check 'orders multiply the strategies that have no order of their own' sh -c "
	[ '$(column few strategy)|$(column few order)' = 'path path new new auto |newest oldest newest oldest null ' ]"
check 'budgets are equal' sh -c "for n in $(column few runs); do [ \$n -le 4 ] || exit 1; done"

# Errors: differences in which NEW is wrong.
run golden compare --golden fare_fixed.c --strategies path,output fare_old.c fare_new.c -- @int @int
check 'with a golden version errors are counted, not all differences' sh -c "
	[ '$(of golden compare.rows.0.errors)' -gt 0 ] &&
	[ '$(of golden compare.rows.0.errors)' -lt '$(of golden compare.rows.0.differences)' ]"

capture page "$drift" report "$tmp/few.d" -o "$tmp/page.html"
check 'the report has a plot and a table' sh -c "
	grep -q '<svg class=\"strategies\"' '$tmp/page.html' && grep -c '<tr class=\"row\">' '$tmp/page.html' | grep -qx 5"
capture markdown "$drift" compare --format markdown -o "$tmp/m.d" --strategies path fare_old.c fare_new.c -- @int @int
check 'as a table in Markdown' sh -c "grep -q '^| path | own | ' '$tmp/markdown.out'"

run same compare --strategies path,path+prune fare_old.c fare_old.c -- @int @int
check 'no code changed: status 0' status same 0
run wrong compare --strategies path,depth fare_old.c fare_new.c -- @int @int
check 'a wrong strategy is refused' rejects wrong --strategies depth
run order compare --strategies path --orders deepest fare_old.c fare_new.c -- @int @int
check 'a wrong order is refused' rejects order --orders deepest

# ---- drift test ----

compare oldest --strategy path --order oldest fare_old.c fare_new.c -- @int @int
compare newest --strategy path --order newest fare_old.c fare_new.c -- @int @int
check 'the order changes nothing in the end' sh -c "
	[ '$(of oldest semantic_changes) $(of oldest exhaustive)' = '$(of newest semantic_changes) $(of newest exhaustive)' ]"
compare alone --strategy new fare_old.c fare_new.c -- @int @int
check 'paths of NEW alone: differences are found, and the search is never exhaustive' sh -c "
	[ '$(of alone verdict) $(of alone exhaustive)' = 'different false' ]"
compare alike --strategy new --assume 'arg2 == 1 && arg1 > 20' fare_old.c fare_new.c -- @int @int
check '... nothing is proved' is alike verdict 'no difference found'
compare fixed --order oldest fare_old.c fare_new.c -- @int @int
check 'a strategy with an order of its own takes no other' rejects fixed --order auto

finish
