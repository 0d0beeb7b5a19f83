#!/bin/sh
# layout.sh: sources are laid out as .clang-format says.
#
# Prints the places that are not. Other versions of clang-format lay out differently: without
# version 14 the status is 77, which says that nothing was looked at.
cd "$(dirname "$0")/../.." || exit 2
format=$(command -v clang-format-14 || command -v clang-format) || exit 77
"$format" --version | grep -q 'version 14\.' || exit 77
find src libc tests/unit tests/gen tests/oracle -name '*.[ch]' | LC_ALL=C sort |
	xargs -P 2 -n 40 "$format" --dry-run -Werror
