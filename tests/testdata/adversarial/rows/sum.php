<?php
echo array_sum(explode(" ", trim(fgets(STDIN)))), "\n";
