# gnu.sh: building packages that are configured as GNU's are; sourced by run.sh.

cflags='-g -O1 -w -Wno-implicit-function-declaration -Wno-implicit-int'

# gnu_build DIRECTORY...: configures $source in the current directory and makes the directories.
# Generated files come with the package: none of the tools that make them are needed.
gnu_build()
{
	FORCE_UNSAFE_CONFIGURE=1 "$source/configure" -q --disable-nls --disable-dependency-tracking \
		--disable-silent-rules CC="$cc" CFLAGS="$cflags"
	for gnu_directory; do
		gnu_make -C "$gnu_directory"
	done
}

gnu_make()
{
	make -s ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=: "$@"
}
