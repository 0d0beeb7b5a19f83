#!/bin/sh
# suggest.t: drift suggest: lines for programs of several kinds; each line, pasted, is understood.
. "$(dirname "$0")/lib.sh"

# pair NAME: both versions of tests/programs/suggest/NAME.c, in a directory of their own.
pair()
{
	mkdir -p "$tmp/$1" && cd "$tmp/$1" || exit 1
	sed -e '/\/\/NEW$/d' -e 's, *//OLD$,,' "$programs/suggest/$1.c" >old.c
	sed -e '/\/\/OLD$/d' -e 's, *//NEW$,,' "$programs/suggest/$1.c" >new.c
}
# lines NAME: the command lines that were printed.
lines() { grep '^drift ' "$tmp/$1.out"; }
# first NAME TEXT: the first line contains it.
first() { lines "$1" | head -n 1 | grep -qF -e "$2" || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }
# pasted NAME [FIRST]: a shell executes each line from that one on, with a small budget; none is trouble.
pasted()
{
	lines "$1" | tail -n "+${2-1}" >"$tmp/pasted"
	[ "${2-1}" -gt 1 ] || [ -s "$tmp/pasted" ] || return 1
	while IFS= read -r pasted_line; do
		pasted_with=$(printf '%s\n' "$pasted_line" | sed 's/^drift \([a-z]*\) /"$drift" \1 --runs 4 -o "$tmp\/pasted.out" /')
		eval "$pasted_with" >"$tmp/pasted.text" 2>&1 </dev/null
		[ $? -le 1 ] || { echo "$pasted_line"; cat "$tmp/pasted.text"; return 1; }
	done <"$tmp/pasted"
}
# finds NAME: the first line, pasted, shows the difference.
finds()
{
	finds_with=$(lines "$1" | head -n 1 | sed 's/^drift test /"$drift" test --runs 400 -o "$tmp\/found" /')
	eval "$finds_with" >"$tmp/found.text" 2>&1 </dev/null
	[ $? -eq 1 ] && field "$tmp/found/result.json" verdict different || { cat "$tmp/found.text"; false; }
}

while read -r name words; do
	pair "$name"
	capture "$name" "$drift" suggest old.c new.c </dev/null
	check "$name: there is a line" status "$name" 0
	check "$name: the first line has $words" first "$name" "$words"
	check "$name: the first line shows the difference" finds "$name"
	check "$name: each other line is understood" pasted "$name" 2
