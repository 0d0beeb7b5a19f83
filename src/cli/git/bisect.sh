# ---- bisect ----

# does COMMIT: what the program of a commit does on the input, compared with GOOD: same, other or skipped. Remembers it.
does()
{
	does_known=$(printf '%s\n' "$bisect_seen" | sed -n "s/^$1 //p")
	if [ -z "$does_known" ]; then
		printf 'git-drift: bisect: %s (%s)\n' "$(in_repository log -1 --format='%h %s' "$1")" "$2" >&2
		does_log=$cache/bisect-$(printf '%.12s' "$1").log
		(
			command=test old=$bisect_good new=$1 format='' out=$cache/bisect
			old_name=$(printf '%.9s' "$old") new_name=$(printf '%.9s' "$new")
			options="$options--one-input --world fixed "
			compare_all
		) >"$does_log" 2>&1 </dev/null
		case $? in
		0) does_known=same ;;
		1) does_known=other ;;
		*)
			does_known=skipped
			printf 'git-drift: bisect: skipped: %s\n' "$(sed -n 's/^\(git-\)*drift: //p' "$does_log" | grep -v '^building\|^note: ' | head -n 1)" >&2
			;;
		esac
		bisect_seen="$bisect_seen
$1 $does_known"
	fi
}

# nth LIST N: a line of a list, counted from 1.
nth() { printf '%s\n' "$1" | sed -n "$2p"; }

# narrow LIST: the last commit that does the same and the first after it that does something else, in $low and $high. Commits that
# cannot be compared may be left between them.
narrow()
{
	narrow_list=$1
	low=0 high=$(printf '%s\n' "$1" | wc -l)
	while [ $((high - low)) -gt 1 ]; do
		narrow_at=''
		# The middle, or what can be compared next to it.
		for narrow_step in $(seq 0 $((high - low))); do
			for narrow_try in $(((low + high) / 2 + narrow_step)) $(((low + high) / 2 - narrow_step)); do
				[ "$narrow_try" -gt "$low" ] && [ "$narrow_try" -lt "$high" ] || continue
				does "$(nth "$narrow_list" "$narrow_try")" "commits left: $((high - low - 1))"
				[ "$does_known" != skipped ] || continue
				narrow_at=$narrow_try
				break 2
			done
		done
		[ -n "$narrow_at" ] || return 0
		if [ "$does_known" = same ]; then low=$narrow_at; else high=$narrow_at; fi
	done
}

# commit_line COMMIT: for people.
commit_line() { in_repository log -1 --format='%h %s' "$1"; }

# changes_of LIST: pairs of commits, compared one after the other, of which one does what GOOD does and the other does not.
changes_of()
{
	changes_before=$bisect_good changes_was=same
	for changes_commit in $1; do
		changes_is=$(printf '%s\n' "$bisect_seen" | sed -n "s/^$changes_commit //p")
		case $changes_is in
		same | other)
			[ "$changes_is" = "$changes_was" ] || printf '%s %s %s\n' "$changes_before" "$changes_commit" "$changes_is"
			changes_before=$changes_commit changes_was=$changes_is
			;;
		esac
	done
}

# between LIST A B: commits after A up to B.
between()
{
	printf '%s\n' "$1" | awk -v from="$2" -v to="$3" -v good="$bisect_good" \
		'BEGIN { on = from == good } on { print } $0 == from { on = 1 } $0 == to { exit }'
}

# json_text TEXT: as a string of JSON.
json_text() { printf '"%s"' "$(printf '%s' "$1" | tr '\t' ' ' | sed 's/["\\]/\\&/g')"; }

bisect_json()
{
	printf '{\n\t"command": "bisect",\n\t"verdict": "%s",\n\t"changes": [' "$1"
	json_gap=''
	printf '%s\n' "$2" | while read -r json_from json_to json_is; do
		[ -n "$json_to" ] || continue
		printf '%s\n\t\t{"before": "%s", "commit": "%s", "subject": %s, "does": "%s", "exact": %s}' "$json_gap" "$json_from" "$json_to" \
			"$(json_text "$(in_repository log -1 --format=%s "$json_to")")" "$json_is" \
			"$([ "$(between "$bisect_list" "$json_from" "$json_to" | wc -l)" -eq 1 ] && echo true || echo false)"
		json_gap=,
	done
	printf '\n\t],\n\t"compared": ['
	json_gap=''
	printf '%s\n' "$bisect_seen" | while read -r json_commit json_is; do
		[ -n "$json_is" ] || continue
		printf '%s\n\t\t{"commit": "%s", "does": "%s"}' "$json_gap" "$json_commit" "$json_is"
		json_gap=,
	done
	printf '\n\t]\n}\n'
}

# bisect: the commit after GOOD at which the program begins to do something else on this input; then its edits.
bisect()
{
	bisect_good=$old bisect_seen=''
	in_repository merge-base --is-ancestor "$old" "$new" || die "'$old_name' is no ancestor of '$new_name'"
	bisect_list=$(in_repository rev-list --reverse --first-parent --ancestry-path "$old..$new")
	[ -n "$bisect_list" ] || die "there is no commit between '$old_name' and '$new_name'"
	does "$new" "commits left: $(printf '%s\n' "$bisect_list" | wc -l)"
	case $does_known in
	same)
		if [ "$format" = json ]; then bisect_json same ''; else printf 'both revisions do the same on this input: %s and %s\n' "$(commit_line "$old")" "$(commit_line "$new")"; fi
		return 0
		;;
	skipped) die "'$old_name' and '$new_name' cannot be compared on this input; see $does_log" ;;
	esac
	narrow "$bisect_list"
	bisect_changes=$(changes_of "$bisect_list")
	if [ "$format" = json ]; then
		bisect_json different "$bisect_changes"
		return 1
	fi
	printf '%s\n' "$bisect_changes" | while read -r bisect_from bisect_to bisect_is; do
		bisect_what=$([ "$bisect_is" = other ] && echo "after it, the program no longer does what $old_name does" || echo "after it, the program does what $old_name does, again")
		if [ "$(between "$bisect_list" "$bisect_from" "$bisect_to" | wc -l)" -eq 1 ]; then
			printf 'commit           %s\n                 %s\n' "$(commit_line "$bisect_to")" "$bisect_what"
		else
			printf 'one of           '
			between "$bisect_list" "$bisect_from" "$bisect_to" | while IFS= read -r bisect_one; do
				printf '%s\n                 ' "$(commit_line "$bisect_one")"
			done
			printf '%s; commits between could not be compared\n' "$bisect_what"
		fi
	done
	old=$(printf '%s\n' "$bisect_changes" | tail -n 1)
	new=$(printf '%s' "$old" | cut -d ' ' -f 2) old=${old%% *}
	old_name=$(printf '%.9s' "$old") new_name=$(printf '%.9s' "$new")
	(
		command=explain
		compare_all
	)
	[ $? -eq 1 ] || printf 'git-drift: note: drift explain did not show the difference between %s and %s\n' "$old_name" "$new_name" >&2
	return 1
}
