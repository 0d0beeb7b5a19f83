#!/bin/sh
# recipes.t: a slice of make check-recipes: the patches of CONTRIBUTING.md's recipes apply to the tree as it is, each is
# described in CONTRIBUTING.md, and each says what to run and what comes of it.
. "$(dirname "$0")/lib.sh"

# described: patches and the names in CONTRIBUTING.md are the same.
described()
{
	grep -o '([a-z-]*\.patch)' "$top/CONTRIBUTING.md" | tr -d '()' | sort >"$tmp/named"
	(cd "$top/tests/recipes" && ls ./*.patch | sed 's|^\./||' | sort) >"$tmp/there"
	[ -s "$tmp/there" ] && diff "$tmp/named" "$tmp/there"
}
headed()
{
	for patch in "$top"/tests/recipes/*.patch; do
		grep -q '^Run: ' "$patch" && grep -q '^Expect: ' "$patch" || { echo "$patch" && return 1; }
	done
}

check 'every recipe applies' env DRIFT_RECIPES="$tmp/recipes" sh "$top/tests/recipes/run.sh" --apply
check 'CONTRIBUTING.md names all of them, and no others' described
check 'each has a command and what it prints' headed
rm -rf "$tmp/recipes" # sources that name the note which lib.sh looks for
finish
