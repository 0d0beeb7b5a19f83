#!/bin/sh
# check_verdicts.sh N: N pairs of programs from tests/gen/verdicts, each run natively on all of its inputs; then what
# drift says of the pair, by all of its commands, is held against that. `equivalent` or `holds` of a pair that differs is
# wrong, and so are `different` or `violated` of one that does not, a printed condition or output that some input
# contradicts, any `proof-failed`, and runs with the same prefix that decide different things: inputs decide all that
# these programs do. A difference that is not found is counted as missed, a proof as open; a difference
# in what the result says was not compared is excused, and a function that --entry does not take is refused.
# SEED=K begins with another pair, BLOCK=NAME takes pairs of one block, CLASS=K of the blocks of a
# class, FIRST=1 stops at the first wrong one, JOBS=2 works in parallel, RUNS=300 is for each search.
# Runs, not time, so that answers do not depend on the load; TIME=120s only ends what does not end.
# A pair is asked about in two ways and every fiftieth in all; FEW=1: in one, WAYS='auto path': in these; each in a mode,
# MODES='plain fold': in these. HASH_BUILD=DIR has the build with small hashes, without which that mode is left out.
# WRONG=NAME asks an engine that takes a hash for equality in one place (src/base/hash.h): it must be found.
# SANITIZE=1 looks for undefined behaviour in the pairs. Pairs that fail are kept, with the command that shows it again.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-100}
first=${SEED:-0}
jobs=${JOBS:-2}
runs=${RUNS:-300}
time=${TIME:-120s}
wanted=${BLOCK-${CLASS-}}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-verdicts.XXXXXX") || exit 2
sanitize=
[ -z "${SANITIZE-}" ] || sanitize=-fsanitize=address,undefined
# Nothing of the user is read or written.
GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null ASAN_OPTIONS=detect_leaks=0
export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL ASAN_OPTIONS
. "$top/tests/gen/verdicts/ask.sh"

# natively VERSION: what the version does on every input, into VERSION.txt.
natively()
{
	# shellcheck disable=SC2086 # no or one word
	cc -w $sanitize -DTRUTH -Dmain=subject_main -o "$p/$1" "$p/$1.c" "$build/tests/enumerate.o" -lm &&
		(cd "$p" && timeout -k 2 600 "./$1" <inputs >"$1.txt") && ! grep -E 'runtime error|ERROR: ' "$p/$1.txt"
}

# truth: equal, different, elsewhere where they differ if the system answers otherwise, or unknown where not all inputs
# could be tried.
truth()
{
	if ! natively old || ! natively new; then
		echo failed
	elif cmp -s "$p/old.txt" "$p/new.txt"; then
		! about ' changed,.* wide,' || { echo unknown; return; }
		echo equal
	else
		diff "$p/old.txt" "$p/new.txt" | grep -q '^< [^%]' && echo different || echo elsewhere
	fi
}

# ---- what counts in other ways ----

# kept VERSION: what is left of the version's texts without the lines that --ignore names.
kept()
{
	awk -v q='"' -v ignored="$ignored" '
		function keep(s,  n, i, lines, out) {
			n = split(s, lines, /\\012/)
			for (i = 1; i <= n; i++)
				if (lines[i] !~ ignored)
					out = out lines[i] "\n"
			return out
		}
		{
			n = split($0, parts, q)
			for (i = 1; i <= n; i++)
				printf "%s%s", i % 2 ? parts[i] : keep(parts[i]), i < n ? q : "\n"
		}' "$p/$1.txt"
}

# counted VERSION: what the version does, and on which inputs it overflows.
counted()
{
	cc -w -fsanitize=signed-integer-overflow,shift-exponent -DTRUTH -Dmain=subject_main -o "$p/$1.counted" "$p/$1.c" \
		"$build/tests/enumerate.o" -lm &&
		(cd "$p" && UBSAN_OPTIONS=color=never timeout -k 2 600 "./$1.counted" <inputs) |
		awk '{ n = gsub(/[^"]*runtime error: [^"]*/, ""); print $0, n ? "overflow" : "" }'
}

