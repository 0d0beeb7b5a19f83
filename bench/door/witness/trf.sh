# The exit status of a search without trouble.
find . -type f -exec touch -d 2020-01-01 {} + && sh ./configure >&2 && make >&2 || exit
printf '>s\nACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGT\n' >s.fa
src/trf s.fa 2 7 7 80 10 50 500 -h >&2
echo $?
