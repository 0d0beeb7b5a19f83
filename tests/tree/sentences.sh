#!/bin/sh
# sentences.sh: only wording.t tests sentences; other tests claim statuses, fields of results, and names.
#
# A line of a test repeats a sentence if three of its words in a row are in a text of the sources. Descriptions of checks (the first
# quoted word of a line), comments and names of verdicts do not count. A few lines may: programs in C have words, too.
most=24

cd "$(dirname "$0")/../.." || exit 1
perl -e '
my $most = shift;
my %sentence;
my $code = qr/\b(?:static|const|struct|unsigned|int|char|void|drift|env)\b/;
my $name = qr/no difference found|no errors found|equal by default/;

# triples TEXT: what it has of three words in a row.
sub triples {
	my @found;
	for my $part (split /[^A-Za-z ]+/, shift) {
		my @words = grep { length } split / +/, $part;
		for my $at (0 .. $#words - 2) {
			my $three = "@words[$at .. $at + 2]";
			push @found, $three unless $three =~ $code || $three =~ /\b[b-z]\b/i;
		}
	}
	return @found;
}

for my $file (split /\n/, `find src -name "*.[ch]" -o -name "*.sh"`) {
	open my $in, "<", $file or die "$file: $!\n";
	my $text = join "", <$in>;
	$text =~ s{/\*.*?\*/}{}gs if $file !~ /sh$/;
	$text =~ s{"\s*"}{}g;
	while ($text =~ /"((?:[^"\\\n]|\\.)*)"/g) {
		my $literal = $1;
		$literal =~ s/\\n|%[-+ #0-9.*]*[a-z]+/./g;
		$sentence{$_} = 1 for triples($literal);
	}
}
die "no sentences in src\n" if keys %sentence < 1000;
my @lines;
for my $file (glob "tests/cli/*.t") {
	next if $file =~ /wording\.t$/;
	open my $in, "<", $file or die "$file: $!\n";
	while (my $line = <$in>) {
		next if $line =~ /^\s*#/;
		(my $rest = $line) =~ s/^(\s*\w+)\s+(?:\x27[^\x27]*\x27|"[^"]*")/$1 /;
		$rest =~ s/\b(?:check|ok|not_ok|skip_all)\s+(?:\x27[^\x27]*\x27|"[^"]*")/./g;
		$rest =~ s/\s#\s.*//;
		$rest =~ s/$name/./g;
		my ($three) = grep { $sentence{$_} } triples($rest);
		push @lines, "$file:$.: \"$three\" is of a sentence: claim a status, a field or a name instead\n" if $three;
	}
}
exit 0 if @lines <= $most;
print @lines, scalar @lines, " lines, at most $most may\n";
exit 1' "$most"
