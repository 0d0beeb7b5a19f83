# A host name with a blank at its beginning; the program itself wants a terminal.
sed 's/^main(/true_main(/' utempter.c >utempter_use.c
cat >>utempter_use.c <<'C'
#undef fatal_error
int main(void)
{
	validate_hostname(" a");
	return 0;
}
C
sed -n '/fatal_error/,/^}/p' utempter.c | head -n 20 >&2
cc -w -D_GNU_SOURCE -DUTEMPTER_DEBUG -DLIBEXECDIR='"/usr/lib"' -o use utempter_use.c >&2 || exit
./use 2>&1
echo $?
