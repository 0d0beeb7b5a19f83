# client.pl HOST PORT WORDS...: says the words, prints the answer; fails unless that begins with "welcome".
use strict;
use IO::Socket::INET;
my ($host, $port, @words) = @ARGV;
my $s = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port, Timeout => 5) or die "cannot connect: $!\n";
print $s "@words\n";
my $answer = <$s> // '';
print $answer;
exit($answer =~ /^welcome/ ? 0 : 1);
