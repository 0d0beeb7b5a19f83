# An entity at the end of the input, without its semicolon.
./configure >&2 && make >&2 || exit
printf '&#x41' | ./ascii2uni -a Y 2>&1
echo $?
printf 'a &lt b' | ./ascii2uni -a Y 2>&1
echo $?
