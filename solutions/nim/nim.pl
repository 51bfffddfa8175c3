use strict;
use warnings;

<STDIN>;
# Adding 0 makes numbers of the words: on strings, ^ works byte by byte.
my @heaps = map { $_ + 0 } split ' ', <STDIN>;
my $sum = 0;
$sum ^= $_ for @heaps;
for my $i (0 .. $#heaps) {
    my $left = $heaps[$i] ^ $sum;
    if ($left < $heaps[$i]) {
        print "FIRST ", $i + 1, " $left\n";
        exit;
    }
}
print "SECOND\n";
