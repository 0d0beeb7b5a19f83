# jobs_lib.sh: shared by the tests of searches that several processes do together.

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
