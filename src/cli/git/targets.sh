
# ---- .drift ----

config=''
keys='build baseline options bin args stdin seeds call entry time runs output ignore contract function'

# NEW's, or that of the work tree where NEW is older than it.
read_config()
{
	config=$(in_own show "$new:.drift" 2>/dev/null) || config=''
	[ -n "$config" ] || [ -z "$top" ] || [ ! -f "$top/.drift" ] || config=$(cat "$top/.drift")
	[ -n "$config" ] || return 0
	config_names=$(printf '%s\n' "$config" | git config -f - --name-only --list 2>&1) ||
		die ".drift: $(printf '%s\n' "$config_names" | head -n 1 | sed 's/^[a-z]*: //'); it is written as git config files are"
	printf '%s\n' "$config_names" | while IFS= read -r config_name; do
		case $config_name in
		drift.build | drift.baseline | drift.options) continue ;;
		target.*.*) ;;
		*) die ".drift: unknown '$config_name'; there are [drift] with build, baseline and options, and [target \"NAME\"]" ;;
		esac
		case " $keys " in
		*" ${config_name##*.} "*) ;;
		*) die ".drift: unknown '${config_name##*.}' of a target; there are $keys" ;;
		esac
	done || exit 2
}

# setting NAME: its value, the last one.
setting() { printf '%s\n' "$config" | git config -f - --get "$1"; }
settings() { printf '%s\n' "$config" | git config -f - --get-all "$1"; }

targets()
{
	printf '%s\n' "$config" | git config -f - --name-only --get-regexp '^target\.' |
		sed 's/^target\.\(.*\)\.[^.]*$/\1/' | awk '!seen[$0]++'
}

# shell_words TEXT: words as a shell reads them, quoted.
shell_words()
{
	(
		set -f
		eval "set -- $1" 2>/dev/null || exit 1
		for word; do
			quote "$word"
		done
	)
}

# build_of TARGET: how its program is made, in $how_build and $how_bin.
build_of()
{
	how_build=$build how_bin=$bin
	[ -n "$how_bin" ] || [ -z "$1" ] || how_bin=$(setting "target.$1.bin")
	[ -n "$how_build" ] || [ -z "$1" ] || how_build=$(setting "target.$1.build")
	case $how_bin in
	*.c) ;;
	*) [ -n "$how_build" ] || how_build=$(setting drift.build) ;;
	esac
}

# option_keys TARGET: keys that are options of the command. drift check calls functions itself: what a run is given
# counts only where a contract of the program is there.
option_keys()
{
	if [ "$command" != check ]; then
		echo stdin seeds call entry time runs output
	elif setting "target.$1.contract" >/dev/null; then
		echo contract stdin seeds time runs output
	else
		echo time runs
	fi
}

# functions_of TARGET: for drift check, the functions that are checked: those of function, and that of entry.
functions_of()
{
	while IFS= read -r functions_one; do
		[ -z "$functions_one" ] || printf '%s %s' --function "$(quote "$functions_one")"
	done <<-EOF
		$(settings "target.$1.function")
	EOF
	functions_one=$(setting "target.$1.entry") || return 0
	case $functions_one in
	*'('*)
		functions_name=$(printf '%s' "${functions_one%%(*}" | sed 's/ *$//; s/.*[ *]//')
		printf '%s %s%s %s' --function "$(quote "$functions_name")" --shape "$(quote "$functions_one")"
		;;
	*) printf '%s %s' --function "$(quote "$functions_one")" ;;
	esac
}

# words_of TARGET: what drift gets for it, in $all_options and $all_arguments. File names are those of
# NEW's tree, which is where the programs run then.
words_of()
{
	all_options='' all_arguments=''
	for words_key in $(option_keys "$1"); do
		words_value=$(setting "target.$1.$words_key") &&
			all_options="$all_options--$words_key $(quote "$words_value")"
	done
	while IFS= read -r words_value; do
		[ -z "$words_value" ] || all_options="$all_options--ignore $(quote "$words_value")"
	done <<-EOF
		$(settings "target.$1.ignore")
	EOF
	[ "$command" != check ] || all_options="$all_options$(functions_of "$1")"
	for words_from in drift "target.$1"; do
		words_value=$(shell_words "$(setting "$words_from.options")") || die ".drift: options of $words_from: a quote is not closed"
		all_options="$all_options$words_value"
	done
	words_value=$(setting "target.$1.baseline" || setting drift.baseline) &&
		[ "$command" = test ] && all_options="$all_options--baseline $(quote "$words_value")"
	all_arguments=$(shell_words "$(setting "target.$1.args")") || die ".drift: args of $1: a quote is not closed"
	[ "$command" != check ] || setting "target.$1.contract" >/dev/null || all_arguments=''
	all_options="$all_options$options"
}

