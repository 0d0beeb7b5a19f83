# /32 is invalid after the edit.
: >config.h
cc -w -D_GNU_SOURCE '-DVERSION="1"' '-DPACKAGE="netmask"' -DHAVE_GETOPT_H=1 -DHAVE_VPRINTF=1 -o netmask main.c netmask.c errors.c >&2 || exit
./netmask 10.0.0.1/32 2>&1
