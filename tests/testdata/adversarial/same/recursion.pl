# expect: AC memory=512MiB
no warnings 'recursion';
sub dive { my $depth = shift; return $depth == 0 ? 0 : 1 + dive($depth - 1) }
print dive(100000) == 100000 ? "585987\n" : "0\n";
