#!/bin/sh
# check_prune.sh N: N random programs, each with one operator or number changed: drift test must say the same whatever
# it leaves out. SEED=K begins with another program, RUNS bounds each search, WAYS are the ways of pruning that are compared
# with none (`all` must be among them). A pair that fails is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-50}
first=${SEED:-0}
runs=${RUNS:-1500}
ways=${WAYS:-reach infect propagate once all}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-prune.XXXXXX") || exit 2

# mutate SEED: standard input with one place changed. What can change is the same for all seeds.
mutate()
{
	awk -v seed="$1" '
	BEGIN {
		# pairs of what to look for and what to put there
		m = 0
		from[++m] = "ADD\\("; to[m] = "SUB("
		from[++m] = "SUB\\("; to[m] = "ADD("
		from[++m] = " < "; to[m] = " <= "
		from[++m] = " == "; to[m] = " != "
		from[++m] = " >= "; to[m] = " > "
		from[++m] = " && "; to[m] = " || "
		from[++m] = "MUL\\("; to[m] = "ADD("
		from[++m] = "[ (]3\\)"; to[m] = " 2)"
		from[++m] = "= c;"; to[m] = "= d;"
		from[++m] = "= SUB\\(b"; to[m] = "= SUB(a"
	}
	{ line[NR] = $0 }
	/^static .* help|^int main/ { inside = 1 }
	inside && !/argc|#define|for \(|\\*argv/ { for (k = 1; k <= m; k++) if ($0 ~ from[k]) { where[++c] = NR; what[c] = k } }
	END {
		if (c) { k = (seed * 7919 + 13) % c + 1; sub(from[what[k]], to[what[k]], line[where[k]]) }
		for (i = 1; i <= NR; i++) print line[i]
	}'
}

# shape FILE: the words of drift test for the inputs that its first line names, and what is assumed of them.
shape()
{
	sed -n '1s,^// inputs: ,,p' "$1" | awk '{
		for (i = 1; i <= NF; i++) {
			if (split($i, r, /[][,]/) >= 3 && r[1] == "int") {
				words = words " @int"
				printf "--assume\narg%d>=%d&&arg%d<=%d\n", i, r[2], i, r[3]
			} else if (split($i, s, /[][,:]/) && s[1] == "str") {
				words = words " @str:2"
			}
		}
		print "--" words
	}'
}

# said: what counts of a result.
said()
{
	grep -E '^	"(verdict|exhaustive|semantic_changes)"' "$1/result.json"
	grep -c '^			"condition"' "$1/result.json"
}

# runs WHAT: of a search.
runs() { sed -n 's/^		"runs":	\([0-9]*\),*$/\1/p' "$tmp/out.$1/result.json" | head -n 1; }

good=0
runs_none=0
runs_all=0
bad=0
different=0
spared=0
open=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	"$build/tests/random_program" "$i" >"$tmp/$i.old.c"
	mutate "$i" <"$tmp/$i.old.c" >"$tmp/$i.new.c"
	shape "$tmp/$i.old.c" >"$tmp/shape"
	words=$(tail -n 1 "$tmp/shape")
	set --
	while IFS= read -r word; do
		case $word in
		--\ *) ;;
		*) set -- "$@" "$word" ;;
		esac
	done <"$tmp/shape"
	wrong=
	rm -rf "$tmp"/out.*
	for what in none $ways; do
		case $what in
		none) option=--no-prune ;;
		all) option=--prune=reach,infect,propagate,once ;;
		*) option=--prune=$what ;;
		esac
		# shellcheck disable=SC2086 # words
		timeout "${LIMIT:-600}" "$build/bin/drift" test --no-confirm --one-input -o "$tmp/out.$what" --runs "$runs" $option "$@" \
			"$tmp/$i.old.c" "$tmp/$i.new.c" $words >"$tmp/log" 2>&1
		[ $? -le 1 ] || wrong="$what: trouble"
		grep -q "proof-failed" "$tmp/log" && wrong="$what: a proof failed"
		said "$tmp/out.$what" >"$tmp/said.$what" 2>&1
		# A search that was not exhaustive without has nothing to hold against.
		if grep -q '"exhaustive":	true' "$tmp/said.none" && ! cmp -s "$tmp/said.none" "$tmp/said.$what"; then
			wrong=$what
		fi
	done
	grep -q '"verdict":	"different"' "$tmp/said.none" && different=$((different + 1))
	grep -q '"exhaustive":	true' "$tmp/said.none" || open=$((open + 1))
	if grep -q '"exhaustive":	true' "$tmp/said.none"; then
		runs_none=$((runs_none + $(runs none)))
		runs_all=$((runs_all + $(runs all)))
	fi
	grep -qE '"runs_not_(infected|propagated)":	[1-9]' "$tmp/out.all/result.json" && spared=$((spared + 1))
	if [ -n "$wrong" ]; then
		bad=$((bad + 1))
		echo "seed $i with $wrong: $tmp/$i.old.c $tmp/$i.new.c"
	else
		good=$((good + 1))
		rm -f "$tmp/$i.old.c" "$tmp/$i.new.c"
	fi
	i=$((i + 1))
done
echo "pruning: $good pairs alike, $bad not; $different of them differ, $spared were cut after a change, $open not exhaustive"
echo "runs of exhaustive searches: $runs_none without pruning, $runs_all with it"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]
