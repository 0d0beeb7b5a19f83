# compare.sh: command lines, natively and in the machine; sourced by run.sh.
#
# A package's file defines `fixtures`, which makes files in the current directory, and `cases`, a
# list of `t PROGRAM ARG...`, each reading its standard input. $with holds NAME=VALUE words for
# the environment of the cases that follow.

with=

# fresh: $work/cwd as the fixtures left it, times of files included.
fresh()
{
	rm -rf "$work/cwd"
	cp -a "$work/fixtures" "$work/cwd"
}

# run_in KIND COMMAND...: in $work/cwd with a small environment; leaves KIND.out, .err and .status. Nobody can make such a home.
run_in()
{
	run_kind=$1
	shift
	# In the background, because of a job in the foreground the shell would say how it died.
	# A program gone wild does not fill the disk.
	(
		cd "$work/cwd" && ulimit -f 262144 || exit 99
		# shellcheck disable=SC2086 # with is a list of words
		exec env -i PATH=/usr/bin:/bin HOME=/proc/nonexistent LC_ALL=C TZ=UTC0 $with \
			timeout -k 5 "${LIMIT:-120}" "$@"
	) <"$work/stdin" >"$work/$run_kind.out" 2>"$work/$run_kind.err" &
	wait $! 2>/dev/null
	echo $? >"$work/$run_kind.status"
}

# apply_overlay: what the machine kept apart is put into $work/cwd.
apply_overlay()
{
	[ -d "$work/overlay" ] || return 0
	if [ -f "$work/overlay/.deleted" ]; then
		while IFS= read -r gone; do
			case $gone in
			"$work/cwd"/*) rm -rf "$gone" ;;
			/*) ;;
			*) rm -rf "${work:?}/cwd/$gone" ;;
			esac
		done <"$work/overlay/.deleted"
		rm "$work/overlay/.deleted"
	fi
	# Files outside of the directory, such as temporary ones, are no part of the comparison.
	rm -rf "$work/overlay/tmp"
	cp -a --remove-destination "$work/overlay/." "$work/cwd/"
}

# verdict: prints what differs between the two runs; nothing if nothing does.
verdict()
{
	if ! cmp -s "$work/native.status" "$work/machine.status"; then
		echo "status $(cat "$work/machine.status") instead of $(cat "$work/native.status"): $(head -n 1 "$work/machine.err")"
	elif ! cmp -s "$work/native.out" "$work/machine.out"; then
		echo "output: $(cmp "$work/native.out" "$work/machine.out" 2>&1 | sed 's/.*differ: //; s/.*EOF/EOF/')"
	elif ! cmp -s "$work/native.err" "$work/machine.err"; then
		echo "errors: $(diff -a "$work/native.err" "$work/machine.err" | sed -n 2p)"
	elif ! diff -r "$work/fixtures" "$work/cwd" >"$work/files" 2>&1; then
		echo "the disk was touched: $(head -n 1 "$work/files")"
	elif ! apply_overlay >"$work/files" 2>&1 ||
		! diff -r "$work/native.files" "$work/cwd" >"$work/files" 2>&1; then
		echo "files: $(head -n 1 "$work/files")"
	fi
}

# t PROGRAM ARG...: one command line. PROGRAM is relative to the package's build directory.
t()
{
	cat >"$work/stdin"
	t_seen=$(($(cat "$work/seen") + 1))
	echo $t_seen >"$work/seen"
	[ $((t_seen % ${SAMPLE:-1})) -eq 0 ] || return 0
	t_program=$build/$1
	t_line=$(basename "$1")
	shift
	for t_word; do
		t_line="$t_line $(printf %s "$t_word" | tr '\n' ' ' | cut -c 1-60)"
	done
	fresh
	run_in native "$t_program" "$@"
	rm -rf "$work/native.files" "$work/overlay"
	mv "$work/cwd" "$work/native.files"
	fresh
	if [ -n "${RUN:-}" ]; then
		# shellcheck disable=SC2086 # a command and its first words
		run_in machine $RUN "$t_program" "$@"
	else
		run_in machine "$DRIFT_BUILD/bin/drift" run -o "$work/overlay" "$t_program" "$@"
	fi
	t_why=$(verdict)
	echo "${t_why:+differs}" >>"$work/log"
	if [ -n "$t_why" ]; then
		echo "$name: differs: $t_seen: $t_line: $t_why"
		keep "$t_seen"
	fi
}

# keep N: both sides of a case that differs, for a closer look.
keep()
{
	mkdir -p "$cache/results/$name/$1"
	for keep_kind in native machine; do
		for keep_part in out err status; do
			cp "$work/$keep_kind.$keep_part" "$cache/results/$name/$1/"
		done
	done
	cp "$work/stdin" "$cache/results/$name/$1/"
	echo "$t_line" >"$cache/results/$name/$1/command"
}

compare_all()
{
	work=$(mktemp -d "${TMPDIR:-/tmp}/drift-real.XXXXXX") || exit 2
	trap 'rm -rf "$work"' EXIT
	rm -rf "${cache:?}/results/$name"
	mkdir "$work/fixtures"
	(cd "$work/fixtures" && fixtures) || exit 2
	find "$work/fixtures" -exec touch -d '2020-02-29 12:00:00 UTC' {} +
	: >"$work/log"
	echo 0 >"$work/seen"
	cases </dev/null
	suite_all
	echo "$name: $(grep -c '^$' "$work/log") of $(wc -l <"$work/log") identical"
}
