# gzip.sh: GNU gzip, to and from files and streams.
package=gzip
needs=
suite_programs=gzip
suite_in=tests
suite_src=tests

recipe()
{
	gnu_configure
	gnu_make -C lib
	gnu_make version.c version.h
	gnu_make gzip
}

fixtures()
{
	seq 1 3000 >numbers
	: >empty
	printf 'x' >one
	awk 'BEGIN { for (i = 0; i < 20000; i++) { x = (x * 1103515245 + 12345) % 2147483648; printf "%c", 33 + int(x / 65536) % 90 } }' >noise
	awk 'BEGIN { for (i = 0; i < 500; i++) print "the same line over and over" }' >lines
	cp lines kept
	gzip -n -9 kept
	gzip -n <numbers >numbers.copy.gz
	cat kept.gz numbers.copy.gz >two.gz
	head -c 500 numbers.copy.gz >short.gz
	{
		head -c 300 numbers.copy.gz
		printf 'DAMAGE'
		tail -c +307 numbers.copy.gz
	} >bad.gz
	{
		cat numbers.copy.gz
		echo rubbish
	} >trail.gz
	mkdir dir
	cp numbers dir/a
	cp lines dir/b

}

cases()
{
	g=gzip
	t $g -n numbers
	t $g -1 -n -c numbers
	t $g -9 -n -c noise
	t $g -n -k -v lines
	t $g -n empty one noise
	t $g -n -c empty
	t $g -n -r dir
	t $g -n -S .zz numbers
	t $g -N -c numbers
	t $g -d kept.gz
	t $g -dc two.gz
	t $g -dk -v numbers.copy.gz
	t $g -t -v kept.gz two.gz
	t $g -t bad.gz
	t $g -dc bad.gz
	t $g -dc short.gz
	t $g -d trail.gz
	t $g -dq trail.gz
	t $g -l kept.gz numbers.copy.gz two.gz
	t $g -lv kept.gz
	t $g -lq kept.gz
	t $g -dc numbers
	t $g -dcf numbers
	t $g nosuchfile
	t $g dir
	t $g kept.gz
	t $g --rsyncable -n -c numbers
	t $g --best --no-name --stdout one
	t $g -10 numbers
	t $g --badoption
	t $g --version
	t $g --help
	t $g -n <"$work/fixtures/numbers"
	t $g -dc <"$work/fixtures/kept.gz"
	t $g -f -n -c -6 - <"$work/fixtures/noise"
	printf 'not gzip' | t $g -d
	printf 'not gzip' | t $g -dcf
	printf '' | t $g -d
	seq 1 100 | t $g -n -3
	with=GZIP=-9
	t $g -n -c numbers
	with=
	t $g -n -b 9 -c lines
	t $g -d -S .zz numbers
	t $g -nk numbers kept
}

suite()
{
	# Not those of the scripts that come with gzip, nor one that needs 4 GiB of input.
	for file in "$source"/tests/*; do
		test_name=$(basename "$file")
		case $test_name in
		Makefile* | init.* | *.gz | z[dgn]* | help-version | list-big) ;;
		*) s "$test_name" sh "$file" ;;
		esac
	done
}
