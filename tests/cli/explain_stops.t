#!/bin/sh
# explain_stops.t: drift explain ends when it is told to, at whatever it works, and tells what it knows by then.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
command -v python3 >/dev/null || skip_all 'there is no python3 to read JSON'
use_test_engine

cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	puts(n > 5 ? "big" : "small");
	puts("end");
	return 0;
}
END
sed -e 's/n > 5/n > 7/' -e 's/puts("end")/printf("end\\n")/' old.c >new.c

# known DIR ENDED: result.json is whole, says why it ended and what differs.
known()
{
	python3 - "$1" "$2" <<-'END'
		import json, sys
		r = json.load(open(sys.argv[1] + "/result.json"))
		assert r["ended"] == sys.argv[2], r["ended"]
		assert r["verdict"] == "different", r["verdict"]
		assert r["differs"]["what"] == "stdout" and r["differs"]["old"] == "'big'", r["differs"]
		assert not r["exhaustive"]
		assert isinstance(r["suspects"], list) and isinstance(r["blame"], list)
	END
}

# stopped PLACE SIGNAL: it hangs there until the signal comes.
stopped()
{
	rm -rf out
	DRIFT_STALL=$1 "$drift" explain -o out old.c new.c -- 6 >said 2>&1 </dev/null &
	parent=$!
	until grep -q '"differs"' out/result.json 2>/dev/null; do
		kill -0 $parent || return 1
		sleep 0.1
	done
	kill -"$2" $parent
	wait $parent
	[ $? -eq 1 ] && grep -q "^the difference   stdout line 1: 'big' | 'small'" said &&
		grep -q '^to blame  *[a-z].*stopped' said || { cat said; return 1; }
	known out stopped
}
check 'SIGINT while versions are made' stopped blame INT
check 'SIGTERM while they are built' stopped build TERM
check 'nothing is left of them' sh -c '! ls -d "$1"/drift-*' sh "$tmp"

# late PLACE OPTION...: it hangs there until the time is up.
late()
{
	rm -rf out
	DRIFT_STALL=$1 "$drift" explain -o out --time 15s old.c new.c -- 6 >said 2>&1
	[ $? -eq 1 ] && grep -q "^the difference   stdout line 1: 'big' | 'small'" said || { cat said; return 1; }
	known out time
}
check '--time while versions are made' late blame
check '... suspects are told all the same' grep -q '^suspects         1\. ' said

# The user's own command is asked about every suspect: the first answer comes at once, the next never.
cat >slow <<'END'
[ -e asked ] && : >again && sleep 600
: >asked
exit 1
END
check 'SIGINT while suspects are asked' sh -c '
	rm -rf out asked again
	"$1" explain -o out --builds 0 --ok "sh ./slow" old.c new.c -- 6 >said 2>&1 </dev/null &
	parent=$!
	until [ -e again ] && [ -e out/result.json ]; do sleep 0.1; done
	kill -INT $parent
	wait $parent
	[ $? -eq 1 ] && grep -q "^suspects  " said || { cat said; false; }' sh "$drift"
check '... and what is known is there' known out stopped
rm -f asked
check '--time while suspects are asked' sh -c '
	rm -rf out
	"$1" explain -o out --builds 0 --time 15s --ok "sh ./slow" old.c new.c -- 6 >said 2>&1
	[ $? -eq 1 ] && grep -q "^suspects  " said || { cat said; false; }' sh "$drift"
check '... and what is known is there as well' known out time
finish
