# A range of one address.
make >&2 || exit
echo 10.0.0.1 | ./grepcidr 10.0.0.1-10.0.0.1 2>&1
echo $?
