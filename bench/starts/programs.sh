# programs.sh: programs of Debian's source packages, built by drift-cc; sourced. Needs $cache, $cc, $tmp, and fetch.sh and gnu.sh
# of bench/real.

build_lua()
{
	cp "$source"/src/*.[ch] . && rm luac.c && echo '#define DEB_HOST_MULTIARCH "none"' >lua5.4-deb-multiarch.h &&
		"$cc" $cflags -DLUA_USE_C89 '-Dluai_makeseed(L)=5381u' -o lua ./*.c -lm
}

# What its configure and its makefile would make.
build_jq()
{
	cp -r "$source/src" . && cd src && rm inject_errors.c &&
		echo '#define JQ_VERSION "1.6"' >version.h &&
		sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' builtin.jq >builtin.inc &&
		"$cc" $cflags -D_GNU_SOURCE -DIEEE_8087 -DHAVE_MEMMEM -DHAVE_TIMEGM -DHAVE_GMTIME_R -DHAVE_ISATTY \
			-I.. -I. -o ../jq ./*.c -lm -lpthread
}

build_tidy()
{
	"$cc" $cflags -DLIBTIDY_VERSION='"5.6.0"' -DRELEASE_DATE='"2017/11/25"' -I"$source/include" -I"$source/src" -o tidy \
		"$source"/src/*.c "$source/console/tidy.c"
}

build_sqlite()
{
	"$source/configure" -q --disable-tcl --disable-shared --disable-readline --disable-threadsafe --disable-load-extension \
		CC="$cc" CFLAGS="$cflags" && make -s sqlite3.c shell.c &&
		"$cc" $cflags -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I. -o sqlite shell.c sqlite3.c -lm
}

build_bzip2()
{
	cp "$source"/*.[ch] . && rm -f bzip2recover.c dlltest.c mk251.c spewG.c unzcrash.c &&
		"$cc" $cflags -D_FILE_OFFSET_BITS=64 -o bzip2 ./*.c
}

build_mujs()
{
	"$cc" $cflags -I"$source" -o mujs "$source/one.c" "$source/main.c" -lm
}

# make_program NAME PACKAGE: leaves it in $program.
make_program()
{
	program=$cache/starts/$1/$1
	[ -x "$program" ] && return 0
	fetch_prepare
	fetch_source "$2" || { echo "$1: $fetch_error" >&2; return 1; }
	rm -rf "$cache/starts/$1" && mkdir -p "$cache/starts/$1" &&
		(cd "$cache/starts/$1" && "build_$1") >"$tmp/log" 2>&1 && return 0
	echo "$1: not built: $(grep -m 1 error "$tmp/log")" >&2
	rm -rf "$cache/starts/$1"
	return 1
}
