#!/bin/sh
# units_edge.t: with --entry, what types do not speak of and what only a later call would show; addresses that mean two things.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# unit NAME PROTOTYPE SED [OPTIONS...]: OLD from standard input, NEW by an edit of it, compared.
unit()
{
	unit_name=$1 unit_entry=$2
	mkdir -p "$1"
	{
		printf '#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdint.h>\n#include <stdlib.h>\n'
		printf '#include <string.h>\n#include <sys/stat.h>\n#include <unistd.h>\n'
		cat
	} >"$1/old.c"
	sed "$3" "$1/old.c" >"$1/new.c"
	shift 3
	capture "$unit_name" "$drift" test -o "$tmp/$unit_name.d" --entry "$unit_entry" "$@" "$unit_name/old.c" "$unit_name/new.c" </dev/null
}

# ---- before and behind ----

unit header 'char *f(int n)' 's/= 3/= 4/' <<'E'
char *f(int n) { char *p = calloc(1, 8); p[0] = 3; strcpy(p + 1, n == 5 ? "a" : "b"); return p + 1; }
E
check 'what lies in front of a pointer in its object is named' lists header 'not_compared.*' before returned
unit front_same 'char *f(int n)' 's/n == 5/n < 6 \&\& n > 4/' <<'E'
char *f(int n) { char *p = calloc(1, 8); p[0] = 3; strcpy(p + 1, n == 5 ? "a" : "b"); return p + 1; }
E
check 'where it is the same, both do the same' verdict front_same equivalent
check 'and it is not named' omits front_same 'not_compared.*' before
unit tail_one 'struct h *f(int n)' 's/abcdefghi/abcdefghj/' <<'E'
struct h { int len; char d[1]; };
struct h *f(int n) { struct h *p = calloc(1, 13); memcpy(p->d, n == 5 ? "abcdefghi" : "123456789", 9); return p; }
E
check 'bytes behind a struct with an array of one' confirmed tail_one
unit tail_payload 'struct h *f(int n)' 's/abc/abd/' <<'E'
struct h { int len; };
struct h *f(int n) { struct h *p = calloc(1, 7); memcpy(p + 1, n == 5 ? "abc" : "123", 3); return p; }
E
check 'a payload behind its header' confirmed tail_payload
unit tail_odd 'int *f(int n)' 's/? 1/? 2/' <<'E'
int *f(int n) { char *p = calloc(1, 6); p[5] = n == 5 ? 1 : 3; return (int *)p; }
E
check 'what is left behind the last element' confirmed tail_odd
unit behind_longer 'char *f(int n)' 's/malloc(2)/malloc(3)/; s/return p/p[2] = 120; return p/' <<'E'
char *f(int n) { char *p = malloc(2); p[0] = n == 5; p[1] = 0; return p; }
E
check 'what only one object has behind its text is named' lists behind_longer 'not_compared.*' after

# ---- addresses in numbers and bytes ----

unit raw_choice 'void *f(int n)' 's/","/";"/' <<'E'
struct s { int a; const char *p; };
void *f(int n) { struct s *x = calloc(1, sizeof *x); x->p = n == 3 ? "," : 0; return x; }
E
check 'a pointer among bytes that the input decides' confirmed raw_choice
unit number_field 'struct s *f(int n)' 's/","/";"/' <<'E'
struct s { uintptr_t p; };
struct s *f(int n) { struct s *x = calloc(1, sizeof *x); if (n == 3) x->p = (uintptr_t) ","; return x; }
E
check 'a number that is an address' confirmed number_field
unit number_returned 'uintptr_t f(int n)' 's/","/";"/' <<'E'
uintptr_t f(int n) { return n == 3 ? (uintptr_t) "," : 0; }
E
check 'a returned number that is one' confirmed number_returned

# ---- what later calls find ----

unit library_seed 'void f(int n)' 's/srand(n)/srand(n == 5 ? 6 : n)/' <<'E'
void f(int n) { srand(n); }
E
check 'the state of the C library' confirmed library_seed
unit library_env 'void f(int n)' 's/"b"/"c"/' <<'E'
void f(int n) { if (n == 5) setenv("A", "b", 1); }
E
check 'also what its variables lead to' confirmed library_env
unit library_same 'void f(int n)' 's/n == 5/n < 6 \&\& n > 4/' <<'E'
void f(int n) { srand(7); if (n == 5) setenv("A", "b", 1); }
E
check 'where it is the same, nothing is named' omits library_same 'not_compared.*' keeps
check 'and both do the same' verdict library_same equivalent

