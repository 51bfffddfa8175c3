# expect: AC memory=512MiB
use threads;
my @threads = map { threads->create(sub { select(undef, undef, undef, 0.05) }) } 1 .. 64;
$_->join() for @threads;
print "585987\n";
