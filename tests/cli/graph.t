#!/bin/sh
# graph.t: drift graph prints what drift sees, for every kind of graph.
. "$(dirname "$0")/lib.sh"

cat >"$tmp/p.c" <<'END'
#include <stdio.h>
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int main(int argc, char **argv)
{
	int (*f)(int) = argc > 1 ? twice : thrice;
	(void)argv;
	if (argc > 2)
		puts("a \"quoted\" text");
	return f(argc);
}
END

# graph KIND [OPTION...]: leaves the graph in $tmp/KIND.out.
graph()
{
	capture "$1" "$drift" graph --what "$@" "$tmp/p.c" </dev/null
}

lacks()
{
	! shows "$1" "$2" >/dev/null
}

for kind in cfg cdg callgraph pdg; do
	graph $kind
	check "$kind: status 0" grep -qx 0 "$tmp/$kind.status"
	check "$kind: has the source" shows $kind 'p.c:'
	if command -v dot >/dev/null; then
		check "$kind: Graphviz takes it" dot -Tsvg -o "$tmp/$kind.svg" "$tmp/$kind.out"
	fi
done
# shellcheck disable=SC1003 # backslashes for Graphviz
check 'quotes are quoted' shows cfg 'puts(\"a \\\"quoted\\\" text\");'
check 'ways have names' shows cdg 'label="true"'
check 'calls through pointers are dashed' shows callgraph 'style=dashed'
check 'memory and control dependence are drawn' shows pdg 'style=bold'

graph cfg --function twice
check 'one function only' lacks cfg 'puts('
check 'and that one' shows cfg '2 * x'

capture none "$drift" graph --what cfg --function nosuch "$tmp/p.c"
check 'no such function: status 2' grep -qx 2 "$tmp/none.status"
check 'no such function: says so' grep -q "no function 'nosuch'" "$tmp/none.err"
capture bad "$drift" graph --what tree "$tmp/p.c"
check 'no such graph: status 2' grep -qx 2 "$tmp/bad.status"
check 'no such graph: names those there are' grep -q 'cfg, cdg, callgraph, pdg .*changes' "$tmp/bad.err"
capture missing "$drift" graph "$tmp/p.c"
check 'no kind: status 2' grep -qx 2 "$tmp/missing.status"
finish
