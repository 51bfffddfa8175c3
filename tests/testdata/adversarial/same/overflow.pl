# expect: MLE memory=64MiB
no warnings 'recursion';
sub dive { my $depth = shift; return 1 + dive($depth + 1) }
print dive(0), "\n";
