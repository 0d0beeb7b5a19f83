# zopfli.sh: zopfli, a compressor that searches.
package=zopfli

recipe()
{
	"$cc" $cflags -o zopfli "$source"/src/zopfli/*.c -lm
}

fixtures()
{
	printf 'hello hello hello hello\n' >text
	awk 'BEGIN { for (i = 0; i < 300; i++) printf "%c", (i * i * 7 + i * 13) % 256 }' >noise
	: >empty
}

cases()
{
	for file in text noise empty; do
		t zopfli -c --i1 "$file"
		t zopfli --zlib --i1 -c "$file"
		t zopfli --deflate --i2 "$file"
	done
	t zopfli --i3 text
	t zopfli -v --i1 text
	t zopfli -h
	t zopfli nosuch
	t zopfli
}
