# bc.sh: GNU bc and dc, with the package's own test files.
package=bc
needs='ed'

recipe()
{
	cp -a "$source/." .
	# The generated parser and scanner come with the package.
	touch aclocal.m4 && touch configure config.h.in Makefile.in ./*/Makefile.in bc/bc.c bc/scan.c
	./configure -q CC="$cc" CFLAGS="$cflags"
	make -s -C lib
	make -s -C bc
	make -s -C dc
}

fixtures()
{
	cp "$build"/Test/*.b .
	echo '2^64; a=5; a+1' >plain.bc
	printf 'define f(n) { if (n<2) return (1); return (n*f(n-1)); }\nf(30)\n' >fact.bc
	echo '1 2 + p [text] p q' >add.dc
}

cases()
{
	bc=bc/bc
	dc=dc/dc
	t $bc plain.bc
	t $bc fact.bc plain.bc
	echo 'scale=50; 1/3; sqrt(2); 10%3; -7/2; 2^-3' | t $bc
	echo 'scale=30; a(1)*4; e(1); s(1); c(1); l(2); j(0,1)' | t $bc -l
	echo 'e(0.5); l(10)/l(2)' | t $bc --mathlib -q
	echo 'obase=16; 255; 3.5; ibase=2; 1011; obase=10; 11' | t $bc
	echo 'obase=100; 123456789' | t $bc
	printf 'for (i=0;i<5;i++) { print i, " "; if (i==3) break }\nprint "\\n"\n' | t $bc
	printf 'while (x<10) x=x+3; x; length(12345); scale(1.234)\n' | t $bc -q
	printf 'a[3]=7; a[3]; a[4]; b[1]=a[3]^2; b[1]\n' | t $bc
	printf 'define void p(x) { print x; }\np(5)\nif (1>2) 3 else 4\n' | t $bc
	printf '1+\n2 2\n/* comment */ 5\n' | t $bc
	printf '1/0\nsqrt(-1)\nx(1)\n7\n' | t $bc
	printf 'last\n3\nlast*.\n!0; 1&&0; 1||0\n' | t $bc
	printf '99999999999999999999*99999999999999999999\n2^500\n' | t $bc
	with=BC_LINE_LENGTH=20
	printf '2^200\n' | t $bc
	with=
	printf 'read()\n42\n' | t $bc -s
	t $bc -w -s plain.bc
	t $bc --version
	t $bc -Z
	t $bc nosuchfile.bc
	printf 'halt\n5\n' | t $bc
	t $bc -l array.b arrayp.b
	t $bc -l atan.b
	t $bc -l exp.b
	t $bc -l ln.b
	t $bc -l sine.b
	t $bc -l sqrt.b sqrt1.b sqrt2.b
	t $bc -l div.b raise.b mul.b
	t $bc testfn.b
	t $dc add.dc
	t $dc -e '10k 2v p 3 4 ^ p 17 5 % p 17 5 ~ f'
	t $dc -e '16o 255 p 2i 1011 p' -e 'A p'
	t $dc -e '[la1+dsa*pla10>y]sy0sa1lyx'
	t $dc -e '1 2 3 r f c z p 5 p R' -e '[abc] P 65 P 10 P'
	t $dc -e '1 0 /' -e 'p'
	t $dc -e '2 100 5 | p _3 5 - p 3 1 2:a 1;a p'
	echo '5 6 * p' | t $dc -
	t $dc --help
}