# truth_of WAY: the truth as far as this way can see it: ignored if only lines differ that it does not compare, overflows if
# only one version overflows on some input.
truth_of()
{
	if [ "$1" = ignore ] && [ "$is" = different ]; then
		kept old >"$p/old.kept" && kept new >"$p/new.kept"
		# Files are compared whole, whatever lines are ignored.
		! cmp -s "$p/old.kept" "$p/new.kept" || grep -q fopen "$p/new.c" && echo different || echo ignored
	elif [ "$1" = count ] && [ "$is" = equal ]; then
		counted old >"$p/old.overflow" 2>>"$p/compile" && counted new >"$p/new.overflow" 2>>"$p/compile"
		cmp -s "$p/old.overflow" "$p/new.overflow" && echo equal || echo overflows
	else
		echo "$is"
	fi
}

about() { grep -q -e "$1" "$p/about"; }

# drawn LIST NUMBER: the word of a list at a number.
drawn() { echo "$1" | awk -v n="$2" '{ print $(n % NF + 1) }'; }

# ways SEED: how to ask about this pair.
ways()
{
	ways_of=$ways_main
	! about ' unit, ' || ways_of=$ways_unit
	! about ' entry, ' || ways_of=$ways_entry
	if [ -n "${WAYS-}" ]; then
		for ways_one in $WAYS; do
			case " $ways_of " in *" $ways_one "*) echo "$ways_one" ;; esac
		done
	elif [ -n "${FEW-}" ]; then
		drawn "$ways_of" "$(($1 + $1 / 7))"
	elif [ $(($1 % 50)) -eq 49 ]; then
		echo "$ways_of"
	else
		drawn "$ways_of" "$1"
		drawn "$ways_of" "$(($1 / 17 + $1 * 7 + 3))"
	fi
}

# mode SEED WAY: the mode in which it is asked.
mode()
{
	mode_is=$(drawn "${MODES:-$all_modes}" "$(($1 / 3 + $1 + ${#2}))")
	of_mode "$mode_is" "$2" >/dev/null && echo "$mode_is" || echo plain
}

# ---- what is said, in one word or two ----

# verdict WAY OPTION...: of two versions.
verdict()
{
	ask "$@"
	verdict_status=$?
	if grep -q -s -e '"proof-failed"' "$p/out/result.json" || grep -q -e '^  proof-failed:' "$p/log"; then
		echo proof-failed
		return
	fi
	if grep -q -s -e '"kind":	"divergence"' "$p/out/result.json" || grep -q -e '^  divergence:' "$p/log"; then
		echo diverges
		return
	fi
	case $verdict_status in
	0 | 1)
		verdict_is=$(say "$p/out")
		verdict_excuse=
		[ "$verdict_is" != equivalent ] && [ "$verdict_is" != holds ] || verdict_excuse=$(excuse)
		wrong_texts=
		case $1 in diff | call-diff | auto | no-prune | directed | path | reach | sequence | output | signature | call) wrong_texts=$(texts) || verdict_is="false: $wrong_texts" ;; esac
		reports "$1" "$verdict_is" || verdict_is='false: not one report'
		echo "$verdict_excuse$verdict_is"
		;;
	124 | 137) echo 'does not end' ;;
	2) [ "$(say "$p/out" 2>/dev/null)" != 'nothing known' ] || { echo 'nothing known'; return; }
		about ' entry, ' && [ ! -e "$p/out/result.json" ] && echo refused || echo 'ends with status 2' ;;
	*) echo "ends with status $verdict_status" ;;
	esac
}

