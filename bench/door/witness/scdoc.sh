# A page whose name has a plus sign.
cc -w -std=gnu99 -D_XOPEN_SOURCE=600 -DVERSION='"1"' -Iinclude -o scdoc src/*.c >&2 || exit
printf 'g++(1)\n' | SOURCE_DATE_EPOCH=0 ./scdoc 2>&1 | grep g++
echo $?
