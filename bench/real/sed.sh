# sed.sh: GNU sed.
package=sed
needs=
suite_programs=sed/sed
# These have sed run shell commands, which the machine does not.
suite_skip='eval.sh execute-tests.sh posix-mode-s.sh sandbox.sh'

recipe()
{
	gnu_configure
	gnu_programs sed/sed
}

fixtures()
{
	seq 1 20 >numbers
	cat >text <<'END'
The quick brown fox
jumps over the lazy dog.

	indented line
path/to/file.c:12: error: 'x' undeclared
foo=bar
END
	printf 'no newline at end' >bare
	printf 's/o/0/g\n/^$/d\n$a\\\nlast line\n' >script.sed
	printf '\303\251t\303\251 na\303\257ve\n' >utf8
	cat >tac.sed <<'END'
#n
1!G
h
$p
END
	cat >wc.sed <<'END'
s/./a/g
H
x
s/\n/a/
: a
s/aaaaaaaaaa/b/g
ta
$!{
h
d
}
p
END
}

cases()
{
	s=sed/sed
	t $s -n 5p numbers
	t $s -n '2,4p;$=' numbers
	t $s '3,$d' numbers
	t $s -n '1~5p;0~4s/$/ four/p' numbers
	t $s '/5/,+2d;/1[0-2]/!s/^/> /' numbers
	t $s 's/o/0/2;s/\(quick\) \(brown\)/\2 \1/' text
	t $s -E 's/([a-z]+)\/([a-z]+)/\U\1\E-\u\2/;s/(.)oo/\1<&>/g' text
	t $s -f script.sed text bare
	t $s -n -f tac.sed numbers
	t $s -f wc.sed text
	t $s 'y/abcdef/ABCDEF/;y,/,|,' text
	t $s -n 'l 20;l' text
	t $s '$!N;s/\n/ + /;P;D' numbers
	t $s ':a;N;$!ba;s/\n/,/g' numbers
	t $s 'n;d' numbers
	t $s '2i\
inserted\
twice
4a appended
6c\  changed' numbers
	t $s -e '/fox/{h;d' -e '}' -e '/dog/{G;x;p;x}' text
	t $s '/lazy/r numbers' text
	t $s '1R numbers
2R numbers
4w out.txt' text
	t $s -n '/o/w found
/x/w other' text
	t $s -i 's/1/one/' numbers
	t $s -i.bak -e 1d -e '$d' numbers text
	t $s -s -n '$=;1F' numbers text
	t $s -z 's/\n/;/g' numbers
	t $s '5q' numbers
	t $s '5Q7' numbers
	t $s 's/[[:space:]]\+/_/g;s/[^[:alnum:]_]//g' text
	t $s -n '/^[A-Z]/I,/^$/p' text
	t $s -E 's/^(.*)(fox|dog)(.*)$/[\1][\2][\3]/;t;s/x*/-/g' text
	t $s 's/a\|e/*/gp;s/\bl/L/w l.txt' text
	t $s --posix 's/a\+/b/' text
	with=LC_ALL=C.UTF-8
	t $s 's/./x/g' utf8
	t $s -E 's/(\w)\w*/\1/g;y/éï/ei/' utf8
	with=
	t $s 's/./x/g' utf8
	t $s 's/a/b' text
	t $s 'k' text
	t $s -n '/[/p' text
	t $s 's/\(a/b/' text
	t $s p nosuchfile numbers
	t $s --version
	t $s --help
	t $s
	t $s --debug -n '1,2s/a/b/p' bare
	printf 'a b\n' | t $s 's/\(.\) \(.\)/\2\n\1/;s/$/\t\x41\o102\d067/'
	printf 'hello\n' | t $s = -
	printf 'one\ntwo\n' | t $s -u 's/^/\
/'
	printf 'aaa\n' | t $s 's/a/b/3;s//c/2'
	printf 'line1\\\nline2\n' | t $s -e ':x;/\\$/{N;s/\\\n//;bx' -e '}'
}

suite()
{
	for file in "$source"/testsuite/*.sh "$source"/testsuite/*.pl; do
		test_name=$(basename "$file")
		case $test_name in
		init.sh | bsd-wrapper.sh) ;;
		*.sh) s "$test_name" sh "$file" ;;
		*.pl) s "$test_name" perl -w -I"$source/testsuite" -MCuSkip -MCoreutils "-MCuTmpdir qw($test_name)" "$file" ;;
		esac
	done
}
