#!/bin/sh
# lengths.sh: no function is longer than a screen, which is 60 lines.
#
# Prints those that are, from the line that names them to their closing brace, and names below that
# are none. Fails if there are any. Exempt are the interpreter's loop and the switch over all
# operations.
cd "$(dirname "$0")/../.." || exit 2
awk -v exempt='src/engine/machine/exec/interp.c:interpret src/engine/machine/exec/eval.c:eval_ins' '
	BEGIN {
		n = split(exempt, list, " ")
		for (i = 1; i <= n; i++)
			long[list[i]] = 0
	}
	FNR == 1 { first = 0 }
	/^[A-Za-z_].*\(/ && !/;$/ {
		first = FNR
		name = substr($0, 1, index($0, "(") - 1)
		sub(/.*[ *]/, "", name)
	}
	/^}/ && first {
		if (FNR - first + 1 > 60) {
			if ((FILENAME ":" name) in long) {
				long[FILENAME ":" name] = 1
			} else {
				print FILENAME ":" first ": " name " has " FNR - first + 1 " lines"
				bad = 1
			}
		}
		first = 0
	}
	END {
		for (one in long)
			if (!long[one]) {
				print one " is exempt and need not be"
				bad = 1
			}
		exit bad
	}' $(find src tests/unit tests/gen tests/oracle -name '*.[ch]' | LC_ALL=C sort)
