
# ---- the command line ----

command=test rev1='' rev2='' revs=0 since='' build='' built='' bin='' target='' golden='' rebuild='' clean='' certificate='' build_time=10min
# Words for drift, quoted, since POSIX shells have one list only.
options='' arguments='' asked=''
# Of these, what we must know, too.
out='' seconds='' format=''

case ${1-} in
explain | check | bisect | init)
	command=$1
	shift
	;;
verify)
	command=$1
	[ $# -ge 2 ] || die "verify needs a certificate; see 'git drift --help'"
	certificate=$2
	shift 2
	;;
esac

# One option for drift, or what belongs to one.
keep()
{
	case $keep_last in
	--time) seconds=$1 ;;
	--format) format=$1 ;;
	-o | --dir) out=$1 ;;
	esac
	keep_last=$1
	case $1 in
	-o?*) out=${1#-o} ;;
	--dir=*) out=${1#*=} ;;
	--time=*) seconds=${1#*=} ;;
	--format=*) format=${1#*=} ;;
	--json) format=json ;;
	esac
	options="$options$(quote "$1")"
}
keep_last=''

# value N WORD OPTION: the option has one.
value() { [ "$1" -ge 2 ] || die "$2 needs an argument; see 'git drift --help'"; }

closed=''
while [ $# -gt 0 ]; do
	case $1 in
	--) break ;;
	-h | --help)
		printf '%s\n' "$usage"
		exit 0
		;;
	--build) value $# "$1" && build=$2 && built=1 && shift ;;
	--build=*) build=${1#*=} built=1 ;;
	--build-time) value $# "$1" && build_time=$2 && shift ;;
	--build-time=*) build_time=${1#*=} ;;
	--bin) value $# "$1" && bin=$2 && shift ;;
	--bin=*) bin=${1#*=} ;;
	--golden) value $# "$1" && golden=$2 && shift ;;
	--golden=*) golden=${1#*=} ;;
	--certificate) value $# "$1" && certificate=$2 && shift ;;
	--certificate=*) certificate=${1#*=} ;;
	--target) value $# "$1" && target=$2 && shift ;;
	--target=*) target=${1#*=} ;;
	--since) value $# "$1" && since=$2 && shift ;;
	--since=*) since=${1#*=} ;;
	--clean) clean=1 ;;
	--rebuild) rebuild=1 ;;
	--diff)
		[ "$command" = test ] || die "--diff and $command exclude each other"
		command=diff
		;;
	-*)
		# The revisions come before drift's options: an option may take the next word.
		closed=1
		keep "$1"
		;;
	*)
		if [ -n "$closed" ]; then
			keep "$1"
		else
			revs=$((revs + 1))
			case $revs in
			1) rev1=$1 ;;
			2) rev2=$1 ;;
			*) die "'$1': two revisions are compared, not three; see 'git drift --help'" ;;
			esac
		fi
		;;
	esac
	shift
done
[ $# -eq 0 ] || asked=1
for word; do
	[ -z "$arguments" ] && [ "$word" = -- ] || arguments="$arguments$(quote "$word")"
done
case $command$asked$options in
bisect1* | bisect*"'--stdin"*) asked=1 ;;
bisect*) die "bisect needs an input: git drift bisect GOOD BAD -- ARG..." ;;
esac
[ -z "$built" ] || [ -n "$build" ] || die '--build: the command is empty'
[ -z "$golden" ] || [ "$command" = test ] || die "--golden is for tests, not for $command"
[ -z "$certificate" ] || [ "$command" = test ] || [ "$command" = verify ] || die "--certificate is for tests, not for $command"
[ -z "$certificate" ] || [ -z "$since" ] || die '--certificate is for two revisions, not for --since'
[ "$command" != verify ] || [ $# -eq 0 ] || die 'verify takes no arguments: the certificate has them'
[ -z "$since" ] || [ "$revs" -eq 0 ] || die '--since takes the place of the revisions'
[ -z "$since" ] || [ "$command" = test ] || die "--since is for tests, not for $command"
[ -z "$target" ] || [ -z "$bin$build" ] || die '--target says how to build and what to compare: no --build, --bin'
case $bin in
/* | ../* | */../* | */..) die "--bin '$bin': must be a path below the top of the tree" ;;
esac
bin=${bin#./}

# to_seconds TIME: as drift reads it; nothing if it is none, which drift will say.
to_seconds()
{
	printf '%s\n' "$1" | awk '/^[0-9.]+(|s|ms|m|min|h)$/ { n = $0 + 0; sub(/^[0-9.]+/, "")
		print $0 == "ms" ? n / 1000 : $0 == "h" ? n * 3600 : $0 ~ /^m/ ? n * 60 : n }'
}
build_seconds=$(to_seconds "$build_time")
case $build_seconds in
'' | 0) die "--build-time '$build_time': must be a time, as 90s or 20min" ;;
esac
