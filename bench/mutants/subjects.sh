#!/bin/sh
# subjects.sh LINES: what run.sh printed for versions, summed up by subject, as a table in Markdown.
# Times, runs and calls are medians over the versions concerned: first difference over those found, the others
# over all.
awk '
function median(text,    list, n, i, j, v) {
	n = split(text, list, " ")
	if (!n)
		return 0
	for (i = 2; i <= n; i++) {
		v = list[i] + 0
		for (j = i - 1; j > 0 && list[j] + 0 > v; j--)
			list[j + 1] = list[j]
		list[j + 1] = v
	}
	return n % 2 ? list[(n + 1) / 2] + 0 : (list[n / 2] + list[n / 2 + 1]) / 2
}
$3 == "differs" || $3 ~ /^equivalent/ {
	if (!($1 in versions))
		names[++subjects] = $1
	versions[$1]++
	if ($3 == "differs")
		differing[$1]++
	else
		equivalent[$1]++
	if ($5 == "found") {
		found[$1]++
		first[$1] = first[$1] " " $7
	}
	proved[$1] += $5 == "proved"
	wrong[$1] += $5 ~ /^FALSE/
	seconds[$1] = seconds[$1] " " $6
	if ($8 > 0)
		reach[$1] = reach[$1] " " $8
	runs[$1] = runs[$1] " " $9
	calls[$1] = calls[$1] " " $10
}
END {
	print "| subject | versions | found | proved | false | first difference, s | verdict, s | runs to reach | runs | solver calls |"
	print "|---|---|---|---|---|---|---|---|---|---|"
	for (i = 1; i <= subjects; i++) {
		s = names[i]
		printf "| %s | %d | %d of %d | %d of %d | %d | %.2f | %.2f | %d | %d | %d |\n", s, versions[s], found[s], \
			differing[s], proved[s], equivalent[s], wrong[s], median(first[s]), median(seconds[s]), \
			median(reach[s]), median(runs[s]), median(calls[s])
	}
}' "$1"