# reports WAY VERDICT: whether the output of drift test has one report if nothing differs, also if the time was up.
reports()
{
	case $1:$2 in
	git* | headers:* | check:* | diff* | call-diff:*) return ;;
	*:equivalent | *:'no difference found') [ "$(grep -c -e '^equivalent[: ]' -e '^no difference found:' "$p/log")" -eq 1 ] ;;
	esac
}

# excuse: an equivalent that says what it leaves out.
excuse()
{
	# Calls that may fail, and numbers of descriptors, are no answer to what the block asks.
	if about ' world, ' && "$build/tests/json_get" "$p/out/result.json" 'world.*' |
		grep -v -e '"kind":"fail' -e '"kind":"short' -e '"name":"descriptors"' | grep -q .; then
		echo 'in this world '
	elif for excuse_of in 'not_compared.*' 'contracts.0.not_compared.*'; do
		"$build/tests/json_get" "$p/out/result.json" "$excuse_of" 2>/dev/null
	done | grep -v -e '^--call: ' -e '^calls with values of globals' -e '^calls with a null' | grep -q .; then
		echo 'not compared '
	fi
}

# texts: whether conditions and outputs in result.json are true on all inputs; what is not.
texts()
{
	! about ' world, ' || return 0
	texts_words=$p/options
	[ ! -e "$p/call" ] || texts_words=$p/call
	about ' main, ' || [ -e "$p/call" ] || return 0
	"$build/tests/verdict_texts" "$texts_words" "$p/inputs" "$p/out/result.json" "$p/old.txt" "$p/new.txt" 2>&1
}

# all_cases: whether result.json has all cases of all paths.
all_cases() { grep -q -e '^	"exhaustive":	true' "$p/out/result.json" && grep -q -e '^	"cases_left_out":	0' "$p/out/result.json"; }

# explored WAY OPTION...: what every test does must be what some input does natively; partitions by output whose
# output is a constant must show everything that is done natively. "right", or what is wrong.
explored()
{
	ask "$@"
	[ $? -le 1 ] || { echo 'does not explore'; return; }
	texts_say=$(texts) || { echo "false: $texts_say"; return; }
	[ "$1" != call-by-output ] || { echo right; return; }
	awk '{ sub(/^[^:]*: /, ""); if ($1 == "signal") $2 += 128; sub(/^(exit|signal) /, ""); print }' "$p/new.txt" |
		sed 's/^\([0-9]*\) out="\(.*\)" err="\([^"]*\)".*/\1 \2 \3/' | LC_ALL=C sort -u >"$p/native"
	for t in "$p"/out/tests/[0-9]*; do
		grep -q -s "^[0-9]*$" "$t/status" || continue
		printf '%s %s %s\n' "$(cat "$t/status")" "$(escape "$t/out")" "$(escape "$t/err")"
	done | LC_ALL=C sort -u >"$p/explored"
	# A test that ends with an error has no status: natively that is one of several signals.
	if grep -q '^error:' "$p"/out/tests/*/status; then
		awk '$1 < 128' "$p/native" >"$p/native.ordinary" && mv "$p/native.ordinary" "$p/native"
	fi
	if [ -n "$(LC_ALL=C comm -13 "$p/native" "$p/explored")" ]; then
		echo 'shows what is not done'
	elif [ "$1" = by-output ] && all_cases && ! grep -q -e '"status_expr"' -e '"signature":	".*{' "$p/out/result.json" &&
		[ -n "$(LC_ALL=C comm -23 "$p/native" "$p/explored")" ]; then
		echo 'does not show all that is done'
	else
		echo right
	fi
}

# reached WAY OPTION...: partitions by whether the first changed line is executed must not all miss it, if some input
# executes it natively.
reached()
{
	line=$(diff "$p/old.c" "$p/new.c" | sed -n '1s/.*[acd]\([0-9]*\).*/\1/p')
	(cd "$p" && cc -w --coverage -Dmain=subject_main -o reached new.c "$build/tests/enumerate.o" -lm &&
		timeout -k 2 600 ./reached <inputs && gcov -t reached-new.gcda) >"$p/executed" 2>/dev/null
	grep -q "^ *[0-9]*\**: *${line:-0}:" "$p/executed" || { echo right; return; }
	ask "$@"
	reached_status=$?
	# With --fold a line may have no code.
	[ "$reached_status" -ne 2 ] || [ -e "$p/out/result.json" ] || [ "$2" != --fold ] || { echo refused; return; }
	[ "$reached_status" -le 1 ] || { echo 'does not explore'; return; }
	if all_cases && ! grep -q -e '"signature":	"executes the target' "$p/out/result.json"; then
		echo 'misses a line that is executed'
	else
		echo right
	fi
}

