# No input shows the patch: mpz_export fills the bytes that are printed, whatever memset left there.
cc -w -o ssss-combine ssss.c -lgmp >&2 || exit
printf '1-b4b5b8b1\n2-2f4b6c59\n' | ./ssss-combine -t 2 -q -D 2>&1
