
# ---- the first answer, where nothing says what to compare ----
#
# Both revisions are built. Of all programs and libraries, those count whose code changed. drift suggest names command lines for
# these, ranked by runs. Lines whose start value executes a change are tried first, then public functions that reach one, then the
# functions that changed, then other lines. All of them share one budget; those that it does not suffice for are printed.
# Each is a command line that the user can type; .drift records a choice.

first_dir='' # results and lists of this answer
first_most=7 # candidates that are tried
first_asked=4 # programs and libraries for which drift suggest runs
first_proved=4 # changed functions that are compared alone, if nothing differs
first_looks=12 # seconds after which no further program is looked at, if one of them has changed
first_flags='' # for sources that are compiled alone

# is_check FILE: whether a program only tests or measures others.
is_check() { printf '%s\n' "$1" | grep -q -i -E -e '(^|/)(tests?|t|testing|checks?|bench(marks?)?|examples?|demos?|fuzz(ing|ers?)?|contrib)/' -e '(^|/)(test|check|bench|fuzz|unit|example)[^/]*$' -e '[-_](tests?|bench(mark)?|example|fuzz(er)?|check)(\.exe)?$'; }

# both_have: of names of files, those that both trees have.
both_have() { while IFS= read -r both_file; do [ -z "$both_file" ] || [ ! -e "$old_tree/$both_file" ] || printf '%s\n' "$both_file"; done; }

# main_first: of names of files, those first that are called as the repository is.
main_first() { awk -v name="$project" '{ base = $0; sub(/.*\//, "", base); if (base == name) print; else rest = rest $0 "\n" } END { printf "%s", rest }'; }

# artifacts: what both builds made: programs, then libraries, then programs that only test.
artifacts()
{
	if [ -n "$plain" ]; then
		artifacts_mains=$(cd "$new_tree" && git grep -l -E -e '^[a-z ]*\<main *\(' -- "$plain" | grep '\.c$')
		case $artifacts_mains in
		*'
'*) printf '%s\n' "$artifacts_mains" | both_have ;;
		*) printf '%s\n' "$plain" ;;
		esac
		return
	fi
	programs "$new_tree" | both_have | main_first | while IFS= read -r artifacts_one; do is_check "$artifacts_one" || printf '%s\n' "$artifacts_one"; done
	libraries "$new_tree" | both_have
	programs "$new_tree" | both_have | while IFS= read -r artifacts_one; do ! is_check "$artifacts_one" || printf '%s\n' "$artifacts_one"; done
}

# functions_in JSON: functions of NEW that changed, of the output of drift changes.
functions_in()
{
	awk -F '"' '/^\t\t\t"new":/ { new = 1 } /^\t\t\t"old":/ { new = 0 } new && $2 == "function" && $4 != "" && !seen[$4]++ { print $4 }' "$1"
}

# names_in JSON: functions and variables of both versions in which something changed: NAME TAB SOURCE.
names_in()
{
	awk -F '"' 'function flush() { if (name != "") print name "\t" file; name = file = "" }
		/^\t\t\t"(old|new)":/ { flush() }
		/^\t\t\t\t"(function|global)":/ && $4 != "" { name = $4 }
		/^\t\t\t\t\t\t"file":/ && file == "" { file = $4 }
		/^\t"/ { flush() }
		END { flush() }' "$1" | sed "s,	$new_tree/,	,; s,	$old_tree/,	,"
}

# below TREE FILE: its path; the top has no name of its own.
below() { if [ "$2" = . ]; then printf '%s' "$1"; else printf '%s/%s' "$1" "$2"; fi; }

# survey_changes [--json]: drift changes on one file of both trees.
survey_changes()
{
	(
		DRIFT_OLD_TREE=$old_tree DRIFT_NEW_TREE=$new_tree DRIFT_WORK_TREE=$top
		export DRIFT_OLD_TREE DRIFT_NEW_TREE DRIFT_WORK_TREE
		eval "timeout 60 drift changes ${1-} $(quote "$(below "$old_tree" "$survey_file")")$(quote "$(below "$new_tree" "$survey_file")")$first_flags"
	) </dev/null
}

# survey: the artifacts whose code changed, in $first_dir/artifacts: FILE TAB main or none; functions in $first_dir/functions:
# FUNCTION TAB FILE; all that changed in $first_dir/changed: FILE TAB NAME TAB SOURCE.
survey()
{
	for survey_list in artifacts functions callers loads changed unseen; do
		: >"$first_dir/$survey_list"
	done
	artifacts | awk '!seen[$0]++' | head -n 60 >"$first_dir/found"
	survey_from=$(date +%s)
	survey_each <"$first_dir/found"
}

# survey_rest: the same for those that there was no time to look at. A proof is one of all of them.
survey_rest()
{
	mv "$first_dir/unseen" "$first_dir/found"
	: >"$first_dir/unseen"
	survey_from=$(($(date +%s) + 600))
	survey_each <"$first_dir/found"
}

