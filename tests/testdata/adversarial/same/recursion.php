<?php // expect: AC memory=256MiB
function dive($depth) { return $depth === 0 ? 0 : 1 + dive($depth - 1); }
echo dive(100000) === 100000 ? 585987 : 0, "\n";
