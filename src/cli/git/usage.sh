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

Compare two revisions of a program: find inputs on which they differ, explain a difference on one
input, find the commit that causes it, check change contracts, or verify the certificate of a proof.
git drift checks out both revisions into a cache, builds them with drift-cc and runs drift test,
explain, check or verify. Options of that command follow the revisions.

git drift bisect finds the commit after GOOD at which the program begins to do something else than
GOOD on one input, and explains it. It follows first parents. Commits that cannot be built or run are
skipped. If the program does what GOOD does again on the way, all changes that were seen are printed.

revisions:
  A B, A..B       compare A with B
  A...B           compare the merge base of A and B with B
  A               compare A with the work tree
  (none)          compare HEAD with the work tree, or HEAD~1 with HEAD if the work tree has no changes
  --since REV     compare each commit after REV that changes code with the commit before it, and
                  print one line for each

what is compared:
  --build CMD     build command, run at the top of the tree with CC and JOBS in the environment
                  (default: configure, make, autoreconf, cmake or meson, depending on the files;
                  no build if all .c files are in one directory)
  --build-time T  stop a build after T (default 10min); the next git drift continues it
  --bin PATH      the program to compare, relative to the top of the tree: a binary that the build
                  makes or, if nothing is built, a .c file, a header or a directory of .c files.
                  Without --bin, arguments and .drift, drift tries the changed files one by one
  --target NAME   compare one target of .drift (default: all targets, unless --bin, --build or
                  arguments are given)
  --golden REV    REV is known to be right: report each difference as a regression, an incomplete
                  fix or progress
  --certificate FILE
                  if the verdict is equivalent, write a proof to FILE, which git drift verify can
                  check. With several targets, write to FILE.TARGET
  --diff          run drift diff instead of drift test
  --rebuild       build again, even if the cache has a build
  --clean         remove the cache of this repository
  -h, --help      print this text

The file .drift at the top of the repository names what to compare. It has the format of git config.
git drift init writes a first version:
  [drift]
      build = make
      baseline = accepted.txt
  [target "cut"]
      bin = src/cut
      args = -b @str:6=1-3
      stdin = @text:16=abc
Keys of [drift] and of targets: build, baseline, options. Keys of targets only: bin, and the options
args, stdin, seeds, call, entry, time, runs, output, ignore of drift test. args and options have shell
syntax. Put values that contain # or ; in double quotes.

git drift check uses the keys bin, build, options, time, runs and ignore. It checks the functions given
by the keys entry and function (may be repeated). Without these keys, it checks all changed functions.
The key contract names a file. If this file has a contract of the program, git drift check also uses
args, stdin, seeds and output.

The work tree is the tracked files, and new .c and .h files that git does not ignore. Both programs see
the files of the current directory. A build runs the build scripts of the repository with your rights.
--time limits the search, not the build.

Results go to the cache, unless you give -o DIR. With several targets, the formats json, junit and sarif
write one file for each target and print its name. The cache is $XDG_CACHE_HOME/drift/git (default
~/.cache/drift/git). If it is larger than $DRIFT_CACHE_MB (default 4000), git drift removes the trees
that were not used for the longest time.

Exit status:
  0  equivalent or no difference found; with --golden, also if all differences are progress
  1  different or unconfirmed
  2  trouble
  3  only with --strict: no difference found, or equivalent but vacuous
git drift explain: 0 both versions do the same on this input, 1 they differ, 2 trouble.
git drift bisect: 0 GOOD and BAD do the same on this input, 1 they differ, 2 trouble.
git drift check: 0 no clause is violated, 1 a clause is violated, 2 trouble, 3 (only with --strict) no
clause is violated, but a clause is not shown or vacuous.
With several targets, the exit status is the first of 2, 1, 3, 0 that a target has.

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
