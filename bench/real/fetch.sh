# fetch.sh: Debian source packages by name; sourced by run.sh.
#
# Machines seldom have deb-src enabled, and nothing of the machine's own configuration is to be
# changed: so a sources list of our own is derived from what apt is configured with, and used
# with lists of our own, all in the cache.

fetch_error=

# Writes the sources list; every Debian archive of the machine becomes a source of sources.
fetch_sources_list()
{
	# shellcheck disable=SC2016 # the dollars are apt's
	apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Identifier: Packages' |
		awk -F'|' '$1 == "Debian" && !seen[$0]++ { print "deb-src " $2, $3, $4 }'
}

fetch_apt()
{
	timeout 300 "$@" -o Dir::Etc::sourcelist="$cache/apt/${fetch_list:-sources.list}" -o Dir::Etc::sourceparts=- \
		-o Dir::State::lists="$cache/apt/lists" -o Dir::Cache="$cache/apt" \
		-o APT::Sandbox::User=root -o Acquire::Retries=2
}

# Once per run of run.sh, before anything is fetched in parallel. Fails silently: what is missing
# then is said for each package that is not in the cache.
fetch_prepare()
{
	mkdir -p "$cache/apt/lists/partial" "$cache/src"
	if [ -n "$(find "$cache/apt/lists" -name '*_source_Sources*' | head -n 1)" ]; then
		return
	fi
	fetch_sources_list >"$cache/apt/sources.list" 2>/dev/null
	fetch_apt apt-get update >"$cache/apt/update.log" 2>&1
}

# fetch_source PACKAGE: leaves the unpacked source in $source.
fetch_source()
{
	source=$cache/src/$1/source
	[ -d "$source" ] && return 0
	rm -rf "$cache/src/$1"
	mkdir -p "$cache/src/$1" || return 1
	# A mirror may lack what came last: then the release itself.
	grep -v -e '-security' -e '-updates' "$cache/apt/sources.list" >"$cache/apt/release.list"
	if ! (cd "$cache/src/$1" && fetch_apt apt-get source --only-source -qq "$1") >"$cache/src/$1/log" 2>&1 &&
		! (cd "$cache/src/$1" && rm -rf ./*.orig.* && fetch_list=release.list &&
			fetch_apt apt-get source --only-source -qq "$1") >>"$cache/src/$1/log" 2>&1; then
		fetch_error=$(grep '^E:' "$cache/src/$1/log" | head -n 1)
		fetch_error=${fetch_error:-no answer from the archive}
		return 1
	fi
	for fetched in "$cache/src/$1"/*/; do
		mv "$fetched" "$source" && return 0
	done
	fetch_error='nothing was unpacked'
	return 1
}
