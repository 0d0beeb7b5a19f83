#!/bin/sh
# real.sh: functions of libraries from Debian's source packages, each with a real fix and a contract for it. OLD is the source without
# the fix. With the fix all clauses hold; without it the contract is violated. Sources are fetched once, to $XDG_CACHE_HOME/drift/contracts.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/contracts
. "$here/../real/fetch.sh"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
bad=0 n=0
fetch_prepare

# contract FILE PATTERN: the source with standard input above the line that matches.
contract() { awk -v pattern="$2" 'NR == FNR { text = text $0 "\n"; next } !done && $0 ~ pattern { printf "%s", text; done = 1 } { print }' - "$1"; }

# judge NAME FUNCTION OPTIONS...: the trees $work/NAME/old, right (with the fix) and twin (without), both with the contract.
judge()
{
	name=$1 function=$2
	shift 2
	n=$((n + 1))
	cd "$work/$name" || exit 2
	timeout 300 "$drift" check --time 120s "$@" --function "$function" -o out old right >right.txt 2>&1
	timeout 300 "$drift" check --time 120s "$@" --function "$function" -o out old twin >twin.txt 2>&1
	status=$?
	echo "$name $function: with the fix $(grep '^[a-z ]*: [0-9]' right.txt); without $(grep '^[a-z ]*: [0-9]' twin.txt)"
	if ! grep -q '^holds: ' right.txt || [ $status -ne 1 ]; then
		bad=$((bad + 1))
		cat right.txt twin.txt
	fi
}

# trees NAME FILES...: copies of the package's files in $source.
trees()
{
	for tree in old right twin; do
		mkdir -p "$work/$1/$tree"
		(cd "$source" && shift && cp -r "$@" "$work/$name/$tree/")
	done
}

if fetch_source cjson; then
	# CVE-2025-57052: characters behind the digits of an index were taken for digits.
	name=index
	trees index cJSON.c cJSON.h cJSON_Utils.c cJSON_Utils.h
	cd "$work/index" || exit 2
	sed "s/(pointer\\[position\\] <= '9'); position++/(pointer[0] <= '9'); position++/" right/cJSON_Utils.c >old/cJSON_Utils.c
	cat >text <<'X'
/*@ changed_behavior
  @   requires \exists int i; 1 <= i && i < 4;
  @       pointer[i] > '9' && (\forall int k; 0 <= k && k < i; pointer[k] >= '0' && pointer[k] <= '9');
  @   ensures \result == 0;
  @   ensures *index == \old(*index);
  @*/
X
	contract old/cJSON_Utils.c '^static cJSON_bool decode_array_index' <text >twin/cJSON_Utils.c
	cp right/cJSON_Utils.c fixed && contract fixed '^static cJSON_bool decode_array_index' <text >right/cJSON_Utils.c
	judge index decode_array_index_from_pointer --bound 4

	# CVE-2023-50472: a string without its text.
	name=text
	trees text cJSON.c cJSON.h
	cd "$work/text" || exit 2
	sed 's/if (object->valuestring == NULL || valuestring == NULL)/if (0)/' right/cJSON.c >old/cJSON.c
	cat >text <<'X'
/*@ changed_behavior
  @   when_signaled (null-dereference) object->valuestring == 0 || valuestring == 0;
  @   ensures \result == 0;
  @*/
X
	contract old/cJSON.c '^CJSON_PUBLIC.char.. cJSON_SetValuestring' <text >twin/cJSON.c
	cp right/cJSON.c fixed && contract fixed '^CJSON_PUBLIC.char.. cJSON_SetValuestring' <text >right/cJSON.c
	judge text cJSON_SetValuestring --bound 3 --depth 1
else
	echo "cjson: $fetch_error"
fi

if fetch_source zlib; then
	# Lengths below zero: the check that zlib has had since 1.2.5.
	name=combine
	trees combine adler32.c zutil.h gzguts.h zlib.h zconf.h
	cd "$work/combine" || exit 2
	sed '/^    if (len2 < 0)$/,/return 0xffffffffUL;/d' right/adler32.c >old/adler32.c
	cat >text <<'X'
/*@ changed_behavior
  @   requires len2 < 0;
  @   ensures \result == 0xffffffff;
  @*/
X
	contract old/adler32.c '^local uLong adler32_combine_.adler1' <text >twin/adler32.c
	cp right/adler32.c fixed && contract fixed '^local uLong adler32_combine_.adler1' <text >right/adler32.c
	judge combine adler32_combine_ --assume 'adler1<=3&&adler2<=3&&len2>=-100&&len2<=100'
else
	echo "zlib: $fetch_error"
fi
if fetch_source libpng1.6; then
	# CVE-2015-7981: a month of 0 was looked up in front of the table.
	name=month
	(cd "$source" && cp scripts/pnglibconf.h.prebuilt pnglibconf.h)
	trees month png.c pngerror.c png.h pngpriv.h pngconf.h pnglibconf.h pngstruct.h pnginfo.h pngdebug.h
	cd "$work/month" || exit 2
	# The function needs none of the library's other files; they are there by name.
	for file in png pngerror; do gcc -w -c -o $file.o right/$file.c || exit 2; done
	nm png.o pngerror.o | awk 'NF == 3 { defined[$3] = 1 } $1 == "U" && $2 ~ /^(png_|inflate|deflate|crc32|adler32|zlib)/ { wanted[$2] = 1 }
		END { for (name in wanted) if (!defined[name]) print "void " name "(void) { __builtin_trap(); }" }' | sort >rest.c
	for tree in old right twin; do cp rest.c $tree/; done
	sed 's/ptime->month == 0 *||//' right/png.c >old/png.c
	cat >text <<'X'
/*@ changed_behavior
  @   requires out != 0;
  @   when_signaled (out-of-bounds) ptime->month == 0;
  @   ensures \result == 0;
  @*/
X
	# The contract stands above the line in front of the function's name.
	place() { awk 'NR == FNR { text = text $0 "\n"; next } { if ($0 ~ /^png_convert_to_rfc1123_buffer/) printf "%s", text; if (held != "") print held; held = $0 } END { print held }' "$@"; }
	place text old/png.c >twin/png.c
	cp right/png.c fixed && place text fixed >right/png.c
	judge month png_convert_to_rfc1123_buffer --shape 'int png_convert_to_rfc1123_buffer(char out[29], const png_time *ptime)' \
		--assume 'ptime->year<=9&&ptime->day<=3&&ptime->hour<=1&&ptime->minute<=1&&ptime->second<=1'
else
	echo "libpng: $fetch_error"
fi
echo "real: $n functions, $bad not as expected"
[ $bad -eq 0 ]
