#!/bin/sh
# interpose.t: functions of the program that have a name of the C library's: the program calls its own,
# the library its own, as natively.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# same FILE OPTION...: output and status are those of a native run.
same()
{
	file=$1
	shift
	"$clang" -w -O1 "$@" -o native "$file" -lm || return
	capture native ./native </dev/null
	capture machine "$drift" run --cflags "$*" "$file" </dev/null
	cmp native.out machine.out && cmp native.status machine.status || {
		cat machine.err
		return 1
	}
}

check 'some functions, and a heap of the program' same "$programs/interpose.c"

# Whatever the library defines, the program has it, too, and would stop there. What the program itself
# calls, and the heap, is left out.
library=$DRIFT_BUILD/lib/drift/libc.bc
sed -n '/^drift-libc/,/^BC/p' "$library" | LC_ALL=C grep -a '^[0-9]* [a-zA-Z_][a-zA-Z_0-9]*$' | cut -d' ' -f2 | sort -u >names
# Variables are none of this.
nm -D --defined-only /lib/x86_64-linux-gnu/libc.so.6 | sed -n 's/.* [TWi] \([^@]*\)@@.*/\1/p' | sort -u >functions
calls='printf fprintf sprintf snprintf puts strtok gmtime mktime localtime strftime strdup qsort setlocale exit main'
calls="$calls strtod strtol sscanf getenv setenv fopen fgets fclose remove tmpfile time asprintf regcomp regexec __cxa_finalize __libc_start_main"
heap='malloc calloc realloc free'
{
	cat <<'END'
int printf(const char *, ...), sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...), remove(const char *);
char *strtok(char *, const char *), *strdup(const char *), *getenv(const char *), *fgets(char *, int, void *);
void *gmtime(const long *), *localtime(const long *), *tmpfile(void), *fopen(const char *, const char *);
long mktime(void *), strtol(const char *, char **, int), strftime(char *, long, const char *, void *);
double strtod(const char *, char **);
int asprintf(char **, const char *, ...), setenv(const char *, const char *, int), fprintf(void *, const char *, ...), fclose(void *);
int regcomp(void *, const char *, int), regexec(void *, const char *, long, void *, int);
void qsort(void *, long, long, int (*)(const void *, const void *));
extern void *stdout;
END
	grep -v -x -F "$(printf '%s\n' $calls $heap)" names | grep -x -F -f functions |
		sed 's/.*/void &(void) { __builtin_trap(); }/'
	cat <<'END'
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	char text[64] = "one two", *made, line[16];
	long when = 1000000, regex[64];
	int n[4] = {3, 1, 2, 0}, number = 0;
	void *tm = gmtime(&when), *f = tmpfile();
	printf("%s %ld\n", strtok(text, " "), mktime(tm));
	strftime(text, sizeof text, "%Y-%m-%d %A", localtime(&when));
	printf("%s %s %.3f %Lg\n", text, strdup("copy"), strtod("1.5e3x", 0), 2.5L);
	qsort(n, 4, sizeof *n, by_number);
	sscanf("17 rest", "%d %15s", &number, line);
	asprintf(&made, "%d%d %5.2e %ls", n[0], number, 12345.678, L"wide");
	setenv("NAME", made, 1);
	fprintf(stdout, "%s %s %d\n", line, getenv("NAME"), remove("nothing-there"));
	fclose(f);
	regcomp(regex, "a(b|c)*d", 1);
	printf("%d %d\n", regexec(regex, "xabcbd", 0, 0, 0), regexec(regex, "abx", 0, 0, 0));
	return (int)strtol("12", 0, 0);
}
END
} >all.c
check 'the program has hundreds of them' sh -c '[ "$(grep -c __builtin_trap all.c)" -gt 900 ] || { grep -c __builtin_trap all.c; false; }'
check 'none is called by the library' same all.c -fno-builtin

# What glibc leaves open is what the host's library says.
left_open()
{
	readelf -rW /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libm.so.6 |
		sed -n 's/.*\(GLOB_DAT\|JUMP_SLO[T]*\|R_X86_64_64\) .* \([a-z][a-z_]*\)@.*/\2/p' | sort -u >open
	sed -n 's/^	"\([a-z_]*\)",$/\1/p' "$top/src/engine/load/interpose.c" >listed
	[ "$(wc -l <listed)" -gt 20 ] && ! grep -v -x -F -f open listed
}
check 'names that are left open are those of glibc' left_open

# A difference in it counts, though calls are written as operations.
cat >old.c <<'END'
#include <stdio.h>
#include <string.h>
void *memcpy(void *to, const void *from, size_t n)
{
	char *t = to;
	for (size_t i = 0; i < n; i++)
		t[i] = ((const char *)from)[i];
	return to;
}
void *memset(void *to, int c, size_t n)
{
	char *t = to;
	for (size_t i = 0; i < n; i++)
		t[i] = (char)c;
	return to;
}
int main(int argc, char **argv)
{
	char out[8] = "";
	memset(out, 'x', strlen(argv[1]));
	memcpy(out, argv[1], strlen(argv[1]) / 2);
	return puts(out) < 0;
}
END
sed 's/= ((const char/= i == 1 ? 33 : ((const char/' old.c >new.c
capture own "$drift" test old.c new.c --stop-after 1 -- @str:4=abcd
check 'memcpy of the program' sh -c '[ "$(cat own.status)" -eq 1 ] && grep -q "a!xx" own.out || { cat own.out own.err; false; }'

finish
