# The exit status of a file that does not exist.
make dbview >&2 || exit
./dbview missing.dbf
echo $?
