#!/bin/sh
# oracle.sh SUBJECT.c [OPTION...]: compiles the subject for the oracle and asks it, see oracle.c.
# output=LINE:VAR looks at a variable behind a line that ends with a statement; look=N at the Nth of those where it
# is assigned to on the line, or on the one before, unless that is in a function that nobody calls. DRIFT_BUILD says
# where drift is.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
subject=$1
shift

# places: LINE:VAR where a statement can be added: no body of an if or loop without braces.
places()
{
	awk '
	function assigned(text, var) { # to, or nothing; an int
		if (text !~ /^\t+(int |long )?[a-z][a-z0-9_]* [-+*^|&%]?= [^=]*;$/)
			return ""
		var = text
		sub(/^\t+(int |long )?/, "", var)
		sub(/ .*/, "", var)
		return var
	}
	{
		var = assigned($0)
		match($0, /^\t+/)
		if (var != "" && before ~ /[;{}:]$/) {
			print NR ":" var
			if (last != "" && last != var && indent == RLENGTH)
				print NR ":" last
		}
		last = var
		indent = RLENGTH
		before = $0
	}' "$subject"
}

look=
any= # of the places
n=$#
while [ "$n" -gt 0 ]; do
	case $1 in
	look=*)
		count=$(places | wc -l)
		if [ "$count" -eq 0 ]; then
			echo "$subject: no place to look at"
			exit 0
		fi
		any=yes
		look=$(places | sed -n "$((${1#look=} % count + 1))p")
		set -- "$@" "output=$look"
		;;
	output=*:*)
		look=${1#output=}
		set -- "$@" "$1"
		;;
	*) set -- "$@" "$1" ;;
	esac
	shift
	n=$((n - 1))
done

# Subjects are asked about more than once; their native code is kept by contents.
so=$build/tests/subjects/$(cksum <"$subject" | tr ' ' -)$look.so
if [ ! -f "$so" ]; then
	mkdir -p "$build/tests/subjects" || exit 2
	tell= # behind the line, a call that tells the value
	[ -z "$look" ] || tell="${look%:*}s/\$/ { void subject_look(__int128); subject_look(${look#*:}); }/"
	sed "$tell" "$subject" >"$so.$$.c" &&
		${CLANG:-clang-19} -w -O1 -shared -fPIC -Dmain=subject_main -Dexit=subject_exit -fwrapv \
			-I"$(dirname "$subject")" -o "$so.$$" "$so.$$.c" && mv "$so.$$" "$so" || exit 2
	rm -f "$so.$$.c"
fi
# What a subject leaks is no fault of the oracle, in whose process it runs.
said=$(ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} DRIFT_LIBC=$build/lib/drift/libc.bc \
	timeout "${LIMIT:-60}" "$build/tests/oracle" "$subject" "$so" "$@" 2>&1)
status=$?
printf '%s\n' "$said"
case $any$said in yes*'there is no code on that line'*) exit 0 ;; esac
exit $status
