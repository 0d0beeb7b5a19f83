# "or" counts as "||".
make >&2 || exit
printf 'int f(int a, int b)\n{\n    if (a or b)\n\treturn 1;\n    return 0;\n}\n' >in.c
./pmccabe in.c
