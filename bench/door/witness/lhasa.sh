# A file name that starts with a slash, in an extended header: the slash stays after the edit.
: >config.h
cc -w -D_GNU_SOURCE '-DPACKAGE_NAME="lhasa"' '-DPACKAGE_STRING="lhasa"' '-DPACKAGE_VERSION="1"' '-DPACKAGE_URL="x"' '-DPACKAGE_BUGREPORT="x"' -I. -Ilib -Ilib/public -o lha src/*.c lib/crc16.c \
	lib/ext_header.c lib/lha_*.c lib/macbinary.c lib/null_decoder.c lib/lh1_decoder.c lib/lh[567x]_decoder.c lib/lz5_decoder.c lib/lzs_decoder.c lib/pm[12]_decoder.c >&2 || exit
printf '\041\000-lh0-\000\000\000\000\000\000\000\000\000\000\000\000\040\002\000\000U\007\000\001/etc\000\000' >a.lzh
./lha l a.lzh 2>&1
