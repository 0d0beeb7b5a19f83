# A key of length 0 is refused after the edit.
make cdb >&2 || exit
printf '+0,1:->b\n\n' | ./cdb -c -t - made.cdb - 2>&1
echo $?
