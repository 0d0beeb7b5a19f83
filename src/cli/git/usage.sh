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
       git drift verify FILE [options] [REVISIONS] [options of drift verify]
       git drift init

Compare two revisions of a program: find inputs on which they differ, explain a difference on one
input, check change contracts, or verify the certificate of a proof. git drift checks out both
revisions into a cache, builds them with drift-cc and runs drift test, explain, check or verify.
Options of that command follow the revisions.

revisions:
  A B, A..B       compare A with B
  A...B           compare the merge base of A and B with B
  A               compare A with the work tree
  (none)          compare HEAD with the work tree, or HEAD~1 with HEAD if nothing is changed
  --since REV     compare each commit after REV that changes code with the one before; one line each

what is compared:
  --build CMD     build command, run at the top of the tree with CC and JOBS in the environment
                  (default: configure, make, autoreconf, cmake or meson, depending on the files;
                  no build if all .c files are in one directory)
  --build-time T  end a build after T (default 10min); the next git drift continues it
  --bin PATH      the program to compare, relative to the top of the tree: a binary that the build
                  makes, or, without --build, a .c file, a header or a directory of .c files; without
                  it, and without arguments and .drift, drift tries what changed in turn
  --target NAME   compare one target of .drift (default: all targets, unless --bin, --build or
                  arguments are given)
  --golden REV    classify differences by a revision that is right: regression, incomplete fix or
                  progress
  --certificate FILE
                  if the verdict is equivalent, write its reasons to FILE, for git drift verify; with
                  several targets to FILE.TARGET
  --diff          run drift diff instead of drift test
  --rebuild       build again, even if the cache has a build
  --clean         remove the cache of this repository
  -h, --help      print this text

The file .drift at the top of the repository names what to compare, in the format of git config.
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
git drift check takes bin, build, options, time, runs and ignore, and checks the function of entry and
the functions of function (may be repeated); without these, all changed functions. If the key contract
names a file with a contract of the program, it also takes args, stdin, seeds and output.

The work tree comprises the tracked files, and new .c and .h files that are not ignored. Both programs
read the files of the current directory. The cache is $XDG_CACHE_HOME/drift/git (default
~/.cache/drift/git). If it exceeds $DRIFT_CACHE_MB (default 4000), the trees that were unused for
longest are removed. Results are written to the cache unless -o DIR is given. --time is for the search
alone. A build runs the build scripts of the repository, with your rights. With several targets, the formats json, junit and sarif write one file for each target and
print its name.

Exit status: 0 equivalent or no difference found (with --golden, also if all differences are
progress), 1 different or unconfirmed, 2 trouble, 3 (only with --strict) no difference found, or a
vacuous proof. git drift explain: 0 both do the same on this input, 1 they differ, 2 trouble. git
drift check: 0 no clause of a contract is violated, 1 one is violated, 2 trouble, 3 (only with
--strict) none is violated and one is not shown or vacuous. With several targets, the first of 2, 1, 3, 0 that occurs.

example:
  git drift HEAD~1 HEAD --bin src/cut -- -b @str:6=1-3
  git drift origin/main... --target cut
  git drift explain v1.0 HEAD -- -b 3-
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
