#!/bin/sh
# run.sh functions|programs [NAME...]: asks drift about the pairs, and counts what is right.
#
# CPU: processor seconds for each (default 10 for functions, 60 for programs); what took more does not count.
# Drift is given six times as many seconds of the clock, since other work may be on the machine. ONLY: versions,
# as a pattern (default: all).
# A search ends with the first difference that is confirmed.
# "found": a difference was found; "proved": equivalent; "open": neither; "wrong": against the truth.
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
what=$1
[ "$what" ] && shift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/float-run.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
tab=$(printf '\t')
cpu=${CPU:-$([ "$what" = functions ] && echo 10 || echo 60)}
found=0 missed=0 proved=0 open=0 wrong=0

# Sets now to the processor seconds of all children so far.
spent() {
	times >"$tmp/times"
	now=$(awk 'NR == 2 { gsub("s", ""); split($1, u, "m"); split($2, k, "m"); printf "%.2f", u[1] * 60 + u[2] + k[1] * 60 + k[2] }' "$tmp/times")
}

# judge NAME VERSION: is "$tmp/out.json" right? A name that begins with d is a pair that differs.
judge() {
	verdict=$("$build/tests/json_get" "$tmp/out.json" verdict)
	spent
	used=$(awk "BEGIN { printf \"%.2f\", $now - $before }")
	late=$(awk "BEGIN { if ($used > $cpu) print \"late \" }")
	case $2:$late$verdict in
	d*:different) is=found found=$((found + 1)) ;;
	d*:equivalent) is=WRONG wrong=$((wrong + 1)) ;;
	*:'late equivalent'|*:'late different') is=late; [ "${2#d}" = "$2" ] && open=$((open + 1)) || missed=$((missed + 1)) ;;
	d*) is=missed missed=$((missed + 1)) ;;
	e*:equivalent) is=proved proved=$((proved + 1)) ;;
	e*:different) is=WRONG wrong=$((wrong + 1)) ;;
	*) is=open open=$((open + 1)) ;;
	esac
	printf '%-12s %-10s %-7s %6s s  %s\n' "$1" "$2" "$is" "$used" \
		"$([ "$is" = found ] || [ "$is" = proved ] || head -n 1 "$tmp/log")"
}

functions() {
	while IFS=$tab read -r name kind edit _; do
		case " $* " in *" $name "* | '  ') ;; *) continue ;; esac
		mkdir -p "$tmp/a" "$tmp/b"
		cp "$here/functions/$name.c" "$tmp/a/f.c"
		sed "$edit" "$here/functions/$name.c" >"$tmp/b/f.c"
		spent
		before=$now
		"$build/bin/drift" test --json --time $((6 * cpu)) --bound 32 -o "$tmp/out" --entry "$name" "$tmp/a/f.c" "$tmp/b/f.c" \
			>"$tmp/out.json" 2>"$tmp/log" </dev/null
		judge "$name" "$kind"
	done <"$here/functions/pairs"
}

programs() {
	names=" $* "
	for dir in "$here"/programs/*/; do
		name=$(basename "$dir")
		case $names in *" $name "* | '  ') ;; *) continue ;; esac
		while IFS=$tab read -r version edit _; do
			case $version in ${ONLY:-*}) ;; *) continue ;; esac
			mkdir -p "$tmp/a" "$tmp/b"
			cp "$dir/base.c" "$tmp/a/p.c"
			sed "$edit" "$dir/base.c" >"$tmp/b/p.c"
			eval "set -- $(cat "$dir/shape")"
			spent
		before=$now
			"$build/bin/drift" test --json --stop-after first --time $((6 * cpu)) -o "$tmp/out" "$tmp/a/p.c" "$tmp/b/p.c" -- "$@" \
				>"$tmp/out.json" 2>"$tmp/log" </dev/null
			judge "$name" "$version"
		done <"$dir/versions"
	done
}

"$what" "$@"
echo "$what: $found of $((found + missed)) differences found, $proved of $((proved + open)) equal ones proved, $wrong wrong"
[ "$wrong" -eq 0 ]
