# aha.sh: aha makes HTML of colours on a terminal.
package=aha

recipe()
{
	"$cc" $cflags -o aha "$source/aha.c"
}

fixtures()
{
	printf 'plain <&> "text"\n\033[1mbold\033[0m \033[31;44mcolours\033[39m\n' >colours
	printf '\033[4;5;7mall\033[24;25;27m none\n\033[38;5;200mx\033[48;2;1;2;3my\033[0m\n' >more
	printf '\033[1;1Hmoved\033[K\033[2J\rback\b\b\n\033]0;title\007rest\n' >moves
	printf '\033[' >cut
	printf 'f\303\244hre \344 \0 \t|\n' >bytes
}

cases()
{
	for file in colours more moves cut bytes; do
		t aha -f "$file"
		t aha -n <"$work/fixtures/$file"
		t aha -b -x -w -t title -f "$file"
		t aha -s -l <"$work/fixtures/$file"
		t aha -p --lang de -y 'a: b' <"$work/fixtures/$file"
	done
	t aha --help
	t aha --version
	t aha -f nosuch
	t aha --bogus
}
