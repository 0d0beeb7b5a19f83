# A name with a byte above 127 in an archive of one stored file.
make >&2 || exit
printf '\032\002\301\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\000\000\000\000\000\000\001\000\000\000x\032\000' >a.arc
./nomarch -l a.arc 2>&1
