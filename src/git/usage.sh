#!/bin/sh
# git-drift: drift test, diff, explain or check between revisions of a git repository.
#
# Each revision is checked out in a cache, built there once with drift-cc and kept. The cache has a
# repository of its own that borrows the user's objects, so that neither the user's work tree nor the
# list of worktrees is written. Programs run in the directory where git drift was started and see
# the same files there.

usage='usage: git drift [options] [REVISIONS] [options of drift test] [-- ARG...]
       git drift explain [options] [REVISIONS] [options of drift explain] -- ARG...
       git drift check [options] [REVISIONS] [options of drift check]
       git drift init

Find inputs on which two revisions of a program behave differently, say why they do on one input, or
check what their contracts say. Both are checked out in a cache, built with drift-cc and given to
drift test, explain or check, whose options and arguments follow.

revisions:
  A B, A..B       from A to B
  A...B           from where both have parted to B
  A               from A to the work tree
  (none)          from HEAD to the work tree; from HEAD~1 to HEAD if nothing is changed there
  --since REV     each commit after REV that changes code, one line each

what is compared:
  --build CMD     how to build a revision, at the top of its tree, with CC and JOBS in the
                  environment; without it configure, make, autoreconf, cmake or meson, by what is
                  there; a revision whose .c files all lie in one directory needs no build
  --bin PATH      the program to compare, from the top of the tree: a binary of the build, or,
                  without --build, a .c file or a directory of them; needed when there are several
  --target NAME   one of .drift; without --bin, --build and arguments all of them are compared
  --golden REV    a revision that is right: says of each difference whether it is a regression, an
                  incomplete fix or progress
  --diff          show both versions side by side (drift diff) instead of making tests
  --rebuild       build again, also what is in the cache
  --clean         remove the cache of this repository
  -h, --help      this text

.drift in the top directory says what is compared, in the format of git config; git drift init writes
a first one:
  [drift]
      build = make
      baseline = accepted.txt
  [target "cut"]
      bin = src/cut
      args = -b @str:6=1-3
      stdin = @text:16=abc
      time = 20
Of [drift] and of each target: build, baseline, options. Of targets: bin; args, stdin, seeds, call,
entry, time, runs, output, ignore, as drift test has them. args and options are words as a shell
reads them; what has # or ; in it is put in double quotes.

The work tree is taken as git has it: tracked files as they are, and new .c and .h files that are not
ignored. The cache is $XDG_CACHE_HOME/drift/git (default ~/.cache/drift/git); results go there, too,
unless -o DIR is given. When it grows beyond $DRIFT_CACHE_MB (default 4000), the trees that were not
used for longest go. What is compared is the code: files that both programs read are those of the
current directory, in whatever revision they are. --time includes the builds. Of several targets the
formats json, junit and sarif go to files, one for each target, whose names are printed.
Exit status as of drift test: 0 equivalent or no difference found, or with --golden all progress, 1
different, 2 trouble, 3 with --strict where nothing was found and nothing proved that says something.
Of explain: 0 the same on this input, 1 different, 2 trouble. Of several the worst: 2, 1, 3, 0.

example:
  git drift HEAD~1 HEAD --bin src/cut -- -b @str:6=1-3
  git drift origin/main... --target cut
  git drift explain v1.0 HEAD -- -b 3-'

die()
{
	printf 'git-drift: %s\n' "$1" >&2
	exit 2
}

# quote WORD: as a shell reads it back.
quote()
{
	printf "'"
	printf '%s' "$1" | sed "s/'/'\\\\''/g"
	printf "' "
}
