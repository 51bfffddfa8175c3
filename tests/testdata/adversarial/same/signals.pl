# expect: AC memory=64MiB
my $seen = 0;
local $SIG{ALRM} = sub { $seen = 1 };
alarm 1;
select(undef, undef, undef, 0.01) until $seen;
print "585987\n";
