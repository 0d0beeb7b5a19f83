#!/bin/sh
# names.sh: every type under src/ has a name of its own, and so has every function of the git drift script.
#
# One name for two things makes a reader ask which one is meant, and a search answers with both.
# Prints the names that are defined in more than one file, with the files; fails if there are any.
# A forward declaration (typedef struct X X;) is no definition.
cd "$(dirname "$0")/../.." || exit 2
# Parts of one script: the later of two functions with one name replaces the other.
twice=$(grep -ho '^[a-z_0-9]*()' src/cli/git/*.sh | sort | uniq -d)
[ -z "$twice" ] || { echo "src/cli/git: $twice"; exit 1; }
awk '
	function def(name)
	{
		if (name == "" || seen[name, FILENAME]++)
			return
		count[name]++
		files[name] = files[name] " " FILENAME
	}
	# Tags, with a body.
	/^(typedef )?(struct|enum|union) [A-Za-z_0-9]+ *\{/ { def($1 == "typedef" ? $3 : $2) }
	# The name behind a body, and what a typedef in one line names.
	/^} [A-Za-z_0-9]+;/ { def(substr($2, 1, index($2, ";") - 1)) }
	/^typedef .*;/ && !/^typedef (struct|enum|union) [A-Za-z_0-9]+ [A-Za-z_0-9]+;/ {
		text = $0
		sub(/;[^;]*$/, "", text)
		if (match(text, /\(\*[A-Za-z_0-9]+\)/)) {
			def(substr(text, RSTART + 2, RLENGTH - 3))
		} else {
			sub(/(\[[^]]*\])+$/, "", text)
			sub(/.*[^A-Za-z_0-9]/, "", text)
			def(text)
		}
	}
	END {
		for (name in count)
			if (count[name] > 1) {
				print name ":" files[name]
				bad = 1
			}
		exit bad
	}' $(find src -name '*.[ch]' | LC_ALL=C sort)
