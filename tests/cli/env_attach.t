#!/bin/sh
# env_attach.t: drift env record -p: a process that runs already is recorded and goes on; large reads
# are recorded as size and hashes.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1

# ---- a running process ----

cat >service.pl <<'END'
$SIG{TERM} = sub { exit 7 };
while (1) { open my $f, '<', "$ARGV[0]/app.conf"; my $line = <$f>; close $f; select undef, undef, undef, 0.1 }
END
echo port=80 >app.conf
perl service.pl "$tmp" &
service=$!
is_traced_by()
{
	[ "$(sed -n 's/^TracerPid:[[:space:]]*//p' /proc/$service/status)" "$1" 0 ]
}
timeout "$limit" "$drift" env record -q -p $service --for 1s -o service.trace
check 'record -p ends after its time with status 0' test $? -eq 0
check '... the process goes on, untraced' await is_traced_by -eq
"$drift" env show service.trace >found
check '... the trace has what it reads' grep -q 'read(.*app.conf>, "port=80' found
check '... and what it was started with' grep -q 'program .*"perl", "service.pl"' found
check '... its variables and limits' sh -c 'grep -q "variable PATH" found && grep -q "limit RLIMIT_NOFILE" found'
echo port=99 >app.conf
"$drift" env check service.trace >found
check 'check names what is another file now' sh -c '[ $1 -eq 1 ] && head -n 1 found | grep -q "app.conf .*port=80.*port=99"' - $?
"$drift" env locate service.trace >found 2>&1
check 'locate refuses such a trace' sh -c '[ $1 -eq 2 ] && grep -q "record -p" found' - $?
"$drift" env record -q -p $service -o killed.trace &
recorder=$!
await is_traced_by -ne
"$drift" env record -p $service -o second.trace 2>found
check 'a process that is traced already: says by whom' grep -q "process $recorder " found
kill -9 $recorder
wait $recorder 2>/dev/null
check 'a recorder that is killed leaves the process alive' await is_traced_by -eq
"$drift" env record -q -p $service -o ended.trace &
recorder=$!
await is_traced_by -ne
kill $service
wait $recorder
check 'a process that ends: its status' test $? -eq 7
wait $service
"$drift" env record -p $service -o none.trace 2>found
check 'a process that does not exist' grep -q "no process $service" found
check '... leaves no trace' test ! -e none.trace
"$drift" env record -p 1 -o none.trace -- true 2>found
check 'a process and a command exclude each other' test $? -eq 2
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	cp "$drift" drift
	chmod 755 drift
	sleep 60 &
	sleeper=$!
	setpriv --reuid=65534 --regid=65534 --clear-groups ./drift env record -p $sleeper -o /dev/null 2>found
	check 'a process of another user: says whose' grep -q 'user 0' found
	kill $sleeper
else
	ok 'a process of another user # SKIP needs root'
fi

# ---- large reads ----

head -c 1400000 /dev/zero | tr '\0' 'a' >big
cat >sum.pl <<'END'
open my $f, '<', 'big' or die "no big\n";
my ($bytes, $all) = ('', 1);
while (sysread $f, $bytes, 65536) { $all &&= $bytes =~ /^a*$/ }
open my $c, '<', 'small.conf' or die;
exit($all && <$c> eq "yes\n" ? 0 : 1);
END
echo yes >small.conf
command="perl sum.pl"
record $command
"$drift" env record -q --max-contents 8M -o whole.trace -- $command
"$drift" env show good.trace >found
check 'of the rest of a large file the trace has the size' grep -q 'read(.*/big>, ""\.\.\., 65536) = 65536' found
"$drift" env show whole.trace >found
check '--max-contents keeps it' sh -c '! grep -q "/big>, \"\"\.\.\.," found'
echo no >small.conf
check 'a cause in another file is located' located '/small.conf .*yes.*no'
echo yes >small.conf
printf X | dd of=big bs=1 seek=1300000 conv=notrunc status=none
"$drift" env check good.trace >found
check 'check says which block differs' sh -c 'head -n 1 found | grep -q "/big differs: .* offset 1245184"'
check '... and that hashes are no proof' grep -q '^note: good.trace .*--max-contents' found
"$drift" env locate good.trace >found 2>&1
check 'locate does not confirm it' sh -c '[ $1 -eq 2 ] && head -n 1 found | grep -q "^not confirmed: .*/big differs"' - $?
"$drift" env locate whole.trace >found 2>&1
check '... with the whole contents it does' sh -c '[ $1 -eq 1 ] && head -n 1 found | grep -q "/big "' - $?
mv big kept
"$drift" env locate good.trace >found 2>&1
check 'a large file that is missing is named first' \
	sh -c '[ $1 -eq 2 ] && head -n 1 found | grep -q "^not confirmed: openat.*/big.*ENOENT"' - $?
mv kept big
tr X a <big >kept
mv kept big
"$drift" env record -q --no-contents big --max-contents 0 -o secret.trace -- $command
check 'no hashes of what --no-contents holds back' sh -c '! "$1" env check secret.trace | grep -q "/big differs"' - "$drift"
printf X | dd of=big bs=1 seek=100 conv=notrunc status=none
check '... even if it differs' sh -c '! "$1" env check secret.trace | grep -q "/big differs"' - "$drift"

finish
