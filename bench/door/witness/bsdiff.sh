# A patch file with the control number -2^32: its low 32 bits are 0, so that libbz2 does not refuse it, and the next block writes far below the buffer.
cc -w -O1 -o bspatch bspatch.c -lbz2 >&2 || exit
{
	printf '\000\000\000\000\001\000\000\200\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
	printf '\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
} | bzip2 >control
printf abcd | bzip2 >data
le() { printf "\\$(printf %03o "$1")"'\000\000\000\000\000\000\000'; }
{
	printf 'BSDIFF40'
	le "$(wc -c <control)"
	le "$(wc -c <data)"
	le 4
	cat control data data
} >made.patch
echo abcd >from
./bspatch from to made.patch 2>&1
echo $?
