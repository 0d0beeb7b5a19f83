# unifdef.sh: unifdef on conditional code.
package=unifdef

recipe()
{
	"$cc" $cflags -I"$source" -I"$source/FreeBSD" -o unifdef "$source/unifdef.c"
	cp -r "$source/tests" .
}

fixtures()
{
	find "$build/tests" -maxdepth 1 -name '*.c' -exec cp {} . \;
	cat >code.c <<'EOT'
#ifdef ONE
one
#elif defined(TWO) && TWO > 2
two
#else
none
#endif
#if 0 /* comment */
zero
#endif
int x; // #ifdef ONE
#ifndef ONE
# define ONE "a /* b"
#endif
EOT
}

cases()
{
	t unifdef code.c
	t unifdef -DONE code.c
	t unifdef -UONE code.c
	t unifdef -UONE -DTWO=3 code.c
	t unifdef -UONE -DTWO=1 code.c
	t unifdef -k -UONE code.c
	t unifdef -K -DONE code.c
	t unifdef -b -DONE code.c
	t unifdef -B -DONE code.c
	t unifdef -c -DONE code.c
	t unifdef -n -UONE code.c
	t unifdef -l -UONE code.c
	t unifdef -t -DONE code.c
	t unifdef -e -DONE code.c
	t unifdef -s code.c
	t unifdef -S code.c
	t unifdef -m -DONE code.c
	t unifdef -M .bak -DONE code.c
	t unifdef -x 2 -DONE -o out.c code.c
	t unifdef -f nosuch code.c
	t unifdef -V
	t unifdef -DONE <"$work/fixtures/code.c"
	t unifdef -Dbroken=
	for file in $(cd "$work/fixtures" && ls ./*.c); do
		t unifdef -DFOO=1 -UBAR -DFOO1 -UFOO2 "$file"
		t unifdef -s "$file"
	done
}
