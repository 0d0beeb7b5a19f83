# cksfv.sh: cksfv, sums of files. Only what it verifies: lists that it makes begin with the time.
package=cksfv

recipe()
{
	cp -a "$source/." .
	CC="$cc" ./configure --prefix=/nowhere
	make -s CC="$cc" CFLAGS="$cflags"
}

fixtures()
{
	printf 'hello\n' >a
	printf 'world\n' >'b c'
	: >empty
	mkdir dir
	printf 'inside\n' >dir/d
	printf '; comment\na 363A3020\nempty 00000000\n' >good.sfv
	printf 'a 00000000\nnosuch 12345678\nbroken\n' >bad.sfv
	printf 'A 363A3020\r\ndir\\d FFFFFFFF\r\n' >dos.sfv
}

cases()
{
	t src/cksfv -g good.sfv
	t src/cksfv -f good.sfv
	t src/cksfv -g bad.sfv
	t src/cksfv -q -g bad.sfv
	t src/cksfv -v -g good.sfv
	t src/cksfv -i -g dos.sfv
	t src/cksfv -i -s -g dos.sfv
	t src/cksfv -L -g bad.sfv
	t src/cksfv -g good.sfv a
	t src/cksfv -g nosuch.sfv
	t src/cksfv
	t src/cksfv -V
	t src/cksfv -z
}
