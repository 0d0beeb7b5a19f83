#!/bin/sh
# units.t: functions of two versions compared whole: what pointers lead to, globals; and what is left of files besides bytes.
#
# Each pair is judged natively first, where its parameter is a small number: both versions are called with -40 to 300, and what
# they do is printed by C of the pair's own.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# pair NAME PROTOTYPE [SED]: OLD from standard input, NEW by an edit of it.
pair()
{
	mkdir -p "$1"
	cat >"$1/old.c"
	printf '%s' "$2" >"$1/entry"
	[ -z "${3-}" ] || sed "$3" "$1/old.c" >"$1/new.c"
}

# judge NAME C: whether OLD and NEW do different things natively; C prints what f does with n.
judge()
{
	for side in old new; do
		printf '#include "%s.c"\n#include <stdio.h>\nint main(void)\n{\n\tfor (int n = -40; n < 300; n++) {\n%s\nputchar(10); }\n}\n' $side "$2" >"$1/judge.c"
		$clang -w -o "$1/judge" "$1/judge.c" && "$1/judge" >"$1/$side.judged" || return 1
	done
	! cmp -s "$1/old.judged" "$1/new.judged"
}

# compare NAME OPTIONS...: runs drift test on a pair; what it says is in NAME.out, results in NAME.d.
compare()
{
	compare_name=$1
	shift
	capture "$compare_name" "$drift" test -o "$tmp/$compare_name.d" --entry "$(cat "$compare_name/entry")" "$@" \
		"$compare_name/old.c" "$compare_name/new.c" </dev/null
}