survey_each()
{
	while IFS= read -r survey_file; do
		survey_begun=$(date +%s)
		if [ -s "$first_dir/artifacts" ] && [ $((survey_begun - survey_from)) -ge "$first_looks" ]; then
			printf '%s\n' "$survey_file" >>"$first_dir/unseen"
			continue
		fi
		[ ! -t 2 ] || printf '\r\033[Klooking for changes in %.50s' "$survey_file" >&2
		survey_changes --json >"$first_dir/json" 2>"$first_dir/errors"
		survey_status=$?
		printf '%s\t%s\n' "$survey_file" $(($(date +%s) - survey_begun)) >>"$first_dir/loads"
		[ $survey_status -ne 2 ] || printf '%s: %s\n' "$survey_file" "$({ grep ' error: ' "$first_dir/errors" || cat "$first_dir/errors"; } | sed "s,$new_tree/,,g; s,$old_tree/,,g; s/^drift: //" | head -n 1)" >>"$first_dir/unread"
		[ $survey_status -eq 1 ] || continue
		survey_kind=main
		case $survey_file in
		*.a | *.so | *.so.*) survey_kind=none ;;
		esac
		survey_changes 2>/dev/null |
			sed -n 's/^change [0-9]* is reached from .*--entry \([A-Za-z_0-9]*\)$/\1/p' >"$first_dir/reached"
		[ ! -s "$first_dir/reached" ] || survey_kind=none
		printf '%s\t%s\n' "$survey_file" "$survey_kind" >>"$first_dir/artifacts"
		sed "s,\$,	$survey_file," "$first_dir/reached" >>"$first_dir/callers"
		functions_in "$first_dir/json" | sed "s,\$,	$survey_file," >>"$first_dir/functions"
		names_in "$first_dir/json" | sed "s,^,$survey_file	," >>"$first_dir/changed"
	done
	[ ! -t 2 ] || printf '\r\033[K' >&2
}

# suggested FILE SECONDS: what drift suggest says about it in both trees: a line each, EXECUTED TAB FILE TAB words of drift test. Files are named
# as from the top of the tree. EXECUTED: changes that the start value executes; 1000 more if both versions differ on it.
suggested()
{
	(
		cd "$new_tree" || exit
		DRIFT_OLD_TREE=$old_tree DRIFT_NEW_TREE=$new_tree DRIFT_WORK_TREE=$top
		export DRIFT_OLD_TREE DRIFT_NEW_TREE DRIFT_WORK_TREE
		eval "exec timeout 60 drift suggest --json --most 6 $(samples)--time $(($2 + $(load_of "$1"))) $(quote "$(below "$old_tree" "$1")")$(quote "$1")$first_flags"
	) 2>/dev/null </dev/null | json_lines words executed differs | awk -F '\t' -v file="$1" '{ print $2 + ($3 == "true" ? 1000 : 0) "\t" file "\t" $1 }' |
		sed ':a; s,[^/= ]*[^/= .][^/= ]*/\.\./,,; ta'
}

# samples: inputs that the new revision brings along: options of drift suggest.
samples()
{
	changed_by "$old" "$new" AM | is_sample | head -n 8 | while IFS= read -r samples_file; do
		printf -- '--example %s' "$(quote "$samples_file")"
	done
}

# is_sample: of names of files, those that are neither code nor documentation.
is_sample()
{
	is_words_not | grep -v -i -E -e '\.(in|sh|py|pl|awk|t)$' | while IFS= read -r sample_file; do
		printf '%s\n' "$sample_file" | is_code >/dev/null || printf '%s\n' "$sample_file"
	done
}

# json_lines KEY...: of the output of drift suggest, a line for each suggestion, tabs between. A newline in a text is \001, a tab \002.
json_lines()
{
	awk -v keys="$*" '
		function flush() {
			if (!any) return
			text = ""
			for (i = 1; i <= n; i++) text = text (i > 1 ? "\t" : "") value[key[i]]
			print text
			any = 0
			split("", value)
		}
		BEGIN { n = split(keys, key, " ") }
		/^\t\t}/ { flush() }
		match($0, /^\t\t\t"[a-z]*":\t/) {
			name = substr($0, 5, RLENGTH - 7)
			text = substr($0, RLENGTH + 1)
			sub(/,$/, "", text)
			if (text ~ /^".*"$/) text = substr(text, 2, length(text) - 2)
			value[name] = text
			any = 1
		}
		END { flush() }' | sed "s/\\\\\\\\/$json_backslash/g; s/\\\\n/$json_newline/g; s/\\\\t/$json_tab/g; s/\\\\\(.\)/\1/g; s/$json_backslash/\\\\/g"
}

json_newline=$(printf '\001') json_tab=$(printf '\002') json_backslash=$(printf '\003')
# whole TEXT: with the newlines and tabs that it has.
whole() { printf '%s' "$1" | tr '\001\002' '\n\t'; }

# main_candidates: programs.
main_candidates()
{
	while IFS='	' read -r of_file of_kind; do
		[ "$of_kind" != main ] || is_check "$of_file" || printf '%s\n' "$of_file"
	done <"$first_dir/artifacts"
}

