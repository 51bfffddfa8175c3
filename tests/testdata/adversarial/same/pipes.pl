# expect: AC memory=64MiB
my $sum = 0;
for my $number (1 .. 8) {
	open(my $pipe, '-|', "echo $number") or die "$!\n";
	$sum += <$pipe>;
	close($pipe) or die "$!\n";
}
print $sum == 36 ? "585987\n" : "0\n";
