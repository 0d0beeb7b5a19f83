# A file that does not exist.
./configure >&2 && make CFLAGS='-O1 -w' zipinfo >&2 || exit
./zipinfo missing.zip 2>&1
echo $?
