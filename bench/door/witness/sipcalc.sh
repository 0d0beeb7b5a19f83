# /32 is invalid after the edit.
./configure >&2 && make >&2 || exit
src/sipcalc 10.0.0.1/32
