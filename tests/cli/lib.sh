# lib.sh: what the command line tests share; sourced, not run.
#
# A test says `check "what is claimed" COMMAND...` once per claim and ends with `finish`.
# Every test works in a directory of its own, $tmp, that goes away with it.

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
DRIFT_BUILD=${DRIFT_BUILD:-$top/build}
drift=$DRIFT_BUILD/bin/drift
clang=${CLANG:-${DRIFT_CLANG:-clang-19}}
programs=$top/tests/programs

# What one test loaded another may take from the cache; the user's own is left alone.
XDG_CACHE_HOME=$DRIFT_BUILD/cache
XDG_STATE_HOME=$DRIFT_BUILD/state
export XDG_CACHE_HOME XDG_STATE_HOME

# No result depends on how busy the computer is: limits of time that drift sets itself are so long that no search meets them.
DRIFT_PATIENCE=4
export DRIFT_PATIENCE

tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

count=0
failures=0

# ok DESCRIPTION, not_ok DESCRIPTION [FILE]: one line of TAP; FILE is shown as the reason.
ok()
{
	count=$((count + 1))
	printf "ok %d - %s\n" "$count" "$1"
}

not_ok()
{
	count=$((count + 1))
	failures=$((failures + 1))
	printf "not ok %d - %s\n" "$count" "$1"
	if [ -n "${2-}" ] && [ -f "$2" ]; then
		sed -n '1,20s/^/# /p' "$2"
	fi
}

# check DESCRIPTION COMMAND...: holds if the command succeeds; what it printed is the reason if not.
check()
{
	check_what=$1
	shift
	if "$@" >"$tmp/check.out" 2>&1; then
		ok "$check_what"
	else
		not_ok "$check_what" "$tmp/check.out"
	fi
}

