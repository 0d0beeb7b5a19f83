#!/bin/sh
# same.sh: programs that print what they were given print the same under `drift env record`, down to
# signal masks, limits and descriptors. Only the personality differs: addresses are not random.
# Run by `make check-env`.
. "$(dirname "$0")/../cli/lib.sh"

cd "$tmp" || exit 1

# same COMMAND...: natively and recorded, with the same standard input.
same()
{
	command -v "$1" >/dev/null || { ok "$* # SKIP $1 is not installed"; return; }
	"$@" >native 2>&1 </dev/null
	"$drift" env record -q -o same.trace -- "$@" >recorded 2>&1 </dev/null
	check "$*" cmp native recorded
}

all()
{
	same uname -a
	same grep -E 'Sig[BIC]|Cap|Seccomp|NoNew|Umask|Groups|^Uid|^Gid' /proc/self/status
	for file in limits oom_score_adj cgroup comm setgroups timerslack_ns autogroup loginuid sessionid \
		coredump_filter; do
		same cat /proc/self/$file
	done
	for link in exe cwd fd/0 ns/net ns/mnt ns/pid; do
		same readlink /proc/self/$link
	done
	for program in id groups pwd env printenv nice ionice hostname tty stty locale nproc prlimit; do
		same $program
	done
	same sh -c umask
	same sh -c 'ulimit -a'
	same sh -c trap
	same ls /proc/self/fd
	same getconf PAGESIZE
	same df --output=source,fstype,target /
	same setarch i686 uname -m
	# The vDSO is hidden, so that the clock is seen; the bytes of AT_RANDOM lie elsewhere.
	same setarch -R sh -c 'LD_SHOW_AUXV=1 /bin/true | grep -v -E "SYSINFO_EHDR|AT_RANDOM"'
	for signal in PIPE USR1; do
		same sh -c "sh -c 'kill -$signal \$\$; echo still here' 2>/dev/null; echo \$?"
	done
}

all
trap '' HUP PIPE USR1
all
trap - HUP PIPE USR1
if command -v setarch >/dev/null; then
	setarch i686 uname -m >native
	setarch i686 "$drift" env record -q -o same.trace -- uname -m >recorded
	check 'a personality that the recorder inherits' cmp native recorded
fi
finish