# ask: what drift suggest says about programs and libraries that changed, in $first_dir/suggested. It gets two fifths of the time: half of
# that for the first of them.
ask()
{
	ask_seconds=$(awk "BEGIN { n = $try_total / 5; print int(n < 2 ? 2 : n) }")
	ask_until=$(awk "BEGIN { print int($(date +%s) + $try_total * 2 / 5) }")
	{
		main_candidates | head -n $((first_asked - 1))
		sed -n 's/	none$//p' "$first_dir/artifacts"
		main_candidates
		cut -f 1 "$first_dir/artifacts"
	} | awk '!seen[$0]++' | head -n "$first_asked" | while IFS= read -r ask_file; do
		suggested "$ask_file" "$ask_seconds" >"$first_dir/suggested.one"
		ask_seconds=$(awk "BEGIN { n = $try_total / 10; print int(n < 2 ? 2 : n) }")
		cat "$first_dir/suggested.one"
		! grep -q '^1[0-9][0-9][0-9]	' "$first_dir/suggested.one" || break
		[ "$(date +%s)" -lt "$ask_until" ] || break
	done >"$first_dir/suggested"
}

# entries LIST N: functions of $first_dir/LIST, as words.
entries()
{
	grep -v '^main	' "$first_dir/$1" | awk -F '\t' '!seen[$1]++' | head -n "$2" | while IFS='	' read -r of_function of_file; do
		printf '%s\t--entry %s\n' "$of_file" "$of_function"
	done
}

# candidates: what to try, best first: a line each, FILE TAB words of drift test.
candidates()
{
	ask
	awk -F '\t' '$1 > 0 && ++n[$2] <= 2' "$first_dir/suggested" | cut -f 2-
	entries callers 2
	entries functions 2
	awk -F '\t' '!$1 && ++n[$2] <= 2' "$first_dir/suggested" | cut -f 2-
	main_candidates | head -n 2 | while IFS= read -r of_file; do
		cut -f 2 "$first_dir/suggested" | grep -q -x -F -e "$of_file" || printf '%s\t%s\n' "$of_file" "$(! reads_input || echo '--stdin @text:16 ')-- @str:8"
	done
	cut -f 2- "$first_dir/suggested"
	entries callers 6
	entries functions 6
}

# load_of FILE: seconds that drift needed to load both versions of it. They are no part of a candidate's share.
load_of() { awk -F '\t' -v file="$1" '$1 == file { n = $2 } END { print n + 0 }' "$first_dir/loads"; }

# answer_of DIR: the verdict of a result; nothing if there is none.
answer_of() { sed -n 's/^	"verdict":	"\(.*\)",*$/\1/p' "$1/result.json" 2>/dev/null | head -n 1; }
# ends_of DIR: the one error that every run of both versions ends in; nothing if there is none.
ends_of() { sed -n 's/^	"every_run_ends":	"\(.*\)",*$/\1/p' "$1/result.json" 2>/dev/null | head -n 1; }
# executes DIR: whether a run executed a change.
executes() { grep -q '^[	]*"reached":	true' "$1/result.json" 2>/dev/null; }

# user_line FILE WORDS: the command line for the user.
user_line()
{
	user_words=$(printf '%s%s' "$first_flags" "$2" | sed "s/ ' /' /g; s/^ *//")
	user_revs="$(user_rev "$old_name") $(user_rev "$new_name")"
	[ "$new_name" != 'work tree' ] || user_revs=$(user_rev "$old_name")
	printf 'git drift %s --bin %s%s' "$user_revs" "$1" "${user_words:+ $user_words}" | sed "s/'\([A-Za-z0-9_@:=.-]*\)'/\1/g; s/ *$//"
}
user_rev() { case $1 in *[!A-Za-z0-9_./~^@-]*) quote "$1" | sed 's/ $//' ;; *) printf '%s' "$1" ;; esac; }

