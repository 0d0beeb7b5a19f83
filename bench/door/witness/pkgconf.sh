# A package that requires, privately, one that does not exist.
: >libpkgconf/config.h
cc -w -I. -Icli -Ilibpkgconf '-DPACKAGE_NAME="pkgconf"' '-DPACKAGE_VERSION="1.8.1"' '-DPACKAGE_BUGREPORT="x"' '-DPKG_DEFAULT_PATH="none"' \
	'-DPERSONALITY_PATH="none"' '-DSYSTEM_INCLUDEDIR="/usr/include"' '-DSYSTEM_LIBDIR="/usr/lib"' -DHAVE_DECL_STRLCPY=0 -DHAVE_DECL_STRLCAT=0 \
	-DHAVE_STRNDUP=1 -DHAVE_DECL_STRNDUP=1 -DHAVE_REALLOCARRAY=1 -DHAVE_DECL_REALLOCARRAY=1 -D_GNU_SOURCE -o pkgconf cli/*.c libpkgconf/*.c >&2 || exit
mkdir -p pc && printf 'Name: a\nDescription: a\nVersion: 1\nRequires.private: missing\n' >pc/a.pc
PKG_CONFIG_PATH=pc ./pkgconf --exists --print-errors a 2>&1
echo $?
