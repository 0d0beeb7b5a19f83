#!/bin/sh
# numbered.t: each numbered figure, table and algorithm of the publications is in the test of its publication: with a check, or with
# the reason why there is nothing to run. Each section is in docs/papers.md.
. "$(dirname "$0")/../cli/lib.sh"

# named FILE: what its text names, as `figure 5.1`: a word for the kind, then numbers, joined by commas, "and" and "to".
named()
{
	tr -c 'A-Za-z0-9.\n' ' ' <"$1" | awk '
	function say(n) { print kind, n; last = n; many = 0 }
	{
		for (i = 1; i <= NF; i++) {
			word = tolower($i)
			sub(/\.$/, "", word)
			if (word ~ /^(figure|table|algorithm)s?$/) { kind = word; sub(/s$/, "", kind); many = 0 }
			else if (kind != "" && word == "to") many = 1
			else if (kind != "" && word == "and") continue
			else if (kind != "" && word ~ /^[0-9]+(\.[0-9]+)?$/) {
				first = last
				if (many) {
					split(first, a, "."); k = split(word, b, ".")
					for (n = a[k] + 1; n < b[k]; n++) print kind, (k == 2 ? b[1] "." : "") n
				}
				say(word)
			} else kind = ""
		}
	}' | sort -u
}

# all FILE KIND NUMBER...
all()
{
	all_of=$1 all_kind=$2
	named "$top/tests/papers/$1" >"$tmp/named"
	shift 2
	for number; do
		check "$all_of: $all_kind $number" grep -qx "$all_kind $number" "$tmp/named"
	done
}

all ase2010.t figure 1 2 3 4 5 6
all ase2010.t algorithm 1 2
all ase2010.t table 1
all tr2011.t figure 1 2 3 4 5
all express.t figure 1 2
all express.t table 1 2 3 4
all express.t algorithm 1
all fse2013.t figure 1 2 3 4 5 6 7
all fse2013.t table 1 2 3
all fse2013.t algorithm 1 2
all ase2010.t figure 4.1 4.2 4.3 4.4 4.5 4.6
all ase2010.t algorithm 4.1 4.2
all thesis.t figure 2.1 2.2 2.3 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.15 \
	7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 7.9 7.10 7.11
all thesis.t table 2.1 5.1 5.2 5.3 6.1 6.2 6.3 6.4 6.5 7.1 7.2 7.3 7.4
all thesis.t algorithm 6.1 6.2 6.3 7.1

# sections HEADING NUMBER...: they are in the first column of the table below a heading of docs/papers.md.
sections()
{
	sections_of=$1
	sed -n "\\,^## $1,,/^## /s/^| \\([^|]*\\)|.*/\\1/p" "$top/docs/papers.md" | tr -d '(),' | tr ' ' '\n' >"$tmp/rows"
	shift
	for number; do
		check "docs/papers.md, $sections_of: section $number" grep -Fqx "$number" "$tmp/rows"
	done
}

sections 'ASE 2010' 1 2 3.1 3.2 4.1 4.2 4.3 5 5.1 5.2 6 7 4.1 4.2 4.2.1 4.2.2 4.3 4.3.1 4.3.2 4.3.3 4.4 4.4.1 4.4.2 4.5 4.6
sections 'TR11/11' I II II.A II.B III III.A III.B IV IV.A IV.B V VI.A VI.B VII VII.A VII.B VIII IX
sections eXpress 1 2 3 4 4.1 4.2 4.3 4.4 4.5 4.6 5 5.1 5.2 5.3 5.3.1 5.3.2 5.3.3 5.3.4 6 7 8
sections 'FSE 2013' 1 2 2.1 2.2 2.2.1 2.2.2 3 3.1 3.2 3.3 3.4 4 4.1 4.2 5 6 6.1 6.2 6.3 7 7.1 8 9 10
sections 'The thesis' 2.1 2.2 5.1 5.2 5.2.1 5.2.2 5.2.3 5.3 5.3.1 5.3.2 5.4 5.4.1 5.4.2 5.4.3 5.4.4 5.4.5 5.4.6 5.4.7 5.5 5.6 \
	6.1 6.2 6.2.1 6.2.2 6.3 6.4 6.4.1 6.4.2 6.4.3 6.5 6.6 \
	7.1 7.1.1 7.1.2 7.1.2.1 7.1.2.2 7.1.2.3 7.1.3 7.1.4 7.1.5 7.1.6 7.1.7 7.1.8 \
	7.2 7.2.1 7.2.2 7.2.2.1 7.2.2.2 7.2.3 7.2.4 7.2.5 7.2.6
finish
