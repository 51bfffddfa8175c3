# expect: MLE memory=64MiB
hoard = (1..256).map { |i| 'x' * (1 << 20) + i.to_s }
puts hoard.size
