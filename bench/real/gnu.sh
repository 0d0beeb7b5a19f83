# gnu.sh: building packages that are configured as GNU's are; sourced by run.sh.

cflags='-g -O1 -w -Wno-implicit-function-declaration -Wno-implicit-int'

# gnu_configure [OPTION...]: $source for the current directory.
gnu_configure()
{
	FORCE_UNSAFE_CONFIGURE=1 "$source/configure" -q --disable-nls --disable-dependency-tracking \
		--disable-silent-rules CC="$cc" CFLAGS="$cflags" "$@"
}

# gnu_programs TARGET...: for a package with one makefile for all of its directories: the named targets,
# after the headers that everything includes.
gnu_programs()
{
	# shellcheck disable=SC2016 # the dollar is make's
	printf 'include Makefile\nbuilt: $(BUILT_SOURCES)\n' >built.mk
	gnu_make -f built.mk built
	gnu_make "$@"
}

# Generated files come with the package: none of the tools that make them are needed.
gnu_make()
{
	make -s ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=: "$@"
}
