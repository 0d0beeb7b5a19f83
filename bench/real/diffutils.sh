# diffutils.sh: cmp and diff. (diff3 and sdiff run diff as a child, which the machine does not.)
package=diffutils
needs=
suite_programs='src/cmp src/diff'
suite_in=tests
suite_src=tests

recipe()
{
	gnu_configure
	gnu_make -C lib
	gnu_make -C src
}

fixtures()
{
	seq 1 30 >a
	sed '5s/.*/five/;12d;20a twenty and a half' a >b
	sed '5s/.*/FIVE/;25d' a >c
	cp a same
	: >empty
	printf 'no end' >bare
	printf 'no end\n' >ended
	printf 'one  two\n\nThree\n' >spaces1
	printf 'one two\nthree\n\n' >spaces2
	printf 'bin\000ary\001\n' >bin1
	printf 'bin\000arz\001\n' >bin2
	printf 'int f(void)\n{\n\treturn 1;\n}\n\nint g(void)\n{\n\tint x = 2;\n\treturn x;\n}\n' >f1.c
	sed 's/return x/return x + 1/' f1.c >f2.c
	mkdir -p d1/sub d2/sub
	cp a d1/x
	cp b d2/x
	cp a d1/only1
	cp a d2/only2
	cp f1.c d1/sub/f.c
	cp f2.c d2/sub/f.c
	cp bin1 d1/bin
	cp bin2 d2/bin
	awk 'BEGIN { for (i = 0; i < 400; i++) print i % 7, int(i / 3) }' >long1
	awk 'BEGIN { for (i = 0; i < 400; i++) if (i % 50) print i % 7, int(i / 3) + (i % 91 == 0) }' >long2
}

cases()
{
	d=src/diff
	t $d a b
	t $d -u a b
	t $d -c a b
	t $d -U0 a b
	t $d -C1 a b
	t $d -e a b
	t $d -f a b
	t $d -n a b
	t $d -y a b
	t $d -y -W 40 --suppress-common-lines a b
	t $d --left-column -y a c
	t $d a same
	t $d -s a same
	t $d -q a b
	t $d --brief a same
	t $d bare ended
	t $d -u bare ended
	t $d empty a
	t $d -u empty a
	t $d -N nosuch a
	t $d nosuch a
	t $d spaces1 spaces2
	t $d -b spaces1 spaces2
	t $d -w -i -B spaces1 spaces2
	t $d -E -Z -t -T spaces1 spaces2
	t $d bin1 bin2
	t $d -a bin1 bin2
	t $d -p -u f1.c f2.c
	t $d -F '^int' -U1 f1.c f2.c
	t $d --show-function-line=return f1.c f2.c
	t $d -r d1 d2
	t $d -rq d1 d2
	t $d -rN -u d1 d2
	t $d -r -x bin -x 'only*' d1 d2
	t $d -S sub -r d1 d2
	t $d -u --label OLD --label NEW a b
	t $d -D NEW a b
	t $d --line-format='%L' a b
	t $d --old-line-format='-%l
' --new-line-format='+%l
' --unchanged-line-format='' a b
	t $d --color=always -u a b
	t $d --minimal -u long1 long2
	t $d --speed-large-files long1 long2
	t $d -d -u long2 long1
	t $d -I '^[0-9]*$' a b
	t $d --strip-trailing-cr -u bare ended
	t $d d1 d2
	t $d d1 x
	t $d d1 a
	t $d --unknown
	t $d a
	t $d --help
	t $d --version
	t $d - a <"$work/fixtures/b"
	c=src/cmp
	t $c a same
	t $c a b
	t $c -l bin1 bin2
	t $c -b bin1 bin2
	t $c -bl long1 long2
	t $c -s a b
	t $c -n 5 a b
	t $c -i 4 a b
	t $c -i 2:3 a b
	t $c bare ended
	t $c ended bare
	t $c empty a
	t $c nosuch a
	t $c a - <"$work/fixtures/same"
	t $c --help
}

suite()
{
	for file in "$source"/tests/*; do
		test_name=$(basename "$file")
		case $test_name in
		*.* | Makefile* | envvar-check | diff3 | help-version | large-subopt.*) ;;
		*) s "$test_name" sh "$file" ;;
		esac
	done
}
