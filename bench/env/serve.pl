# serve.pl FILE PORT: answers each connection at 127.0.0.1:PORT until it is ended.
# If FILE begins with "secret WORD", the answer is "welcome" to a client that says WORD, and "denied"
# to others. If the client asks for "GET ...", the answer is FILE with the head of an HTTP answer. If
# it says "ask KEY", the answer is the line of FILE that begins with KEY. Otherwise it is FILE.
use strict;
use IO::Socket::INET;
my ($file, $port) = @ARGV;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$port", Listen => 8, ReuseAddr => 1) or die;
alarm 300;
while (my $c = $s->accept) {
	my $said = <$c> // next;
	if ($said =~ /^GET/) {
		while (defined(my $line = <$c>)) { last if $line =~ /^\r?\n/ }
	}
	open my $in, '<', $file or next;
	my $all = do { local $/; <$in> };
	if ($all =~ /^secret (\S+)/) { print $c $said =~ /^\Q$1\E\r?\n/ ? "welcome\n" : "denied\n" }
	elsif ($said =~ /^ask (\S+)/) { print $c $all =~ /^(\Q$1\E\b.*\n)/m ? $1 : "no such key\n" }
	elsif ($said =~ /^GET/) { print $c "HTTP/1.0 200 OK\r\nContent-Length: ", length $all, "\r\n\r\n$all" }
	else { print $c $all }
	close $c;
}