# try NUMBER FILE WORDS SECONDS: one candidate; its line in $first_dir/tried, its output in NUMBER.out.
try()
{
	try_dir=$first_dir/$1
	try_begun=$(date +%s)
	(
		cd "$new_tree" || exit 2
		DRIFT_OLD_REVISION="$old $old_name" DRIFT_NEW_REVISION="$new $new_name"
		DRIFT_OLD_FILES="$(in_own rev-parse "$old^{tree}") $old_tree" DRIFT_NEW_FILES="$(in_own rev-parse "$new^{tree}") $new_tree"
		DRIFT_OLD_TREE=$old_tree DRIFT_NEW_TREE=$new_tree DRIFT_GOLDEN_TREE='' DRIFT_WORK_TREE=$top DRIFT_PARENT=$$
		export DRIFT_OLD_REVISION DRIFT_NEW_REVISION DRIFT_OLD_FILES DRIFT_NEW_FILES DRIFT_OLD_TREE DRIFT_NEW_TREE DRIFT_GOLDEN_TREE DRIFT_WORK_TREE DRIFT_PARENT
		eval "exec drift test $(quote "$(below "$old_tree" "$2")")$(quote "$(below "$new_tree" "$2")") --time $(($4 + $(load_of "$2"))) -o $(quote "$try_dir") --strip-prefix $(quote "$new_tree/")--strip-prefix $(quote "$old_tree/")$options$first_flags$(whole "$3")"
	) >"$try_dir.out" 2>"$try_dir.err" </dev/null
	try_status=$?
	try_answer=$(answer_of "$try_dir")
	try_rank=9
	case $try_status:$try_answer in
	1:different) try_rank=1 ;;
	1:*) try_rank=2 ;;
	0:equivalent) try_rank=$([ -n "$first_alone" ] && echo 5 || echo 4) ;; # a build may define other macros
	0:*) try_rank=5 ;;
	2:?*) try_rank=8 ;; # one input, on which nothing varies that the program looks at
	esac
	[ $try_rank -lt 4 ] || [ $try_rank -ge 8 ] || executes "$try_dir" || try_rank=7
	if [ $try_rank -eq 9 ]; then
		# A library may not define what its headers declare: that was no candidate.
		! grep -q -e '--call .*: defines none of the functions' -e 'defines none of the functions in --call' "$try_dir.err" || return 0
		try_answer="trouble: $(sed -n 's/^drift: //p' "$try_dir.err" | sed "s,$new_tree/,,g; s,$old_tree/,,g" | head -n 1 | cut -c 1-160)"
	fi
	try_ends=$(ends_of "$try_dir")
	[ $try_rank -ne 7 ] || try_answer="$try_answer: the change was not executed${try_ends:+, because both versions end in $try_ends}"
	[ $try_rank -ne 8 ] || try_answer="$try_answer: the program reads nothing that varies"
	try_idle=''
	if [ $try_rank -gt 2 ] && grep -q 'no time to confirm natively' "$try_dir.out"; then
		try_idle=0
		try_answer="$try_answer, for lack of time to confirm differences"
	fi
	! grep -q '^runs:   0 of both' "$try_dir.out" || {
		try_idle=1 try_rank=8
		try_answer='no difference found: there was no time for a run'
	}
	printf '%s\t%s\t%s\t%s\t%s\n' "$try_rank" "$1" "$try_answer" "$(($(date +%s) - try_begun))" "$(user_line "$2" "$3")" >>"$first_dir/tried"
}

# show_tried: what was tried, best first, as command lines.
show_tried()
{
	printf '\ntried (git drift init writes a choice to .drift):\n'
	sort -n -k 1,1 -k 2,2 "$first_dir/tried" | awk -F '\t' '{ printf "  %s, %s s: %s\n", $3, $4, $5 }' | tr '\001\002' '\n\t'
	[ -s "$first_dir/untried" ] || return 0
	printf 'not tried:\n'
	while IFS='	' read -r show_file show_words; do printf '  %s\n' "$(whole "$(user_line "$show_file" "$show_words")")"; done <"$first_dir/untried"
}

# tell_survey: which functions changed, and where they are.
tell_survey()
{
	tell_n=$(cut -f 1 "$first_dir/functions" | sort -u | grep -c .)
	printf 'git-drift: %s changed function%s: %s; in: %s\n' "$tell_n" "$([ "$tell_n" -eq 1 ] || echo s)" \
		"$(cut -f 1 "$first_dir/functions" | awk '!seen[$0]++' | head -n 6 | paste -s -d ' ')$([ "$tell_n" -le 6 ] || echo ' ...')" \
		"$(cut -f 1 "$first_dir/artifacts" | head -n 6 | paste -s -d ' ')" >&2
}

# common_stop: where most runs of the candidates ended that drift could not follow further; nothing if there are none.
common_stop()
{
	{
		sed -n 's/^  unsupported: \(.*\)$/\1/p' "$first_dir"/*.out | sed 's/, [0-9]* times$//'
		sed -n 's/^	"every_run_ends":	"\(.*\)",*$/both versions end in \1/p' "$first_dir"/*/result.json 2>/dev/null
	} | sort | uniq -c | sort -k 1,1nr | sed -n '1s/^ *[0-9]* //p'
}

# no_answer: no candidate has executed a change: what that means, and what to do, before what was tried.
no_answer()
{
	printf 'no answer: none of the %s command lines that were tried executes what changed: %s\n' "$(grep -c '' "$first_dir/tried")" \
		"$(cut -f 1 "$first_dir/functions" | awk '!seen[$0]++' | head -n 6 | paste -s -d ' ')"
	answer_stop=$(common_stop)
	[ -z "$answer_stop" ] || printf 'runs stop before it: %s\n' "$answer_stop"
	printf 'to go on, give a program and arguments that do: git drift %s --bin PROGRAM -- ARG...\n' "$(user_rev "$old_name")"
}

# show_longer LINE: how to search longer.
show_longer()
{
	printf '\nto go on with the same inputs: %s\n' "$(whole "$(printf '%s' "$1" | sed 's/ --bin / --time 5min --bin /')")"
}

# unproved: what changed without a candidate that proves it equivalent: functions, and variables, of which no call is a proof. Two programs
# may have a function of one name from different sources, and each counts. Leaves names of those that are proved in $first_dir/proved.
unproved()
{
	sed -n 's/^4	.* --bin \([^ ]*\) .*--entry \([A-Za-z_0-9]*\).*/\1	\2/p' "$first_dir/tried" | sort -u >"$first_dir/proofs"
	cut -f 2 "$first_dir/proofs" | sort -u >"$first_dir/proved"
	awk -F '\t' 'FILENAME ~ /proofs$/ { proof[$1 "\t" $2] = 1; next }
		pass == 1 && (($1 "\t" $2) in proof) { done[$2 "\t" $3] = 1 }
		pass == 2 && !(($2 "\t" $3) in done) { print $2 }' "$first_dir/proofs" pass=1 "$first_dir/changed" pass=2 "$first_dir/changed" | sort -u
}

