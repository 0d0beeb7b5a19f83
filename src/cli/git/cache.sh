
# ---- places ----

self=$(readlink -f "$0")
here=${self%/*}
if [ -x "$here/drift" ]; then
	PATH=$here:$PATH
fi
command -v drift-cc >/dev/null || die "drift-cc is not in the PATH"
CC=$(command -v drift-cc)
JOBS=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
export JOBS

repository=$(git rev-parse --path-format=absolute --git-common-dir 2>/dev/null) ||
	die 'this is no git repository; start git drift inside of one'
top=$(git rev-parse --show-toplevel 2>/dev/null)
here_index=$(git rev-parse --path-format=absolute --git-path index)
head=$(git rev-parse --verify --quiet 'HEAD^{commit}') || die 'there is no commit so far'
# Hooks are the user's and for the user's tree.
in_repository() { git --git-dir="$repository" -c core.hooksPath=/dev/null "$@"; }

[ -n "${XDG_CACHE_HOME-}${HOME-}" ] || die 'neither XDG_CACHE_HOME nor HOME is set: there is no place for the cache'
caches=${XDG_CACHE_HOME:-$HOME/.cache}/drift/git
name=${repository%/.git}
project=$(basename "$name" .git)
cache=$caches/$project-$(printf '%s' "$repository" | git hash-object --stdin | cut -c 1-12)
if [ -n "$clean" ]; then
	[ "$revs" -eq 0 ] || die '--clean takes no revisions'
	rm -rf "$cache" || exit 2
	printf 'removed %s\n' "$cache"
	exit 0
fi
mkdir -p "$cache/trees" || die "$cache: cannot be made"

# Our own repository: what it has not is read from the user's.
own=$cache/repository
objects=$(in_repository rev-parse --path-format=absolute --git-path objects)
in_own() { GIT_DIR=$own git -c core.hooksPath=/dev/null -c gc.auto=0 -c advice.detachedHead=false "$@"; }

open_own()
{
	[ -d "$own/objects" ] || git init -q --bare "$own" || die "$own: cannot be made"
	# Files of submodules, too: a commit of the work tree may have them.
	{
		printf '%s\n' "$objects"
		[ ! -d "$repository/modules" ] || find "$repository/modules" -type d -name objects -prune
	} >"$own/objects/info/alternates"
}

# ---- one at a time ----

lock=$cache/lock
take_lock()
{
	while ! mkdir "$lock" 2>/dev/null; do
		holder=$(cat "$lock/pid" 2>/dev/null)
		if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
			rm -rf "$lock"
		else
			sleep 1
		fi
	done
	echo $$ >"$lock/pid"
	trap 'rm -rf "$lock"' EXIT
	trap stopped HUP INT TERM
}

# A signal before anything is compared. The watcher of a build does not hear of Ctrl-C by itself.
building='' make_watcher=''
stopped()
{
	trap '' HUP INT TERM
	if [ -n "$make_watcher" ]; then
		kill "$make_watcher" 2>/dev/null
		printf '\r\033[K' >&2
	fi
	die "it was stopped${building:+ while building $building}; nothing was compared"
}
drop_lock()
{
	rm -rf "$lock"
	trap - EXIT HUP INT TERM
}

# ---- how much is kept ----

# A tree has files beside it: .log, .built (how it was), .used (its size; its time is that of the
# latest use).
used() { du -sm "$1" 2>/dev/null | cut -f 1 >"$1.used"; }

# Trees that were not used for longest go, but none of the last hour: somebody may be at it.
shrink()
{
	shrink_most=${DRIFT_CACHE_MB:-4000}
	shrink_sum=$(cat "$caches"/*/trees/*/*.used 2>/dev/null | awk '{ n += $1 } END { print n + 0 }')
	[ "$shrink_sum" -gt "$shrink_most" ] || return 0
	find "$caches" -path '*/trees/*/*.used' -mmin +60 -printf '%T@ %p\n' | sort -n | cut -d ' ' -f 2- |
		while IFS= read -r shrink_file && [ "$shrink_sum" -gt "$shrink_most" ]; do
			shrink_sum=$((shrink_sum - $(cat "$shrink_file")))
			rm -rf "${shrink_file%/*}"
		done
}
