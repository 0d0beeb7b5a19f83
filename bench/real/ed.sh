# ed.sh: ed with scripts on standard input.
package=ed

recipe()
{
	cp -a "$source/." .
	./configure CC="$cc" CFLAGS="$cflags"
	make -s ed
}

fixtures()
{
	printf 'one\ntwo\nthree\nfour\nfive\n' >text
	printf 'no newline' >cut
	printf 'a\0b\n' >binary
}

# e OPTIONS <SCRIPT
cases()
{
	printf ',p\nq\n' | t ed -s text
	printf '1,3d\nw\nq\n' | t ed text
	printf '/three/s/e/E/g\n.p\nw out\nq\n' | t ed text
	printf '$a\nnew\n.\n,n\nq\nq\n' | t ed -s text
	printf 'g/o/s/o/0/p\nv/o/d\n,p\nQ\n' | t ed -s text
	printf '2,4m0\n,p\n1t$\n,p\nu\n,p\nQ\n' | t ed -s text
	printf '1,2j\n,l\nka\n'"'"'a,$p\nQ\n' | t ed -s text
	printf 'H\n9p\n/zzz/\nx\ns/(/x/\nq\n' | t ed text
	printf 'P\nh\n=\n.=\n$=\nf\nf other\nf\nQ\n' | t ed text
	printf 'r cut\n,p\nw\nQ\n' | t ed text
	printf 's/\\(t\\)\\(w\\)/\\2\\1/\n2s//&&/\n,p\nQ\n' | t ed -s text
	printf 'e nosuch\nQ\n' | t ed text
	printf ',p\nq\n' | t ed -s binary
	printf 'a\nx\n.\nw new\nq\n' | t ed
	printf '1,$g/./m0\\\ns/^/> /\n,p\nQ\n' | t ed -s text
	printf 'z2\nz\n2y\nx\n,p\nQ\n' | t ed -s text
	printf '!echo hi\nQ\n' | t ed -r text
	printf 's/o+/0/p\nQ\n' | t ed -E -s text
	t ed --version
	t ed --bogus
}
