#!/bin/sh
# jobs.t: an exhaustive search has the same result whatever the number of processes is: the programs of
# tests/programs/explore, on which the oracle checks one process. JOBS_STEP=1 takes all of them.
. "$(dirname "$0")/lib.sh"

# inputs FILE: the options for the inputs in its first line.
inputs()
{
	sed -n '1s/^\/\/ inputs: //p' "$1" | tr ' ' '\n' | awk '
	{
		n = $0
		gsub(/[^-0-9,]/, "", n)
		split(n, at, ",")
		if ($0 ~ /^text/)
			options = options " --stdin @text:" n
		else if ($0 ~ /^str/)
			words = words " @str:" n
		else {
			words = words " @int"
			options = options " --assume arg" NR ">=" at[1] "&&arg" NR "<=" at[2]
		}
	}
	END { print options " --" words }'
}

# facts DIR: what does not depend on the order of the search.
facts()
{
	sed -n 's/.*"condition":\(.*\),$/\1/p' "$1/result.json" | sort
	for key in verdict exhaustive paths outcomes; do
		"$DRIFT_BUILD/tests/json_get" "$1/result.json" "$key"
	done
	sed -n '/"errors":.*\[/,/\]/p; /"coverage":.*\[/,/\]/p' "$1/result.json" | grep -v '"test"'
}

same() # FILE
{
	for jobs in 1 2 4; do
		# shellcheck disable=SC2046
		"$drift" explore -j $jobs --tests none -o "jobs$jobs.d" "$1" $(inputs "$1") >/dev/null 2>err </dev/null || cat err
		facts "jobs$jobs.d" >"jobs$jobs.facts"
	done
	grep -qx true jobs1.facts && cmp jobs1.facts jobs2.facts && cmp jobs1.facts jobs4.facts
}

number=0
for subject in "$programs"/explore/*.c; do
	[ $((number % ${JOBS_STEP:-8})) = 0 ] && check "$(basename "$subject" .c)" same "$subject"
	number=$((number + 1))
done

finish
