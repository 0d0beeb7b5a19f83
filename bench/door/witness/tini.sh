# -e without a number is refused now.
cmake -S . -B b >&2 && make -C b tini >&2 || exit
b/tini -e '' -- sh -c 'echo ran' 2>/dev/null
echo $?
