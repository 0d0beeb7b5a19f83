#!/bin/sh
# undefined_chosen.t: which bytes are undefined may depend on the input: entries of a table, bytes that a read has left
# alone, a side of &&. Inputs that differ in that are different paths, with every strategy, pruned or not.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
get=$DRIFT_BUILD/tests/json_get

# pair NAME SED: reads OLD; NEW is OLD after that command.
pair()
{
	{
		printf '#include <%s>\n' stdio.h stdlib.h string.h unistd.h
		cat
	} >"$1-old.c"
	sed "$2" "$1-old.c" >"$1-new.c"
}

has() { "$get" "$1/result.json" "$2" | grep -q -x -e "$3"; }

# all NAME VERDICT OPTION... -- ARG...: the verdict of each way to search; no proof fails.
all()
{
	all_name=$1 all_verdict=$2
	shift 2
	for how in '' --no-prune --no-snapshot '--strategy path' '--strategy output'; do
		# shellcheck disable=SC2086 # words
		check "$all_name $how: $all_verdict" compare "$all_name" "$all_verdict" $how "$@"
	done
}
compare()
{
	compare_name=$1 compare_verdict=$2
	shift 2
	"$drift" test --runs 500 --no-confirm -o "$compare_name.d" "$compare_name-old.c" "$compare_name-new.c" "$@" \
		>"$compare_name.out" 2>&1
	has "$compare_name.d" verdict "$compare_verdict" && ! grep -q proof-failed "$compare_name.d/result.json" || {
		cat "$compare_name.out"
		return 1
	}
}

# ---- loads ----

pair entry 's/t\[2\] = 0;//' <<'END'
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]) & 3, t[4];
	t[0] = t[1] = t[3] = 0; t[2] = 0;
	puts(t[n] == 5 ? "five" : "other");
}
END
all entry different -- @int
check '... on the inputs that choose the entry' sh -c "(cd $tmp && $get entry.d/result.json 'differences.0.condition') | grep -q 2"

# The padding of a struct is not read: no decision, one path.
pair padding 's/v == 5/5 == v/' <<'END'
struct entry { char c; int v; };
int main(int argc, char **argv)
{
	struct entry t[4];
	int n = atoi(argv[argc - 1]) & 3;
	for (int i = 0; i < 4; i++) {
		t[i].c = 1;
		t[i].v = 0;
	}
	int v = t[n].v;
	puts(v == 5 ? "five" : "other");
}
END
all padding equivalent --one-input -- @int
check '... with one path' has padding.d stats.pairs 1

# ---- choices ----

pair fold 's/x = 0/x/' <<'END'
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), x = 0, *p = &x;
	puts(n > 100 && *p == 2 ? "a" : "b");
}
END
all fold different --fold -- @int

# ---- stores ----

pair store 's/t\[4\] = {0}/t[4]/' <<'END'
int main(int argc, char **argv)
{
	char t[4] = {0};
	t[atoi(argv[argc - 1]) & 3] = 0;
	puts(t[2] == 5 ? "five" : "other");
}
END
all store different -- @int=2

# ---- reads ----

pair read 's/buf\[8\] = {0}/buf[8]/' <<'END'
int main(void)
{
	char buf[8] = {0};
	if (read(0, buf, 8) < 4)
		return 1;
	puts(buf[5] == 'x' ? "x" : "other");
}
END
all read different --stdin @text:8=abcdefgh --
all read different --stdin @text:8=abcdefg --

# All of it was set, to other values: the states are equal only if the read fills it.
pair fill 's/= k/= k + 1/' <<'END'
int main(int argc, char **argv)
{
	char buf[8];
	int k = argc + 118;
	for (int i = 0; i < 8; i++)
		buf[i] = k;
	k = 0;
	read(0, buf, 8);
	puts(buf[5] == 'x' ? "x" : "other");
}
END
all fill different --stdin @text:8=abcdefgh --

finish
