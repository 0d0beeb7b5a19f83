# A file that is only in a directory of one letter, with a slash.
./configure >&2 && make >&2 || exit
printf 'Only in a/: b\n' | ./diffstat -p0 2>&1
