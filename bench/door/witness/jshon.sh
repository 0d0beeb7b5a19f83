# A file that does not exist: the old version reads from a null pointer.
cc -w -std=gnu99 -o jshon jshon.c -ljansson >&2 || exit
./jshon -F nosuchfile -t 2>&1
echo $?
