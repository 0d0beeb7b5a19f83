#!/bin/sh
# headers.sh: every header compiles alone, so that it may be included anywhere.
#
# Prints what the compiler says about a header that needs what it does not include. Fails if there
# is one. The compiler and its options are the Makefile's.
cd "$(dirname "$0")/../.." || exit 2
compile=$(MAKEFLAGS='' make -s show-compile) || exit 2
find src tests/unit -name '*.h' | LC_ALL=C sort | xargs -P 2 -n 16 $compile -O0 -w -fsyntax-only
