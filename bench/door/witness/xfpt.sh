# A macro whose argument fills the line. The old version writes behind its buffer or says nothing.
find . -type f -exec touch -d 2020-01-01 {} + && sh ./configure >&2 && make >&2 || exit
{
	printf '.macro m1 one\n$1\n.endmacro\n&m1('
	awk 'BEGIN { while (i++ < 3000) printf "1"; print ")" }'
} >in
src/xfpt -o - in 2>&1
echo $?
