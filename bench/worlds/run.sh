#!/bin/sh
# run.sh SET [OPTION...]: the pairs of a set (dev or held) through `drift test`, judged by native runs.
#
# A pair is one file; V is 1 in OLD and 2 in NEW. Its first line says whether the versions differ, and in which world; the
# second one has the options. The judge runs both versions in that world, or, if they are the same, in a list of worlds.
# Prints a line for each pair: its name, what is expected, the verdict, and `wrong` if a verdict contradicts the judge.
# PAIRS='NAME...' takes some of them. Status 1 if something is wrong, 3 if something else is not as expected.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
get=${JSON_GET:-$here/../../build/tests/json_get}
drift=${DRIFT:-$here/../../build/bin/drift}
set=$1
shift
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cc -O1 -o "$dir/give" "$here/give.c" || exit 2

# run VERSION WORLD...: what it prints in that world, and its status.
run()
{
	run_prog=$1
	shift
	rm -rf "$dir/cwd" && mkdir "$dir/cwd" && cd "$dir/cwd" || exit 2
	kind=file input='' arg=
	set -f
	words=
	for word; do
		value=${word#*=}
		case $word in
		stdin=*) kind=$value ;;
		input=*) input=$value ;;
		arg=*) arg=$value ;;
		env:*) words="$words ${word#env:}" ;;
		file:*)
			name=${word#file:}
			name=${name%%=*}
			mkdir -p "$(dirname "$name")"
			printf %s "$value" >"$name"
			;;
		*) words="$words FAKE_$word" ;;
		esac
	done
	env -i $words timeout 10 "$dir/give" "$kind" "$input" "$run_prog" $arg
	echo "status $?"
	set +f
}

# differ WORLD...: true if the versions do in that world.
differ() { [ "$(run "$dir/old" "$@")" != "$(run "$dir/new" "$@")" ]; }

# judge FILE EXPECTED: true if native runs agree with what the file says.
judge()
{
	for v in 1 2; do
		[ $v = 1 ] && to=old || to=new
		cc -w -O1 -DV=$v -DJUDGE -o "$dir/$to" "$1" "$here/fake.c" || return 1
	done
	case $2 in
	differs:*) differ ${2#differs:} ;;
	*)
		for kind in file pipe tty; do
			for input in '' a abcd; do
				for rest in clock=0 clock=100 clock=101 clock=3600 'clock=2300000000 uid=0 pid=1' \
					'host= pid=77' 'host=a.b env:LIMIT=' env:LIMIT=1; do
					! differ stdin=$kind input=$input arg=7 $rest || return 1
				done
			done
		done
		;;
	esac
}

wrong=0 left=0 good=0
for file in "$here/$set"/*.c; do
	name=$(basename "$file" .c)
	case " ${PAIRS:-$name} " in *" $name "*) ;; *) continue ;; esac
	expected=$(sed -n '1s,^/\* \(.*\) \*/$,\1,p' "$file")
	options=$(sed -n '2s,^/\* drift: \(.*\) \*/$,\1,p' "$file")
	judge "$file" "$expected" || {
		echo "$name: the judge disagrees with the file"
		wrong=$((wrong + 1))
		continue
	}
	cd "$dir" && rm -rf out || exit 2
	cp "$file" old.c && sed 's/.*/&/' "$file" >new.c
	timeout 120 "$drift" test --old-cflags -DV=1 --new-cflags -DV=2 -o out "$@" old.c new.c $options \
		>"$dir/text" 2>&1
	verdict=$("$get" out/result.json verdict)
	bad=
	case $expected:$verdict in
	same:different | same:unconfirmed) bad=wrong ;;
	same:equivalent | differs*:different) ;;
	differs*:*) bad='not found' ;;
	*) bad=open ;;
	esac
	case $bad in
	wrong) wrong=$((wrong + 1)) ;;
	'') good=$((good + 1)) ;;
	*) left=$((left + 1)) ;;
	esac
	printf '%-18s %-40s %s %s\n' "$name" "$expected" "${verdict:-none}" "${bad:+($bad)}"
	[ -z "$SHOW" ] || grep '^world\|^ *#\|#.*=' "$dir/text"
done
echo "$good as expected, $wrong wrong, $left not found or open"
[ $wrong = 0 ] || exit 1
[ $left = 0 ] || exit 3
