# suite.sh: a package's own test scripts, natively and in the machine; sourced by run.sh.
#
# The scripts run the package's programs by name, check what they do, and end with status 0 if all is well.
# A package's file names the programs in $suite_programs and defines `suite`, a list of
# `s NAME COMMAND...`. Each COMMAND runs in two trees that look like the package's build directory: in one the
# programs are the native ones, in the other scripts that run them in the machine and put the files that
# they wrote where the test looks for them. A script that natively fails, or skips itself, is left out, and so is
# what $suite_skip names. With $suite_by=path the scripts call programs by their path, not by their name.

# suite_wrapper PROGRAM: a script that stands for the program. It must not need the programs
# under test itself, whatever PATH says.
suite_wrapper()
{
	# shellcheck disable=SC2016 # for the script to expand
	case ${suite_by:-name} in
	path) suite_argv0='$0' ;;
	*) suite_argv0='$(basename "$0")' ;;
	esac
	cat <<END
#!/bin/sh
path=\$PATH
PATH=/usr/bin:/bin
kept=\$(mktemp -d "$work/suite/kept.XXXXXX") || exit 99
PATH=\$path "$DRIFT_BUILD/bin/drift" run --name "$suite_argv0" -o "\$kept/files" "$1" "\$@"
status=\$?
if [ -d "\$kept/files" ]; then
	cd "\$kept/files" || exit 99
	if [ -f .deleted ]; then
		while IFS= read -r gone; do
			gone=\$(printf '%b' "\$gone")
			case \$gone in
			"$work"/*) rm -rf "\$gone" ;;
			/*) ;;
			*) rm -rf "\$OLDPWD/\$gone" ;;
			esac
		done <.deleted
		rm .deleted
	fi
	# Names below the working directory are relative, others absolute. A file may have replaced a link.
	if [ -d "./$work" ]; then
		cp -a --remove-destination "./$work/." "$work/"
		rm -rf "./$work"
	fi
	rm -rf ./tmp
	cp -a --remove-destination . "\$OLDPWD/"
	cd "\$OLDPWD" || exit 99
fi
rm -rf "\$kept"
exit \$status
END
}

suite_trees()
{
	mkdir -p "$work/suite/native" "$work/suite/machine"
	for suite_program in $suite_programs; do
		suite_dir=$(dirname "$suite_program")
		mkdir -p "$work/suite/native/$suite_dir" "$work/suite/machine/$suite_dir"
		ln -s "$build/$suite_program" "$work/suite/native/$suite_program"
		suite_wrapper "$build/$suite_program" >"$work/suite/machine/$suite_program"
		chmod +x "$work/suite/machine/$suite_program"
	done
	# Scripts look for these beside the programs.
	for suite_tree in native machine; do
		mkdir -p "$work/suite/$suite_tree/tests"
		cp "$build/config.h" "$work/suite/$suite_tree/" 2>/dev/null
	done
}

# suite_run TREE COMMAND...: with the environment that the packages' makefiles set up.
suite_run()
{
	suite_tree=$work/suite/$1
	shift
	(
		cd "$suite_tree/${suite_in:-.}" || exit 99
		# shellcheck disable=SC2086 # a list of words
		exec env -i PATH="$suite_tree/src:$PATH" HOME=/proc/nonexistent LC_ALL=C TZ=UTC0 SHELL=/bin/sh TMPDIR="$work/suite" \
			srcdir="$source${suite_src:+/$suite_src}" top_srcdir="$source" abs_top_srcdir="$source" \
			abs_srcdir="$source${suite_src:+/$suite_src}" abs_top_builddir="$suite_tree" \
			built_programs="$(printf '%s ' $suite_programs | sed 's|[^ ]*/||g')" VERSION="$suite_version" \
			PACKAGE_VERSION="$suite_version" CONFIG_HEADER="$suite_tree/config.h" AWK=awk PERL=perl CC=cc \
			MAKE=make GREP=grep EGREP='grep -E' EXEEXT= LOCALE_FR=none LOCALE_FR_UTF8=none host_os=linux-gnu fail=0 \
			timeout -k 5 "${SUITE_LIMIT:-600}" "$@"
	) </dev/null >"$work/suite.log" 2>&1 9>&1
}

# s NAME COMMAND...: one script.
s()
{
	s_name=$1
	shift
	s_seen=$(($(cat "$work/seen") + 1))
	echo $s_seen >"$work/seen"
	[ $((s_seen % ${SAMPLE:-1})) -eq 0 ] || return 0
	case " ${suite_skip:-} " in
	*" $s_name "*)
		echo "$s_name" >>"$work/left"
		return
		;;
	esac
	if ! suite_run native "$@"; then
		echo "$s_name" >>"$work/left"
		return
	fi
	suite_run machine "$@"
	s_status=$?
	if [ $s_status -eq 0 ]; then
		echo >>"$work/log"
		return
	fi
	echo differs >>"$work/log"
	echo "$name: differs: own test $s_name: status $s_status: $(grep -a 'drift:\|FAIL\|differ' "$work/suite.log" | head -n 1)"
	mkdir -p "$cache/results/$name"
	cp "$work/suite.log" "$cache/results/$name/$s_name.log"
}

# suite_all: the scripts of the package at hand, if it has any.
suite_all()
{
	[ -n "${suite_programs:-}" ] || return 0
	suite_version=$(sed -n 's/^#define VERSION "\(.*\)"/\1/p' "$build/config.h" 2>/dev/null)
	: >"$work/left"
	suite_before=$(wc -l <"$work/log")
	suite_trees
	suite
	echo "$name: of its own tests $(($(wc -l <"$work/log") - suite_before)) were run both ways, $(wc -l <"$work/left") left out: $(tr '\n' ' ' <"$work/left")"
}
