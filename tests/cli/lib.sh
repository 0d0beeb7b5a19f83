# lib.sh: what the command line tests share; sourced, not run.
#
# A test says `check "what is claimed" COMMAND...` once per claim and ends with `finish`.
# Every test works in a directory of its own, $tmp, that goes away with it.

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
DRIFT_BUILD=${DRIFT_BUILD:-$top/build}
drift=$DRIFT_BUILD/bin/drift
clang=${CLANG:-clang-19}
programs=$top/tests/programs

# What one test loaded another may take from the cache; the user's own is left alone.
XDG_CACHE_HOME=$DRIFT_BUILD/cache
export XDG_CACHE_HOME

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
# $limit seconds; leaves $tmp/NAME.out, $tmp/NAME.err and $tmp/NAME.status.
limit=60
capture()
{
	capture_to=$tmp/$1
	shift
	# In the background, because of a job in the foreground the shell would say how it died.
	# A program gone wild does not fill the disk.
	{
		(ulimit -f 65536 && exec timeout "$limit" "$@") <&3 3<&- &
	} 3<&0 >"$capture_to.out" 2>"$capture_to.err"
	wait $! 2>/dev/null
	echo $? >"$capture_to.status"
	# Kept, since a later capture may write over it.
	grep -s -e '"proof-failed"' -e '^  proof-failed:' "$capture_to.out" >>"$tmp/proofs.seen"
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
