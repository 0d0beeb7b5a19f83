#!/bin/sh
# caught.t: a native run confirms the error that the machine reported, not another one on the way. Experiments blame the
# edit that causes this error.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# A check that the machine does not make comes first.
cat >sort.c <<'C'
#include <stdlib.h>
#include <stdio.h>
static int cmp(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, *p = malloc(4 * sizeof *p), *none = argc > 9 ? p : 0;
	for (int i = 0; i < 4; i++)
		p[i] = i;

	if (n == 7)
		return 3;


	printf("%d\n", p[n & 3]);
	return 0;
}
C
sed -e '12s/.*/	qsort(none, 0, 4, cmp);/' -e 's/p\[n & 3\]/p[n \& 7]/' sort.c >sort2.c
capture sort "$drift" test -o sort.d sort.c sort2.c -- @int </dev/null
check 'an overflow behind a null pointer for qsort is confirmed' confirmed sort
capture blame "$drift" explain -o blame.d sort.c sort2.c -- 5 </dev/null
check 'and the edit of the index is blamed' shows blame 'h2 at sort2.c:17 alone'

# What malloc returns is not set; under a sanitizer it has other bytes, and another error comes first.
cat >unset.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, *p = malloc(4 * sizeof *p), a[4] = {1, 2, 3, 4};
	if (p[1] == (int)0xbebebebe)
		*(volatile int *)(long)argc = 1;
	return a[n & 3];
}
C
sed 's/n & 3/n \& 7/' unset.c >unset2.c
capture unset "$drift" test -o unset.d unset.c unset2.c -- @int </dev/null
check 'another error that comes first confirms nothing' verdict unset unconfirmed
check 'and it is named' shows unset 'SEGV in main at unset.c:6'

# Kinds and places, each with a twin that has no error: first the line of OLD, then that of NEW.
pair()
{
	printf '#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\nstatic int g[4], *q;\n' >"$1.c"
	printf 'static int at(const int *p, int i)\n{\n\treturn p[i];\n}\n' >>"$1.c"
	printf 'int main(int argc, char **argv)\n{\n\tint n = argc > 1 ? atoi(argv[1]) : 0;\n' >>"$1.c"
	cp "$1.c" "$1_new.c"
	printf '\t%s\n\treturn 0;\n}\n' "$2" >>"$1.c"
	printf '\t%s\n\treturn 0;\n}\n' "$3" >>"$1_new.c"
	capture "$1" "$drift" test -o "$1.d" "$1.c" "$1_new.c" -- @int </dev/null
	check "$1 is confirmed" confirmed "$1"
}
pair overflow 'return at(g, n & 3);' 'return at(g, n & 7);'
pair null 'q = g; return n == 9 ? q[0] : 1;' 'q = n == 9 ? 0 : g; return n == 9 ? q[0] : 1;'
pair freed 'q = calloc(4, 4); return n == 9 ? q[1] : 1;' 'q = calloc(4, 4); if (n == 9) free(q); return n == 9 ? q[1] : 1;'
pair twice 'q = malloc(4); free(q); return 1;' 'q = malloc(4); free(q); if (n == 9) free(q); return 1;'
pair wrong 'q = malloc(8); if (n == 9) free(q);' 'q = malloc(8); if (n == 9) free(q + 1);'
pair divides 'return n == 9 ? 0 : 8 / (n | 1);' 'return 8 / (n == 9 ? 0 : n | 1);'

finish
