#!/bin/sh
# proofs.t: proofs without a bound: changed functions that do the same on every input.
. "$(dirname "$0")/lib.sh"

# pair NAME: two versions of `static int f(int n, int *a)` from the standard input, between lines '--'.
pair() {
	awk -v old="$tmp/$1.old.c" -v new="$tmp/$1.new.c" '
		BEGIN { to = old; for (k = 0; k < 2; k++) { print "#include <stdio.h>\n#include <stdlib.h>\nstatic int a[8];" > (k ? new : old) } }
		/^--$/ { to = new; next }
		{ print > to }
		END { for (k = 0; k < 2; k++) print "int main(int argc, char **argv)\n{\n\tif (argc > 1)\n\t\tprintf(\"%d %d\\n\", f(atoi(argv[1]), a), a[0]);\n\treturn 0;\n}" > (k ? new : old) }'
}

# answer NAME: what drift proves of the pair, in $tmp/NAME.json.
answer() {
	pair "$1"
	"$drift" changes --prove --json "$tmp/$1.old.c" "$tmp/$1.new.c" >"$tmp/$1.json" 2>&1
}

shows_equal() { # WHAT NAME
	answer "$2"
	check "proved: $1" field "$tmp/$2.json" proofs.equivalent true
}

leaves_open() { # WHAT NAME
	answer "$2"
	check "not proved: $1" field "$tmp/$2.json" proofs.equivalent false
}

shows_equal 'a loop over every int, with a product as a sum' step <<'END'
static int f(int n, int *p) { (void)p; int x = 0; for (int i = 0; i < n; i++) x ^= i * 5; return x; }
--
static int f(int n, int *p) { (void)p; int x = 0, t = 0; for (int i = 0; i < n; i++) { x ^= t; t += 5; } return x; }
END
shows_equal 'recursion inside recursion' rec <<'END'
static int f(int n, int *p) { if (n > 100) return n - 10; return f(f(n + 11, p), p); }
--
static int f(int n, int *p) { if (n <= 100) { int k = f(11 + n, p); return f(k, p); } return n + -10; }
END
shows_equal 'a helper that only one version has' helper <<'END'
static int f(int n, int *p) { (void)p; return n < 0 ? -n : n; }
--
static int size(int n) { if (n < 0) return -n; return n; }
static int f(int n, int *p) { (void)p; return size(n); }
END

# Wrong rewritings, one for each rule that a compiler has and drift must not have.
leaves_open 'an added load that may fail' load <<'END'
static int f(int n, int *p) { (void)p; return n; }
--
static int f(int n, int *p) { volatile int unused = 0; (void)unused; int k = p[n]; return n + 0 * k; }
END
leaves_open 'a loop that need not end' forever <<'END'
static int f(int n, int *p) { (void)p; return n; }
--
static int f(int n, int *p) { (void)p; for (unsigned i = 1; i != (unsigned)n; i += 2) ; return n; }
END
leaves_open 'a division before its check' divide <<'END'
static int f(int n, int *p) { (void)p; if (n == 0) return -1; return 100 / n; }
--
static int f(int n, int *p) { (void)p; int q = 100 / n; if (n == 0) return -1; return q; }
END
leaves_open 'two stores that may be to one address' alias <<'END'
static int f(int n, int *p) { p[0] = 1; p[n & 3] = 2; return 0; }
--
static int f(int n, int *p) { p[n & 3] = 2; p[0] = 1; return 0; }
END
leaves_open 'a sum that wraps' wrap <<'END'
static int f(int n, int *p) { (void)p; return (unsigned)n + 1u > (unsigned)n; }
--
static int f(int n, int *p) { (void)p; (void)n; return 1; }
END
leaves_open 'another shift of negative numbers' bits <<'END'
static int f(int n, int *p) { (void)p; return n / 2; }
--
static int f(int n, int *p) { (void)p; return n >> 1; }
END
leaves_open 'allocations in another order' heap <<'END'
static int f(int n, int *p) { (void)p; char *x = malloc(8), *y = malloc(16); if (!x || !y) return n; free(x); free(y); return 0; }
--
static int f(int n, int *p) { (void)p; char *y = malloc(16), *x = malloc(8); if (!x || !y) return n; free(x); free(y); return 0; }
END
leaves_open 'a local that only one version initialises' initial <<'END'
static int f(int n, int *p) { (void)p; int k = 0; if (n > 3) k = 1; if (k) return 2; return 0; }
--
static int f(int n, int *p) { (void)p; int k; if (n > 3) k = 1; if (k) return 2; return 0; }
END
leaves_open 'volatile' data <<'END'
static int f(int n, int *p) { return n + *(volatile int *)p; }
--
static int f(int n, int *p) { return *(volatile int *)p + n; }
END

# drift test
run=$tmp/step
"$drift" test --prove -o "$tmp/r" "$run.old.c" "$run.new.c" -- @int >"$tmp/out" 2>&1
status=$?
check 'exit status 0' test $status -eq 0
check 'result.json says so' grep -q '"every_input":	true' "$tmp/r/result.json"
check 'and names the change' grep -q '"refactoring":	true' "$tmp/r/result.json"
"$drift" test -o "$tmp/r" --runs 20 --require-proof "$run.old.c" "$run.new.c" -- @int >"$tmp/out" 2>&1
check 'the search alone does not prove it' test $? -ne 0
"$drift" test --prove --certificate "$tmp/c" "$run.old.c" "$run.new.c" -- @int >"$tmp/out" 2>&1
check 'a certificate cannot have it' test $? -eq 2

# more: make check-proofs
check 'random pairs, against native runs' env SEED=40 sh "$top/tests/gen/check_proofs.sh" 4

finish
