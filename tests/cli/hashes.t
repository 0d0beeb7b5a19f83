#!/bin/sh
# hashes.t: behaviours whose hashes were once equal, though they differ: no command may take them for the same.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# differ OLD NEW OPTION...: drift diff must find that they differ.
differ()
{
	rm -rf out
	differ_old=$1
	differ_new=$2
	shift 2
	capture diff "$drift" diff --no-confirm -o out "$differ_old" "$differ_new" "$@"
	status diff 1
}

# tested OLD NEW OPTION...: drift test must find that they differ, without a proof that had to be refuted.
tested()
{
	rm -rf out
	tested_old=$1
	tested_new=$2
	shift 2
	capture test "$drift" test --no-confirm -o out "$tested_old" "$tested_new" "$@"
	status test 1 && ! grep proof-failed out/result.json
}

# violated OLD NEW OPTION...: drift check must find that a changed function does not do as before.
violated()
{
	rm -rf out
	capture checked "$drift" check --no-confirm -o out "$@"
	status checked 1
}

# ---- a byte, and the decimal text of the number that it is ----

cat >byte.c <<'EOF'
#include <stdio.h>
int main(int argc, char **argv)
{
	unsigned char c = argc > 1 ? argv[1][0] : 0;
	putchar(c);
	return 0;
}
EOF
sed 's/putchar(c)/printf("%d", c)/' byte.c >text.c
check 'diff: a byte is not the text of its number' differ byte.c text.c -- @str:1=a
check 'test: a byte is not the text of its number' tested byte.c text.c -- @str:1=a
check 'check: a byte is not the text of its number' violated byte.c text.c -- @str:1=a

# Inputs at random do not pass the guard.
cat >guarded.c <<'EOF'
#include <stdio.h>
void f(unsigned char c, unsigned k, unsigned j)
{
	if (k * 2654435761u + j * j * 7 == 0x1234567 && (j ^ k) % 100003 == 17)
		putchar(c);
}
EOF
sed 's/putchar(c)/printf("%d", c)/' guarded.c >guarded_text.c
guarded='void f(unsigned char c, unsigned k, unsigned j)'
check 'diff: the same behind a guard' differ guarded.c guarded_text.c --entry "$guarded"
check 'test: the same behind a guard' tested guarded.c guarded_text.c --entry "$guarded"
check 'check: the same behind a guard' violated guarded.c guarded_text.c

# Contents of a file are output as well.
sed 's/putchar(c)/FILE *f = fopen("left", "w"); fputc(c, f); fclose(f)/' byte.c >file_byte.c
sed 's/fputc(c, f)/fprintf(f, "%d", c)/' file_byte.c >file_text.c
check 'diff: the same in a file' differ file_byte.c file_text.c -- @str:1=a

# ---- a returned constant, and a returned expression with its number ----

# constants COMMAND PROTOTYPE EXPRESSION CONSTANT: a version returns the expression, the other the constant; %K stands for the
# numbers that expressions of so small a function may have.
constants()
{
	echo "$2 { return $3; }" >expression.c
	k=0
	while [ $k -lt 12 ]; do
		k=$((k + 1))
		echo "$2 { return $(echo "$4" | sed "s/%K/$k/"); }" >constant.c
		"$1" expression.c constant.c --entry "$2" || return 1
	done
}
checked() { violated "$1" "$2"; }
check 'diff: a returned constant is no expression' constants differ 'long f(long x)' x '(%KL << 32) - 1'
check 'test: a returned constant is no expression' constants tested 'long f(long x)' x '(%KL << 32) - 1'
check 'check: a returned constant is no expression' constants checked 'long f(long x)' x '(%KL << 32) - 1'

finish
