# expect: RTE memory=64MiB exit=1 reason~"ran out of memory: Out of memory"
my $size = 1 << 50;
my $piece = 'x' x $size;
print length($piece), "\n";
