# recipes.sh: how the packages of pairs.txt are built; sourced by run.sh. In the package's tree:
# configure_PACKAGE once, build_PACKAGE again whenever something changed; both end with a status.
# $cc is the compiler.

plain_configure()
{
	chmod +x configure
	# By the environment: configure scripts of the last century take no variables as arguments.
	CC=$cc CFLAGS=$cflags ./configure --quiet "$@"
}

configure_mpack() { plain_configure; }
build_mpack() { gnu_make CC="$cc" munpack mpack; }

# Without its tables of characters catdoc ends at once.
configure_catdoc()
{
	plain_configure --disable-wordview --prefix="$pair/root" &&
		mkdir -p "$pair/root/share/catdoc" &&
		cp charsets/* "$pair/root/share/catdoc" &&
		cp charsets/ascii.spc "$pair/root/share/catdoc/ascii.specchars" &&
		cp charsets/ascii.rpl "$pair/root/share/catdoc/ascii.replchars"
}
build_catdoc() { gnu_make -C src CC="$cc" catdoc xls2csv catppt; }

configure_dash() { plain_configure; }
build_dash() { gnu_make; }

configure_bc()
{
	touch aclocal.m4 && touch configure config.h.in Makefile.in ./*/Makefile.in bc/bc.c bc/scan.c &&
		plain_configure
}
build_bc()
{
	touch bc/bc.c bc/scan.c &&
		gnu_make -C lib &&
		gnu_make -C bc &&
		gnu_make -C dc
}

configure_patch() { gnu_configure; }
build_patch()
{
	gnu_make -C lib && gnu_make -C src patch
}

# The package's Makefile wants libtool, and makes this header.
configure_lua5_4() { echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' >src/lua5.4-deb-multiarch.h; }
build_lua5_4()
{
	(
		cd src && rm -f luac.c lua &&
			"$cc" $cflags -DLUA_USE_C89 -o lua ./*.c -lm
	)
}

configure_tree() { :; }
build_tree() { make -s CC="$cc" CFLAGS="$cflags -DLINUX -D_LARGEFILE64_SOURCE" LDFLAGS= ; }

configure_jhead() { :; }
build_jhead() { make -s CC="$cc" CFLAGS="$cflags" CPPFLAGS= LDFLAGS= ; }

configure_bzip2() { :; }
build_bzip2() { make -s CC="$cc" CFLAGS="$cflags" bzip2recover; }
