# expect: MLE memory=64MiB
for {set i 0} {$i < 256} {incr i} { lappend hoard [string repeat x 1048576]$i }
puts [llength $hoard]