# elsewhere LINE: what changed in other programs and libraries only than that of a line.
elsewhere()
{
	awk -F '\t' -v bin="$(printf '%s\n' "$1" | sed 's/.* --bin \([^ ]*\).*/\1/')" 'pass == 1 && $1 == bin { here[$2 "\t" $3] = 1 }
		pass == 2 && !(($2 "\t" $3) in here) { print $2 }' pass=1 "$first_dir/changed" pass=2 "$first_dir/changed" | sort -u
}

# show_best NUMBER LINE: the output of the best candidate. The proof of one function is none of the others.
show_best()
{
	if [ -n "$first_alone" ]; then
		sed 's/^equivalent: /no difference found in what was compiled alone, which is no proof, because a build may define other macros: /' "$first_dir/$1.out"
		return
	fi
	show_left=''
	case $2 in
	*' --entry '* | *' --call '*) show_left=$(unproved | head -n 6 | paste -s -d ' ') ;;
	*) show_left=$(elsewhere "$2" | head -n 6 | paste -s -d ' ') && : >"$first_dir/proved" ;;
	esac
	if [ "$answer_rank" -ne 4 ]; then
		cat "$first_dir/$1.out"
	elif [ -n "$show_left" ]; then
		answer_rank=5
		sed "s/^equivalent: /no difference found: this command line is equivalent, and nothing is proved of $show_left: /" "$first_dir/$1.out"
	elif [ "$(grep -c '' "$first_dir/proved")" -gt 1 ]; then
		printf 'equivalent: each function that changed, for every input of its shape below: %s\n\n' "$(paste -s -d ' ' "$first_dir/proved")"
		cat "$first_dir/$1.out"
	else
		cat "$first_dir/$1.out"
	fi
}

# best: the line of what was tried that is shown. A proof of a part of the changes says less than a search that executes them.
best()
{
	best_other='' best_line=$(sort -n -k 1,1 -k 2,2 "$first_dir/tried" | head -n 1)
	case $best_line in
	4*' --entry '* | 4*' --call '*) [ -z "$(unproved)" ] || best_other=$(grep '^5	' "$first_dir/tried" | sort -n -k 2,2 | head -n 1) ;;
	esac
	printf '%s\n' "${best_other:-$best_line}"
}

# answer: the best of what was tried, and its exit status.
answer()
{
	answer_best=$(best)
	answer_rank=$(printf '%s' "$answer_best" | cut -f 1)
	answer_number=$(printf '%s' "$answer_best" | cut -f 2)
	{
		if [ "$answer_rank" -lt 7 ]; then
			show_best "$answer_number" "$(printf '%s' "$answer_best" | cut -f 5)"
			[ "$answer_rank" -ne 5 ] || show_longer "$(printf '%s' "$answer_best" | cut -f 5)" >"$first_dir/longer"
		else
			no_answer
		fi
	} >"$first_dir/answer"
	case $format in
	'' | text)
		cat "$first_dir/answer"
		show_tried
		cat "$first_dir/longer" 2>/dev/null
		;;
	*)
		if [ "$answer_rank" -lt 7 ]; then cat "$first_dir/answer"; else cat "$first_dir/answer" >&2; fi
		show_tried >&2
		;;
	esac
	case $answer_rank in
	1 | 2) return 1 ;;
	4 | 5) return 0 ;;
	esac
	return 2
}

# share LEFT: seconds for the next of LEFT candidates, of those that are left until $try_until. Earlier ones get more.
share() { awk "BEGIN { n = 2 * ($try_until - $(date +%s)) / ($1 + 1); print int(n < 3 ? 3 : n) }"; }

# best_rank: of what was tried.
best_rank() { sort -n "$first_dir/tried" | head -n 1 | cut -f 1; }

# try_again: on a slow or busy machine a share may end before the first run, or before a difference is confirmed. Unless another
# candidate differs, those get all of the time again, one after the other: first those with a difference, then, if nothing has executed a
# change, those that did not run.
try_again()
{
	sort -s -n -k 1,1 "$first_dir/idle" | head -n 3 >"$first_dir/idle.sorted"
	again_until=$(awk "BEGIN { print int($(date +%s) + $try_total) }")
	while IFS='	' read -r again_kind again_number again_file again_words <&5; do
		again_rank=$(best_rank)
		[ "$again_rank" -gt 2 ] && { [ "$again_kind" -eq 0 ] || [ "$again_rank" -ge 7 ]; } || break
		[ "$(date +%s)" -lt "$again_until" ] || break
		awk -F '\t' -v n="$again_number" '$2 != n' "$first_dir/tried" >"$first_dir/tried.others"
		mv "$first_dir/tried.others" "$first_dir/tried"
		try "$again_number" "$again_file" "$again_words" "$try_total"
	done 5<"$first_dir/idle.sorted"
}

# seconds_left MOST: for a candidate that follows from another.
seconds_left() { awk "BEGIN { n = $try_until - $(date +%s); n = n < $1 ? n : $1; print int(n < 3 ? 3 : n) }"; }

