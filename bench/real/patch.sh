# patch.sh: GNU patch on unified, context and ed diffs, with fuzz, offsets, rejects and backups.
package=patch
needs=
suite_programs=src/patch
suite_by=path
# Three run ed, which the machine does not; one reads a named pipe that another process fills; one looks at
# times of files, which are not saved.
suite_skip='crlf-handling ed-style need-filename fifo preserve-mode-and-timestamp'
suite_in=tests
suite_src=tests

recipe()
{
	gnu_configure
	gnu_make -C lib
	gnu_make -C src
}

fixtures()
{
	seq 1 40 >old
	sed '10s/.*/ten/;20d;30a thirty and a half' old >new
	diff -u old new >uni.diff
	diff -c old new >context.diff
	diff old new >normal.diff
	diff -e old new >ed.diff
	sed '1i first\
second' old >shifted
	sed '8s/$/ changed/' old >fuzzy
	sed '9,11d' old >hopeless
	mkdir -p a/sub b/sub
	printf 'int main(void)\n{\n\treturn 0;\n}\n' >a/sub/main.c
	printf '#include <stdio.h>\n\nint main(void)\n{\n\tputs("hi");\n\treturn 0;\n}\n' >b/sub/main.c
	printf 'remove me\n' >a/gone
	printf 'brand new\n' >b/fresh
	diff -ruN a b | sed 's/\t20[0-9][0-9]-.*//' >tree.diff
	cp a/gone gone
	mkdir sub
	cp a/sub/main.c sub/main.c
	printf 'text without end' >bare
	printf '%s\n' '--- bare' '+++ bare' '@@ -1 +1 @@' '-text without end' '\ No newline at end of file' '+with end' >bare.diff
	printf 'garbage\nmore garbage\n' >garbage.diff
	printf '%s\n' '--- old' '+++ old' '@@ -1,3 +1,3 @@' ' 1' '-2' '+two' >cut.diff
	sed 's/$/\r/' uni.diff >crlf.diff
	cat >git.diff <<'END'
diff --git a/old b/renamed
similarity index 97%
rename from old
rename to renamed
--- a/old
+++ b/renamed
@@ -1,3 +1,3 @@
 1
-2
+zwei
 3
END
}

cases()
{
	p=src/patch
	t $p old uni.diff
	t $p old context.diff
	t $p old normal.diff
	t $p -i uni.diff
	t $p -o result old uni.diff
	t $p -o - old uni.diff
	t $p -R new uni.diff
	t $p --dry-run old uni.diff
	t $p --verbose old uni.diff
	t $p shifted uni.diff
	t $p fuzzy uni.diff
	t $p -F0 fuzzy uni.diff
	t $p -s hopeless uni.diff
	t $p hopeless uni.diff
	t $p hopeless context.diff
	t $p -r - hopeless uni.diff
	t $p --reject-format=context hopeless uni.diff
	t $p -b old uni.diff
	t $p -b -z .before old uni.diff
	t $p -b -V numbered old uni.diff
	t $p -B saved/ old uni.diff
	t $p -p1 -i tree.diff
	t $p -p1 -E -b -i tree.diff
	t $p -p0 -i tree.diff
	t $p -p1 --dry-run -i tree.diff
	t $p -d sub -p2 -i ../tree.diff main.c
	t $p bare bare.diff
	t $p old garbage.diff
	t $p old cut.diff
	t $p --binary old crlf.diff
	t $p old crlf.diff
	t $p -N new uni.diff
	t $p -f new uni.diff
	t $p -t new uni.diff
	t $p -l old uni.diff
	t $p -p1 -i git.diff
	t $p --merge fuzzy uni.diff
	t $p --merge=diff3 hopeless uni.diff
	t $p -D FEATURE old uni.diff
	t $p nosuchfile uni.diff
	t $p old nosuch.diff
	t $p --badoption
	t $p --version
	t $p --help
	t $p --quoting-style=c -p1 -i tree.diff
	t $p <"$work/fixtures/uni.diff"
	t $p -u old <"$work/fixtures/uni.diff"
	printf '' | t $p old
}

suite()
{
	for file in "$source"/tests/*; do
		test_name=$(basename "$file")
		case $test_name in
		Makefile* | *.sh) ;;
		*) s "$test_name" bash "$file" ;;
		esac
	done
}
