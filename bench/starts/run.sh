#!/bin/sh
# run.sh [lua|jq|tidy|tidy-192|tidy-532|tidy-1156...]: programs that do a lot before they look at their input: an interpreter, a filter with its own library, a
# tidier of 42,000 lines. Debian's source packages, fetched and built by drift-cc when they are not in the cache of bench/real.
# tidy gets a page of 38 bytes; tidy-192, tidy-532 and tidy-1156 the same program with longer ones.
#
# A row for each program: processor seconds to load it, with nothing kept and from the cache (drift run, one input); then of
# `drift explore --runs N`, likewise. ENGINE=PATH is another engine to hold beside, run in turns; RUNS= other numbers of runs, TURNS=3.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${DRIFT_BUILD:-$here/../../build}" && pwd) || exit 2
cache=${DRIFT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drift}/real
cc=$build/bin/drift-cc
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-starts.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
export XDG_CACHE_HOME="$tmp/cache" # what drift keeps of programs

. "$here/programs.sh"

# spent COMMAND...: processor seconds; what was said is in $tmp/said.
spent()
{
	/usr/bin/time -f '%U %S' -o "$tmp/time" timeout 600 "$@" >"$tmp/said" 2>&1 </dev/null
	tail -n 1 "$tmp/time" | awk '{ printf "%.2f", $1 + $2 }'
}

# explored ENGINE OPTION...: seconds, and what came out in $tmp/came.
explored()
{
	engine=$1
	shift
	case $name in
		lua) spent "$engine" explore --runs "$runs" --tests none -o "$tmp/out" "$@" "$program" -- -e '@str:16=local a<const>=1' ;;
		jq) spent "$engine" explore --limit-insns 500000000 --runs "$runs" --tests none -o "$tmp/out" --stdin "@file:12=$tmp/json" "$@" "$program" -- .a ;;
		tidy) spent "$engine" explore --runs "$runs" --tests none -o "$tmp/out" --stdin "@file:40=$tmp/html" "$@" "$program" -- -q ;;
		tidy-*) spent "$engine" explore --runs "$runs" --tests none -o "$tmp/out" --stdin "@file:${name#tidy-}=$tmp/$name" "$@" "$program" -- -q ;;
	esac
	sed -n 's/^\(paths\|outcomes\|runs\): *\([0-9,]*\).*/\1 \2/p' "$tmp/said" | tr '\n' ' ' >"$tmp/came"
}

printf '{"a":[1,2]}\n' >"$tmp/json"
printf '<p>a <b>c</b><i>d</i>\n<table><tr><td>x' >"$tmp/html"
# Pages as people write them, 192, 532 and 1,156 bytes.
pages()
{
	cat >"$tmp/tidy-192" <<-'EOF'
		<html><head><title>List</title></head>
		<body bgcolor=white><h1>Prices</h1>
		<p>All in <b>Euro</b>, tax <i>included</i>.
		<ul><li>apples 3<li>pears 4</ul>
		<a href="x.html">next</a></body></html>
	EOF
	for i in 1 2 3 4 5; do
		printf '<table border=1><tr><td>row %d</td><td>&amp; more</td></tr>\n</table>\n' "$i"
	done | cat "$tmp/tidy-192" - >"$tmp/tidy-532"
	for i in 1 2 3 4 5 6 7 8; do
		printf '<div class="c%d"><p>Some text with <em>marks</em> and &lt;signs&gt;.</p></div>\n' "$i"
	done | cat "$tmp/tidy-532" - >"$tmp/tidy-1156"
}

pages
printf '%-9s %6s %8s %8s %8s %8s  %s\n' program runs load 'again' explore 'again' came
for name in ${*:-lua jq tidy tidy-192 tidy-532 tidy-1156}; do
	case $name in
		lua) package=lua5.4 runs=${RUNS:-30} word=-v ;;
		jq) package=jq runs=${RUNS:-20} word=-n ;;
		tidy) package=tidy-html5 runs=${RUNS:-300} word=-v ;;
		tidy-192 | tidy-532 | tidy-1156) package=tidy-html5 runs=${RUNS:-100} word=-v ;;
		*) echo "$name: not a program of this bench" >&2; exit 2 ;;
	esac
	make_program "${name%%-*}" "$package" || continue
	turn=0
	while [ "$turn" -lt "${TURNS:-3}" ]; do
		for engine in "$build/lib/drift/engine" ${ENGINE:-}; do
			no=--no-cache
			"$engine" run --help | grep -q -e --no-cache || no=
			load=$(spent "$engine" run $no "$program" "$word")
			spent "$engine" run "$program" "$word" >/dev/null
			again=$(spent "$engine" run "$program" "$word")
			first=$(explored "$engine" $no)
			explored "$engine" >/dev/null
			second=$(explored "$engine")
			printf '%-9s %6d %8s %8s %8s %8s  %s%s\n' "$name" "$runs" "$load" "$again" "$first" "$second" "$(cat "$tmp/came")" \
				"$([ "$engine" = "${ENGINE:-}" ] && echo '(ENGINE)')"
		done
		turn=$((turn + 1))
	done
done