# attempt FILE WORDS SECONDS: tries one more candidate. If a function is proved for objects of the usual bound, it gets larger ones. If its pointers are never null, and it does not show a difference, it gets null as well where the code tests for it.
attempt()
{
	try_number=$((try_number + 1))
	try "$try_number" "$1" "$2" "$3"
	[ -z "$try_idle" ] || printf '%s\t%s\t%s\t%s\n' "$try_idle" "$try_number" "$1" "$2" >>"$first_dir/idle"
	case $2 in
	*--bound*) ;;
	*'--entry '*)
		if [ "$try_rank" -gt 2 ] && [ "$(answer_of "$first_dir/$try_number")" = equivalent ] && grep -q '^not compared: .*(--bound)' "$first_dir/$try_number.out"; then
			attempt "$1" "$2 --bound 128" "$(seconds_left "$3")"
		fi
		;;
	esac
	case $2 in
	*--null* | *--call* | *--bound*) ;;
	*'--entry '*)
		if [ "$try_rank" -gt 2 ] && grep -q '^not compared: .*calls with a null' "$first_dir/$try_number.out"; then
			attempt "$1" "$2 --null tested" "$(seconds_left "$3")"
		fi
		;;
	esac
}

# functions_left: changed functions that no candidate called.
functions_left()
{
	grep -v '^main	' "$first_dir/functions" | awk -F '\t' '!seen[$1]++' | while IFS='	' read -r of_function of_file; do
		cut -f 5 "$first_dir/tried" | grep -q -w -F -e "--entry $of_function" || printf '%s\t--entry %s\n' "$of_file" "$of_function"
	done
}

# prove: no candidate differs: the functions that changed, each alone. They are small, so this is a proof more often.
prove()
{
	functions_left | head -n "$first_proved" >"$first_dir/left"
	while IFS='	' read -r try_file try_words <&4; do
		attempt "$try_file" "$try_words" 5
		[ "$try_rank" -gt 2 ] || break
	done 4<"$first_dir/left"
}

# try_all: candidates in turn, until one differs or the time is up.
try_all()
{
	try_total=$(to_seconds "${seconds:-30}")
	try_total=${try_total:-30}
	try_until=$(awk "BEGIN { print int($(date +%s) + $try_total) }")
	candidates | awk '!seen[$0]++' >"$first_dir/all"
	head -n "$first_most" "$first_dir/all" >"$first_dir/candidates"
	try_n=$(grep -c '' "$first_dir/candidates")
	[ "$try_n" -gt 0 ] || return 1
	: >"$first_dir/tried"
	try_rank=9
	try_number=0 try_done=0
	while IFS='	' read -r try_file try_words <&4; do
		attempt "$try_file" "$try_words" "$(share $((try_n - try_done)))"
		try_done=$((try_done + 1))
		[ "$try_rank" -ne 1 ] || break
		[ "$(date +%s)" -lt "$try_until" ] || break
	done 4<"$first_dir/candidates"
	[ ! -s "$first_dir/idle" ] || try_again
	[ "$(best_rank)" -le 2 ] || prove
	[ "$(best_rank)" -ne 4 ] || [ ! -s "$first_dir/unseen" ] || survey_rest
	tail -n "+$((try_done + 1))" "$first_dir/all" | head -n 6 >"$first_dir/untried"
}

# cannot NAME: a revision is not built.
cannot()
{
	first_alone=1
	alone_why=$provide_error
	[ -z "$provide_build" ] || printf 'git-drift: %s: %s\n' "$1" "$provide_error" >&2
}
first_alone='' alone_why=''

# first: compares what changed, without being told what.
first()
{
	provide_patient=1
	first_dir=$(where '')
	rm -rf "$first_dir" && mkdir -p "$first_dir" || die "$first_dir: cannot be made"
	build_of ''
	take_lock
	if provide "$new_name" "$new"; then
		new_tree=$tree first_plain=$plain
		provide "$old_name" "$old" || cannot "$old_name"
		old_tree=$tree plain=$first_plain
	else
		cannot "$new_name"
	fi
	[ -z "$first_alone" ] || alone
	drop_lock
	survey
	[ -s "$first_dir/artifacts" ] || [ ! -s "$first_dir/unread" ] || [ -n "$first_alone" ] || unreadable
	if [ ! -s "$first_dir/artifacts" ]; then
		no_code
		return
	fi
	tell_survey
	! refactored || return 0
	try_all || die 'nothing that changed can be called; give a program and arguments: --bin PROGRAM -- ARG...'
	answer
}

# refactored: whether all that changed is proved to do the same, without running anything; says so.
refactored()
{
	[ -z "$first_alone" ] && [ ! -s "$first_dir/unseen" ] && [ "$(grep -c '' "$first_dir/artifacts")" -le "$first_asked" ] || return 1
	cut -f 1 "$first_dir/artifacts" | {
		while IFS= read -r survey_file; do
			survey_changes --prove 2>/dev/null >"$first_dir/proof"
			grep -q '^equivalent: ' "$first_dir/proof" || exit 1
			sed -n 's/^\([^ ]*\): refactoring, proved: .*/\1/p' "$first_dir/proof" >>"$first_dir/refactored"
		done
	} || return 1
	refactored_text=$(printf 'equivalent: all changes are refactorings, proved for every input: %s' "$(sort -u "$first_dir/refactored" | paste -s -d ' ')")
	case $format in
	'' | text) printf '%s\nfor a search that executes them: git drift --bin %s -- ARG...\n' "$refactored_text" "$(head -n 1 "$first_dir/artifacts" | cut -f 1)" ;;
	*) return 1 ;; # a result has a format of its own
	esac
}

