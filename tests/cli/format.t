#!/bin/sh
# format.t: --format of test, diff and explore: what other tools read.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
mkdir -p src
cat >src/old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n > 10)
		puts("<big & \"wide\">");
	else
		puts("small|flat");
	return 0;
}
END
sed 's/n > 10/n >= 10/' src/old.c >src/new.c
cat >src/bad.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	return argc > 1 ? 10 / atoi(argv[1]) : 0;
}
END

told() { told_format=$1; shift; capture told "$drift" "$@" --format "$told_format" -- @int; }
says() { grep -F -q -e "$1" "$tmp/told.out" || { cat "$tmp/told.out" "$tmp/told.err"; return 1; }; }
status_is() { [ "$(cat "$tmp/told.status")" = "$1" ]; }
xml_ok() { ! command -v xmllint >/dev/null || xmllint --noout "$tmp/told.out"; }

told junit test -o out src/old.c src/new.c
check 'junit: the exit status stays' status_is 1
check '... one failed case' says 'tests="1" failures="1"'
check '... with its place' says 'src/new.c:6'
check '... and both outputs, escaped' says '&lt;big &amp; \&quot;wide\&quot;&gt;'
check '... well-formed' xml_ok
told junit test -o out src/old.c src/old.c
check 'junit: nothing found is one case that does not fail' says 'tests="1" failures="0"'
check '... well-formed' xml_ok
told junit explore -o out2 src/bad.c
check 'junit: an error of explore fails' says '<failure type="division-by-zero"'
told junit diff src/old.c src/new.c
check 'junit: a partition that differs fails' says '<failure type="difference"'

told github test -o out src/old.c src/new.c
check 'github: at the line of the change' says '::error file=src/new.c,line=6,endLine=6,title=drift test%3A difference::'
check '... the verdict last' says '(1 semantic change, search exhaustive)'
check '... one line each' test "$(wc -l <"$tmp/told.out")" -eq 2
told github test -o out "$tmp/src/old.c" "$tmp/src/new.c"
check '... absolute names are told from here' says '::error file=src/new.c,line=6'
told github test -o out "$tmp/src/old.c" "$tmp/src/new.c" --strip-prefix "$tmp/src/"
check '... or from where --strip-prefix says' says '::error file=new.c,line=6'

told sarif test -o out src/old.c src/new.c
check 'sarif: version' says '"version":	"2.1.0"'
check '... rule' says '"ruleId":	"difference"'
check '... place, from the top of the sources' says '"uri":	"src/new.c"'
check '... the line' says '"startLine":	6'
told sarif test -o out src/old.c src/old.c
check 'sarif: nothing found is no result' says '"results":	[]'

told markdown test -o out src/old.c src/new.c
check 'markdown: a row of a table' says '| 1 | <code>./new 10</code> | <code>small&#124;flat</code> | <code>&lt;big &amp; "wide"&gt;</code> | <code>src/new.c:6</code> |'
check '... short' test "$(wc -l <"$tmp/told.out")" -le 60
told markdown explore -o out2 src/bad.c
check 'markdown: errors of explore' says 'division-by-zero at src/bad.c:4'

told json test -o out src/old.c src/new.c
check 'json is result.json' grep -q '"verdict":	"different"' "$tmp/told.out"
told text test -o out src/old.c src/new.c
check 'text is the report' says 'difference 1: ./new 10'
told pdf test -o out src/old.c src/new.c
check 'another name: the ones there are' grep -q "text, json, junit, sarif, github .*markdown" "$tmp/told.err"
check '... status 2' status_is 2
capture told "$drift" test --json --format junit src/old.c src/new.c -- @int
check '--json and another format exclude each other' status_is 2

# ---- colours ----

escape=$(printf '\033')
capture plain "$drift" test -o out src/old.c src/new.c -- @int
capture painted "$drift" test -o out src/old.c src/new.c --color=always -- @int
# What is counted in seconds is not compared.
timeless() { sed "s/$escape\[[0-9]*m//g; s/[0-9.]* s\b/T s/g" "$1"; }
check 'a pipe gets no colours' sh -c '! grep -q "$1" "$2"' sh "$escape" "$tmp/plain.out"
check '--color=always paints' grep -q "$escape\[31m" "$tmp/painted.out"
check '... nothing but colours' sh -c '[ "$1" = "$2" ]' sh "$(timeless "$tmp/plain.out")" "$(timeless "$tmp/painted.out")"
check '... OLD red and NEW green' grep -q "stdout  $escape\[31m$escape\[1msmall|flat$escape\[0m.*| $escape\[32m$escape\[1m<big" "$tmp/painted.out"
capture painted "$drift" test -o out src/old.c src/new.c --color=blue -- @int
check 'another word: the ones there are' grep -q "auto, always .*never" "$tmp/painted.err"
capture painted "$drift" test -o out src/old.c src/new.c --color=always --json -- @int
check 'other formats have none' rejects painted --color json
if command -v script >/dev/null; then
	on_terminal() { TERM=xterm script -q -c "$drift test -o out src/old.c src/new.c -- @int" /dev/null </dev/null >"$tmp/terminal" 2>&1; }
	on_terminal
	check 'a terminal has colours' grep -q "$escape\[32m" "$tmp/terminal"
	check '... and says what is loaded' grep -q 'loading src/old.c' "$tmp/terminal"
	NO_COLOR=1
	export NO_COLOR
	on_terminal
	check '... but for NO_COLOR' sh -c '! grep -q "$1\[32m" "$2"' sh "$escape" "$tmp/terminal"
fi

finish
