# ncompress.sh: compress and uncompress, files in place.
package=ncompress

recipe()
{
	"$cc" $cflags -DUTIME_H -DLSTAT -DUSERMEM=800000 -o compress "$source/compress42.c"
	cp compress uncompress
	cp compress zcat
}

fixtures()
{
	awk 'BEGIN { for (i = 0; i < 600; i++) print "line", i % 17, "of some text" }' >text
	awk 'BEGIN { for (i = 0; i < 5000; i++) printf "%c", (i * i * 7 + i * 13) % 256 }' >noise
	printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' >runs
	: >empty
	printf x >one
	printf '\037\235\220\141\004\003' >cut.Z
	printf 'no magic' >bad.Z
	mkdir dir
	cp text dir
	"$build/compress" <text >small.Z
}

cases()
{
	for file in text noise runs empty one; do
		t compress "$file"
		t compress -c "$file"
		t compress -f -v "$file"
		t compress -b 9 -c "$file"
		t compress -b 12 <"$work/fixtures/$file"
		t compress -k "$file"
	done
	t compress -r dir
	t compress nosuch
	t compress -V
	t compress -b 99 text
	t uncompress small.Z
	t uncompress -c small
	t uncompress -v small.Z
	t zcat small.Z
	t zcat <"$work/fixtures/small.Z"
	t uncompress bad.Z
	t uncompress cut.Z
	t zcat cut.Z
	t compress -d -k small.Z
}
