#!/bin/sh
# pages.sh: pages of drift report in a real browser: no errors of scripts, every link and toggle works, many
# differences stay usable. Pictures are left in OUT (default build/report) to be looked at. Without chromium it is skipped.
. "$(dirname "$0")/../cli/lib.sh"

browser=$(command -v chromium || command -v chromium-browser) || {
	echo '1..0 # SKIP there is no chromium'
	exit 0
}
out=${OUT:-$DRIFT_BUILD/report}
mkdir -p "$out"

# in_browser PAGE [OPTION...]: its DOM after scripts; what the console says goes to $tmp/console.
in_browser()
{
	in_browser_page=$1
	shift
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$tmp/profile" \
		--enable-logging=stderr --virtual-time-budget=5000 "$@" "file://$in_browser_page" 2>"$tmp/log" >"$tmp/dom"
	grep CONSOLE "$tmp/log" >"$tmp/console"
}

picture() { in_browser "$1" --window-size="$3,$4" $5 --screenshot="$2"; [ -s "$2" ]; }

# A page with a script behind it that uses everything and says what does not work.
try()
{
	sed 's,</body>,,; s,</html>,,' "$1" >"$tmp/try.html"
	cat >>"$tmp/try.html" <<'END'
<script>
const wrong = document.querySelector('section') ? [] : ['empty'];
for (const a of document.querySelectorAll('nav a')) if (!document.querySelector(a.getAttribute('href'))) wrong.push(a.textContent);
for (const button of document.querySelectorAll('[data-close]')) button.click();
if (document.querySelector('[data-close]') && document.querySelector('.difference[open]')) wrong.push('close all');
for (const button of document.querySelectorAll('[data-open]')) button.click();
if (document.querySelector('[data-open]') && document.querySelector('.difference:not([open])')) wrong.push('open all');
for (const field of document.querySelectorAll('[data-filter]')) {
	const rows = [...document.querySelectorAll(field.dataset.filter)];
	field.value = 'no row has this'; field.dispatchEvent(new Event('input'));
	if (rows.some((row) => !row.hidden)) wrong.push('filter');
	field.value = ''; field.dispatchEvent(new Event('input'));
	if (rows.some((row) => row.hidden)) wrong.push('filter off');
}
if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the window');
document.title = wrong.length ? 'wrong: ' + wrong.join(', ') : 'all right';
</script></body></html>
END
	in_browser "$tmp/try.html" --dump-dom
	cat "$tmp/console"
	grep -o '<title>[^<]*' "$tmp/dom"
	[ ! -s "$tmp/console" ] && grep -q '<title>all right' "$tmp/dom"
}

# many N: a result with so many differences.
many()
{
	awk -v n="$1" 'BEGIN {
		printf "{\"command\":\"test\",\"verdict\":\"different\",\"exhaustive\":false,\"ended\":\"time\",\"old\":\"old.c\",\"new\":\"new.c\","
		printf "\"semantic_changes\":%d,\"stats\":{\"runs\":%d},\"changes\":[],\"differences\":[", n, n
		for (i = 1; i <= n; i++)
			printf "%s{\"test\":\"tests/%04d\",\"group\":%d,\"confirmed\":true,\"input\":\"%d\",\"condition\":\"arg1 == %d\",\"old\":{\"ends\":\"exit 0\",\"concrete\":{\"stdout\":\"%d\\n\",\"stderr\":\"\"}},\"new\":{\"ends\":\"exit 0\",\"concrete\":{\"stdout\":\"%d\\n\",\"stderr\":\"\"}},\"changes\":[],\"effect\":[]}", (i > 1 ? "," : ""), i, i, i, i, i, i + 1
		printf "]}"
	}'
}

cd "$top" || exit 1
"$drift" test -o "$tmp/one" examples/discount/old.c examples/discount/new.c -- @int @int >/dev/null
"$drift" test -o "$tmp/same" examples/discount/old.c examples/discount/old.c -- @int @int >/dev/null
"$drift" diff --json examples/discount/old.c examples/discount/new.c -- @int @int >"$tmp/diff"
"$drift" explore -o "$tmp/cases" examples/expand.c -- @str:4 >/dev/null
"$drift" explain -o "$tmp/explain" examples/discount/old.c examples/discount/new.c -- 100 1 >/dev/null 2>&1
"$drift" test --interactions -o "$tmp/interactions" "$programs/interactions/figure5_old.c" "$programs/interactions/figure5_new.c" -- @str:2 >/dev/null
"$drift" check -o "$tmp/check" examples/discount/old.c examples/discount/new.c >/dev/null 2>&1
many 200 >"$tmp/many"
many 2000 >"$tmp/most"
echo 1 >"$tmp/config"
"$drift" env record -q -o "$tmp/good.trace" -- cat "$tmp/config" >/dev/null
rm "$tmp/config"
"$drift" env locate --json "$tmp/good.trace" >"$tmp/env"
for page in one same diff cases explain interactions check many most env; do
	[ -e "$tmp/$page" ] || continue
	"$drift" report "$tmp/$page" -o "$out/$page.html" >/dev/null
	check "$page: no errors, every link and toggle works" try "$out/$page.html"
	check "$page: a picture" picture "$out/$page.html" "$out/$page.png" 1280 1400
done
check 'dark' picture "$out/one.html" "$out/dark.png" 1280 1400 --blink-settings=preferredColorScheme=0
check 'narrow' picture "$out/one.html" "$out/narrow.png" 480 1600

finish
