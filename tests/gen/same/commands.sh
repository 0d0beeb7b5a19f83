#!/bin/sh
# commands.sh WORK N: what check_same.sh runs: lines of a directory, a tab, and the words of a drift command as a shell reads
# them. WORK receives the pairs of tests/programs/verdict as two files each; N is for --runs.
#
# Every search has a budget of runs, which a slow computer does not change; none has one of time. Workers (-j) are left
# out, since who of them is first is chance, and so are native runs but on the pairs, where none of them is long.
set -u
top=$(cd "$(dirname "$0")/../../.." && pwd)
work=$1
runs=$2
mutants=${DRIFT_BUILD:-$top/build}/mutants
programs=$top/tests/programs
i=0 # counts versions, so that strategies and options take turns

command() { printf '%s\t%s\n' "$1" "$2"; }
# turn WORD...: one of them, by the count; a word may be several in quotes, or none.
turn() { shift $((i % $#)); echo "$1"; }

# test_and_diff DIR OLD NEW SHAPE: a version of the mutation bench.
test_and_diff()
{
	common="--runs $runs --output stdout,status"
	command "$1" "test --no-confirm --undefined=count $common $2 $3 $4"
	command "$1" "test --no-confirm --strategy $(turn directed path reach random output signature) $common $(turn '' --no-prune \
		--fold --all --why --no-propagate '--stop-after first') $2 $3 $4"
	command "$1" "diff $common --by $(turn output output path) $(turn '' --all) $2 $3 $4"
	i=$((i + 1))
}

# explorations DIR PROGRAM TARGET SHAPE
explorations()
{
	command "$1" "explore --tests all --runs $runs $2 $4"
	command "$1" "explore --tests all --runs $runs --order newest --fold $2 $4"
	command "$1" "explore --runs $runs --order oldest --tests outcomes $2 $4"
	command "$1" "explore --tests all --runs $runs --by output $2 $4"
	command "$1" "explore --tests all --runs $runs --by output --output stdout --order newest $2 $4"
	for by in reach change; do
		[ -z "$3" ] || command "$1" "explore --tests all --runs $runs --by $by --target $2:$3 $2 $4"
	done
}

mutation_bench()
{
	for dir in "$top"/bench/mutants/*/versions.txt; do
		name=$(basename "$(dirname "$dir")")
		shape=$(tr '\n' ' ' <"$top/bench/mutants/$name/shape")
		for version in $(sed -n 's/^version: //p' "$dir"); do
			test_and_diff "$mutants/$name" base.c "$version.c" "$shape"
		done
		# A line with code: where an operator was changed.
		target=$(awk 'BEGIN { RS = ""; FS = "\n" } /\nkind: operator\n/ { print $4; exit }' "$dir" | sed 's/lines: \([0-9]*\).*/\1/')
		explorations "$mutants/$name" base.c "$target" "$shape"
	done
}

explore_bench()
{
	for file in "$top"/bench/explore/*.c; do
		explorations "$top/bench/explore" "$(basename "$file")" '' "$(sed -n 's/^ \* explore: *//p' "$file")"
	done
	sed '/^#/d' "$top/bench/partitions/cases" | while IFS='|' read -r _ source _ shape; do
		explorations "$top/bench/partitions" "$(echo $source)" '' "$shape"
	done
}

# shape_of FILE: from the line `// inputs:` of a subject, see tests/oracle/oracle.c.
shape_of()
{
	sed -n 's,^// inputs: *,,p' "$1" | tr ' ' '\n' | tr '[,]' '   ' | awk '
		$1 == "text" { stdin = "--stdin @text:" $2; next }
		{ n++ }
		$1 == "str" { args = args " @str:" $2 }
		$1 == "int" { args = args " @int=" $2; limits = limits sprintf(" --assume \"arg%d >= %d && arg%d <= %d\"", n, $2, n, $3) }
		END { print stdin limits " --" args }'
}

subjects()
{
	for file in "$programs"/explore/*.c; do
		name=$(basename "$file")
		shape=$(shape_of "$file")
		command "$programs/explore" "explore --tests all --runs $runs --order newest $name $shape"
		command "$programs/explore" "explore --tests all --runs $runs --by output --order newest $name $shape"
	done
	command "$programs/explore" "explore --tests all --runs $runs --by reach --target changed_line.c:9 changed_line.c $(shape_of "$programs/explore/changed_line.c")"
	command "$programs/explore" "explore --tests all --runs $runs --by change --target changed_line.c:9 changed_line.c $(shape_of "$programs/explore/changed_line.c")"
	command "$programs/partition" "explore --tests all --runs $runs --by reach --target closed_stream.c:12 closed_stream.c $(shape_of "$programs/partition/closed_stream.c")"
	explorations "$programs/partition" signature.c 13 '-- @int @int @int'
	explorations "$programs/partition" shop.c '' '-- @int @str:3'
	for entry in 'short half(short a, unsigned short b)' 'int text(const char *s, int n)' 'bool both(bool a, bool b)'; do
		command "$programs/entry" "explore --tests all --runs $runs --bound 4 --entry '$entry' entries.c"
	done
	command "$programs/entry" "explore --tests all --runs $runs --bound 4 harness.c"
	explorations "$top/examples" triangle.c 23 '-- @int @int @int'
	explorations "$top/examples" expand.c '' '-- -w @int=4 @str:3'
	explorations "$top/examples" wordcount.c '' '--stdin @text:4=ab'
	explorations "$top/examples" notes '' "--env NOTES=@str:2=n -- @str:2=a"
}

pairs()
{
	sed '/^#/d' "$top/tests/gen/same/pairs.txt" | while IFS='|' read -r dir shape; do
		dir=$top/$(echo $dir)
		command "$dir" "test --runs $runs old.c new.c $shape"
		for strategy in directed path reach random output signature; do
			case $strategy:$shape in output:*--entry* | signature:*--entry*) continue ;; esac
			command "$dir" "test --no-confirm --runs $runs --strategy $strategy old.c new.c $shape"
		done
		for options in --no-prune --all --why '--fold --undefined=count' '--vary clock,random --faults malloc'; do
			command "$dir" "test --no-confirm --runs $runs $options old.c new.c $shape"
		done
		command "$dir" "diff --runs $runs --all old.c new.c $shape"
		command "$dir" "diff --runs $runs --by path old.c new.c $shape"
		command "$dir" "explore --tests all --runs $runs --by output new.c $shape"
	done
	command "$programs/pairs" "test --no-confirm --runs $runs --new-cflags -DLIMIT=4 macro.c macro.c -- @int"
}

# verdicts: as tests/cli/classes.t takes them apart.
verdicts()
{
	for file in "$programs"/verdict/*.c; do
		name=$(basename "$file" .c)
		mkdir -p "$work/$name/cwd" || exit 2
		sed -e '/\/\/NEW$/d' -e 's, *//OLD$,,' "$file" >"$work/$name/old.c"
		sed -e '/\/\/OLD$/d' -e 's, *//NEW$,,' "$file" >"$work/$name/new.c"
		(cd "$work/$name/cwd" && eval "$(sed -n 's,^// setup: ,,p' "$file")")
		options=$(sed -n 's,^// options: ,,p' "$file" | sed 's/--time [0-9]*s//; s/--no-confirm//')
		command "$work/$name/cwd" "test --no-confirm --runs $runs ../old.c ../new.c $options"
		case $options in *--strategy*) continue ;; esac
		command "$work/$name/cwd" "diff --runs $runs ../old.c ../new.c $options"
	done
}

mutation_bench
explore_bench
subjects
pairs
verdicts