# escape FILE: as enumerate.c tells it.
escape()
{
	od -An -v -to1 "$1" | awk '
		BEGIN { for (i = 32; i < 127; i++) byte[sprintf("%03o", i)] = sprintf("%c", i) }
		{ for (i = 1; i <= NF; i++) printf "%s", $i in byte ? byte[$i] : "\\" $i }'
}

# judge TRUTH SAID WAY MODE: right, missed, open or wrong.
judge()
{
	case $1:$2 in
	*:right | equal:equivalent | equal:holds | different:different | different:violated | unknown:different | unknown:violated) echo right ;;
	*:proof-failed | *:diverges | *:false:*) echo wrong ;;
	*:refused) echo refused ;;
	ignored:'no difference found' | overflows:different) echo right ;;
	overflows:'no difference found') echo missed ;;
	*:'nothing known') [ "$4" = hurry ] && echo open || echo wrong ;;
	unknown:*) echo open ;;
	equal:'no difference found' | equal:'not shown' | equal:unconfirmed | equal:not\ compared* | equal:in\ this\ world*) echo open ;;
	# What a unit leaves in memory counts, and no native run of it shows that.
	equal:different | equal:violated) about ' changed,.* unit, ' && echo open || echo wrong ;;
	elsewhere:different | elsewhere:violated | elsewhere:in\ this\ world*) echo right ;;
	elsewhere:'no difference found' | elsewhere:'not shown' | elsewhere:unconfirmed) echo open ;;
	different:not\ compared*) echo excused ;;
	different:'no difference found' | different:'not shown') [ "$3" = random ] && echo open || echo missed ;;
	different:unconfirmed) echo right ;;
	*) echo wrong ;;
	esac
}

# question WAY MODE: asks and judges; a line "way WAY MODE JUDGEMENT", and "seed SEED ..." if that is wrong.
question()
{
	rm -f "$p/call"
	drift=$build/bin/drift git_drift=$build/bin/git-drift
	[ "$2" != hash8 ] || drift=$HASH_BUILD/bin/drift git_drift=$HASH_BUILD/bin/git-drift
	if [ -n "${WRONG-}" ]; then
		DRIFT_ENGINE=$build/tests/engine DRIFT_WRONG_HASH=$WRONG
		[ "$2" != hash8 ] || DRIFT_ENGINE=$HASH_BUILD/tests/engine
		export DRIFT_ENGINE DRIFT_WRONG_HASH
	fi
	mode_option=$(of_mode "$2" "$1")
	[ "$2" != start ] || start_words
	case $1 in
	by-reach | by-change) said=$(reached "$1" ${mode_option:+"$mode_option"}) ;;
	by-* | call-by-*) said=$(explored "$1" ${mode_option:+"$mode_option"}) ;;
	*) said=$(verdict "$1" ${mode_option:+"$mode_option"}) ;;
	esac
	plain_words
	truth_is=$(truth_of "$1")
	j=$(judge "$truth_is" "$said" "$1" "$2")
	echo "way $1 $2 $j"
	[ "$j" != wrong ] || {
		echo "seed $seed: $truth_is, said '$said': $(cat "$p/about"): $p"
		echo "seed $seed again: make check-verdicts SEED=$seed N=1 WAYS=$1 MODES=$2${BLOCK:+ BLOCK=$BLOCK}${CLASS:+ CLASS=$CLASS}"
	}
}

