
# ---- comparing ----

# where NAME: the directory for results, absolute; of several targets one for each.
where()
{
	where_dir=${out:-$cache/out-$(printf '%.12s' "$old")-$(printf '%.12s' "$new")}
	case $where_dir in
	/*) ;;
	*) where_dir=$start/$where_dir ;;
	esac
	[ -z "$1" ] || where_dir=$where_dir/$(printf '%s' "$1" | tr '/ ' '__')
	printf '%s' "$where_dir"
}

# certificate_of NAME: its file, absolute; of several targets one for each.
certificate_of()
{
	case $certificate in
	/*) printf '%s' "$certificate" ;;
	*) printf '%s' "$start/$certificate" ;;
	esac
	[ -z "$1" ] || printf '.%s' "$(printf '%s' "$1" | tr '/ ' '__')"
}

# verify NAME: drift verify on the subjects, with the compiler options of the command line. It is the last of a shell.
verify()
{
	DRIFT_OLD_TREE=$old_tree DRIFT_NEW_TREE=$new_tree DRIFT_WORK_TREE=$top
	export DRIFT_OLD_TREE DRIFT_NEW_TREE DRIFT_WORK_TREE
	eval "exec drift verify $(quote "$(certificate_of "$1")")$(quote "$old_subject")$(quote "$new_subject")$options"
}

# go NAME SEVERAL: drift on the subjects; of several targets, formats that are one document each go to
# files. It is the last of a shell.
go()
{
	[ "$command" != verify ] || verify "${2:+$1}"
	[ -z "$certificate" ] || all_options="$all_options--certificate $(quote "$(certificate_of "${2:+$1}")")"
	go_dir=$(where "$1")
	[ "$command" = diff ] || all_options="$all_options-o $(quote "$go_dir")"
	[ -z "$all_arguments$asked" ] || all_arguments="-- $all_arguments"
	all_options="$all_options--strip-prefix $(quote "$new_tree/")--strip-prefix $(quote "$old_tree/")"
	go_words="$command $(quote "$old_subject")$(quote "$new_subject")$all_options$all_arguments"
	# For result.json: src/output/result/json/origin.c reads them.
	DRIFT_OLD_REVISION="$old $old_name"
	DRIFT_NEW_REVISION="$new $new_name"
	DRIFT_OLD_FILES="$(in_own rev-parse "$old^{tree}") $old_tree"
	DRIFT_NEW_FILES="$(in_own rev-parse "$new^{tree}") $new_tree"
	export DRIFT_OLD_REVISION DRIFT_NEW_REVISION DRIFT_OLD_FILES DRIFT_NEW_FILES
	# For --cflags: src/cli/trees/trees.c takes paths from these, and never from the work tree.
	DRIFT_OLD_TREE=$old_tree DRIFT_NEW_TREE=$new_tree DRIFT_GOLDEN_TREE=$golden_tree DRIFT_WORK_TREE=$top
	export DRIFT_OLD_TREE DRIFT_NEW_TREE DRIFT_GOLDEN_TREE DRIFT_WORK_TREE
	go_file=''
	case ${2:+$format} in
	json) go_file=$go_dir.json ;;
	sarif) go_file=$go_dir.sarif ;;
	junit) go_file=$go_dir.xml ;;
	markdown) printf '### %s\n\n' "$1" ;;
	'' | text) [ -z "$2" ] || printf '%s%s:\n' "$go_gap" "$1" ;;
	esac
	if [ -n "$go_file" ]; then
		mkdir -p "${go_file%/*}" || exit 2
		eval "drift $go_words" >"$go_file"
		go_status=$?
		printf '%s\n' "$go_file"
	else
		# Whoever ends this script ends the search as well: see src/cli/front.c.
		DRIFT_PARENT=$$
		export DRIFT_PARENT
		eval "exec drift $go_words"
	fi
	return $go_status
}
go_gap=''
start=$PWD

# sources_of: where explain and interactions find the sources of binaries, to see which edits are to blame.
sources_of()
{
	[ -z "$plain" ] || return 0
	case "$command $all_options" in
	explain* | test*--interactions* | test*--explain*) ;;
	*) return 0 ;;
	esac
	all_options="$all_options--old-sources $(quote "$old_tree")--new-sources $(quote "$new_tree")"
	all_options="$all_options--build $(quote "CC=$(quote "$CC"); export CC; $provide_build")--program $(quote "$how_bin")"
}

# compare TARGET SEVERAL: builds both revisions and compares them; an empty target: by the command line.
compare()
{
	build_of "$1"
	all_options=$options all_arguments=$arguments
	[ -z "$1" ] || [ -n "$asked" ] || words_of "$1"
	check_words
	take_lock
	provided "$new_name" "$new"
	subject "$new_name"
	new_tree=$tree new_subject=$subject
	golden_tree=''
	if [ -n "$golden" ]; then
		provided "$golden" "$right"
		subject "$golden"
		golden_tree=$tree
		all_options="--golden $(quote "$subject")$all_options"
	fi
	provided "$old_name" "$old"
	subject "$old_name"
	old_tree=$tree old_subject=$subject
	drop_lock
	sources_of
	if [ -n "$1" ] && [ -z "$asked" ]; then
		cd "$new_tree" || exit 2
		go "$1" "$2"
	else
		go '' ''
	fi
}

# worse A B: the worse of two exit statuses.
worse()
{
	for worse_status in 2 1 3; do
		if [ "$1" -eq $worse_status ] || [ "$2" -eq $worse_status ]; then
			echo $worse_status
			return
		fi
	done
	echo $(($1 > $2 ? $1 : $2))
}

# is_open: whether the options leave open what to compare.
is_open()
{
	case $options in
	*"'--entry"* | *"'--call"* | *"'--stdin"* | *"'--seeds"* | *"'--file"*) return 1 ;;
	esac
}

# What is compared by the command line or by .drift.
compare_all()
{
	read_config
	all_targets=$(targets)
	[ -z "$target" ] || printf '%s\n' "$all_targets" | grep -q -x -F -e "$target" ||
		die "--target '$target': .drift has no such target${all_targets:+; there are $(printf '%s' "$all_targets" | tr '\n' ' ')}"
	[ -z "$target" ] || all_targets=$target
	[ -z "$bin$built" ] || all_targets=''
	if [ -n "$asked" ] || [ "$command" = explain ]; then
		# Arguments are for one program.
		[ "$(printf '%s\n' "$all_targets" | wc -l)" -eq 1 ] || all_targets=''
	fi
	case $all_targets in
	*'
'*) all_several=1 ;;
	*) all_several='' ;;
	esac
	all_status=0
	if [ -z "$all_targets$asked$bin" ] && [ "$command" = test ] && [ -z "$certificate$golden" ] && is_open; then
		(first)
		return
	fi
	while IFS= read -r all_one; do
		# One that cannot be compared does not keep the others from it.
		(compare "$all_one" "$all_several" </dev/null)
		all_status=$(worse $? "$all_status")
		go_gap='
'
	done <<-EOF
		$all_targets
	EOF
	return "$all_status"
}

# tell_some WHAT NAMES: what is not compared, if there is any.
tell_some()
{
	[ -z "$2" ] || printf 'git-drift: not compared: %s: %s\n' "$1" "$(printf '%s\n' "$2" | head -n 5 | paste -s -d ' ')" >&2
}

tell_revisions()
{
	for side in "old $old" "new $new"; do
		printf '%s: %s\n' "${side%% *}" "$(in_own log -1 --format='%h %s' "${side##* }")" >&2
	done
	tell_some 'new files that are not tracked (git add -N adds them)' "$(left_out)"
	tell_some 'submodules, which are not checked out (--build can do that)' "$(submodules | submodules_absent)"
	changed=$(data)
	if [ -n "$changed" ]; then
		n=$(printf '%s\n' "$changed" | wc -l)
		printf 'git-drift: not compared: files that are no code differ, too: %s%s; both programs read those of the current directory\n' \
			"$(printf '%s\n' "$changed" | head -n 5 | paste -s -d ' ')" "$([ "$n" -le 5 ] || echo " and $((n - 5)) more")" >&2
	fi
}

# compare_since REV: a line for each commit that changes code.
compare_since()
{
	since_from=$(commit_of "$1") || exit 2
	since_list=$(in_repository rev-list --reverse --no-merges "$since_from..$head")
	since_status=0 since_any='' since_log=$cache/since.log
	for new in $since_list; do
		in_repository diff-tree --no-commit-id --name-only -r "$new" | is_code >/dev/null || continue
		since_any=1
		old=$(in_repository rev-parse --verify --quiet "$new^") || continue
		old_name=$(printf '%.9s' "$old") new_name=$(printf '%.9s' "$new")
		(compare_all) >"$since_log" 2>&1
		since_one=$?
		since_status=$(worse $since_one "$since_status")
		since_says=$(grep -E '^(different|equivalent|no difference found|unconfirmed)' "$since_log" | sort -u | head -n 3 | paste -s -d ';')
		[ -n "$since_says" ] || since_says=$(grep -E '^(git-)?drift: ' "$since_log" |
			grep -v -e 'git-drift: building' -e 'git-drift: not compared' | sort -u | head -n 3 | paste -s -d ';')
		in_repository log -1 --format="%h %s: ${since_says:-trouble; see $since_log}" "$new" | tr -d '\r'
	done
	[ -n "$since_any" ] || printf 'nothing compared: no commit after %s changes code\n' "$1"
	return "$since_status"
}

# ---- what was asked for ----

# A build must not take the repository around it for its own.
local_variables=$(git rev-parse --local-env-vars)
if [ "$command" = init ]; then
	init
	exit
fi
open_own
if [ -z "$since" ]; then
	choose_revisions
fi
right=''
if [ -n "$golden" ]; then
	right=$(commit_of "$golden") || exit 2
fi
# shellcheck disable=SC2086
unset $local_variables
if [ -n "$since" ]; then
	compare_since "$since"
elif [ "$command" = bisect ]; then
	tell_revisions
	bisect
else
	tell_revisions
	read_config
	case $format in
	'' | text) nothing_to_build ;;
	*) nothing_to_build >&2 ;;
	esac || compare_all
fi
status=$?
shrink
exit $status
