#!/bin/sh
# entries.sh: every public function of two Debian libraries under --entry NAME: explored, or refused
# with the one thing that cannot be done. Sources are fetched by name; prints one line for each that
# is refused, and counts.
#
# DRIFT_CACHE: where sources are kept (default: a temporary directory).

here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../build}/bin/drift
cache=${DRIFT_CACHE:-$(mktemp -d "${TMPDIR:-/tmp}/drift-entries.XXXXXX")}
. "$here/../real/fetch.sh"
fetch_prepare

# count LIBRARY PROGRAM FLAGS <NAMES
count()
{
	all=0 works=0
	while read -r name; do
		all=$((all + 1))
		if timeout 60 "$drift" explore --entry "$name" --bound 4 --time 2s --tests none -o "$cache/out" --cflags "$3" "$2" \
			</dev/null >"$cache/said" 2>&1 || [ $? -eq 1 ]; then
			works=$((works + 1))
		else
			echo "$1: $name: $(sed -n 's/^drift: //p' "$cache/said" | head -n 1)"
		fi
	done
	echo "$1: $works of $all functions are explored"
}

fetch_source cjson || { echo "cjson: $fetch_error"; exit 77; }
sed -n 's/^CJSON_PUBLIC([^)]*) *\([A-Za-z_0-9]*\)(.*/\1/p' "$source/cJSON.h" | sort -u | count cjson "$source/cJSON.c" ''
fetch_source libyaml || { echo "libyaml: $fetch_error"; exit 77; }
sed -n '/^YAML_DECLARE/{n;s/^\(yaml_[a-z_]*\)(.*/\1/p;}' "$source/include/yaml.h" | sort -u | count libyaml "$source/src" \
	"-I$source/include -DYAML_VERSION_STRING='\"0\"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5"
