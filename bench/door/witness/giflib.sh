# An option that lacks its argument.
make OFLAGS=-O1 gifecho >&2 || exit
LD_LIBRARY_PATH=. ./gifecho -s 2>&1
echo $?
