# Capital letters are counted as small ones.
for f in *.c; do cc -w -g -c "$f" >&2 || exit; done
cc -o ent *.o -lm >&2 || exit
printf Aa | ./ent -t -c 2>&1
