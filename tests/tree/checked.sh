#!/bin/sh
# checked.sh: files of the checked build compile; the usual build does not have them.
#
# Prints what the compiler says about checked.c and *_checked.c, and fails if it says anything.
cd "$(dirname "$0")/../.." || exit 2
compile=$(MAKEFLAGS='' make -s CHECK=1 show-compile) || exit 2
find src -name checked.c -o -name '*_checked.c' | LC_ALL=C sort | xargs -P 2 -n 2 $compile -O0 -Werror -fsyntax-only