# differs WHAT NAME [C [OPTIONS...]], same WHAT NAME [C [OPTIONS...]]
differs()
{
	differs_what=$1 differs_name=$2 differs_c=${3-}
	shift 2
	[ $# -eq 0 ] || shift
	[ -z "$differs_c" ] || check "natively, $differs_name differs" judge "$differs_name" "$differs_c"
	compare "$differs_name" "$@"
	check "$differs_what" confirmed "$differs_name"
}
same()
{
	same_what=$1 same_name=$2 same_c=${3-}
	shift 2
	[ $# -eq 0 ] || shift
	if [ -n "$same_c" ]; then
		judge "$same_name" "$same_c" && not_ok "natively, $same_name is the same" || ok "natively, $same_name is the same"
	fi
	compare "$same_name" "$@"
	check "$same_what" verdict "$same_name" equivalent
}

text='const char *s = f(n); printf("%s", s ? s : "null");'

# ---- what is returned ----

pair choice 'const char *f(int n)' 's/> 3/> 4/' <<'E'
const char *f(int n) { return n > 3 ? "a" : 0; }
E
differs 'a choice between a constant and null' choice "$text"
check 'all of it is found' keeps choice '"exhaustive":	true'
compare choice --fold
check 'also where it is no branch' confirmed choice
compare choice --strategy path --no-prune
check 'by path without pruning' confirmed choice
capture choice_diff "$drift" diff --entry 'const char *f(int n)' choice/old.c choice/new.c
check 'drift diff says so' says choice_diff 'ends *returns pointer *| returns null'

pair mask 'int *f(int n)' 's/n == 5/n == 6/' <<'E'
static int a[2];
int *f(int n) { long m = -(long)(n == 5); return (int *)((long)&a[0] & m); }
E
differs 'a pointer made by arithmetic on the input' mask 'printf("%d", f(n) != 0);'

pair string 'const char *f(int n)' 's/abc/abd/' <<'E'
const char *f(int n) { if (n > 3) return "abc"; return "x"; }
E
differs 'what a returned string holds' string "$text"
check 'told as text' says string '\*returned = "abc" *| returns pointer, \*returned = "abd"'

pair table 'const char *f(int n)' 's/five/FIVE/' <<'E'
static const char *const names[4] = {"two", "three", "four", "five"};
const char *f(int n) { return names[n & 3]; }
E
differs 'a literal behind a table' table "$text"

pair data 'const char *f(int n)' 's/hello/hellO/' <<'E'
char message[] = "hello";
const char *f(int n) { return n > 30 ? message : 0; }
E
differs 'first contents of a global that nobody reads but the caller' data "$text"

pair record 'struct item *f(int n)' 's/> 5/> 6/' <<'E'
#include <stdlib.h>
struct item { char c; int x; struct item *next; const char *name; };
struct item *f(int n)
{
	struct item *a = calloc(1, sizeof *a), *b = malloc(sizeof *b);
	a->next = b;
	b->c = 1;
	b->x = n;
	b->next = 0;
	b->name = n > 5 ? "big" : "small";
	return a;
}
E
differs 'a struct behind a struct' record 'printf("%s", f(n)->next->name);'
check 'by its fields' says record 'returned->next->name = "big"'
check 'padding is named as not compared' says record 'not compared: .*padding'

pair array 'unsigned char *f(unsigned char n)' 's/p\[3\] = n/p[3] = n == 5 ? 6 : n/' <<'E'
#include <stdlib.h>
unsigned char *f(unsigned char n) { unsigned char *p = calloc(1, 8); p[3] = n; return p; }
E
differs 'bytes are no text: behind a zero as well' array 'printf("%d", f(n)[3]);'

pair pointers 'char **f(int n)' 's/"two"/"TWO"/' <<'E'
#include <stdlib.h>
char **f(int n) { char **v = calloc(3, sizeof *v); v[0] = "one"; v[1] = n > 1 ? "two" : "2"; return v; }
E
differs 'a list of pointers' pointers 'printf("%s", f(n)[1]);'

pair untyped 'void *f(int n)' 's/q\[1\] = n/q[1] = n + (n == 8)/' <<'E'
#include <stdlib.h>
void *f(int n) { int *q = calloc(2, 4); q[1] = n; return q; }
E
differs 'an object of which no type is known' untyped 'printf("%d", ((int *)f(n))[1]);'

pair interior 'char *f(char *s)' "s/return s/return *s == 'q' ? s + 1 : s/" <<'E'
char *f(char *s) { while (*s == ' ') s++; return s; }
E
differs 'where in an argument a pointer leads' interior '' --bound 3
check 'told as that' says interior 'returned = s *| returns pointer, returned = s + 1'

pair copied 'char *f(char *s)' 's/return s;/return strdup(s);/' <<'E'
#include <string.h>
char *f(char *s) { if (*s == 'a') return 0; return s; }
E
differs 'the argument is no copy of it' copied '' --bound 2

pair which 'int *f(int n)' 's/> 3/> 4/' <<'E'
int a, b;
int *f(int n) { return n > 3 ? &a : &b; }
E
differs 'which global it is' which 'printf("%d", f(n) == &a);'

pair function 'void *f(int n)' 's/> 3/> 4/' <<'E'
static int add(int x) { return x + 1; }
static int sub(int x) { return x - 1; }
void *f(int n) { return n > 3 ? (void *)add : (void *)sub; }
E
differs 'which function it is' function 'printf("%d", f(n) == add);'

pair inside 'void *f(int n)' 's/x + 1/x + 2/' <<'E'
static int add(int x) { return x + 1; }
static int sub(int x) { return x - 1; }
void *f(int n) { return n > 3 ? (void *)add : (void *)sub; }
E
compare inside
check 'what a function does that is returned is not compared, and that is said' lists inside 'not_compared.*' function returned

pair shared 'struct two *f(int n)' 's/p->b = x/p->b = n == 3 ? y : x/' <<'E'
#include <stdlib.h>
struct two { int *a, *b; };
struct two *f(int n)
{
	struct two *p = calloc(1, sizeof *p);
	int *x = calloc(1, 4), *y = calloc(1, 4);
	p->a = x;
	p->b = x;
	if (n == 99)
		p->a = y;
	return p;
}
E
differs 'two pointers to one object are no two objects' shared 'struct two *p = f(n); printf("%d", p->a == p->b);'

pair number 'void *f(int n)' 's/)(long)n/)(long)(n == 77 ? 78 : n)/' <<'E'
void *f(int n) { return (void *)(long)n; }
E
differs 'a number that is returned as a pointer' number 'printf("%ld", (long)f(n));'

pair unset 'struct pair *f(int n)' 's/p->x = 1;/if (n != 3) p->x = 1;/' <<'E'
#include <stdlib.h>
struct pair { int x, y; };
struct pair *f(int n) { struct pair *p = malloc(sizeof *p); p->x = 1; p->y = n; return p; }
E
compare unset
check 'a field that is not set any more is no proof of equivalence' sh -c '! grep -q "\"verdict\":	\"equivalent\"" unset.d/result.json'

# ---- depth ----

pair deep 'struct node *f(int n)' 's/ : 4/ : 5/' <<'E'
#include <stdlib.h>
struct node { long v; struct node *next; };
struct node *f(int n)
{
	struct node *head = 0;
	for (int i = 0; i < 5; i++) {
		struct node *p = calloc(1, sizeof *p);
		p->v = i ? i : 4;
		p->next = head;
		head = p;
	}
	return n > 2 ? head : 0;
}
E
compare deep
check 'what lies deeper is not compared, and that is said' lists deep 'not_compared.*' 'returned->next->next->next' '(--depth 3)'
check 'and that alone' field deep not_compared.# 1
differs 'unless more depth is asked for' deep '' --depth 5

# ---- what is left ----

pair stored 'void f(struct box *b, int n)' 's/seven/SEVEN/' <<'E'
struct box { const char *label; int v; };
void f(struct box *b, int n) { b->label = n == 7 ? "seven" : "other"; }
E
differs 'a pointer stored into an argument' stored
pair linked 'void f(struct box *a, struct box *b)' 's/a->p = b/a->p = a->v == 3 ? a : b/' <<'E'
struct box { void *p; int v; };
void f(struct box *a, struct box *b) { a->p = b; }
E
differs 'which argument a stored pointer leads to' linked
check 'arguments that are one object are named as not compared' mentions linked 'not compared: ' two pointers same object

pair counter 'int f(int n)' 's/last = n;/last = n == 9 ? 0 : n;/' <<'E'
static int calls;
int f(int n) { static int last; calls++; last = n; return 0; }
E
differs 'a static variable of the function' counter
check 'by its name' says counter 'f.last = 9 *| returns 0, f.last = 0'
pair error 'int f(int n)' 's/= ERANGE/= EINVAL/' <<'E'
#include <errno.h>
int f(int n) { if (n == 9) errno = ERANGE; return 0; }
E
differs 'errno' error 'errno = 0; f(n); printf("%d", errno);'
mkdir -p twice/old twice/new
echo 'static int count; int g(int); int f(int n) { count += 1; return g(n); }' | tee twice/old/a.c >twice/new/a.c
echo 'static int count; int g(int n) { if (n == 6) count = 5; return n; }' >twice/old/b.c
sed 's/= 5/= 4/' twice/old/b.c >twice/new/b.c
capture twice "$drift" test -o twice.d --entry 'int f(int n)' twice/old twice/new </dev/null
check 'a static variable of which another file has one, too' confirmed twice
pair listed 'int f(int n)' 's/p->v = n/p->v = n == 12 ? 13 : n/' <<'E'
#include <stdlib.h>
struct node { long v; struct node *next; };
static struct node *head;
int f(int n) { struct node *p = malloc(sizeof *p); p->v = n; p->next = head; head = p; return 0; }
E
differs 'what a global leads to' listed 'f(n); printf("%ld", head->v);'
pair bits 'void f(struct flags *p, unsigned n)' 's/n & 7/n \& 3/' <<'E'
struct flags { unsigned a : 3, b : 5; int c : 9; };
void f(struct flags *p, unsigned n) { p->b = n & 7; }
E
differs 'a bit field' bits
check 'as a number' says bits 'p->b = [4-7] *| returns, p->b = [0-3]'
pair whole 'void f(int *out, int n)' 's/\*out = n/*out = n \& ~1/' <<'E'
void f(int *out, int n) { *out = n; }
E
differs 'objects are as large as their type, whatever --bound says' whole '' --bound 1
pair mixed 'struct flags *f(int n)' 's/n > 3/n > 4/' <<'E'
#include <stdlib.h>
struct flags { unsigned a : 3, b : 1; };
struct flags *f(int n) { struct flags *p = malloc(sizeof *p); p->b = n > 3; return p; }
E
differs 'a bit field whose neighbours were never set' mixed 'printf("%d", f(n)->b);'
pair garbage 'struct pair *f(int n)' 's/int x = 0;/int x;/' <<'E'
#include <stdlib.h>
struct pair { int x, y; };
struct pair *f(int n) { int x = 0; if (n > 3) x = n; struct pair *p = malloc(sizeof *p); p->x = x; p->y = n; return p; }
E
compare garbage
check 'what was never set is not the same as a zero' sh -c '! grep -q "\"verdict\":	\"equivalent\"" garbage.d/result.json'
pair behind 'char *f(int n)' 's/b\[2\] = 7/b[2] = 8/' <<'E'
#include <stdlib.h>
char *f(int n) { char *b = calloc(1, 4); b[0] = 'a' + (n & 1); b[2] = 7; return b; }
E
compare behind
check 'what is behind the end of a text is named as not compared' lists behind 'not_compared.*' after '*returned'
pair unseen 'int f(int n)' 's/last = n;/last = n == 9 ? 0 : n;/' <counter/old.c
compare unseen --output stdout
check 'none of it counts where it is not asked for' verdict unseen equivalent

# ---- what is the same ----

pair moved 'struct item *f(int n)' 's/struct item \*p =/malloc(3); struct item *p =/' <<'E'
#include <stdlib.h>
struct item { long x, y; struct item *self; };
struct item *f(int n) { struct item *p = malloc(sizeof *p); p->x = 1; p->y = n; p->self = p; return p; }
E
same 'addresses of the heap do not count' moved 'struct item *p = f(n); printf("%ld %ld %d", p->x, p->y, p->self == p);'
check 'nothing is left out there' silent moved 'not compared'
pair buffer 'char *f(int n)' <<'E'
static char buf[8];
char *f(int n) { buf[0] = 'a' + (n & 3); buf[1] = 0; return buf; }
E
cat >buffer/new.c <<'E'
#include <stdlib.h>
char *f(int n) { char *buf = malloc(4); buf[1] = 0; buf[0] = 'a' + (n & 3); return buf; }
E
same 'nor does whether a text is static or on the heap' buffer "$text"
check 'but the variable that is gone is named' lists buffer 'not_compared.*' buf OLD
pair literal 'const char *f(int n)' <<'E'
const char *f(int n) { if (n > 3) return "yes"; return "no"; }
E
cat >literal/new.c <<'E'
static const char yes[] = "yes";
static const char *const t[2] = {"no", yes};
const char *f(int n) { return t[n > 3]; }
E
same 'nor where constants lie' literal "$text"
pair ring 'struct node *f(int n)' <<'E'
#include <stdlib.h>
struct node { long v; struct node *next; };
struct node *f(int n)
{
	struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
	a->v = n;
	a->next = b;
	b->v = n * 2L;
	b->next = a;
	return a;
}
E
cat >ring/new.c <<'E'
#include <stdlib.h>
struct node { long v; struct node *next; };
struct node *f(int n)
{
	struct node *b = calloc(1, sizeof *b), *a = calloc(1, sizeof *a);
	b->v = (long)n + n;
	b->next = a;
	*a = (struct node){n, b};
	return a;
}
E
same 'objects that lead to each other' ring 'struct node *p = f(n); printf("%ld %ld %d", p->v, p->next->v, p->next->next == p);'
pair strings 'struct kv *f(const char *s)' <<'E'
#include <stdlib.h>
#include <string.h>
struct kv { char *k, *v; };
struct kv *f(const char *s) { struct kv *r = malloc(sizeof *r); r->k = strdup("key"); r->v = strdup(s); return r; }
E
cat >strings/new.c <<'E'
#include <stdlib.h>
#include <string.h>
struct kv { char *k, *v; };
struct kv *f(const char *s)
{
	size_t n = strlen(s);
	char *b = malloc(n + 1);
	memcpy(b, s, n + 1);
	struct kv *r = malloc(sizeof *r);
	r->v = b;
	r->k = strcpy(malloc(40), "key");
	return r;
}
E
same 'texts are compared up to their end' strings '' --bound 3
pair field 'struct node *f(int n)' <<'E'
#include <stdlib.h>
struct node { long v; struct node *next; };
struct node *f(int n) { struct node *a = calloc(1, sizeof *a); a->v = n; return a; }
E
sed 's/long v;/long extra, v;/' field/old.c >field/new.c
same 'fields are found by their names' field 'printf("%ld", f(n)->v);'
check 'those that one version has alone are named' lists field 'not_compared.*' 'returned->extra' NEW
pair first 'int f(int n)' 's/limit = 4/limit = 5/' <<'E'
int limit = 4;
int f(int n) { return n * 2; }
E
same 'a global that is not touched does not count' first 'printf("%d", f(n));'

# ---- files ----

# left NAME SED: a program with main that does something to files if its argument is 7.
left()
{
	mkdir -p "$1"
	{
		printf '#include <fcntl.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n'
		printf 'int main(int argc, char **argv)\n{\n\tint special = argc > 1 && atoi(argv[1]) == 7;\n'
		cat
		printf '\treturn 0;\n}\n'
	} >"$1/old.c"
	sed "$2" "$1/old.c" >"$1/new.c"
	capture "$1" "$drift" test -o "$tmp/$1.d" "$1/old.c" "$1/new.c" -- @int=0 </dev/null
}
left mode_open 's/0644/0600/' <<'E'
	if (special) close(open("f", O_CREAT | O_WRONLY, 0644));
E
check 'the mode of a file that is made' confirmed mode_open
check 'told with both modes' mentions mode_open 'f (mode 644, 600)'
left mode_chmod 's/0640/0600/' <<'E'
	close(open("f", O_CREAT | O_WRONLY, 0644));
	if (special) chmod("f", 0640);
E
check 'chmod' confirmed mode_chmod
left mode_fchmod 's/0640/0000/' <<'E'
	int fd = open("f", O_CREAT | O_WRONLY, 0644);
	mkdir("d", 0777);
	if (special) fchmod(fd, 0640);
	fchmodat(AT_FDCWD, "d", 0500, 0);
E
check 'fchmod, and a file that cannot be read any more' confirmed mode_fchmod
left mode_umask 's/027/022/' <<'E'
	if (special) umask(027);
	mkdir("d", 0777);
E
check 'umask, on a directory' confirmed mode_umask
left mode_link 's/"b"/"c"/' <<'E'
	if (special) symlink("b", "a");
E
check 'where a link leads' confirmed mode_link
left mode_kind 's/mkdir(/mkfifo(/' <<'E'
	if (special) mkdir("a", 0755);
E
check 'what kind of file it is' confirmed mode_kind
left mode_same 's/0666/0644/' <<'E'
	if (special) close(open("f", O_CREAT | O_WRONLY, 0666));
E
check 'what the umask takes away makes no difference' verdict mode_same equivalent
chmod 644 mode_same/old.c
left mode_outside "s|chmod(\"f\"|chmod(\"$tmp/mode_same/old.c\"|" <<'E'
	close(open("f", O_CREAT | O_WRONLY, 0644));
	if (special) chmod("f", 0600);
E
check 'a native run cannot change modes outside of its directory' [ "$(stat -c %a mode_same/old.c)" = 644 ]
check 'and such a run confirms nothing' mentions mode_outside 'unconfirmed: ' chmod

finish
