#!/bin/sh
# git_bisect.t: git drift bisect finds the commit at which the output for one input changes.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/git_lib.sh"

revision() { git add -A && git commit -q -m "$1"; }

git init -q repo && cd repo || exit 1
cat >prog.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n > 5)
		n = 5;
	printf("%d\n", n);
	return 0;
}
X
revision c0
sed -i 's|int n = |int n=|' prog.c && revision c1
sed -i 's|return 0|return argc > 2|' prog.c && revision c2
sed -i 's|return argc|retur argc|' prog.c && revision 'c3-broken'
sed -i 's|retur argc|return argc|; s|n > 5|n > 7|' prog.c && revision 'c4 another limit'
sed -i 's|^#include <stdlib.h>|&\n#include <string.h>|' prog.c && revision c5
sed -i 's|"%d|"= %d|; s|= %d|%d|' prog.c && echo '/* end */' >>prog.c && revision c6

capture found git drift bisect HEAD~6 HEAD -- 1 2 </dev/null
check 'the commit is found' status found 1
check '... by its name' says found '^commit  *[0-9a-f]* c2'
check '... and its edit is blamed' says found '^to blame  *h1 at prog.c:9 alone'
same_subject() { [ "$("$DRIFT_BUILD/tests/json_get" "$tmp/json.out" changes.0.subject)" = c2 ]; }
capture json git drift bisect HEAD~6 HEAD --json -- 1 2 </dev/null
check 'as JSON' same_subject
capture same git drift bisect HEAD~6 HEAD -- 3 </dev/null
check 'an input on which both do the same' status same 0

# The first commit that differs cannot be told from one that does not compile.
capture near git drift bisect HEAD~6 HEAD~3 -- 1 2 </dev/null
check 'a commit that cannot be compared is the last' status near 2
capture skip git drift bisect HEAD~4 HEAD -- 6 </dev/null
check 'commits that cannot be compared are named' sh -c 'grep -q "^one of .*c3-broken" "$1" && grep -q "c4 another limit" "$1"' sh "$tmp/skip.out"

capture none git drift bisect HEAD~1 HEAD </dev/null
check 'an input is needed' complains none 'bisect'
capture order git drift bisect HEAD HEAD~1 -- 6 </dev/null
check 'GOOD comes first' complains order 'HEAD~1'
finish
