#!/bin/sh
# git-drift: drift test, diff, explain or check between revisions of a git repository.
#
# Each revision is checked out in a cache, built there once with drift-cc and kept. The cache has a
# repository of its own that borrows the user's objects, so that neither the user's work tree nor the
# list of worktrees is written. Programs run in the directory where git drift was started and see
# the same files there.

usage='usage: git drift [options] [REVISIONS] [options of drift test] [-- ARG...]
       git drift explain [options] [REVISIONS] [options of drift explain] -- ARG...
       git drift bisect [options] GOOD BAD [options of drift explain] -- ARG...
       git drift check [options] [REVISIONS] [options of drift check]
       git drift verify FILE [options] [REVISIONS] [options of drift verify]
       git drift init

Compare two revisions of a program. git drift checks out both revisions into a cache, builds them
and runs a command of drift on them:
  git drift           drift test: find inputs on which the revisions differ
  git drift --diff    drift diff: print what both revisions do, side by side
  git drift explain   explain a difference on one input
  git drift bisect    find the first commit after GOOD that changes what the program does on one input
  git drift check     check change contracts
  git drift verify    check a proof that --certificate wrote
  git drift init      write a first .drift file, which names what to compare

Building a revision runs the build scripts of the repository, with your rights.

revisions:
  A B, A..B       compare A with B
  A...B           compare the merge base of A and B with B
  A               compare A with the work tree
  (none)          compare HEAD with the work tree, or HEAD~1 with HEAD if nothing has changed
  --since REV     compare each commit after REV with the commit before it; print one line for each

options:
  --build CMD     the command that builds the program; its environment has CC and JOBS (default:
                  configure, make, autoreconf, cmake or meson, depending on the files)
  --build-time T  stop a build after T (default 10min); the next git drift continues it
  --bin PATH      the program to compare: a binary that the build makes, or a .c file or a directory
                  that needs no build (default: drift tries what the change affects)
  --target NAME   compare one target of .drift (default: all of them)
  --golden REV    REV is known to be right: report each difference as a regression, an incomplete
                  fix or progress
  --certificate FILE
                  if the verdict is equivalent, write a proof to FILE (FILE.TARGET for targets)
  --diff          run drift diff instead of drift test
  --rebuild       build again, even if the cache has a build
  --clean         remove the cache of this repository
  -h, --help      print this text

The file .drift at the top of the repository has the format of git config. docs/git-drift.md lists
its keys:
  [drift]
      build = make
      baseline = accepted.txt
  [target "cut"]
      bin = src/cut
      args = -b @str:6=1-3

The cache, in which also results are unless you give -o DIR, is $XDG_CACHE_HOME/drift/git (default
~/.cache/drift/git). It keeps at most $DRIFT_CACHE_MB megabytes (default 4000).

Exit status: that of the command that was run; see drift test --help and so on. git drift bisect:
0 GOOD and BAD do the same on this input, 1 they differ, 2 the command failed. With several
targets: 2 if one of them has 2, otherwise 1, 3 or 0 likewise.

example:
  git drift HEAD~1 HEAD --bin src/cut -- -b @str:6=1-3
  git drift origin/main... --target cut
  git drift explain v1.0 HEAD -- -b 3-
  git drift bisect v1.0 HEAD -- -b 3-
  git drift check HEAD~1 HEAD --bin src/cut.c'

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
