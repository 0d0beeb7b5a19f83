#!/bin/sh
# mutate.t: mutated inputs, run without the solver beside it; dictionaries.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# A counter that a command after several others shows.
program()
{
	cat <<END
#include <stdio.h>
#include <string.h>
static char names[4][8];
static int uses[4], n;
static int find(const char *name)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}
int main(void)
{
	char line[32], verb[8], name[8];
	while (fgets(line, sizeof line, stdin)) {
		name[0] = 0;
		if (sscanf(line, "%7s %7s", verb, name) < 2)
			continue;
		int i = find(name);
		if (!strcmp(verb, "open") && i < 0 && n < 4)
			strcpy(names[n++], name);
		else if (!strcmp(verb, "use") && i >= 0)
			uses[i]++;
		else if (!strcmp(verb, "close") && i >= 0)
			$1;
		else if (!strcmp(verb, "show") && i >= 0 && uses[i] > 0)
			printf("%s %d\n", name, uses[i]);
	}
	return 0;
}
END
}
program 'uses[i] = 0' >old.c
program 'uses[i] = uses[i] > 0' >new.c

test_runs()
{
	out=$1
	shift
	"$drift" test --no-confirm --world fixed --runs 8000 -o "$out" "$@" >"$out.txt" 2>&1
}

# A dictionary has the words, and words that no version knows can be added.
test_runs words --stdin @text:8 --runs 1 --dict-out words.dict old.c new.c
check 'the dictionary has words that the program compares with' grep -qx '"close"' words.dict
printf '# more\nkey="a\\x20b"\n\n"q\\"\\\\"\n' >more.dict
test_runs more --stdin @text:8 --runs 1 --dict more.dict --dict-out both.dict old.c new.c
check 'words of --dict are in it' grep -qx '"a b"' both.dict
check '... as they were' grep -qxF '"q\"\\"' both.dict
printf '"good"\nbad\n' >bad.dict
test_runs bad --stdin @text:8 --dict bad.dict old.c new.c
check 'a wrong line is named' grep -q 'bad.dict:2:' bad.txt
test_runs none --stdin @text:8 --dict more.dict --no-mutate old.c new.c
check 'a dictionary without mutations is refused' grep -q -e '--dict' none.txt

# Runs of mutated inputs.
printf 'open a\nuse a\nshow a\n' >start
test_runs first --stdin @file:48=start --stop-after first old.c new.c
check 'a difference behind several commands is found' test -d first/tests/0001
test_runs again --stdin @file:48=start --stop-after first old.c new.c
check '... and the same command finds the same' cmp first/tests/0001/stdin again/tests/0001/stdin
test_runs off --runs 300 --stdin @text:48 --stop-after first --no-mutate old.c new.c
check 'without mutations there are no such runs' sh -c '! grep -q ^mutated: off.txt'
test_runs short --runs 300 --why --stdin @text:8 old.c new.c
gives() { json "$1/result.json" "$2" | grep -qx "$3"; }
check '--why says what could help a search that stopped' gives short 'stopped.give.*' start
check '... and the guides that led it are counted' gives short 'stats.guides.*.name' queue
test_runs assumed --stop-after first --stdin @file:48=start --assume 'stdin.length < 40 && stdin[0] == 111' old.c new.c
check 'assumptions hold for the inputs found' sh -c 'for f in assumed/tests/*/stdin; do [ "$(head -c 1 "$f")" = o ] && [ "$(wc -c <"$f")" -lt 40 ] || exit 1; done'

# ---- a parameter of a function ----

mkdir "$tmp/entry" && cd "$tmp/entry" || exit 1
cat >old.c <<'END'
#include <stdio.h>
#include <string.h>
int parse(const char *s)
{
	unsigned a, b, c, d;
	return strchr(s, '-') && sscanf(s, "%u.%u-%u.%u", &a, &b, &c, &d) == 4 ? (a < c) + 2 : 0;
}
END
sed 's/a < c/a <= c/' old.c >new.c
capture entry "$drift" test old.c new.c --entry parse --runs 6000 --stop-after 1 --no-confirm
check 'a text under --entry is mutated: the difference is found' status entry 1
capture still "$drift" test old.c new.c --entry parse --runs 6000 --stop-after 1 --no-confirm --no-mutate
check '... and not without mutations' status still 0

finish
