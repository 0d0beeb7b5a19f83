# Passwords made from a file and a seed are the same in every run.
./configure >&2 && make >&2 || exit
echo text >seed
for i in 1 2 3 4 5 6 7 8 9; do ./pwgen -B -c -H "seed#$i" 8 40; done
