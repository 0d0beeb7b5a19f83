#!/bin/sh
# check_processes.sh: N random programs with threads and processes must do in the machine what they do natively.
set -u
n=$1
seed=${SEED:-1}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
wrong=0
unsure=0
cd "$tmp" || exit 2
for i in $(seq "$seed" $((seed + n - 1))); do
	"$DRIFT_BUILD/tests/random_tasks" "$i" >p.c
	${CC:-gcc} -std=gnu17 -w -O1 -pthread -o p p.c || exit 2
	timeout 20 ./p >native 2>&1
	echo "status $?" >>native
	timeout 20 ./p >again 2>&1
	echo "status $?" >>again
	cmp -s native again || { unsure=$((unsure + 1)); echo "seed $i: two native runs differ"; continue; }
	timeout 60 "$DRIFT_BUILD/bin/drift" run p.c >run 2>errors
	echo "status $?" >>run
	cmp -s native run || { wrong=$((wrong + 1)); echo "seed $i: differs"; diff native run | head -n 4; head -n 3 errors; }
done
echo "$n programs: $wrong wrong, $unsure not judged"
[ "$wrong" -eq 0 ] && [ "$unsure" -lt $((n / 10 + 1)) ]
