#!/bin/sh
# undefined_again.t: a declaration that is reached again makes its variable undefined again, in a register or in memory;
# one with an initialiser does not. The zeros of zero are not counted.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
get=$DRIFT_BUILD/tests/json_get

# pair NAME SED: reads OLD; NEW is OLD after that command.
pair()
{
	{
		printf '#include <%s>\n' stdio.h stdlib.h string.h
		cat
	} >"$1-old.c"
	sed "$2" "$1-old.c" >"$1-new.c"
	"$drift" test --runs 300 --no-confirm -o "$1.d" "$1-old.c" "$1-new.c" -- @int >"$1.out" 2>&1
}
verdict() { "$get" "$1.d/result.json" verdict | grep -q -x "$2" || { cat "$1.out"; return 1; }; }

pair register 's/int k;/int k = 1;/' <<'END'
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) & 3;
	for (int i = 0; i < n; i++) {
		int k;
		if (i == 0)
			k = 1;
		puts(k == 1 ? "one" : "other");
	}
}
END
check 'a register in a loop' verdict register different

pair memory 's/if (i == 0)/if (1)/' <<'END'
static void set(int *to) { *to = 1; }
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) & 3;
	for (int i = 0; i < n; i++) {
		int k[40];
		if (i == 0)
			set(&k[n]);
		puts(k[n] == 1 ? "one" : "other");
	}
}
END
check 'an array in memory' verdict memory different

pair part 's/, 3)/, 4)/' <<'END'
static int last(const char *s) { return s[3]; }
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) & 3;
	for (int i = 0; i < n; i++) {
		char s[4];
		memcpy(s, "abcd", 3);
		puts(last(s) == 'd' ? "d" : "other");
	}
}
END
check 'a part that is set is no initialiser' verdict part different

pair back 's/int k;/int k = 1;/' <<'END'
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) & 3, i = 0;
again:;
	int k;
	if (i == 0)
		k = 1;
	puts(k == 1 ? "one" : "other");
	if (++i < n)
		goto again;
}
END
check 'goto back to before the declaration' verdict back different

pair outside 's/k == 1/1 == k/' <<'END'
static void set(int *to, int n) { *to = n; }
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) & 3, k;
	for (int i = 0; i < n; i++) {
		int j = i, m = 0;
		set(&m, 1);
		if (i == 0)
			k = 1;
		puts(k == 1 && j == i && m ? "one" : "other");
	}
}
END
check 'declared outside of the loop, or with an initialiser: equivalent' verdict outside equivalent
check '... without a note' sh -c "! $get outside.d/result.json 'notes.*.kind' | grep -q uninitialised"

pair zeros 's/__builtin_clz(n)/(n ? __builtin_clz(n) : 32)/' <<'END'
int main(int argc, char **argv)
{
	unsigned n = atoi(argv[1]) & 3;
	printf("%d\n", __builtin_clz(n));
}
END
check 'the zeros of zero are not 32' verdict zeros different

pair first 's/__builtin_ffs(n)/(n ? __builtin_ctz(n) + 1 : 0)/' <<'END'
int main(int argc, char **argv)
{
	unsigned n = atoi(argv[1]) & 7;
	printf("%d\n", __builtin_ffs(n));
}
END
check '__builtin_ffs of zero is zero' verdict first equivalent
check '... without a note' sh -c "! $get first.d/result.json 'notes.*.kind' | grep -q uninitialised"

finish