# unreadable: the builds made only what drift cannot read, as C++ programs: the changed sources alone, if there are any.
unreadable()
{
	changed_by "$old" "$new" M | grep -q '\.[ch]$' || return 0
	first_alone=1 alone_why=$(head -n 1 "$first_dir/unread" | cut -c 1-160)
	provide_error=$alone_why
	take_lock
	alone
	drop_lock
	rm -f "$first_dir/unread"
	survey
}

# no_code: nothing that was built has changed.
no_code()
{
	if [ -s "$first_dir/unread" ]; then
		printf 'no answer: %s\n' "$(head -n 1 "$first_dir/unread")"
		[ -z "$first_alone" ] || printf '%s\n' "its revision is not built, so it was compiled alone${alone_why:+: $alone_why}" \
			'to go on, install what is missing, or give the command that builds the repository: git drift --build CMD'
		return 2
	fi
	[ -n "$(artifacts)" ] || die 'the builds made no program and no library that drift can read'
	if [ -n "$first_alone" ]; then
		printf 'no answer: no code changed in %s, compiled alone; a build may define other macros%s\n' "$(artifacts | head -n 6 | paste -s -d ' ')" "${alone_why:+: $alone_why}"
		return 2
	fi
	printf 'equivalent: no code changed in %s\n' "$(artifacts | head -n 6 | paste -s -d ' ')"
	[ ! -s "$new_tree.reads" ] || changed_by "$old" "$new" | is_code | grep -v -x -F -f "$new_tree.reads" | while IFS= read -r no_file; do
		printf 'not compared: %s, which the build does not read\n' "$no_file"
	done
}

# alone: without a build, each changed source, or header, that compiles alone is compared.
alone()
{
	plain='' alone_list=$(changed_by "$old" "$new" M | grep '\.c$')
	[ -n "$alone_list" ] || alone_list=$(changed_by "$old" "$new" M | grep '\.h$')
	[ -n "$alone_list" ] || die "${provide_error:-nothing that changed can be compared}"
	fetch "$new_name" "$new"
	new_tree=$tree
	fetch "$old_name" "$old"
	old_tree=$tree
	printf 'git-drift: note: changed sources are compiled alone: %s\n' "$(printf '%s' "$alone_list" | paste -s -d ' ')" >&2
	alone_files=$alone_list
	artifacts() { printf '%s\n' "$alone_files"; }
	rm -rf "$new_tree/drift-headers" "$old_tree/drift-headers"
	mkdir -p "$new_tree/drift-headers" "$old_tree/drift-headers" || die "$new_tree/drift-headers: cannot be made"
	alone_share "$new_tree" "$old_tree"
	alone_share "$old_tree" "$new_tree"
	alone_config
	alone_headers
	case $options in
	*-cflags*) ;;
	*)
		first_flags="--cflags $(quote "$(alone_flags)-Idrift-headers")"
		alone_stubs
		;;
	esac
	alone_whole
}

# alone_whole: if all sources are in one directory, and are one program together, they are compared as that.
alone_whole()
{
	survey_file=$(sources "$new")
	[ -n "$survey_file" ] || return 0
	survey_changes --json >"$first_dir/json" 2>/dev/null
	[ $? -ne 1 ] || alone_files=$survey_file
}

# alone_config: where a source wants a config.h that only a build makes, one for this compiler, below drift-headers in both trees: headers that there are,
# sizes of types, and names of the package. Other macros stay undefined.
alone_config()
{
	[ -z "$(find "$new_tree" "$old_tree" -name config.h -not -path '*/drift-headers/*' -print -quit)" ] || return 0
	(cd "$new_tree" && git grep -l -E -e '^ *# *include *[<"]config\.h[>"]' -- '*.c' '*.h') | grep -q . || return 0
	alone_in=$(cd "$new_tree" && git ls-files -- 'config.h.in' '*/config.h.in' 'config.hin' 'config.h.cmake' '*/config.h.cmake' | head -n 1)
	{
		printf '#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n'
		printf '#define PACKAGE "%s"\n#define PACKAGE_NAME PACKAGE\n#define PACKAGE_STRING PACKAGE\n#define PACKAGE_TARNAME PACKAGE\n' "$project"
		printf '#define PACKAGE_BUGREPORT ""\n#define PACKAGE_URL ""\n#define VERSION "0"\n#define PACKAGE_VERSION VERSION\n#define STDC_HEADERS 1\n'
		{
			[ -z "$alone_in" ] || sed -n 's/^ *# *\(undef\|cmakedefine\|define\)  *\(HAVE_[A-Z0-9_]*_H\)\>.*/\2/p' "$new_tree/$alone_in"
			(cd "$new_tree" && git grep -h -o -w -E -e 'HAVE_[A-Z0-9_]+_H' -- '*.c' '*.h')
		} | sort -u | while IFS= read -r alone_macro; do
			alone_header=$(printf '%s' "${alone_macro#HAVE_}" | tr 'A-Z' 'a-z' | sed 's/_h$/.h/; s,^\(sys\|arpa\|netinet\|net\)_,\1/,')
			printf '#if __has_include(<%s>)\n#define %s 1\n#endif\n' "$alone_header" "$alone_macro"
		done
		for alone_type in INT:INT LONG:LONG SHORT:SHORT LONG_LONG:LONG_LONG SIZE_T:SIZE_T VOID_P:POINTER; do
			printf '#define SIZEOF_%s __SIZEOF_%s__\n' "${alone_type%:*}" "${alone_type#*:}"
		done
	} >"$new_tree/drift-headers/config.h"
	cp "$new_tree/drift-headers/config.h" "$old_tree/drift-headers/config.h"
	printf 'git-drift: note: config.h, which only a build makes, has the headers and sizes of this compiler, and nothing else\n' >&2
}

