# figlet.sh: figlet, with fonts and control files of its own.
package=figlet

recipe()
{
	for file in figlet chkfont; do
		"$cc" $cflags -DTLF_FONTS -DDEFAULTFONTDIR='"."' -DDEFAULTFONTFILE='"standard.flf"' -o "$file" "$source/$file.c" \
			$([ "$file" = chkfont ] || printf '%s ' "$source/zipio.c" "$source/crc.c" "$source/inflate.c" "$source/utf8.c")
	done
	cp -r "$source/fonts" .
}

fixtures()
{
	cp "$build"/fonts/standard.flf "$build"/fonts/small.flf "$build"/fonts/term.flf "$build"/fonts/upper.flc "$build"/fonts/utf8.flc .
	printf 'two lines\nof text\n' >text
	printf 'f\303\244hre\n' >utf8
	printf 'flf2a$ 1 1 8 -1 0\n' >short.flf
}

cases()
{
	t figlet Hello
	t figlet -f small 'a b' c
	t figlet -c -w 60 centred
	t figlet -r -w 60 right
	t figlet -k wide kerning
	t figlet -W full
	t figlet -o overlap
	t figlet -s smush
	t figlet -m 5 mode
	t figlet -t -w 20 'long words are broken'
	t figlet -p <"$work/fixtures/text"
	t figlet -n <"$work/fixtures/text"
	t figlet -C upper lower
	t figlet -C utf8 <"$work/fixtures/utf8"
	t figlet -f term plain
	t figlet -I 0
	t figlet -I 2
	t figlet -v
	t figlet -f nosuch x
	t figlet -f short x
	t figlet -w 1 x
	t figlet -z
	t figlet -R -L -X abc
	t chkfont standard.flf small.flf
	t chkfont short.flf nosuch.flf
}