done <<END
getopt -- -w @int
filter --stdin
reader =TABLE
numbers -- @int=1 @int=
commands -- scale @int
scan =a =
parser pair_print(pair_parse(@str:
object stack_push(o, @int=1)
END

# A change behind several conditions: the lines that the program's words make do not execute it; edited ones do.
mkdir "$tmp/near" && cd "$tmp/near" || exit 1
cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *colon;
	if (argc < 2 || !(colon = strchr(argv[1], ':')))
		return 1;
	if (strncmp(argv[1], "at", 2) || colon[1] < '0' || colon[1] > '9')
		return 2;
	return printf("%d\n", atoi(colon + 1) > 41) < 0;
}
END
sed 's/> 41/> 43/' old.c >new.c
capture near "$drift" suggest old.c new.c </dev/null
"$drift" suggest --json old.c new.c >"$tmp/near.json" </dev/null
check "a change behind conditions: a start value shows the difference" field "$tmp/near.json" suggestions.0.differs true
check "... which drift test finds" finds near

# One program: lines for drift explore.
pair commands
capture one "$drift" suggest new.c </dev/null
check "one program has lines" status one 0
check "they are for drift explore" first one 'drift explore new.c'
check "they are understood" pasted one

# The project's own files: a script, a document, contents.
pair getopt
mkdir tests
printf '#!/bin/sh\n./new -w 57 -q >out\n' >tests/run.sh
capture script "$drift" suggest old.c new.c </dev/null
check "a script that calls the program gives a start value" shows script '-- -w @int=57 -q'
check "its lines are understood" pasted script
pair reader
mkdir examples
printf 'TABLE\na\nb\n' >examples/small.tab
capture contents "$drift" suggest -n 40 new.c </dev/null
check "a file of examples/ gives contents" shows contents '=examples/small.tab'
check "its lines are understood" pasted contents
pair scan
printf 'Use it:\n\n    echo "x = 9" | ./new\n\nnew is a word here\n' >README.md
capture document "$drift" suggest -n 40 new.c </dev/null
check "a document gives standard input" shows document "=x = 9"
check "prose gives nothing" silent document 'str:.*=is'
check "its lines are understood" pasted document

# A change that no line executes: the function itself.
cat >old.c <<'END'
#include <stdlib.h>
static int odd(int n) { return n % 2; }
int main(void) { return getenv("ODD") ? odd(atoi(getenv("ODD"))) : 0; }
END
sed 's/n % 2/n \& 1/' old.c >new.c
capture unreached "$drift" suggest old.c new.c </dev/null
check "the changed function is suggested if no line executes it" first unreached '--entry odd'
check "its line is understood" pasted unreached

# JSON, and trouble.
pair words
capture words "$drift" suggest old.c new.c </dev/null
check "words of a table and a number with a fraction: the first line has them" first words '=shrink @str:8='
check "words of a table: the first line shows the difference" finds words
cat >old.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	unsigned a, b, c, d;
	if (argc > 1 && strchr(argv[1], '-') && sscanf(argv[1], "%u.%u - %u.%u", &a, &b, &c, &d) == 4)
		puts(a * 10 + b <= c * 10 + d ? "range" : "none");
	return 0;
}
END
sed 's/d <= c/d <= c/; s/b <= c/b < c/' old.c >new.c
capture format "$drift" suggest old.c new.c </dev/null
check "a text that the format of sscanf reads is a start" first format '=1.1-1.1'
check "... which shows the difference" finds format

pair numbers
"$drift" suggest --json -n 1 old.c new.c >"$tmp/list.json" </dev/null
check "--json has the command" field "$tmp/list.json" suggestions.0.words '-- @int=1 @int=2'
check "--json says that runs on the start value differ" field "$tmp/list.json" suggestions.0.differs true
check "--json counts changes" field "$tmp/list.json" suggestions.0.executed 1
check "-n limits the lines" field "$tmp/list.json" 'suggestions.#' 1
capture nofile "$drift" suggest nosuch.c new.c </dev/null
check "a missing file is trouble" status nofile 2
capture three "$drift" suggest old.c new.c old.c </dev/null
check "three programs are trouble" status three 2
capture useless "$drift" suggest --new-cflags -DX new.c </dev/null
check "options for one of two versions need two" status useless 2
echo 'int main(void) { return 0; }' >none.c
capture nothing "$drift" suggest none.c </dev/null
check "a program without inputs has no line" status nothing 1

# Inputs of the project.
mkdir -p "$tmp/inputs/src" "$tmp/inputs/testing/in" && cd "$tmp/inputs" || exit 1
git init -q
cat >src/old.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	long sum = 0;
	for (int c; f && (c = getc(f)) != EOF;)
		sum = (sum * 31 + c) % 1000003;
	if (sum == SUM)
		puts("the text");
	return 0;
}
END
printf 'The quick brown fox jumps over the lazy dog' >testing/in/7
printf 'a\n' >testing/in/8
sum=$(od -An -v -tu1 testing/in/7 | tr -s ' ' '\n' | grep . | {
	sum=0
	while read -r byte; do sum=$(((sum * 31 + byte) % 1000003)); done
	echo "$sum"
})
sed -i "s/SUM/${sum}L/" src/old.c
sed 's/the text/that text/' src/old.c >src/new.c
printf '.SH NAME\nold - finds out whether a file has a text\n    old is a program that is written for all people who like the dog\n    old testing/in/8\n' >old.1
capture nested "$drift" suggest -n 9 src/old.c src/new.c </dev/null
check "files in directories of a directory of tests are start values" first nested 'testing/in/7'
check "a sentence about the program is no command line" sh -c '! grep -q -e whether -e people "$1"' sh "$tmp/nested.out"
mv testing/in/7 seven
capture given "$drift" suggest --example seven src/old.c src/new.c </dev/null
check "--example names another" first given 'seven'

finish
