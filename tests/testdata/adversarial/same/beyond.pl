# expect: MLE memory=64MiB
my @hoard;
push @hoard, 'x' x (1 << 20) . $_ for 1 .. 256;
print scalar(@hoard), "\n";