# process NAME OLD NEW: calls after which the process is not as in the other version.
process()
{
	echo "void f(int n) { if (n == 4) $2; }" | unit "$1" 'void f(int n)' ''
	sed -i "s|$2|$3|" "$1/new.c"
	capture "$1" "$drift" test -o "$tmp/$1.d" --entry 'void f(int n)' "$1/old.c" "$1/new.c" </dev/null
	check "the state of the process: $1" confirmed "$1"
}
process umask 'umask(022)' 'umask(077)'
process signal 'signal(SIGINT, SIG_IGN)' 'signal(SIGINT, SIG_DFL)'
process descriptor 'close(open("/dev/null", 0))' 'open("/dev/null", 0)'
process directory 'chdir("/")' 'chdir("/usr")'

unit first 'int f(int n)' 's/n + count/n - count/' <<'E'
static int count;
void up(void) { count++; }
int f(int n) { return n + count; }
E
check 'first values that other calls change are named' lists first 'not_compared.*' start count
unit first_fixed 'int f(int n)' 's/n + count/n - count/' <<'E'
static int count;
int f(int n) { return n + count; }
E
check 'those that nothing sets are not' omits first_fixed 'not_compared.*' start
unit first_set 'int f(int n)' 's/n + count/n - count/' <<'E'
static int count;
int out;
int f(int n) { out = n; return n + count; }
E
check 'those that are only set are, and they alone' some first_set 'not_compared.*' '.*: out'

# ---- arguments that are freed ----

unit destroy 'void f(struct b *p)' 's/p->at = 0; //' <<'E'
struct b { int n; int *at; };
void f(struct b *p) { free(p->at); p->at = 0; p->n = 0; }
E
check 'what is done after an argument is freed' confirmed destroy
unit destroy_same 'int f(struct b *p)' 's/n == 5/n < 6 \&\& n > 4/' <<'E'
struct b { int n; int *at; };
int f(struct b *p) { int n = p->n; free(p->at); free(p); return n == 5; }
E
check 'functions that free all they are given' verdict destroy_same equivalent
check 'and no run ends there' silent destroy_same 'invalid-free'
unit grow 'int *f(int *p)' 's/p\[4\] = 1/p[4] = 2/' <<'E'
int *f(int *p) { p = realloc(p, 20); p[4] = 1; return p; }
E
check 'realloc of an argument' confirmed grow
unit freed_twice 'void f(char *s)' 's/free(s); }/free(s); if (c == 7) free(s); }/' <<'E'
void f(char *s) { int c = s[0]; free(s); }
E
check 'one that is freed twice' confirmed freed_twice

# ---- natively ----

for name in names symbols seen slide; do
	unit "own_$name" 'void f(int n)' 's/? 1/? 2/' <<E
char $name[12];
void f(int n) { $name[4] = n == 7 ? 1 : 0; }
E
	check "a global with a name of the driver's own: $name" confirmed "own_$name"
done
unit own_static 'void f(int n)' 's/? 1/? 2/' <<'E'
static char names[12];
void f(int n) { names[4] = n == 7 ? 1 : 0; }
E
check 'a static one' confirmed own_static
unit uninitialised 'int f(int n)' 's/r = 0/r/' <<'E'
int f(int n) { int r = 0; if (n == 5) r = 1; return n > 100 ? r : 0; }
E
check 'a returned number that was never set' confirmed uninitialised

# ---- one address, two things ----

unit twice 'int f(char *s)' 's/","/",;"/' --bound 4 <<'E'
int f(char *s) { s[3] = 0; char *p = strtok(s, ","); return p == s; }
E
check 'a literal where the other version has another' confirmed twice
mkdir coincide
cat >coincide/old.c <<'E'
#include <stdio.h>
#include <string.h>
const char pad[8192] = "x";
int main(int c, char **v) { printf("%zu %c", strcspn(v[1], ","), *pad); return 0; }
const char pad2[8192] = "x";
const char *use(void) { return pad2; }
E
sed 's/","/";"/' coincide/old.c >coincide/new.c
capture coincide "$drift" test -o "$tmp/coincide.d" coincide/old.c coincide/new.c -- @str:3 </dev/null
check 'also on a page that nothing writes' field coincide exhaustive true

# ---- inputs that do not vary ----

mkdir one
echo 'int main(int c, char **v) { return v[1][0] > 65; }' >one/old.c
sed 's/65/66/' one/old.c >one/new.c
capture one "$drift" test --one-input -o "$tmp/one.d" --assume 'arg1[0] == 65 && arg1.length == 1' one/old.c one/new.c -- @str:3=A </dev/null
check 'bytes behind the end of a text do not vary it' says one '^equivalent.* one input'

finish
