# An archive in the oldest format, with bytes where newer formats have the prefix of a name: they are no part of the name.
autoreconf -fi >&2 && ./configure --disable-shared >&2 && make >&2 || exit
mkdir d && echo a >d/f && tar --format=v7 -cf a.tar d/f
perl -e 'undef $/; $_ = <>; substr($_, 345, 4) = "1207"; substr($_, 148, 8) = " " x 8;
	substr($_, 148, 8) = sprintf "%06o\0 ", unpack("%32C*", substr($_, 0, 512)); print' a.tar >b.tar
libtar/libtar -t b.tar 2>&1 | awk '{ print $NF }'
