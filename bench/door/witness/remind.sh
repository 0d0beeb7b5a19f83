# A function that is defined on the command line.
./configure >&2 && make -C src remind CFLAGS='-O1 -w' >&2 || exit
echo 'MSG [double(21)]' >a.rem
src/remind -h '-idouble(x)=x*2' a.rem 1 Jan 2020 2>&1
echo $?
