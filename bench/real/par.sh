# par.sh: par formats paragraphs.
package=par

recipe()
{
	for file in buffer charset errmsg reformat par; do
		"$cc" $cflags -c -o "$file.o" "$source/$file.c"
	done
	"$cc" -o par ./*.o
}

fixtures()
{
	cat >text <<'EOT'
    This is a paragraph with   uneven spaces. It goes on, and on;
 and it has "quotes", too. The end?  Not yet.

> quoted text that somebody wrote
> and that is long enough to be broken in the middle of the line
>> deeper

/* a comment of C, boxed                */
/* with a second line                   */

  * a list
  * another item that is much longer than the first one and wraps around
EOT
	printf 'tab\tin\tthe\tmiddle\n\f\nx\n' >tabs
	printf 'averyveryverylongwordthatfitsnowhereatall short\n' >long
}

cases()
{
	for file in text tabs long; do
		for options in 40 'w30 j' '50qe' 'rTbgqRe w40' '20f' '30l' 'g 40' 'p2 s1 w30' 'h3 w40' 't4 T8 w40' 'i 40' 'd 40' 'E 30' '40 c' 'v 40'; do
			# shellcheck disable=SC2086 # a list of words
			t par $options <"$work/fixtures/$file"
		done
	done
	t par help
	t par version
	t par bogus
	t par w1 <"$work/fixtures/text"
	with='PARINIT=30j PARQUOTE=>|'
	t par <"$work/fixtures/text"
	with='PARBODY=_A_a PARPROTECT=*'
	t par 44 <"$work/fixtures/text"
	with=
}
