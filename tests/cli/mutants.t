#!/bin/sh
# mutants.t: the versions of the mutation bench are made from their patches as the truth tables describe them.
. "$(dirname "$0")/lib.sh"

bench=$top/bench/mutants
# A directory of its own: what `make mutants` made must not hide a patch that no longer fits.
mkdir "$tmp/build"
check 'all patches fit' env "DRIFT_BUILD=$tmp/build" sh "$bench/versions.sh"

# as_described SUBJECT: its patches are the versions of its table, and change the lines that the table names.
as_described()
{
	(cd "$bench/$1" && ls ./*.patch) | sed 's,^\./\(.*\)\.patch$,\1,' >"$tmp/patches"
	sed -n 's/^version: //p' "$bench/$1/versions.txt" | cmp - "$tmp/patches" || return 1
	while read -r name; do
		echo "$name:$(diff "$tmp/build/mutants/$1/base.c" "$tmp/build/mutants/$1/$name.c" | sed -n 's/^\([0-9].*\)/ \1/p' | tr -d '\n')"
	done <"$tmp/patches" >"$tmp/made"
	awk '/^version:/ { name = $2 } /^lines:/ { sub(/^lines:/, ""); print name ":" $0 }' "$bench/$1/versions.txt" | diff - "$tmp/made"
}
for table in "$bench"/*/versions.txt; do
	subject=$(basename "$(dirname "$table")")
	check "$subject: versions are as the table says" as_described "$subject"
done

# A base program that changed under a patch.
mkdir -p "$tmp/bench/one"
cp "$bench/versions.sh" "$tmp/bench"
printf 'one\ntwo\nthree\n' >"$tmp/bench/one/base.c"
printf 'one\n2\nthree\n' >"$tmp/bench/one/v01.c"
(cd "$tmp/bench/one" && diff -U1 --label base.c --label v01.c base.c v01.c >v01.patch)
printf 'one\ntwo\nfour\n' >"$tmp/bench/one/base.c"
check 'a patch whose context has changed is refused' sh -c "! DRIFT_BUILD=$tmp/one sh $tmp/bench/versions.sh"
check 'and makes no version' [ ! -e "$tmp/one/mutants/one/v01.c" ]
printf 'zero\none\ntwo\nthree\n' >"$tmp/bench/one/base.c"
check 'one that only moved is taken' env "DRIFT_BUILD=$tmp/one" sh "$tmp/bench/versions.sh"
check 'where it belongs' [ "$(tr '\n' ' ' <"$tmp/one/mutants/one/v01.c")" = 'zero one 2 three ' ]

finish
