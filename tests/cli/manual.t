#!/bin/sh
# manual.t: manual pages and completion say what --help says; make install and uninstall.
. "$(dirname "$0")/lib.sh"

# documented PAGE HELP: every option that a --help lists is on the page.
documented()
{
	sed 's/\\&//g; s/\\-/-/g; s/\\e/\\/g' "$1" >"$tmp/plain"
	grep -o -e '--[a-z][-a-z]*' "$2" | sort -u >"$tmp/options"
	[ -s "$tmp/options" ] || return
	while read -r option; do
		grep -F -q -e "$option" "$tmp/plain" || {
			echo "the manual lacks $option"
			return 1
		}
	done <"$tmp/options"
}

# requests_known PAGE: lines that man(7) would take for a request are requests.
requests_known()
{
	! grep '^[.'\'']' "$1" | grep -v -E '^\.(TH|SH|SS|BR?|PP|TP|nf|fi)( |$)'
}

renders()
{
	man --warnings -l "$1" >"$tmp/page" 2>"$tmp/warnings"
	cat "$tmp/warnings"
	[ ! -s "$tmp/warnings" ] && grep -q '^NAME' "$tmp/page"
}

"$drift" internal-manual drift >"$tmp/drift.1"
"$drift" --help >"$tmp/drift.help"
# init is git drift's.
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' "$tmp/drift.help" | grep -v -x init)
for command in $commands; do
	"$drift" internal-manual "$command" >"$tmp/drift-$command.1"
	"$drift" "$command" --help >"$tmp/help"
	if [ "$command" = env ]; then
		for sub in record locate diff show; do
			"$drift" env "$sub" --help
		done >"$tmp/help"
	fi
	check "drift-$command(1) has all its options" documented "$tmp/drift-$command.1" "$tmp/help"
	check "drift(1) names drift-$command" grep -q "drift.-$command (1)" "$tmp/drift.1"
done
"$DRIFT_BUILD/bin/drift-cc" --drift-help | sh "$top/mk/page.sh" drift-cc 'a compiler' >"$tmp/drift-cc.1"
"$DRIFT_BUILD/bin/git-drift" -h >"$tmp/git.help"
sh "$top/mk/page.sh" git-drift 'revisions' <"$tmp/git.help" >"$tmp/git-drift.1"
check 'git-drift(1) has all its options' documented "$tmp/git-drift.1" "$tmp/git.help"
for page in "$tmp"/*.1; do
	check "${page##*/} has no stray requests" requests_known "$page"
	if command -v man >/dev/null; then
		check "man renders ${page##*/} without a warning" renders "$page"
	fi
done

# completes WORD... EXPECTED: what bash offers for the last word has EXPECTED in it.
"$drift" internal-complete bash >"$tmp/drift.bash"
cat >"$tmp/complete.bash" <<'END'
source "$1"
shift
expected=${!#}
COMP_WORDS=(drift "${@:1:$#-1}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_drift
printf '%s\n' "${COMPREPLY[@]}"
for word in "${COMPREPLY[@]}"; do
	[ "$word" = "$expected" ] && exit 0
done
exit 1
END
if command -v bash >/dev/null; then
	completes() { bash "$tmp/complete.bash" "$tmp/drift.bash" "$@"; }
	check 'bash completes commands' completes ex explore
	check '... options' completes test --acc --accept
	check '... commands of env' completes env rec record
	check '... and their options' completes env locate --in --in-place
	check '... help' completes help sl slice
	check '... nothing where a file is meant' test -z "$(completes test old nothing)"
fi
"$drift" internal-complete zsh >"$tmp/_drift"
if command -v zsh >/dev/null; then
	check 'zsh reads its completion' zsh -n "$tmp/_drift"
fi
check 'no other shell is known' sh -c "! '$drift' internal-complete fish 2>/dev/null"

# installed: all that an installation has; gone: nothing of it is left.
place() { make -s -C "$top" AS_BUILT=1 BUILD="$DRIFT_BUILD" DESTDIR="$tmp/root" PREFIX=/usr "$1"; }
check 'make install' place install
for file in bin/drift bin/drift-cc bin/git-drift lib/drift/engine share/man/man1/git-drift.1 \
	share/man/man1/drift-test.1 share/bash-completion/completions/drift share/zsh/site-functions/_drift \
	share/doc/drift/README.md share/doc/drift/docs/test.md share/doc/drift/examples/demo.sh; do
	check "... has $file" test -s "$tmp/root/usr/$file"
done
check '... and it runs from there' "$tmp/root/usr/bin/drift" help test
check 'make uninstall' place uninstall
check '... leaves no file' test -z "$(find "$tmp/root" -type f)"

finish
