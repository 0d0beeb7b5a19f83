# ask.sh: what drift says of a pair, by each of its commands; sourced by check_verdicts.sh.
#
# A way is a command with what is special about it, a mode is an option or a build that must not change what is said.
# $p is the directory of the pair, $drift the program, $runs and $time are the limits of a search.

strategies='directed path reach random'
ways_main="auto no-prune confirm sequence $strategies output signature diff diff-path check by-output by-path by-reach by-change git git-headers headers ignore count"
ways_unit="auto no-prune confirm $strategies diff check call call-diff call-by-output git git-call"
ways_entry="auto no-prune confirm $strategies diff check git"
all_modes='plain no-snapshot jobs hash8 fold start hurry little'
ignored='^-?[0-9]+$'

# run_drift PROGRAM ARGUMENT...: in an empty directory: files that a program finds are no part of the pair. Its status.
run_drift()
{
	run_in=$p/cwd
	[ -z "${in-}" ] || run_in=$in
	mkdir -p "$run_in" && (cd "$run_in" && exec timeout -k 2 "${LIMIT:-600}" "$@") >"$p/log" 2>&1 </dev/null
}

# options FILE COMMAND...: runs the command with the words of the file, one a line, behind it.
with_words()
{
	words=$1
	shift
	while IFS= read -r word; do
		set -- "$@" "$word"
	done <"$words"
	"$@"
}

# of_mode MODE WAY: the options of a mode; fails if it does not apply to the way.
of_mode()
{
	case $1:$2 in
	jobs:output | jobs:signature | jobs:random | jobs:diff | jobs:call-diff | jobs:by-output | jobs:by-reach | jobs:by-change | jobs:call-by-output) return 1 ;;
	jobs:*) echo -j2 ;;
	no-snapshot:*) echo --no-snapshot ;;
	fold:*) echo --fold ;;
	hurry:*) echo --time=30ms ;;
	little:*) echo --limit-mem=8192 ;;
	start:*) grep -q -x -e @int "$p/options" ;;
	hash8:*) [ -x "${HASH_BUILD-}/bin/drift" ] ;;
	*) : ;;
	esac
}

# ---- trees and repositories ----

# tree DIR VERSION [headers]: the version as a source tree; with its code in a header.
tree()
{
	if [ -n "${3-}" ]; then
		mkdir -p "$1/include" && cp "$p/$2.c" "$1/include/body.h" && echo '#include <body.h>' >"$1/prog.c"
	else
		mkdir -p "$1" && cp "$p/$2.c" "$1/prog.c"
	fi
}

commit()
{
	git -C "$p/repo" add -A && git -C "$p/repo" -c user.name=x -c user.email=x@localhost commit -q --allow-empty -m "$1"
}

# repository [headers]: both versions as two revisions. The header of the work tree is that of OLD again.
repository()
{
	rm -rf "$p/repo"
	git init -q "$p/repo" && tree "$p/repo" old "$@" && commit one && tree "$p/repo" new "$@" && commit two || return 2
	[ -z "${1-}" ] || tree "$p/repo" old "$@"
}

# ---- commands ----

# start_words: integers of the input begin with another value.
start_words()
{
	cp "$p/options" "$p/options.plain"
	sed 's/^@int$/@int=3/' "$p/options.plain" >"$p/options"
}
plain_words() { [ ! -e "$p/options.plain" ] || mv "$p/options.plain" "$p/options"; }

# call_words: the options for --call instead of --entry.
call_words() { printf '%s\n' --call 'unit(@int, @int)' --assume 'arg1>=0&&arg1<=15' >"$p/call"; }

# contract_words: options for drift check of all that the pair is: a contract of which no input satisfies the premise.
contract_words()
{
	echo 'changed_behavior requires false;' >"$p/contract"
	proto=$(sed -n '/^--entry$/{n;p;}' "$p/options")
	case $proto in *\(*) printf '/*@ changed_behavior requires false; @*/\n%s;\n' "$proto" >"$p/contract" ;; esac
	name=$(echo "${proto:-main}" | sed 's/(.*//; s/.*[ *]//')
	printf '%s\n' --function "$name" --contract "$p/contract" | cat - "$p/options" | sed '/^--entry$/{N;d;}' >"$p/checked"
}

# say DIR: the verdict in its result.json.
say() { sed -n 's/^	"verdict":	"\(.*\)",$/\1/p' "$1/result.json"; }

# ask WAY OPTION...: runs drift on the pair that way; leaves $p/log and $p/out. Its status.
ask()
{
	way=$1
	shift
	rm -rf "$p/out"
	set -- -o "$p/out" --runs "$runs" --time "$time" "$@"
	case $way in
	auto) with_words "$p/options" run_drift "$drift" test --one-input --no-confirm "$@" "$p/old.c" "$p/new.c" ;;
	no-prune) with_words "$p/options" run_drift "$drift" test --one-input --no-confirm --no-prune "$@" "$p/old.c" "$p/new.c" ;;
	confirm) with_words "$p/options" run_drift "$drift" test --one-input "$@" "$p/old.c" "$p/new.c" ;;
	ignore) with_words "$p/options" run_drift "$drift" test --one-input --no-confirm --ignore "$ignored" "$@" "$p/old.c" "$p/new.c" ;;
	count) with_words "$p/options" run_drift "$drift" test --one-input --no-confirm --undefined=count "$@" "$p/old.c" "$p/new.c" ;;
	diff) with_words "$p/options" run_drift "$drift" diff --all "$@" "$p/old.c" "$p/new.c" ;;
	diff-path) with_words "$p/options" run_drift "$drift" diff --all --by path --no-confirm "$@" "$p/old.c" "$p/new.c" ;;
	check) contract_words && with_words "$p/checked" run_drift "$drift" check "$@" "$p/old.c" "$p/new.c" ;;
	call) call_words && with_words "$p/call" run_drift "$drift" test --one-input "$@" "$p/old.c" "$p/new.c" ;;
	call-diff) call_words && with_words "$p/call" run_drift "$drift" diff --all "$@" "$p/old.c" "$p/new.c" ;;
	call-by-output) call_words && with_words "$p/call" run_drift "$drift" explore --by output --tests none "$@" "$p/new.c" ;;
	git) repository && in=$p/repo && with_words "$p/options" run_drift "$git_drift" HEAD~1 HEAD --bin prog.c --one-input "$@" ;;
	git-call) call_words && repository && in=$p/repo && with_words "$p/call" run_drift "$git_drift" HEAD~1 HEAD --bin prog.c --one-input "$@" ;;
	git-headers) repository headers && in=$p/repo && with_words "$p/options" run_drift "$git_drift" HEAD~1 HEAD --bin prog.c --one-input --cflags -Iinclude "$@" ;;
	headers)
		rm -rf "$p/trees"
		tree "$p/trees/1" old headers && tree "$p/trees/2" new headers && tree "$p/trees/here" old headers && in=$p/trees/here &&
			with_words "$p/options" run_drift "$drift" test --one-input --cflags -Iinclude "$@" "$p/trees/1" "$p/trees/2"
		;;
	by-output | by-path) with_words "$p/options" run_drift "$drift" explore --by "${way#by-}" --tests all "$@" "$p/new.c" ;;
	by-reach | by-change) with_words "$p/options" run_drift "$drift" explore --by "${way#by-}" --target "$p/new.c:$line" "$@" "$p/new.c" ;;
	*) with_words "$p/options" run_drift "$drift" test --one-input --no-confirm --strategy "$way" "$@" "$p/old.c" "$p/new.c" ;;
	esac
	ask_status=$?
	in=
	return "$ask_status"
}
