#!/bin/sh
# report.t: drift report: the page has what the result has, harmless and alone.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int fee(int n)
{
	return n > 7 ? 3 : 1;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("<script>alert(%d)</script>\n", fee(n));
	fprintf(stderr, "%s\n", n > 7 ? "a&b" : "c");
	return 0;
}
END
sed 's/n > 7 ? 3/n > 6 ? 3/' old.c >new.c

page() { capture page "$drift" report "$@"; }
has() { grep -F -q -e "$1" "$2" || { grep -v '^[.@:]' "$2" | head -n 40; return 1; }; }

"$drift" test -o out old.c new.c -- @int >/dev/null
page out -o r.html
check 'a page is made' test -s r.html
check '... and named' has 'r.html' page.out
check '... status 0 whatever the verdict is' test "$(cat page.status)" = 0
check 'the verdict' has '<span class="verdict bad">different</span>' r.html
check 'both outputs, the difference marked, harmless' has 'class="old">&lt;script&gt;alert(<mark>1</mark>)&lt;/script&gt;</td><td class="new">&lt;script&gt;alert(<mark>3</mark>)' r.html
check 'the input, what matters marked' has '<code><mark>7</mark></code>' r.html
check 'the condition' has 'arg1 == 7' r.html
cat >byte.c <<'END'
#include <stdio.h>
int main(void)
{
	return getchar() == LETTER;
}
END
"$drift" test -o byte --old-cflags -DLETTER=97 --new-cflags -DLETTER=98 byte.c byte.c --stdin @text:1 >/dev/null
page byte -o byte.html
check 'standard input is shown' has '<th>stdin</th><td>&quot;' byte.html
check 'the source of both versions' has '<tr><td class="no">5</td><td class="src old changed">	return n &gt; 7 ? 3 : 1;</td>' r.html
check '... with the way of the effect' has '<b class="step">1</b>	return n &gt; 6 ? 3 : 1;' r.html
check '... and values' has 'title="old: 1, new: 3"' r.html
check 'nothing from elsewhere' sh -c '! grep -E "https?://|src=|@import|url\(" r.html'
check 'no tag but those of the page' sh -c '! grep -q "<script>alert" r.html'

mkdir elsewhere
(cd elsewhere && "$drift" report ../out -o ../r2.html >/dev/null)
check 'sources are found from another directory' has 'return n &gt; 6 ? 3 : 1;' r2.html
mv old.c gone.c
"$drift" report out -o r3.html >/dev/null
check 'a source that is gone is no trouble' has 'return n &gt; 6 ? 3 : 1;' r3.html
mv gone.c old.c

"$drift" diff --json old.c new.c -- @int >diff.json
"$drift" report diff.json -o - >diff.html
check 'partitions of drift diff' has '<tr class="row differs"><td class="word">different</td><td><code>' diff.html
"$drift" explore -o cases "$top/examples/expand.c" -- @str:3 >/dev/null
"$drift" report cases -o cases.html >/dev/null
check 'errors of drift explore' has '<summary><b>out-of-bounds</b>' cases.html
check '... coverage' has '<div class="bar">' cases.html
check '... cases' has '<section id="cases">' cases.html
"$drift" test -o same old.c old.c -- @int >/dev/null
"$drift" report same -o same.html >/dev/null
check 'equivalent' has '<span class="verdict good">equivalent</span>' same.html

page nowhere -o x.html
check 'no such result: status 2' test "$(cat page.status)" = 2
check '... one line' test "$(wc -l <page.err)" -eq 1
check '... and no page' test ! -e x.html
echo '{"a": 1}' >other.json
page other.json
check 'JSON of others' grep -q '^drift: other.json: ' page.err
page out -o /nowhere/x.html
check 'a page that cannot be written' has '/nowhere/x.html: cannot write: No such file' page.err
page out out
check 'two operands' has "drift report --help" page.err

# ---- drift env locate ----

cat >guilty.json <<'END'
{"command": "env locate", "verdict": "located", "findings": [{"kind": "file", "subject": "/x", "summary": "open fails",
"call": 3, "there": "open(x) = 3", "here": "-1 ENOENT", "stack": [], "beside": [{"there": "read(0) = 1", "here": "read(0) = 1",
"guilty": false}, {"there": "open(x) = 3", "here": "open(x) = -1", "guilty": true}]}], "stats": {"runs": 1, "calls": 5, "seconds": 1}}
END
"$drift" report guilty.json -o guilty.html >/dev/null
check 'calls of both runs stand side by side' has '<tr><td class="">read(0) = 1</td><td class="">read(0) = 1</td></tr>' guilty.html
check '... the guilty one is marked' has '<td class="old"><mark>-1 ENOENT</mark></td>' guilty.html

# ---- what is no file is written to, not replaced ----

mkfifo pipe
timeout "$limit" cat pipe >piped &
"$drift" report diff.json -o pipe >/dev/null
wait $!
check 'a pipe stays one' test -p pipe
check '... and gets the page' has '</html>' piped
ln -s linked page
"$drift" report diff.json -o page >/dev/null
check 'a link stays one' test -h page
check '... and what it leads to gets the page' has '</html>' linked
page nothing -o page
check 'of what is no result there is no page' [ "$(cat page.status)" -eq 2 ]
check '... and what the link leads to stays' has '</html>' linked

finish
