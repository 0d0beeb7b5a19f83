#!/bin/sh
# oracle.sh SUBJECT.c [OPTION...]: compiles the subject for the oracle and asks it, see oracle.c.
# output=LINE:VAR looks at a variable behind a line that ends with a statement; look=N at the Nth of those where it
# is assigned to on the line, or on the one before, unless that is in a function that nobody calls. texts[=OPTIONS]
# explores the subject with these options of drift and asks about the texts in result.json. DRIFT_BUILD says where
# drift is.
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
texts=
options=
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
	texts*)
		texts=yes
		options=${1#texts}
		options=${options#=}
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
		"${CLANG:-${DRIFT_CLANG:-clang-19}}" -w -O1 -shared -fPIC -Dmain=subject_main -Dexit=subject_exit -fwrapv \
			-I"$(dirname "$subject")" -o "$so.$$" "$so.$$.c" && mv "$so.$$" "$so" || exit 2
	rm -f "$so.$$.c"
fi
# words: the inputs of the subject as drift explore takes them.
words()
{
	sed -n '1s/^.. inputs: *//p' "$subject" | tr ' ' '\n' | sed -n \
		-e 's/^int\[\(.*\),.*/@int=\1/p' -e 's/^str\[\(.*\)\]/@str:\1/p'
}

# about: what --assume and --stdin say of them.
about()
{
	sed -n '1s/^.. inputs: *//p' "$subject" | tr ' ' '\n' | awk -F'[][,:]' '
	{ n++ }
	/^int/ { print "--assume"; print "arg" n " >= " $2 " && arg" n " <= " $3 }
	/^text/ { print "--stdin"; print "@text:" $2 }
	/^text.*:/ {
		for (k = 0; k < $2; k++) {
			print "--assume"
			print "stdin.length <= " k " || stdin[" k "] in \"" $3 "\""
		}
	}'
}

if [ "$texts" ]; then
	dir=$(mktemp -d) || exit 2
	trap 'rm -rf "$dir"' EXIT
	about >"$dir/about"
	n=$#
	set -- "$@" explore -o "$dir/out" --tests none
	while IFS= read -r word; do
		set -- "$@" "$word"
	done <"$dir/about"
	# shellcheck disable=SC2086
	set -- "$@" $options "$subject" --
	for word in $(words); do
		set -- "$@" "$word"
	done
	while [ "$n" -gt 0 ]; do
		shift
		n=$((n - 1))
	done
	timeout "${LIMIT:-600}" "${DRIFT:-$build/bin/drift}" "$@" >"$dir/log" 2>&1 </dev/null
	[ -f "$dir/out/result.json" ] || { cat "$dir/log"; exit 2; }
	set -- "texts=$dir/out/result.json"
fi
# What a subject leaks is no fault of the oracle, in whose process it runs.
said=$(ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} DRIFT_LIBC=$build/lib/drift/libc.bc \
	timeout "${LIMIT:-600}" "$build/tests/oracle" "$subject" "$so" "$@" 2>&1)
status=$?
printf '%s\n' "$said"
case $any$said in yes*'there is no code on that line'*) exit 0 ;; esac
exit $status
