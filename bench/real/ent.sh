# ent.sh: ent, floating point on bytes. Not on an empty file: an operation on two NaNs gives the one that the compiler takes first,
# and ent -b prints its sign.
package=ent

recipe()
{
	"$cc" $cflags -I"$source" -o ent "$source"/ent.c "$source"/chisq.c "$source"/iso8859.c "$source"/randtest.c -lm
	cp "$source/entest.mas" . 2>/dev/null || :
}

fixtures()
{
	printf 'The quick brown fox\n' >text
	awk 'BEGIN { for (i = 0; i < 4000; i++) printf "%c", (i * i * 7 + i * 13) % 256 }' >bytes
	printf x >one
	printf 'AaBb\344\304\n' >letters
}

cases()
{
	for file in text bytes one letters; do
		for options in '' -c -b -f -t '-b -c' '-c -f' '-t -c'; do
			# shellcheck disable=SC2086 # a list of words
			t ent $options "$file"
		done
		t ent <"$work/fixtures/$file"
	done
	t ent -u
	t ent nosuch
	t ent -z
}
