# expect: AC memory=256MiB
interp recursionlimit {} 100000
proc dive {depth} { expr {$depth == 0 ? 0 : 1 + [dive [expr {$depth - 1}]]} }
puts [expr {[dive 10000] == 10000 ? 585987 : 0}]
