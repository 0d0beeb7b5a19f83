# coreutils.sh: the text utilities and some others of GNU coreutils.
package=coreutils
needs=

tools='cut seq expr sort wc tr uniq head tail od printf test paste join comm fmt fold nl tac tsort cksum factor
	numfmt cat echo basename dirname expand unexpand split csplit sum md5sum sha1sum sha256sum b2sum base64 base32
	basenc shuf ptx tee true false seq pr'

suite_programs=$(printf 'src/%s\n' $tools | sort -u)

recipe()
{
	# Its own copies of what other packages would lend: bitcode of those is not at hand.
	# factor's arithmetic without assembly.
	cflags="$cflags -DNO_ASM"
	gnu_configure --without-libgmp --with-openssl=no
	# shellcheck disable=SC2046 # a list of targets
	gnu_programs $(printf 'src/%s\n' $tools | sort -u)
}

fixtures()
{
	seq 1 25 >numbers
	printf 'delta 4 d\nalpha 10 a\ncharlie 3 c\nbravo 10 b\nalpha 2 a\n' >words
	printf 'a:1:x\nb:2:y\n\nno colon\nc::z\n' >colons
	printf '1 one\n2 two\n4 four\n5 five\n' >left
	printf '1 eins\n3 drei\n4 vier\n4 quattro\n' >right
	printf 'a\nb\nc\ne\n' >set1
	printf 'b\nc\nd\n' >set2
	printf 'one\none\nTwo\ntwo\nthree\n\n\n' >dups
	printf 'a\tb\tc\n        eight\n \t mixed\n' >tabs
	printf 'no newline' >bare
	: >empty
	printf 'caf\303\251 na\303\257ve \342\202\254\n' >utf8
	awk 'BEGIN { for (i = 0; i < 256; i++) printf "%c", i }' >bytes
	awk 'BEGIN { for (i = 0; i < 60; i++) printf "word%d %s", i, i % 17 == 16 ? "\n\n" : ""; print "" }' >prose
	awk 'BEGIN { for (i = 0; i < 2000; i++) { x = (x * 1103515245 + 12345) % 2147483648; print x % 5000, x % 7 } }' >random
	printf 'shirt tie\ntie jacket\npants shoes\npants belt\nbelt jacket\nsocks shoes\n' >order
	printf 'a b\nb c\nc a\n' >cycle
}

# u PROGRAM ARG...: a program of src/.
u()
{
	u_name=$1
	shift
	t "src/$u_name" "$@"
}

cases()
{
	. "$here/coreutils.cases"
	. "$here/coreutils.cases2"
}

suite()
{
	for test_name in base64 basename basenc comm cut dirname expand expr factor fold head head-elide-tail join md5sum \
		md5sum-newline numfmt od paste printf-cov ptx seq sha1sum sha1sum-vec sha256sum sort sort-files0-from sort-merge \
		sum tac tail test test-diag tr tsort unexpand uniq wc wc-files0-from xstrtol csplit-suppress-matched; do
		s $test_name perl -w -I"$source/tests" -MCuSkip -MCoreutils "-MCuTmpdir qw($test_name)" \
			"$source/tests/misc/$test_name.pl"
	done
	s pr-tests perl -w -I"$source/tests" -MCuSkip -MCoreutils '-MCuTmpdir qw(pr)' "$source/tests/pr/pr-tests.pl"
}
