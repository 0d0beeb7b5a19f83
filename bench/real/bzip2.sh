# bzip2.sh: bzip2, bzip2recover and the package's samples.
package=bzip2
needs=

recipe()
{
	cp -a "$source/." .
	make -s CC="$cc" CFLAGS="$cflags -D_FILE_OFFSET_BITS=64" bzip2 bzip2recover
}

fixtures()
{
	cp "$build"/sample1.bz2 "$build"/sample2.bz2 "$build"/sample3.bz2 "$build"/sample3.ref .
	seq 1 2000 >numbers
	: >empty
	awk 'BEGIN { for (i = 0; i < 300; i++) print "repeat repeat repeat" }' >lines
	awk 'BEGIN { for (i = 0; i < 5000; i++) { x = (x * 1103515245 + 12345) % 2147483648; printf "%c", 33 + int(x / 65536) % 90 } }' >noise
	bzip2 -k lines numbers
	cat lines.bz2 numbers.bz2 >two.bz2
	head -c 200 numbers.bz2 >short.bz2
	{
		head -c 100 numbers.bz2
		printf 'DAMAGE'
		tail -c +107 numbers.bz2
	} >bad.bz2
	{
		cat lines.bz2
		echo rubbish
	} >trail.bz2
}

cases()
{
	b=bzip2
	t $b noise
	t $b -k -1 noise empty
	t $b -9 -c lines
	t $b -c -s numbers
	t $b -v -k noise
	t $b -vv -c numbers
	t $b -d two.bz2
	t $b -dc lines.bz2
	t $b -dk -v two.bz2
	t $b -tvv lines.bz2 two.bz2
	t $b -t bad.bz2
	t $b -dc bad.bz2
	t $b -dc short.bz2
	t $b -dc trail.bz2
	t $b -d lines.bz2
	t $b -df lines.bz2
	t $b -f lines
	t $b lines
	t $b nosuch
	t $b -dc numbers
	t $b -dcf numbers
	t $b -dc sample1.bz2
	t $b -dc sample2.bz2
	t $b -ds -c sample3.bz2
	t $b -c sample3.ref
	t $b -1 -c sample3.ref
	t $b -z -c --fast --quiet noise
	t $b --badoption
	t $b --help
	t $b -L
	t $b -dc <"$work/fixtures/two.bz2"
	t $b -z <"$work/fixtures/numbers"
	printf 'x' | t $b
	printf '' | t $b -c
	printf 'not bzip' | t $b -d
	printf 'BZh9rubbish' | t $b -t
	with=BZIP2=-1
	t $b -c noise
	with=
	t bzip2recover bad.bz2
	t bzip2recover noise
	t bzip2recover
}
