#!/bin/sh
# truth.sh [DIR...]: checks the versions of the programs natively, without drift.
#
# A version whose name begins with d has an input on which it prints something else than the base, its third
# column. One whose name begins with e prints the same on N random inputs (default 2000) and on the third
# columns of all others; why it is the same on all inputs is its third column.
here=$(cd "$(dirname "$0")" && pwd)
n=${N:-2000}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/float-truth.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
tab=$(printf '\t')
bad=0

# inputs FOLDER: random arguments, one line for each run
inputs() {
	awk -v n="$n" -v seed=7 'BEGIN { srand(seed) }
	{ kind[NR] = $1; low[NR] = $2; high[NR] = $3; digits[NR] = $4; words[NR] = NF - 1; for (i = 2; i <= NF; i++) word[NR, i - 1] = $i }
	END {
		for (k = 0; k < n; k++) {
			line = ""
			for (i = 1; i <= NR; i++) {
				if (kind[i] == "pick") v = word[i, 1 + int(rand() * words[i])]
				else {
					v = low[i] + rand() * (high[i] - low[i])
					v = kind[i] == "int" ? sprintf("%d", v < 0 ? v - 0.5 : v + 0.5) : sprintf("%.*f", digits[i], v)
				}
				line = line (i > 1 ? " " : "") v
			}
			print line
		}
	}' "$1/ranges"
}

# all PROGRAM FILE: outputs and statuses on each line of arguments
all() {
	while read -r line; do
		# shellcheck disable=SC2086
		"$1" $line 2>&1
		echo "status $?"
	done <"$2"
}

for dir in "${@:-$here/programs/*/}"; do
	for d in $dir; do
		name=$(basename "$d")
		mkdir -p "$tmp/$name"
		cc -O0 -ffp-contract=off -o "$tmp/$name/base" "$d/base.c" -lm || exit 2
		inputs "$d" >"$tmp/$name/in"
		cut -f 1,3 "$d/versions" | sed -n 's/^d[0-9]*'"$tab"'//p' >>"$tmp/$name/in"
		all "$tmp/$name/base" "$tmp/$name/in" >"$tmp/$name/base.out"
		while IFS=$tab read -r v edit third what; do
			sed "$edit" "$d/base.c" >"$tmp/$name/$v.c"
			cmp -s "$d/base.c" "$tmp/$name/$v.c" && echo "$name $v: no change" && bad=$((bad + 1))
			cc -O0 -ffp-contract=off -o "$tmp/$name/$v" "$tmp/$name/$v.c" -lm || exit 2
			case $v in
			d*)
				# shellcheck disable=SC2086
				a=$("$tmp/$name/base" $third 2>&1; echo $?) b=$("$tmp/$name/$v" $third 2>&1; echo $?)
				[ "$a" != "$b" ] || { echo "$name $v ($what): same on $third: $a"; bad=$((bad + 1)); }
				;;
			*)
				all "$tmp/$name/$v" "$tmp/$name/in" | cmp -s - "$tmp/$name/base.out" ||
					{ echo "$name $v ($what): differs"; bad=$((bad + 1)); }
				;;
			esac
		done <"$d/versions"
	done
done
echo "$bad versions are not what they say"
[ "$bad" -eq 0 ]