# alone_headers: headers that a build makes of a template, below drift-headers in both trees: each value that configure would insert is 1.
alone_headers()
{
	for headers_tree in "$new_tree" "$old_tree"; do
		(cd "$headers_tree" && git ls-files -- '*.h.in' '*.h.cmake' '*.h.cmake.in') | while IFS= read -r headers_file; do
			headers_to=${headers_file%.in}
			headers_to=${headers_to%.cmake}
			[ "$headers_to" != config.h ] && [ ! -e "$headers_tree/$headers_to" ] || continue
			while :; do # from any directory above it
				mkdir -p "$(dirname "$headers_tree/drift-headers/$headers_to")"
				[ -e "$headers_tree/drift-headers/$headers_to" ] ||
					sed 's/@[A-Za-z_0-9]*@/1/g; s/^ *# *cmakedefine01  *\([A-Za-z_0-9]*\).*/#define \1 0/
						s/^ *# *cmakedefine  *\([A-Za-z_0-9]*\).*/#undef \1/' "$headers_tree/$headers_file" >"$headers_tree/drift-headers/$headers_to"
				case $headers_to in
				*/*) headers_to=${headers_to#*/} ;;
				*) break ;;
				esac
			done
		done
	done
}

# alone_lacks: headers of the project that no file of it makes: what a build would generate.
alone_lacks()
{
	printf '%s\n' "$alone_files" | while IFS= read -r survey_file; do
		survey_changes --json 2>&1 >/dev/null | sed -n "s/.*fatal error: '\([^'/.][^']*\.h\)' file not found.*/\1/p" | head -n 1
	done | sort -u | while IFS= read -r lacks_header; do
		[ -z "$(cd "$new_tree" && git ls-files -- "$lacks_header" "*/$lacks_header")" ] || continue # it is there, in a directory that is not searched
		if (cd "$new_tree" && git grep -q -F -e "\"$lacks_header\"" -- '*.c' '*.h') || { [ "$lacks_header" != "${lacks_header%/*}" ] && [ -d "$new_tree/${lacks_header%/*}" ]; }; then
			printf '%s\n' "$lacks_header"
		fi
	done
}

# alone_stubs: instead of each of these headers, one with the standard headers that every source may use.
alone_stubs()
{
	alone_round=0
	while [ $alone_round -lt 6 ] && alone_header=$(alone_lacks | head -n 1) && [ -n "$alone_header" ]; do
		for alone_tree in "$new_tree" "$old_tree"; do
			mkdir -p "$(dirname "$alone_tree/drift-headers/$alone_header")"
			printf '#include <%s>\n' stddef.h stdint.h stdbool.h stdio.h stdlib.h string.h limits.h inttypes.h >"$alone_tree/drift-headers/$alone_header"
		done
		printf 'git-drift: note: %s, which only a build makes, has standard headers, and nothing else\n' "$alone_header" >&2
		alone_round=$((alone_round + 1))
	done
}

# alone_share FROM TO: headers that a build made in one tree only are those of both, or the versions would differ by them.
alone_share()
{
	(cd "$1" && git ls-files -o -- '*.h' | grep -v '^drift-headers/') | while IFS= read -r share_file; do
		[ -e "$2/$share_file" ] || { mkdir -p "$(dirname "$2/$share_file")" && cp "$1/$share_file" "$2/$share_file"; }
	done
}

# alone_flags: the top and directories of headers, those that a build left behind as well, and macros that turn a header into a library.
alone_flags()
{
	printf -- '-I. '
	(cd "$new_tree" && find . -name '*.h' -not -path './.git*' -not -path './drift-headers/*' -printf '%h\n' | sort -u | head -n 30) | while IFS= read -r alone_dir; do
		[ "$alone_dir" = . ] || printf -- '-I%s ' "${alone_dir#./}"
	done
	! [ -n "$(find "$new_tree" -name config.h -print -quit)" ] || printf -- '-DHAVE_CONFIG_H '
	printf '%s\n' "$alone_files" | grep '\.h$' | while IFS= read -r alone_file; do
		sed -n 's/^ *# *if\(def\)* *\(defined *(*\)*\([A-Za-z_0-9]*_IMPLEMENTATION\).*/-D\3 /p' "$new_tree/$alone_file" | sort -u | tr -d '\n'
	done
}
