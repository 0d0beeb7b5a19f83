# common.sh: what run.sh and cost.sh share; sourced.
# shellcheck shell=sh
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
drift=${DRIFT_BUILD:-$top/build}/bin/drift
limit=${LIMIT:-300} # seconds for one exploration
# Thousands of small files, made and removed: in memory, or the file system is what is measured.
place=${TMPDIR:-/tmp}
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || place=/dev/shm
tmp=$(mktemp -d "$place/drift-partitions.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

die()
{
	echo "bench: $1" >&2
	exit 2
}

# cpu COMMAND...: runs a command, prints the processor seconds it took; its messages are in $tmp/err.
cpu()
{
	(
		"$@" >"$tmp/out" 2>"$tmp/err" </dev/null || exit 1
		times >"$tmp/cpu"
	) || return 1
	# The second line is what the children took: 0m1.234s 0m0.056s.
	sed -n 2p "$tmp/cpu" | tr 'ms' '  ' | awk '{ printf "%.3f", $1 * 60 + $2 + $3 * 60 + $4 }'
}

# field DIR NAME: the first number of that name in the result's statistics or behind them.
field()
{
	awk -v name="\"$2\":" '/"stats":/ { on = 1 } /"curve":/ { on = 0 } /"notes":/ { on = 1 } on && $1 == name { sub(/,$/, "", $2); print $2; exit }' \
		"$1/result.json"
}

# seconds DIR: what the exploration took by the clock; the solver's part stands before it.
seconds()
{
	awk '$1 == "\"seconds\":" { s = $2 } $1 == "\"runs\":" { sub(/,$/, "", s); print s; exit }' "$1/result.json"
}

[ -x "$drift" ] || die "no $drift; run make first"
