# expect: AC memory=128MiB
64.times.map { Thread.new { sleep 0.05 } }.each(&:join)
puts 585987
