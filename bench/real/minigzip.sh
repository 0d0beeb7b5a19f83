# minigzip.sh: zlib's own gzip, linked with the static library, and zlib's example program.
package=zlib
needs=

recipe()
{
	cp -a "$source/." .
	CC="$cc" CFLAGS="$cflags" ./configure --static
	make -s libz.a minigzip example
}

fixtures()
{
	seq 1 3000 >numbers
	: >empty
	printf 'x' >one
	awk 'BEGIN { for (i = 0; i < 20000; i++) { x = (x * 1103515245 + 12345) % 2147483648; printf "%c", 33 + int(x / 65536) % 90 } }' >noise
	awk 'BEGIN { for (i = 0; i < 500; i++) print "the same line over and over" }' >lines
	awk 'BEGIN { for (i = 0; i < 9000; i++) printf "%c", 97 + i % 3 * (i % 11) }' >runs
	gzip -n -k numbers lines runs
	gzip -n -1 -c noise >noise.gz
	cat numbers.gz lines.gz >two.gz
	head -c 700 numbers.gz >short.gz
	{
		head -c 300 numbers.gz
		printf 'DAMAGE'
		tail -c +307 numbers.gz
	} >bad.gz
}

cases()
{
	m=minigzip
	for file in numbers empty one noise lines runs; do
		t $m -c $file
		t $m <"$work/fixtures/$file"
	done
	t $m -1 -c numbers
	t $m -9 -c numbers
	t $m -f -c numbers
	t $m -h -c numbers
	t $m -r -c runs
	t $m -r -9 -c lines
	t $m -h -1 -c runs
	t $m one
	t $m noise empty
	t $m -d noise.gz
	t $m -d -c lines.gz
	t $m -d -c two.gz
	t $m -d -c short.gz
	t $m -d -c bad.gz
	t $m -d -c numbers
	t $m -d <"$work/fixtures/runs.gz"
	t $m -d <"$work/fixtures/one"
	t $m nosuch
	t $m -d nosuch.gz
	t example
}
