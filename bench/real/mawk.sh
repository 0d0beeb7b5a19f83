# mawk.sh: mawk on small data, with its own test programs.
package=mawk
needs=

recipe()
{
	cp -a "$source/." .
	touch parse.c parse.h scancode.c
	./configure -q CC="$cc" CFLAGS="$cflags"
	make -s mawk
}

fixtures()
{
	for file in reg0 reg1 reg2 reg3 reg4 reg5 reg6 reg7 nextfile noloop null-rs nulls0 wfrq0; do
		cp "$build/test/$file.awk" .
	done
	cp "$build"/test/mawktest.dat "$build"/test/mawknull.dat "$build"/test/null-rs.dat .
	cat >people <<'EOT'
name	age	town	score
Ada	36	London	91.5
Blaise	39	Paris	88.25
Carl	77	Brunswick	99
Dana	12		0x1A
Emmy	53	Erlangen	-7e1
EOT
	printf 'a:b:c\n1:2:3\n\n::x\n' >colons
	printf 'one two\nthree\n\nfour five six\nseven\n\n\neight\n' >paragraphs
	cat >wc.awk <<'EOT'
{ chars += length($0) + 1; words += NF; for (i = 1; i <= NF; i++) count[$i]++ }
END { print NR, words, chars; n = 0; for (w in count) n += count[w]; print n }
EOT
	cat >sieve.awk <<'EOT'
BEGIN {
	for (i = 2; i <= 200; i++) prime[i] = 1
	for (i = 2; i * i <= 200; i++) if (prime[i]) for (j = i * i; j <= 200; j += i) delete prime[j]
	for (i = 2; i <= 200; i++) if (i in prime) printf "%d%s", i, ++n % 10 ? " " : "\n"
	print n
}
EOT
}

cases()
{
	a=mawk
	t $a '{ print $1, $NF }' people
	t $a -F '\t' 'NR > 1 && $2 > 35 { s += $4; print NR ": " $1 } END { printf "%.3f\n", s / NR }' people
	t $a -F: -v OFS=- '{ $2 = "x"; print; print NF, $0 }' colons
	t $a -f wc.awk people colons
	t $a -f sieve.awk
	t $a 'BEGIN { RS = "" } { print NR, NF; print $1 "|" $NF }' paragraphs
	t $a 'BEGIN { RS = ""; FS = "\n" } { print NF ": " $1 }' paragraphs
	t $a '/o/ && !/e/ { print FILENAME, FNR, NR, $0 }' paragraphs colons
	t $a 'BEGIN { print length("abc"), index("hello", "l"), substr("hello", 2, 3), substr("hello", 0), toupper("mIx"), tolower("MiX") }'
	t $a 'BEGIN { s = "a,b;c"; n = split(s, p, /[,;]/); print n, p[1], p[3]; print match("foobar", /o+/), RSTART, RLENGTH }'
	t $a '{ n = gsub(/[aeiou]/, "<&>"); print n, $0 } sub(/</, "\\&")' people
	t $a 'BEGIN { printf "%d %5.2f|%-8s|%c%c|%x %o %e %G %%\n", "42x", 3.14159, "left", 65, "B", 255, 8, 12345.678, 0.0001 }'
	t $a 'function f(n) { return n < 2 ? n : f(n-1) + f(n-2) } BEGIN { print f(15) }'
	t $a 'function fill(a, n,  i) { for (i = 0; i < n; i++) a[i] = i * i } BEGIN { fill(x, 5); for (i = 4; i >= 0; i--) print x[i]; delete x[2]; print (2 in x), length(x) }'
	t $a 'BEGIN { while ((getline line < "people") > 0) n++; close("people"); print n; getline < "nosuch"; print "end" }'
	t $a 'BEGIN { x["a","b"] = 1; for (k in x) { split(k, p, SUBSEP); print p[1] p[2] } if (("a","b") in x) print "in" }'
	t $a '{ print > ($1 ".out") } END { close("Ada.out"); print "more" >> "log"; printf "" > "empty" }' people
	t $a 'BEGIN { print 1e6, 1e20, 0.1 + 0.2, 100000 * 100000, 2^53 + 1, -7 % 3, int(-3.9), 1/3; OFMT = "%.3g"; print 3.14159; CONVFMT = "%.2g"; a = 12.9; print (a "") }'
	t $a 'BEGIN { print substr("x", -1, 3) "|" ; print exp(1), log(10), sqrt(2), sin(1), cos(1), atan2(1, 2) }'
	t $a 'BEGIN { srand(1); srand(2); print srand() }'
	t $a 'NR == 2, NR == 4 { print NR } $1 ~ "^C" { next } { print "-" $1 } NR == 5 { exit 3 } END { print "done" }' people
	t $a 'BEGIN { do { i++; if (i == 3) continue; if (i > 6) break; printf "%d ", i } while (1); print "" } '
	t $a 'BEGIN { print -3 " " -3; print 1==1.0, "a" < "b", "10" < "9", 10 < 9; print !x, !"a", x++ + ++x, 2^3^2 }'
	t $a 'BEGIN { print 1/0 }'
	t $a 'BEGIN { print "unterminated }'
	t $a '{ print ' people
	t $a -f nosuch.awk
	t $a '{ print }' nosuchfile people
	t $a 'BEGIN { for (i = 0; i < ARGC; i++) print i, ARGV[i] != ""; print ENVIRON["TZ"] }' x y=1 z
	t $a '{ print v, $1 }' v=1 colons v=2 colons
	t $a -W version
	printf 'x y z\n1 2 3\n' | t $a '{ t = $1; $1 = $3; $3 = t } 1'
	printf 'no newline' | t $a '{ print length, NF }' -
	printf '5 apples\n3 pears\n' | t $a '{ sum[$2] += $1; total += $1 } END { print sum["apples"], sum["pears"], total > "/dev/stderr" }'
	for reg in reg0 reg1 reg2 reg3 reg4 reg5 reg6 reg7; do
		t $a -f "$reg.awk" mawktest.dat
	done
	t $a -f wc.awk mawktest.dat
	t $a -f wfrq0.awk mawktest.dat
	t $a -f null-rs.awk null-rs.dat
	t $a -f nulls0.awk mawknull.dat
	t $a -f nextfile.awk mawktest.dat people
	t $a -f noloop.awk
}
