#!/bin/sh
# truth_functions.sh: checks the pairs of functions natively, without drift.
#
# "functions/pairs" has one line for each pair: function, equal or different, edit, reason or input. A different
# version differs on its input; an equal one returns the same bits as the base on N random inputs (default 200000),
# a third of them boundary values. Of two NaNs the bits do not count.
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/float-truth.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
tab=$(printf '\t')
bad=0

# harness PROTOTYPE: a main that calls old and new
harness() {
	echo "$1" | sed 's/ :.*//; s/^\/\* //' | awk -v n="${N:-200000}" '{
		split($0, half, "("); name = half[1]; sub(/.* /, "", name); type = half[1]; sub(/ [^ ]*$/, "", type)
		args = half[2]; sub(/\).*/, "", args); np = split(args, p, /, */)
		print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
		print type " old_" name "(" args ");\n" type " new_" name "(" args ");"
		print "static unsigned long s = 88172645463325252ul;\nstatic unsigned long draw(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s >> 11; }"
		print "static double some[] = {0, -0.0, 1, -1, 0.5, 2, 3.75, 8, -8, 1e300, -1e300, 5e-324, INFINITY, -INFINITY, NAN, 123459876};"
		print "static double number(void) { double d; unsigned long b = draw() * 2654435769u ^ draw() << 40; switch (draw() % 3) { case 0: return some[draw() % 16];"
		print " case 1: memcpy(&d, &b, 8); return d; default: return ((double)draw() / 0x1p53 - 0.4) * 20; } }"
		print "static int same(double a, double b) { return (isnan(a) && isnan(b)) || !memcmp(&a, &b, 8); }"
		print "int main(int argc, char **argv) { long bad = 0; int given = argc > 1; for (long k = 0; k < (given ? 1 : " n "); k++) { double x[8] = {0}; int at = 0;"
		print " for (int i = 0; i < 8; i++) x[i] = given ? (i + 1 < argc ? atof(argv[i + 1]) : 0) : number();"
		call = ""; after = ""
		for (i = 1; i <= np; i++) {
			t = p[i]; sub(/ *[^ ]*$/, "", t)
			if (p[i] ~ /\*/) { print " double o[4], w[4]; memcpy(o, x + at, 32); memcpy(w, x + at, 32);"; call = call (i > 1 ? ", " : "") "ARRAY"; after = after " for (int i = 0; i < 4; i++) eq &= same(o[i], w[i]);" }
			else if (t ~ /int|long/) { print " " t " v" i " = given ? (" t ")x[at] : (" t ")(draw() % 12) - 2; at++;" (t ~ /long/ ? " if (!given && k % 2) v" i " = (long)draw();" : ""); call = call (i > 1 ? ", " : "") "v" i }
			else { print " " t " v" i " = (" t ")x[at++];"; call = call (i > 1 ? ", " : "") "v" i }
		}
		co = call; cn = call; sub(/ARRAY/, "o", co); sub(/ARRAY/, "w", cn)
		if (type == "void") print " old_" name "(" co "); new_" name "(" cn "); int eq = 1;" after
		else print " int eq = same((double)old_" name "(" co "), (double)new_" name "(" cn "));"
		print " bad += !eq; } printf(\"%ld\\n\", bad); return 0; }"
	}'
}

while IFS=$tab read -r name kind edit third; do
	base=$here/functions/$name.c
	sed "$edit" "$base" >"$tmp/new.c"
	cmp -s "$base" "$tmp/new.c" && echo "$name $kind: no change" && bad=$((bad + 1))
	harness "$(head -n 1 "$base")" >"$tmp/main.c"
	cc -O0 -ffp-contract=off -fno-builtin -D"$name=old_$name" -Df=old_f -c -o "$tmp/old.o" "$base" || exit 2
	cc -O0 -ffp-contract=off -fno-builtin -D"$name=new_$name" -Df=new_f -c -o "$tmp/new.o" "$tmp/new.c" || exit 2
	cc -O0 -w -o "$tmp/main" "$tmp/main.c" "$tmp/old.o" "$tmp/new.o" -lm || exit 2
	if [ "$kind" = equal ]; then
		is=$("$tmp/main")
		[ "$is" = 0 ] || { echo "$name $kind: $is inputs differ"; bad=$((bad + 1)); }
	else
		# shellcheck disable=SC2086
		is=$("$tmp/main" $third)
		[ "$is" = 1 ] || { echo "$name $kind: same on $third ($("$tmp/main") random inputs differ)"; bad=$((bad + 1)); }
	fi
done <"$here/functions/pairs"
echo "$bad pairs are not what they say"
[ "$bad" -eq 0 ]
