<?php // expect: MLE memory=64MiB reason~"ran out of memory: Allowed memory size of 67108864 bytes exhausted"
$hoard = [];
for ($i = 0; $i < 256; $i++) $hoard[] = str_repeat('x', 1 << 20) . $i;
echo count($hoard), "\n";
