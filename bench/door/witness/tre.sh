# The bound {2,2} is valid before the edit only.
./configure --disable-shared >&2 && make -j2 >&2 || exit
echo aab | src/agrep 'a{2,2}' 2>&1
echo $?
