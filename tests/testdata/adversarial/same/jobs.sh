# expect: AC memory=64MiB
for i in 1 2 3 4 5 6 7 8; do sleep 0.05 & done
wait
echo 585987
