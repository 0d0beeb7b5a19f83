#!/bin/sh
# compiled.t: native code for hot functions does what the interpreter does: output, status, report,
# notes and the number of instructions.
#
# DRIFT_COMPILE=always compiles every function when it is first called, `subject` those of the program only; with `random`, native code
# is also left at random instructions. Every mode is compared with `none`. PROGRAMS='DIR/NAME...'
# below tests/programs runs only these, ROUNDS=N sets the rounds of ops.c.
. "$(dirname "$0")/lib.sh"

cd "$programs" || exit 1

# both MODE WORDS...: runs the words of `drift run` in both tiers, and compares.
both()
{
	both_mode=$1
	shift
	for both_now in none "$both_mode"; do
		DRIFT_COMPILE=$both_now "$drift" run --json "$@" >"$tmp/$both_now.out" 2>"$tmp/$both_now.json" </dev/null
		echo "status $?" >>"$tmp/$both_now.out"
		sed '/"seconds":/d; /"compiled":/,/}/d; s/,$//' "$tmp/$both_now.json" >"$tmp/$both_now.err"
	done
	diff "$tmp/none.out" "$tmp/$both_mode.out" && diff "$tmp/none.err" "$tmp/$both_mode.err"
}

# without TEXT FILE: true if no line has it.
without()
{
	! grep -e "$1" "$2"
}

# compiled FILE: the number of instructions in native code.
compiled()
{
	sed -n 's/.*"instructions":[[:space:]]*\([0-9]*\).*/\1/p' "$1" | tail -n 1
}

for mode in always random; do
	check "operations, $mode" both $mode compiled/ops.c "${SEED:-1}" "${ROUNDS:-4}"
	check "mixed, $mode" both $mode compiled/mixed.c 30
	check "native code was executed, $mode" [ "$(compiled "$tmp/$mode.json")" -gt 1000 ]
done
# Callees that are part of their caller.
for mode in always random; do
	check "small callees, $mode" both $mode compiled/inline.c 500
done
for error in 1 2 3 4 5 6 7; do
	check "error $error in a small callee" both subject --notes compiled/inline.c 30 $error
done
for limit in 10007 10012 10025; do
	check "limit of $limit instructions" both subject --limit-insns $limit compiled/inline.c 500
done

# Errors are reported with the same place and stack, and limits end runs at the same instruction.
for error in 1 2 3 4 5; do
	check "error $error" both subject compiled/mixed.c 3 $error
done
check 'limit of instructions' both random --limit-insns 60007 compiled/mixed.c 30

for program in ${PROGRAMS:-c/goto-loops.c c/setjmp.c}; do
	[ -e "$program" ] || continue
	check "$program, always" both always "$program"
done

# Hot functions only, as users get it.
check 'hot operations' both default compiled/ops.c 5 60000 quiet
check 'hot functions become native code' [ "$(compiled "$tmp/default.json")" -gt 1000000 ]
check 'a short program' both default compiled/mixed.c 3
check 'a short program is not compiled' without '"compiled"' "$tmp/default.json"
DRIFT_COMPILE=always "$drift" run --no-compile --json compiled/mixed.c 3 >"$tmp/out" 2>"$tmp/json"
check 'the program ran' grep '"verdict"' "$tmp/json"
check '--no-compile interprets everything' without '"compiled"' "$tmp/json"

# search MODE WORDS...: a search in both tiers; all of result.json but times must be the same.
search()
{
	search_mode=$1
	shift
	search_command=$1
	shift
	"$drift" "$search_command" --no-compile --json -o "$tmp/dir" "$@" >"$tmp/a.json" 2>"$tmp/err" </dev/null
	search_status=$?
	DRIFT_COMPILE=$search_mode "$drift" "$search_command" --json -o "$tmp/dir" "$@" >"$tmp/b.json" 2>"$tmp/err" </dev/null
	[ $? -eq $search_status ] || return 1
	"$DRIFT_BUILD/tests/json_lines" "$tmp/a.json" "$tmp/a.json" >"$tmp/a.lines" &&
		"$DRIFT_BUILD/tests/json_lines" "$tmp/a.json" "$tmp/b.json" >"$tmp/b.lines" &&
		[ -s "$tmp/a.lines" ] && diff "$tmp/a.lines" "$tmp/b.lines"
}

for mode in subject random; do
	check "a search, $mode" search $mode explore --runs 60 compiled/search.c --stdin @text:6
	check "native code was executed in the search, $mode" [ "$(json "$tmp/b.json" stats.compiled.instructions)" -gt 1000 ]
	check "two versions, $mode" search $mode test --no-confirm --runs 40 compiled/search.c compiled/search2.c --stdin @text:4
	check "native code was executed in both versions, $mode" [ "$(json "$tmp/b.json" stats.compiled.instructions)" -gt 1000 ]
done
finish