# pair SEED: makes the pair and asks; a line "pair SEED TRUTH JUDGEMENT" for each, "seed SEED ..." for what is wrong.
pair()
{
	seed=$1
	p=$tmp/$seed
	export XDG_CACHE_HOME="$p/cache"
	mkdir "$p" && "$build/tests/verdict_pair" "$top/tests/gen/verdicts" "$seed" "$p" ${wanted:+"$wanted"} || exit 2
	classes=$(sed 's/.*class\([ 0-9]*\):.*/\1/' "$p/about")
	is=$(truth 2>"$p/compile")
	worst=right
	[ "$is" != failed ] || { worst=wrong; echo "seed $seed: no truth: $(cat "$p/about"): $p"; }
	for how in $(ways "$seed"); do
		[ "$is" != failed ] || break
		case $how in by-*) ! about ' wide, ' && ! about ' world, ' || continue ;; esac
		question "$how" "$(mode "$seed" "$how")"
		case $j:$worst in
		wrong:* | missed:[!wm]* | excused:[!wme]* | *:right) worst=$j ;;
		esac
	done
	echo "pair $seed $is $worst$classes"
	if [ "$worst" != wrong ]; then
		rm -rf "$p"
	elif [ -n "${FIRST-}" ]; then
		: >"$tmp/stop"
	fi
}

j=0
while [ "$j" -lt "$jobs" ]; do
	(
		i=$((first + j))
		while [ "$i" -lt $((first + n)) ] && [ ! -e "$tmp/stop" ]; do
			pair "$i"
			i=$((i + jobs))
		done
	) >"$tmp/log.$j" &
	j=$((j + 1))
done
wait

grep -h '^seed' "$tmp"/log.* | sort -s -n -k 2
# After how many pairs, of those that were asked about, a class was first seen to be wrong.
grep -h '^pair ' "$tmp"/log.* | sort -n -k 2 | awk '
	{ asked++ }
	$4 == "wrong" { for (i = 5; i <= NF; i++) if (!($i in at)) at[$i] = asked }
	END { for (c in at) print "class " c ": wrong after " at[c] " pairs" }' | sort -n -k 2
# table FIELD NAME: judgements by way or by mode.
table()
{
	grep -h '^way' "$tmp"/log.* | awk -v f="$1" '
		{ n[$f]++; of[$f " " $4]++ }
		END {
			for (k in n)
				printf "%s: %d asked, %d right, %d open, %d excused, %d refused, %d missed, %d wrong\n", k, n[k],
					of[k " right"], of[k " open"], of[k " excused"], of[k " refused"], of[k " missed"], of[k " wrong"]
		}' | sort | sed "s/^/$2 /"
}
table 2 way
table 3 mode
grep -h '^way' "$tmp"/log.* | sed 's/^way [^ ]* [^ ]*/all/' | awk '
	{ n[$2]++ }
	END { printf "answers: %d right, %d open, %d excused, %d refused, %d missed, %d wrong\n", n["right"], n["open"], n["excused"], n["refused"], n["missed"], n["wrong"] }'
grep -h '^pair' "$tmp"/log.* | awk '
	{ is[$3]++; how[$4]++; if ($3 == "different" && $4 == "missed") missed++ }
	END {
		printf "verdicts: %d passed, %d failed; %d equivalent, %d different, %d elsewhere, %d unknown; %d missed\n",
			NR - how["wrong"], how["wrong"], is["equal"], is["different"], is["elsewhere"], is["unknown"], missed
		exit how["wrong"] > 0
	}'
bad=$?
[ "$bad" -ne 0 ] || rm -rf "$tmp"
exit "$bad"
