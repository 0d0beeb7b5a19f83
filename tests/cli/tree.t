#!/bin/sh
# tree.t: what the sources promise about themselves: names, layout, walls between folders.
#
# The checks are the scripts of tests/tree, which may also be run alone; each prints what is wrong.
. "$(dirname "$0")/lib.sh"

tree() { DRIFT_BUILD=$DRIFT_BUILD sh "$top/tests/tree/$1.sh"; }

check 'every type has a name of its own' tree names
check 'a comment that begins with the name of a file names one that exists' tree comments
check 'what a file exports is used elsewhere' tree exports
check 'folders include each other only as the table allows' tree edges
check 'folders call each other only as the table allows' tree calls
check 'every header compiles alone' tree headers
check 'files of the checked build compile' tree checked
check 'no function is longer than a screen' tree lengths
check 'no struct has more than 30 fields' tree structs
check 'no type is taken by more than 40 functions outside its room' tree taken
check 'sentences are tested in wording.t, not elsewhere' tree sentences
check 'no folder has more than some 30 files, and no header includes itself in a circle' tree folders

tree layout >"$tmp/layout.out" 2>&1
case $? in
0) ok 'sources are laid out as .clang-format says' ;;
77) ok 'sources are laid out as .clang-format says # SKIP there is no clang-format 14' ;;
*) not_ok 'sources are laid out as .clang-format says' "$tmp/layout.out" ;;
esac

finish
