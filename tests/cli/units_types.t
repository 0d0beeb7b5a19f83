#!/bin/sh
# units_types.t: with --entry and --call, what a caller sees by its types: signs and sizes of integers wherever they are stored,
# objects that only one version shares, addresses that no type declares.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# unit NAME SED [OPTIONS...]: f of OLD from standard input, NEW by an edit of it, compared.
unit()
{
	unit_name=$1
	mkdir -p "$1"
	{
		printf '#include <stdlib.h>\n#include <string.h>\n'
		cat
	} >"$1/old.c"
	sed "$2" "$1/old.c" >"$1/new.c"
	shift 2
	capture "$unit_name" "$drift" test -o "$tmp/$unit_name.d" "$@" "$unit_name/old.c" "$unit_name/new.c" </dev/null
}
entry() { entry_name=$1 entry_edit=$2; shift 2; unit "$entry_name" "$entry_edit" --entry f "$@"; }

# ---- integers ----

unit written 's/^signed/unsigned/' --entry 'unsigned char f(int n)' --no-confirm <<'E'
signed char f(int n) { return n; }
E
check 'the sign of a result, also if a prototype with one of them is given' verdict written different
entry bits 's/int a : 3/unsigned a : 3/' <<'E'
struct s { int a : 3; };
struct s f(int x) { struct s r = {0}; r.a = x & 7; return r; }
E
check 'the sign of a bit field' confirmed bits
entry bits_wider 's/int a : 3/int a : 4/' <<'E'
struct s { int a : 3; };
struct s f(int x) { struct s r = {0}; r.a = x & 7; return r; }
E
check 'the size of a bit field' confirmed bits_wider
entry bits_same 's/int a : 3/int a : 4/' <<'E'
struct s { int a : 3; };
struct s f(int x) { struct s r = {0}; r.a = x & 3; return r; }
E
check 'the same values in another bit field' verdict bits_same equivalent
entry chars 's/signed char c/unsigned char c/' --no-confirm <<'E'
struct s { signed char c[2]; };
struct s f(int x) { struct s r = {{x, 1}}; return r; }
E
check 'the sign of elements of an array of char' verdict chars different
entry size 's/int v;/long v;/; s/= x/= x == 4 ? 5 : x/' <<'E'
int v;
void f(int x) { v = x; }
E
check 'an integer of another size' confirmed size
entry size_same 's/int v;/long v;/; s/= x/= x + 0/' --no-confirm <<'E'
int v;
void f(int x) { v = x; }
E
check 'which has the same values' verdict size_same equivalent
entry global 's/int v;/unsigned v;/' --no-confirm <<'E'
int v;
void f(int x) { v = x; }
E
check 'the sign of a global, where no instruction changed' verdict global different
entry static 's/int v;/unsigned v;/' --no-confirm <<'E'
struct s { int v; };
static struct s kept;
void f(int x) { kept.v = x; }
E
check 'and that of a static one' verdict static different
entry deep 's/int v;/unsigned v;/' --no-confirm <<'E'
struct a { int v; };
struct b { struct { struct { struct { struct { struct a a; } b; } c; } d; } e; };
struct b f(int x) { struct b r; r.e.d.c.b.a.v = x; return r; }
E
check 'the sign of a field deep in a struct' verdict deep different
entry argument 's/int a;/unsigned a;/' --no-confirm <<'E'
struct s { int a; signed char b : 4; };
int f(struct s *p) { return p->a == 1; }
E
check 'memory of the caller has the type that the caller gave it' verdict argument equivalent
entry kind 's/int v;/float v;/' --no-confirm <<'E'
int v;
void f(int x) { v = x & 7; }
E
check 'a variable of another kind is no proof' verdict kind 'no difference found'

# ---- objects that are shared ----

entry shared 's/{z, z}/{z, q}/; s/return/static int q[2]; q[0] = x; return/' <<'E'
struct s { int *a, *b; };
static int z[2];
struct s f(int x) { z[0] = x; return (struct s){z, z}; }
E
check 'a global that one version gives twice' confirmed shared
entry shared_first 's/{z, z}/{q, z}/; s/return/int *q = calloc(2, 4); q[0] = x; return/' <<'E'
struct s { int *a, *b; };
static int z[2];
struct s f(int x) { z[0] = x; return (struct s){z, z}; }
E
check 'likewise if the other object comes first' confirmed shared_first
entry shared_text 's/{p, p}/{p, "abc"}/' --no-confirm <<'E'
struct s { char *a, *b; };
struct s f(int x) { char *p = strdup("abc"); return (struct s){p, p}; }
E
check 'a block that is given twice, and a literal' verdict shared_text different
entry literals 's/{p, p}/{"abc", "abc"}/' --no-confirm <<'E'
struct s { char *a, *b; };
struct s f(int x) { char *p = strdup("abc"); return (struct s){p, p}; }
E
check 'where an object lies does not count' verdict literals equivalent

# ---- addresses that no type declares ----

for type in 'int hidden[2]' 'double hidden' 'struct { int a, b; } hidden'; do
	echo "$type; void f(int x) { int *p = calloc(1, 4); memcpy(&hidden, &p, 8); }" >text
	entry address 's/memcpy/*p = x; memcpy/' --no-confirm <text
	check "an address in $type" verdict address different
done
entry odd 's/memcpy/*p = x; memcpy/' <<'E'
char v[16];
void f(int x) { int *p = calloc(1, 4); memcpy(v + 1, &p, 8); }
E
check 'an address at an odd place' confirmed odd
entry front 's/->p = q/->p = q; *q = x/' --no-confirm <<'E'
struct h { int *p; int v; };
int *f(int x) { struct h *h = calloc(1, sizeof *h); int *q = calloc(1, 4); h->p = q; return &h->v; }
E
check 'an address before the place that a pointer points to' lists front 'not_compared.*' before returned
entry nothing 's/return a.*;/return b;/' --no-confirm <<'E'
static int a[4], b[4];
int *f(int x) { return a + (x == 3 ? 4 : 0); }
E
check 'an object behind which one version has nothing is no proof' verdict nothing 'no difference found'

# ---- constructors ----

entry constructor 's/= 1/= 2/' --no-confirm <<'E'
static int v;
__attribute__((constructor)) static void begin(void) { v = 1; }
int f(int x) { return x + v; }
E
check 'constructors are not run, which is said' lists constructor 'not_compared.*' constructors begin

# ---- --call ----

unit call_bits 's/int a : 3/unsigned a : 3/' --no-confirm --call 'f(@int)' <<'E'
struct s { int a : 3; };
struct s f(int x) { struct s r = {0}; r.a = x & 7; return r; }
E
check '--call prints the sign of a bit field' verdict call_bits different
unit call_wide 's/^__int128/unsigned __int128/' --no-confirm --call 'f(@int)' <<'E'
__int128 f(int x) { return x; }
E
check 'and that of an integer of 128 bits' verdict call_wide different

finish
