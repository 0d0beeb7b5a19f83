# git_lib.sh: what the tests of git drift share; sourced behind lib.sh: a home, a cache and a git of their own.

command -v git >/dev/null || skip_all 'there is no git'

cd "$tmp" || exit 1
PATH=$DRIFT_BUILD/bin:$PATH
XDG_CACHE_HOME=$tmp/cache
HOME=$tmp
GIT_CONFIG_NOSYSTEM=1
export PATH XDG_CACHE_HOME HOME GIT_CONFIG_NOSYSTEM
git config --global user.name tester
git config --global user.email tester@localhost
git config --global init.defaultBranch main