# diag TEXT: a remark that is no result.
diag()
{
	echo "# $1"
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# A proof of drift's that a second opinion refuted is a defect, whichever test it shows in. Only a test that makes
# one on purpose sets proofs_may_fail.
proofs_may_fail=
no_proof_failed()
{
	[ -n "$proofs_may_fail" ] || ! grep -rs -e '"proof-failed"' -e '^  proof-failed:' "$tmp"
}

# The end of every test. A test that claimed nothing has failed.
finish()
{
	refuted_proofs=$(no_proof_failed) || { echo "$refuted_proofs" >"$tmp/proofs" && not_ok 'no proof of drift is refuted' "$tmp/proofs"; }
	echo "1..$count"
	[ "$count" -gt 0 ] && [ "$failures" -eq 0 ]
	exit
}

# capture NAME COMMAND...: runs a command with the caller's standard input for at most
# $limit seconds; leaves $tmp/NAME.out, $tmp/NAME.err and $tmp/NAME.status. The limit is for commands that hang: it is so
# large that no command meets it because the computer is busy.
limit=600
capture()
{
	capture_to=$tmp/$1
	shift
	[ -z "${TIMES-}" ] || times >"$tmp/times.before"
	# In the background, because of a job in the foreground the shell would say how it died.
	# A program gone wild does not fill the disk.
	{
		(ulimit -f 65536 && exec timeout "$limit" "$@") <&3 3<&- &
	} 3<&0 >"$capture_to.out" 2>"$capture_to.err"
	wait $! 2>/dev/null
	echo $? >"$capture_to.status"
	[ -z "${TIMES-}" ] || took "$@" >>"$TIMES"
	# Kept, since a later capture may write over it.
	grep -s -e '"proof-failed"' -e '^  proof-failed:' "$capture_to.out" >>"$tmp/proofs.seen"
}

# TIMES=FILE: what each captured command took, in seconds of processor time, but for compilers of a server. `sort -rn` shows
# where a script's time goes.
took()
{
	times >"$tmp/times.after"
	cat "$tmp/times.before" "$tmp/times.after" | awk -v what="${0##*/}: $*" '
		NR % 2 == 0 { split($0, t, "[ms ]+"); at[NR] = 60 * (t[1] + t[3]) + t[2] + t[4] }
		END { printf "%.2f %s\n", at[4] - at[2], what }'
}

# What most tests start: drift without standard input, its result in $tmp/NAME.d.
# run NAME COMMAND ARGUMENT...: a command that takes -o; compare NAME ARGUMENT...: drift test; explore NAME ARGUMENT...; show NAME
# ARGUMENT...: drift diff, which leaves a result only with -o.
run()
{
	run_name=$1 run_command=$2
	shift 2
	rm -f "$tmp/$run_name.d/result.json"
	capture "$run_name" "$drift" "$run_command" -o "$tmp/$run_name.d" "$@" </dev/null
}
compare() { compare_name=$1; shift; run "$compare_name" test "$@"; }
explore() { explore_name=$1; shift; run "$explore_name" explore "$@"; }
show() { show_name=$1; shift; capture "$show_name" "$drift" diff "$@" </dev/null; }

# await COMMAND...: until it succeeds, for at most $limit seconds. Tests wait for what they need, never for a time: a busy
# computer takes longer.
await()
{
	await_try=0
	until "$@"; do
		await_try=$((await_try + 1))
		[ "$await_try" -lt $((limit * 10)) ] || { echo "never: $*"; return 1; }
		sleep 0.1
	done
}

# use_test_engine: drift starts the engine of the tests from here on, which has defects that DRIFT_STALL and DRIFT_WRONG_* turn
# on (mk/tests.mk). `make check` has built it before; a test that runs alone, in a tree where only `make` ran, builds it.
use_test_engine()
{
	DRIFT_ENGINE=$DRIFT_BUILD/tests/engine
	[ "$DRIFT_ENGINE" -nt "$DRIFT_BUILD/lib/drift/engine" ] || build_test_engine >"$tmp/engine.made" 2>&1 || {
		not_ok 'the engine of the tests is built' "$tmp/engine.made"
		finish
	}
	export DRIFT_ENGINE
}
# With the sanitizers and assertions that the rest was built with.
build_test_engine()
{
	case ${DRIFT_BUILD##*/} in *-san) build_san=1 ;; *) build_san= ;; esac
	case ${DRIFT_BUILD##*/} in *-check*) build_check=1 ;; *) build_check= ;; esac
	env -u MAKEFLAGS -u MFLAGS make -C "$top" AS_BUILT=1 SAN="$build_san" CHECK="$build_check" BUILD="$DRIFT_BUILD" test-engine
}

# held_in PLACE FILE: the engine came to PLACE, where DRIFT_STALL holds it; FILE has its errors.
held_in() { grep -q "DRIFT_STALL: held in $1\$" "$2" 2>/dev/null; }

# engine_of PID: the engine that drift, started as PID, has as a child.
engine_of()
{
	for engine_child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
		case $(readlink "/proc/$engine_child/exe") in */engine) echo "$engine_child" ;; esac
	done
}

# same A B: two captures agree in output, errors and status; otherwise shows how they differ.
same()
{
	same_result=0
	for same_part in status err out; do
		if ! cmp -s "$tmp/$1.$same_part" "$tmp/$2.$same_part"; then
			echo "$same_part of $1 (<) and $2 (>) differ:"
			diff -a "$tmp/$1.$same_part" "$tmp/$2.$same_part" | grep -a '^[<>]' | head -n 6
			same_result=1
		fi
	done
	return $same_result
}

# ---- claims about a capture ----
#
# Claims about words on a terminal freeze these words. Claim the exit status, a field of result.json, or the names that a message
# must contain (mentions); sentences as such are tested in wording.t.

# status NAME STATUS: it ended with this exit status.
status()
{
	[ "$(cat "$tmp/$1.status")" -eq "$2" ] || {
		echo "status $(cat "$tmp/$1.status"), not $2"
		cat "$tmp/$1.err" "$tmp/$1.out"
		return 1
	}
}

# says NAME REGEX, tells NAME REGEX: a line of its output, or of its errors, matches.
says() { grep -q -e "$2" "$tmp/$1.out" || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }
tells() { grep -q -e "$2" "$tmp/$1.err" || { cat "$tmp/$1.err" "$tmp/$1.out"; false; }; }

# shows NAME TEXT: its output contains the text.
shows() { grep -qF -e "$2" "$tmp/$1.out" || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }

# silent NAME REGEX, quiet NAME REGEX: no line of its output, or of its errors, matches.
silent() { [ -f "$tmp/$1.out" ] && ! grep -e "$2" "$tmp/$1.out"; }
quiet() { [ -f "$tmp/$1.err" ] && ! grep -e "$2" "$tmp/$1.err"; }

# mentions NAME WORD...: one line of its errors or of its output contains all words, each as a word of its own: no letter, digit
# or underscore is beside it.
mentions()
{
	mentions_of=$1
	shift
	has_line "$tmp/$mentions_of.err" "$@" || has_line "$tmp/$mentions_of.out" "$@" || {
		echo "no line with: $*"
		cat "$tmp/$mentions_of.err" "$tmp/$mentions_of.out"
		return 1
	}
}

# has_line FILE WORD...: likewise of one file.
has_line()
{
	perl -e '
		my $file = shift;
		open my $in, "<", $file or die "$file: $!\n";
		my @words = map { my $w = quotemeta; (/^\w/ ? "(?<!\\w)" : "") . $w . (/\w\z/ ? "(?!\\w)" : "") } @ARGV;
		LINE: while (my $line = <$in>) {
			$line =~ $_ or next LINE for @words;
			exit 0;
		}
		exit 1' "$@"
}

# complains NAME REGEX: exit status 2 and an error line that matches; complains_once: and no other error line.
complains() { status "$1" 2 && tells "$1" "$2"; }
complains_once() { complains "$1" "$2" && one_line "$1"; }
one_line() { [ "$(wc -l <"$tmp/$1.err")" -eq 1 ] || { cat "$tmp/$1.err"; false; }; }

# rejects NAME WORD...: exit status 2 and one error line, of drift, that contains all words.
rejects()
{
	rejects_name=$1
	shift
	status "$rejects_name" 2 && one_line "$rejects_name" && has_line "$tmp/$rejects_name.err" 'drift: ' "$@" || {
		echo "no line with: $*"
		cat "$tmp/$rejects_name.err"
		return 1
	}
}

# ---- claims about result.json ----

# result_of NAME: the result of a capture (NAME.d), of a directory, or the file itself.
result_of()
{
	if [ -f "$tmp/$1.d/result.json" ]; then echo "$tmp/$1.d/result.json"
	elif [ -d "$1" ]; then echo "$1/result.json"
	else echo "$1"; fi
}

# json FILE PATH: the values there, a line each (tests/gen/json_get.c has the paths).
json() { "$DRIFT_BUILD/tests/json_get" "$1" "$2"; }

# field NAME PATH VALUE: the value there is this; several values have a space between them.
field()
{
	field_is=$(json "$(result_of "$1")" "$2" | tr '\n' ' ')
	[ "$field_is" = "$3 " ] || {
		echo "$2 is '${field_is% }', not '$3'"
		return 1
	}
}

# some NAME PATH REGEX: one of the values matches as a whole; none: no value does, or there is none.
some()
{
	json "$(result_of "$1")" "$2" >"$tmp/some.values"
	grep -q -x -e "$3" "$tmp/some.values" || {
		echo "no $2 is '$3':"
		cat "$tmp/some.values"
		return 1
	}
}
none() { [ -s "$(result_of "$1")" ] && ! some "$1" "$2" "$3" >/dev/null; }

# verdict NAME VERDICT: what result.json reports.
verdict() { field "$1" verdict "$2" || { cat "$tmp/$1.err" "$tmp/$1.out"; false; }; }

# keeps NAME REGEX: a line of result.json matches.
keeps() { grep -q -e "$2" "$(result_of "$1")" || { head -n 80 "$(result_of "$1")"; false; }; }

# lists NAME PATH WORD...: one of the values there contains all words, as of mentions.
lists()
{
	lists_of=$(result_of "$1")
	lists_path=$2
	shift 2
	json "$lists_of" "$lists_path" >"$tmp/lists.values"
	has_line "$tmp/lists.values" "$@" || {
		echo "no $lists_path with: $*"
		cat "$tmp/lists.values"
		return 1
	}
}

# omits NAME PATH WORD...: no value there does; the result must exist.
omits() { [ -s "$(result_of "$1")" ] && ! lists "$@"; }

# proved NAME: equivalent on every input, and some input executes a change; no_code_changed NAME: equivalent since nothing changed.
proved() { verdict "$1" equivalent && field "$1" vacuous null && ! field "$1" changes.# 0 >/dev/null; }
no_code_changed() { verdict "$1" equivalent && field "$1" changes.# 0; }

# clauses NAME VERDICTS: those of all clauses of all contracts, in order.
clauses() { field "$1" 'contracts.*.clauses.*.verdict' "$2" || { cat "$tmp/$1.err"; false; }; }

# confirmed NAME: different, and native runs showed all differences.
confirmed()
{
	verdict "$1" different && some "$1" 'differences.*.confirmed' true && none "$1" 'differences.*.confirmed' false
}

# all_paths NAME N, all_partitions NAME N: the exploration was exhaustive and found so many.
all_paths() { field "$1" exhaustive true && field "$1" paths "$2"; }
all_partitions() { field "$1" exhaustive true && field "$1" partitions "$2"; }
