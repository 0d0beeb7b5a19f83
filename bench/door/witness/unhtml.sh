# A byte 255 in the text: the old version takes it for the end of the input.
cc -w -o unhtml unhtml.c ops.c esc.c >&2 || exit
printf 'caf\377 <b>late</b>\n' | ./unhtml | od -c
