# g is a hexadecimal digit after the edit: the line is well formed, and the sum does not match.
make xxhsum >&2 || exit
: >empty
echo '0000000g  empty' >sums
./xxhsum -c sums 2>&1
echo $?
