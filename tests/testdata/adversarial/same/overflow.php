<?php // expect: MLE memory=64MiB
// Its stack lies in the heap.
function dive($depth) { return 1 + dive($depth + 1); }
echo dive(0), "\n";
