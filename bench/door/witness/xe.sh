# An empty number of jobs is refused now.
cc -w -o xe xe.c >&2 || exit
printf 'a\n' | ./xe -j '' -N1 echo 2>&1
echo $?