# ---- a first one ----

# has_main: files of the work tree with a main of their own.
has_main() { git -C "$top" grep -l -E -e '^[a-z ]*main *\(' -- '*.c'; }

reads_input()
{
	git -C "$top" grep -q -E -e '\<(stdin|getchar|scanf|gets)\>' -e '\<read *\( *0' -- '*.c'
}

# config_value TEXT: as git config reads it back.
config_value() { printf '"%s"' "$(printf '%s' "$1" | sed 's/["\\]/\\&/g')"; }

# target_text NAME BIN: a target with the input that drift suggest names first.
target_text()
{
	printf '\n[target "%s"]\n\tbin = %s\n' "$1" "$2"
	text_line=$(cd "$new_tree" && timeout 60 drift suggest --json --most 1 --time 15 "$2" 2>/dev/null </dev/null | json_lines args stdin | sed ':a; s,[^/= ]*[^/= .][^/= ]*/\.\./,,; ta')
	if [ -z "$text_line" ]; then
		printf '\targs = @str:8\n'
		! reads_input || printf '\tstdin = @text:16\n'
		return
	fi
	[ -z "${text_line%%	*}" ] || printf '\targs = %s\n' "$(config_value "${text_line%%	*}")"
	[ -z "${text_line#*	}" ] || printf '\tstdin = %s\n' "$(config_value "${text_line#*	}")"
}

# function_targets LIBRARY: calls and functions that drift suggest names.
function_targets()
{
	(cd "$new_tree" && timeout 60 drift suggest --json --most 3 --time 15 "$1" 2>/dev/null </dev/null) | json_lines call entry |
		while IFS= read -r function_line; do
			function_call=${function_line%%	*} function_entry=${function_line#*	}
			function_name=$(printf '%s' "${function_call:-$function_entry}" | sed 's/(.*//; s/.*[ *]//')
			printf '\n[target "%s"]\n\tbin = %s\n' "$function_name" "$1"
			if [ -n "$function_call" ]; then printf '\tcall = %s\n' "$(config_value "$function_call")"; else printf '\tentry = %s\n' "$(config_value "$function_entry")"; fi
		done
}

init()
{
	[ -n "$top" ] || die 'there is no work tree here'
	[ ! -e "$top/.drift" ] || die ".drift is there already; edit it, or remove it first"
	open_own
	take_lock
	new=$(work_tree) || exit 2
	build_of ''
	provided 'the work tree' "$new"
	drop_lock
	if [ -n "$plain" ]; then
		init_found=$(cd "$top" && has_main)
		[ "$(printf '%s\n' "$init_found" | wc -l)" -gt 1 ] || [ -z "$init_found" ] || init_found=$plain
	else
		# What only tests or measures shows nothing.
		init_found=$(programs "$tree" | while IFS= read -r init_file; do is_check "$init_file" || printf '%s\n' "$init_file"; done)
	fi
	new_tree=$tree init_library=$([ -n "$plain" ] || libraries "$tree" | head -n 1)
	init_calls=$([ -z "$init_library" ] || function_targets "$init_library")
	{
		printf '# What git drift compares; see git drift --help. Give start values that do something:\n'
		printf '# args = -b @str:6=1-3 is found much sooner than @str:6.\n[drift]\n'
		[ -n "$plain" ] || printf '\tbuild = "%s"\n' "$(printf '%s' "$provide_build" | sed 's/["\\]/\\&/g')"
		printf '\tbaseline = drift-accepted.txt\n'
		printf '%s\n' "$init_found" | while IFS= read -r init_file; do
			init_name=$(basename "$init_file" .c)
			[ "$init_name" != . ] || init_name=$(basename "$top")
			[ -z "$init_file" ] || target_text "$init_name" "$init_file"
		done
		[ -z "$init_calls" ] || printf '%s\n' "$init_calls"
		[ -n "$init_found$init_calls" ] || printf '\n# A library has no program of its own: name functions.\n# [target "parse"]\n#\tbin = %s\n#\tentry = int parse(const char *text)\n' "${plain:-${init_library:-libNAME.a}}"
	} >"$top/.drift" || exit 2
	printf 'wrote .drift with %s; give args start values that do something, then: git drift\n' \
		"$(grep -c '^\[target' "$top/.drift" | sed 's/^1$/1 target/; t
			s/$/ targets/')"
}
