
# ---- what a build lacks ----

# package_of TOOL: the Debian package that has it; nothing if nobody knows. Tools may have a version behind their name.
package_of()
{
	package_tool=$(printf '%s' "$1" | sed 's/-[0-9.]*$//' | tr 'A-Z' 'a-z')
	case $package_tool in
	autoreconf | autoconf | autoheader | autom4te) echo autoconf ;;
	aclocal | automake) echo automake ;;
	libtoolize) echo libtool ;;
	ninja) echo ninja-build ;;
	pkg-config) echo pkgconf ;;
	yacc) echo bison ;;
	lex) echo flex ;;
	msgfmt | xgettext | msgmerge) echo gettext ;;
	makeinfo | texi2any) echo texinfo ;;
	rst2man) echo python3-docutils ;;
	gtkdocize) echo gtk-doc-tools ;;
	intltoolize) echo intltool ;;
	a2x | asciidoc) echo asciidoc ;;
	meson | cmake | make | m4 | bison | flex | gperf | autopoint | help2man | xsltproc | doxygen | python3 | perl | re2c | ragel | nasm | yasm | scdoc | xxd | tclsh | groff | pandoc | swig | gawk | bc | git) echo "$package_tool" ;;
	esac
}

# lacks WHAT PACKAGE: one thing that is missing.
lacks() { printf '; missing: %s%s' "$1" "${2:+ (on Debian: apt install $2)}"; }

# development NAME: the Debian package with the headers of a library, by its name for pkg-config; nothing if the list of
# packages does not have it.
development()
{
	development_name=$(printf '%s' "$1" | tr 'A-Z_' 'a-z-')
	development_plain=${development_name#lib}
	for development_try in "lib$development_plain-dev" "$development_plain-dev" \
		"lib$(printf '%s' "$development_plain" | sed 's/-\([0-9]\)/\1/')-dev" \
		"lib$(printf '%s' "$development_plain" | sed 's/[-.0-9]*$//')-dev"; do
		if apt-cache show "$development_try" >/dev/null 2>&1; then
			echo "$development_try"
			return
		fi
	done
	case $development_plain in
	zlib | z) echo zlib1g-dev ;;
	curses | ncurses | ncursesw | tinfo) echo libncurses-dev ;;
	openssl | ssl | crypto) echo libssl-dev ;;
	esac
}

# header_of LOG: the first header that no directory has.
header_of()
{
	sed -n "s/.*fatal error: '\([^']*\.h\)' file not found.*/\1/p; s/.*fatal error: \([^ ]*\.h\): No such.*/\1/p" "$1" | head -n 1
}

# library_of LOG: the first library that pkg-config, meson, cmake or configure did not find.
library_of()
{
	sed -n "s/.*No package '\([^']*\)' found.*/\1/p
		s/.*Dependency \"\([^\"]*\)\" not found.*/\1/p
		s/.*Package requirements (\([^ )]*\).*/\1/p
		s/.*Could NOT find \([A-Za-z0-9_]*\).*/\1/p" "$1" | head -n 1
}

# tool_of LOG: the first program that was not there.
tool_of()
{
	sed -n 's/^[^:]*sh: [0-9]*:* *\([A-Za-z0-9_.+-]*\): not found.*/\1/p
		s/^[^:]*: line [0-9]*: \([A-Za-z0-9_.+-]*\): command not found.*/\1/p
		s/^make[^:]*: \([A-Za-z0-9_.+-]*\): No such.*/\1/p
		s/^.*WARNING: .\([a-z0-9-]*\). is missing on your system.*/\1/p' "$1" | head -n 1
}

# missing LOG: what the build lacked, to be added to its error; nothing if the log does not say.
missing()
{
	missing_tool=$(tool_of "$1")
	missing_library=$(library_of "$1")
	missing_header=$(header_of "$1")
	if [ -n "$missing_tool" ]; then
		lacks "$missing_tool" "$(package_of "$missing_tool")"
	elif [ -n "$missing_library" ]; then
		missing_package=$(package_of "$missing_library")
		lacks "${missing_package:-the library $missing_library}" "${missing_package:-$(development "$missing_library")}"
	elif [ -n "$missing_header" ]; then
		case $missing_header in
		*/*) missing_name=${missing_header%%/*} ;;
		*) missing_name=${missing_header%.h} ;;
		esac
		lacks "the header $missing_header" "$(development "$missing_name")"
	fi
}

# needs_tools COMMAND: of a command that was guessed, prints the tool that is missing and returns false.
needs_tools()
{
	[ -z "$how_build" ] || return 0
	case $1 in
	*autoreconf*) needs_list='autoreconf automake' ;;
	*cmake*) needs_list=cmake ;;
	*meson*) needs_list='meson ninja' ;;
	*) needs_list=make ;;
	esac
	for needs_tool in $needs_list; do
		command -v "$needs_tool" >/dev/null || {
			printf 'to build it, there is no %s%s' "$needs_tool" "$(lacks "$needs_tool" "$(package_of "$needs_tool")")"
			return 1
		}
	done
}
