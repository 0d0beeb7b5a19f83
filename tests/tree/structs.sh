#!/bin/sh
# structs.sh: no struct under src/ has more than 30 fields.
#
# A struct that everybody adds a field to becomes the one thing that nobody can read. Prints those
# that are larger; fails if there are any. Exempt is the state of rooms that run a program: there the
# number of fields may be the one below, and no more.
cd "$(dirname "$0")/../.." || exit 2
awk -v exempt="Lower=40 Machine=59 Memory=31 Os=48 Track=32" '
	BEGIN {
		n = split(exempt, list, " ")
		for (i = 1; i <= n; i++) {
			split(list[i], one, "=")
			allowed[one[1]] = one[2]
		}
	}
	# Comments, then what stands in brackets: commas there are none between fields.
	function bare(text)
	{
		gsub(/\/\*([^*]|\*[^\/])*\*\//, "", text)
		while (sub(/\([^()]*\)/, "", text))
			;
		gsub(/\[[^]]*\]/, "", text)
		return text
	}
	FNR == 1 { name = ""; comment = 0 }
	{
		text = $0
		if (comment) {
			if (!sub(/^.*\*\//, "", text))
				next
			comment = 0
		}
		text = bare(text)
		if (text ~ /\/\*/) {
			sub(/\/\*.*/, "", text)
			comment = 1
		}
	}
	text ~ /^(typedef )?struct( [A-Za-z_0-9]+)? *\{/ {
		name = FILENAME ":" FNR
		fields = 0
		depth = 1
		tag = text
		sub(/ *\{.*/, "", tag)
		sub(/.* /, "", tag)
		next
	}
	name != "" && depth == 1 && text ~ /^}/ {
		limit = tag in allowed ? allowed[tag] : 30
		if (tag in allowed)
			used[tag] = fields > 30
		if (fields > limit) {
			print name ": " tag " has " fields " fields"
			bad = 1
		}
		name = ""
		next
	}
	name != "" {
		if (text ~ /\{[^}]*$/)
			depth++
		if (depth == 2 && text ~ /^\t}/)
			depth--
		if (depth == 1 && text ~ /;[ \t]*$/) {
			line = pending text
			pending = ""
			fields += gsub(/,/, ",", line) + 1
		} else if (depth == 1 && text ~ /,[ \t]*$/) {
			pending = pending text
		}
	}
	END {
		for (tag in allowed)
			if (!used[tag]) {
				print tag " is exempt and need not be"
				bad = 1
			}
		exit bad
	}' $(find src -name '*.[ch]' | LC_ALL=C sort)
