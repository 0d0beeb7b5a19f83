#!/bin/sh
# taken.sh: no type is taken by more than 40 functions outside its own room.
#
# A type that functions everywhere take is a wall that is not there: whoever changes it has to know
# them all. Counts for each struct of src/ the functions outside its folder that have it as a
# parameter; prints those above 40 and fails if there are any. Exempt are the words of the language
# that all rooms speak, which stand below and say why.
cd "$(dirname "$0")/../.." || exit 2
# Vocabulary: what base offers, what the engine's rooms are about (programs, bytecode, types, expressions, runs), and
# what clients fill.
words='Err Buf Arena ExprPool ExprNode Assignment Program Function Ins Call Code CType Result'
awk -v words="$words" '
	# src/ROOM/FILE, or src/ROOM/MODULE/FILE and what lies below it; env is one module.
	function room(path,    part, n) { n = split(path, part, "/"); return n == 3 || part[2] == "env" ? part[2] : part[2] "/" part[3] }
	BEGIN {
		n = split(words, list, " ")
		for (i = 1; i <= n; i++)
			exempt[list[i]] = 1
	}
	FNR == 1 { pass += FILENAME == first; if (!first) { first = FILENAME; pass = 1 } }
	pass == 1 {
		if (match($0, /^(typedef )?struct [A-Z][A-Za-z_0-9]*( *\{|;| [A-Z])/)) {
			tag = $0
			sub(/^typedef /, "", tag)
			sub(/^struct /, "", tag)
			sub(/[^A-Za-z_0-9].*/, "", tag)
			if (!(tag in home) || $0 ~ /\{/)
				home[tag] = room(FILENAME)
		}
		next
	}
	# A definition: from its name to the brace.
	/^[A-Za-z_].*\(/ && !/;$/ && !/^#/ { head = ""; open = 1 }
	open { head = head " " $0 }
	open && /^\{/ {
		open = 0
		sub(/^[^(]*\(/, "", head)
		gsub(/[^A-Za-z_0-9]+/, " ", head)
		n = split(head, word, " ")
		for (i = 1; i <= n; i++)
			if (word[i] in home && home[word[i]] != room(FILENAME) && !seen[FILENAME, FNR, word[i]]++)
				count[word[i]]++
	}
	open && /;$/ { open = 0 }
	END {
		for (tag in count)
			if (count[tag] > 40 && !(tag in exempt)) {
				print tag " of " home[tag] " is taken by " count[tag] " functions of other rooms"
				bad = 1
			}
		for (tag in exempt)
			if (count[tag] <= 40) {
				print tag " is exempt and need not be"
				bad = 1
			}
		exit bad
	}' $(find src -name '*.[ch]' | LC_ALL=C sort) $(find src -name '*.[ch]' | LC_ALL=C sort)
