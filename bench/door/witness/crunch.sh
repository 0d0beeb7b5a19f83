# The usage text.
make crunch >&2 || exit
./crunch 2>&1
echo $?
