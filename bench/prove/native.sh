#!/bin/sh
# native.sh: compiles every pair of bench/prove natively and checks what its folder claims: a pair with
# a file `witness` behaves differently on these arguments; one without behaves alike on some fixed ones.
# Prints a line for each pair that does not, and fails then.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0

# outcome VERSION ARGUMENTS...: status and output in one text
outcome() {
	version=$1
	shift
	timeout 10 "$tmp/$version" "$@" 2>/dev/null
	printf '[%s]' $?
}

same() { [ "$(outcome old "$@")" = "$(outcome new "$@")" ]; }

# Numbers and texts for the pairs that must agree. Arguments that a program does not take end it at once.
agree() {
	for a in -2147483648 -7 -1 0 1 2 3 7 12 63 100 777; do
		same "$a" || return 1
		for b in -9 -1 0 1 3 5; do
			same "$a" "$b" || return 1
		done
	done
	same 5 3 -4 9 2 2 && same 4 9 8 7 6 && same abcax && same ''
}

# Few arguments for functions whose time or depth explodes.
agree_few() {
	for a in -3 0 1 2 3; do
		for b in -2 0 1 2 3; do same "$a" "$b" || return 1; done
	done
}

for pair in "$here"/*/*/; do
	name=$(basename "$pair")
	for v in old new; do
		${CC:-cc} -w -O0 -fwrapv -o "$tmp/$v" "$pair$v.c" || exit 2
	done
	if [ -f "${pair}witness" ]; then
		# printf makes bytes of octal escapes
		# shellcheck disable=SC2046,SC2059
		! same $(printf -- "$(cat "${pair}witness")") || { echo "$name: the witness shows no difference"; bad=1; }
	elif [ "$name" = recursion-ackermann ]; then
		agree_few || { echo "$name: the versions differ"; bad=1; }
	else
		agree || { echo "$name: the versions differ"; bad=1; }
	fi
done
exit $bad
