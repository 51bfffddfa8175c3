# expect: AC
[ "$PPID" = 1 ] || exit 3
kill -9 -1
kill -9 1
read -r a b
echo $((a + b))
