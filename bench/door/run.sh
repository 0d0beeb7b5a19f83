#!/bin/sh
# run.sh: git drift as a stranger types it, on packages that nothing else here uses.
#
#   bench/door/run.sh [-w] [-l LIST] [NAME...]
#
# For each package of the list: a repository of two commits, then `git drift` and nothing else. Prints a row of a table: name, how it is built, seconds of the
# builds, seconds of the answer behind them, exit status, last words. -w: compiles both versions with cc and runs the witness: the change is visible (different),
# or the script says why it is not (same).
# -l: a list beside this script; `list` without it. README.md describes the lists. Needs the network the first time; everything is kept in $CACHE.
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drift/real}
work=${WORK:-$cache/door}
# shellcheck source=bench/real/fetch.sh
. "$root/bench/real/fetch.sh"
# shellcheck source=bench/door/repo.sh
. "$root/bench/door/repo.sh"
witness='' list=list
while :; do
	case ${1-} in
	-w) witness=1 ;;
	-l)
		list=${2-}
		shift
		;;
	*) break ;;
	esac
	shift
done
[ -f "$root/bench/door/$list" ] || { echo "run.sh: no such list: $list" >&2; exit 2; }
mkdir -p "$work" || exit 2

# trees NAME: both commits in $work/NAME.old and NAME.new.
trees()
{
	for side in old:HEAD~1 new:HEAD; do
		rm -rf "$work/$1.${side%:*}"
		mkdir -p "$work/$1.${side%:*}" &&
			git -C "$work/$1" archive "${side#*:}" | tar -x -m -C "$work/$1.${side%:*}" -f -
	done
}

# witness_of NAME: different, or same.
witness_of()
{
	trees "$1"
	for side in old new; do
		(cd "$work/$1.$side" && sh "$root/bench/door/witness/$1.sh") >"$work/$1.$side.out" 2>"$work/$1.$side.err" </dev/null || {
			echo "$1	the witness fails: see $work/$1.$side.err"
			return
		}
	done
	cmp -s "$work/$1.old.out" "$work/$1.new.out" && echo "$1	same" || echo "$1	different"
}

# builds_end NAME SECOND: the second in which git drift used a build for the last time, of its cache; SECOND if that is later.
builds_end()
{
	find "${XDG_CACHE_HOME:-$HOME/.cache}/drift/git/" -path "*/$1-*/trees/*" -name '*.used' -printf '%T@\n' 2>/dev/null |
		awk -v n="$2" '$1 > n { n = $1 } END { print int(n) }'
}

# door NAME KIND: the command, and its row.
door()
{
	begun=$(date +%s)
	(cd "$work/$1" && timeout "${LIMIT:-1500}" "${GIT_DRIFT:-$root/build/bin/git-drift}") >"$work/$1.out" 2>"$work/$1.err" </dev/null
	status=$?
	ended=$(date +%s) built=$(builds_end "$1" "$begun")
	printf '| %s | %s | %s | %s | %s | %s |\n' "$1" "$2" $((built - begun)) $((ended - built)) "$status" \
		"$({ grep -E -e '^(different|equivalent|no difference found|unconfirmed|nothing compared|no answer)' "$work/$1.out" || grep '^git-drift: ' "$work/$1.err" | tail -n 1; } | head -n 1 | cut -c 1-100)"
}

fetch_prepare
grep -v '^#' "$root/bench/door/$list" | while IFS='	' read -r name kind change; do
	[ $# -eq 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
	if ! fetch_source "$name"; then
		echo "$name: cannot be fetched: $fetch_error"
		continue
	fi
	how=${change%% *} rest=${change#* }
	if ! make_repo "$work/$name" "$source" "$how" "${rest%% *}" "${rest#* }"; then
		echo "$name: its repository cannot be made"
		continue
	fi
	if [ -n "$witness" ]; then witness_of "$name"; else door "$name" "$kind"; fi
done
